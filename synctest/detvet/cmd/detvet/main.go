// Command detvet finds sources of nondeterminism in simulation packages. It is
// a tool for go vet:
//
//	go install example.com/backstep/synctest/detvet/cmd/detvet
//	go vet -vettool=$(which detvet) ./game/...
package main

import (
	"golang.org/x/tools/go/analysis/unitchecker"

	"example.com/backstep/synctest/detvet"
)

func main() { unitchecker.Main(detvet.Analyzer) }
