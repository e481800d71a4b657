# What `go` does anyway, with the usual flags. `.ci/run` runs all of it.
SEEDS ?= 1000
FUZZTIME ?= 30s
PORTABLE = ./fixed/... ./savestate ./rollback/internal/wire ./demo/duel ./demo/pegs

.PHONY: all build vet detvet fusion test race fuzz sim mutants bench sweep demo determinism determinism-measure determinism-lite

all: build vet test

build:
	go build ./...

# For the machine, and for the browser.
vet:
	go vet ./...
	GOOS=js GOARCH=wasm go vet ./fixed/... ./savestate ./rollback/... ./transport/rtc ./transport/signal ./demo/web ./demo/view ./demo/duel ./demo/pegs/...

# What a step of a match runs must not depend on the machine.
detvet:
	go build -o bin/detvet ./synctest/detvet/cmd/detvet
	go vet -vettool="$(CURDIR)/bin/detvet" ./demo/duel ./demo/pegs ./fixed/...

# What the compiler fuses in the same packages, on every target that fuses: nothing.
fusion:
	BACKSTEP_REQUIRE_ALL=1 go test ./synctest/detvet -run 'NotFused|AgreesWithTheCompiler' -count=1 -v

test:
	go test ./...

# Needs a C compiler.
race:
	go test -race ./rollback/... ./transport/... ./fixed/... ./internal/sim

# Every fuzz target for FUZZTIME, one after the other.
fuzz:
	@grep -rHoE '^func Fuzz\w+' --include='*_test.go' . | sort | while IFS=: read -r file func; do \
		go test "$$(dirname "$$file")" -run '^$$' -fuzz "^$${func#func }\$$" -fuzztime $(FUZZTIME) || exit 1; \
	done

# SEEDS matches over a simulated network, each with faults drawn from its seed.
sim:
	go test ./internal/sim -run 'TestSim$$' -seed 1 -seeds $(SEEDS) -players 2-8 -count=1 -timeout 0

# Each fault of internal/sim/mutants_test.go, put into the engine, turns a test red.
mutants:
	go test ./internal/sim -run 'TestMutation$$' -count=1 -timeout 0

# The report; `go test ./bench -bench .` runs the same kernels as benchmarks.
bench:
	go run ./bench

# Lossy matches beside figures that another engine has published.
sweep:
	go run ./bench sweep

# The page, the room server and a Go opponent on a loopback port.
demo:
	go run ./demo

# One table target x suite: natively, in emulators, under Node and in Chromium.
determinism:
	go run ./internal/determinism

# What differs in Go itself, counted on the same targets. DETERMINISM.md shows rows of it.
determinism-measure:
	counts=$$(go run ./internal/determinism -measure) && printf '%s\n' "$$counts" >internal/determinism/measured.md

# The golden values on two more targets that need no emulator: 32 bits, and
# js/wasm under Node.
determinism-lite:
	CGO_ENABLED=0 GOARCH=386 go test $(PORTABLE)
	GOOS=js GOARCH=wasm go test -exec "$$(go env GOROOT)/lib/wasm/go_js_wasm_exec" $(PORTABLE)
