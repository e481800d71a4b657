package sim

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A plan's file has one thing a line: a word, and what differs from zero of the
// fields that it stands for. Lines that begin with # are prose. "plan" is the
// plan's own numbers, "calm" its last policy; hosts, seats, links, watchers and
// faults count from 0 in the order in which they stand.
//
//	# A goodbye overtakes the last inputs.
//	plan seed=7 players=2 window=8 rate=60 inputbytes=2 timeout=5s heal=3s
//	calm delay=30ms
//	host seats=0 paced=true
//	host seats=1 start=40ms
//	seat habit=regular period=7
//	seat delay=2
//	link from=0 to=1 delay=30ms loss=0.1
//	fault at=1.5s kind=leave a=1

// String is the plan as a file.
func (p *Plan) String() string {
	var b strings.Builder
	line := func(word string, v any) { b.WriteString(word + fields(reflect.ValueOf(v)) + "\n") }
	line("plan", *p)
	line("calm", p.Calm)
	for _, h := range p.Hosts {
		line("host", h)
	}
	for _, s := range p.Seats {
		line("seat", s)
	}
	for _, l := range p.Links {
		line("link", l)
	}
	for _, v := range p.Watchers {
		line("watcher", v)
	}
	for _, f := range p.Faults {
		b.WriteString("fault " + f.String() + "\n")
	}
	return b.String()
}

// ErrPlan is wrapped by every error about a plan's text or numbers.
var ErrPlan = errors.New("sim: bad plan")

// Parse reads a plan's file. The error names the line.
func Parse(text string) (Plan, error) {
	var p Plan
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if err := p.read(strings.Fields(line)); err != nil {
			return p, fmt.Errorf("%w: line %d: %v", ErrPlan, i+1, err)
		}
	}
	return p, p.check()
}

func (p *Plan) read(words []string) error {
	switch words[0] {
	case "plan":
		return set(p, words[1:])
	case "calm":
		return set(&p.Calm, words[1:])
	case "host":
		return extend(&p.Hosts, words[1:])
	case "seat":
		return extend(&p.Seats, words[1:])
	case "link":
		return extend(&p.Links, words[1:])
	case "watcher":
		return extend(&p.Watchers, words[1:])
	case "fault":
		return extend(&p.Faults, words[1:])
	}
	return fmt.Errorf("unknown word %q", words[0])
}

func extend[T any](list *[]T, words []string) error {
	var v T
	err := set(&v, words)
	*list = append(*list, v)
	return err
}

// fields writes the fields of a struct that are not zero. Those of a policy
// stand among them; lists of things have lines of their own.
func fields(v reflect.Value) string {
	s := ""
	for i := range v.NumField() {
		f, name := v.Field(i), strings.ToLower(v.Type().Field(i).Name)
		switch {
		case f.IsZero() || name == "calm":
		case f.Kind() == reflect.Struct:
			s += fields(f)
		case f.Kind() != reflect.Slice:
			s += fmt.Sprintf(" %s=%v", name, f.Interface())
		case f.Type().Elem().Kind() == reflect.Int:
			s += " " + name + "=" + strings.Trim(strings.Join(strings.Fields(fmt.Sprint(f.Interface())), ","), "[]")
		}
	}
	return s
}

// set reads what fields wrote into *to.
func set(to any, words []string) error {
	for _, w := range words {
		name, text, ok := strings.Cut(w, "=")
		if !ok {
			return fmt.Errorf("%q is no name=value", w)
		}
		f := field(reflect.ValueOf(to).Elem(), name)
		if !f.IsValid() {
			return fmt.Errorf("unknown name %q", name)
		}
		if err := setField(f, text); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func field(v reflect.Value, name string) (none reflect.Value) {
	for i := range v.NumField() {
		f, own := v.Field(i), strings.ToLower(v.Type().Field(i).Name)
		if own == "calm" {
			continue
		}
		if f.Kind() == reflect.Struct {
			if f = field(f, name); f.IsValid() {
				return f
			}
		} else if own == name {
			return f
		}
	}
	return none
}

func setField(f reflect.Value, text string) error {
	switch to := f.Addr().Interface().(type) {
	case encoding.TextUnmarshaler:
		return to.UnmarshalText([]byte(text))
	case *time.Duration:
		d, err := time.ParseDuration(text)
		*to = d
		return err
	case *int:
		n, err := strconv.Atoi(text)
		*to = n
		return err
	case *uint64:
		n, err := strconv.ParseUint(text, 10, 64)
		*to = n
		return err
	case *float64:
		x, err := strconv.ParseFloat(text, 64)
		*to = x
		return err
	case *bool:
		b, err := strconv.ParseBool(text)
		*to = b
		return err
	case *[]int:
		for _, s := range strings.Split(text, ",") {
			n, err := strconv.Atoi(s)
			if err != nil {
				return err
			}
			*to = append(*to, n)
		}
		return nil
	}
	return fmt.Errorf("cannot be given")
}

// named finds a name in the list of an enumeration.
func named[T ~uint8](to *T, names []string, b []byte) error {
	i := slices.Index(names, string(b))
	if i < 0 {
		return fmt.Errorf("%q is none of %v", b, names)
	}
	*to = T(i)
	return nil
}

// check refuses numbers that name nothing. What a session refuses is left to it.
func (p *Plan) check() error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("%w: %s", ErrPlan, fmt.Sprintf(format, args...))
	}
	n := len(p.Hosts)
	switch {
	case n == 0 || n > 16 || len(p.Watchers) > 64:
		return bad("%d hosts, %d watchers, want 1 to 16, at most 64", n, len(p.Watchers))
	case len(p.Seats) != p.Players || p.Players > 16:
		return bad("%d seats for %d players", len(p.Seats), p.Players)
	case p.InputBytes < 1 || p.InputBytes > 8 || p.Rate < 1 || p.Rate > 1000:
		return bad("inputs of %d bytes, %d frames a second, want 1 to 8, 1 to 1000", p.InputBytes, p.Rate)
	}
	for i, s := range p.Seats {
		if p.owner(i) < 0 || s.Habit != Constant && s.Habit != Mashing && s.Period < 1 {
			return bad("player %d has no host, or a period of %d", i, s.Period)
		}
	}
	for i, l := range p.Links {
		if err := errors.Join(hostIn(l.From, n), hostIn(l.To, n), l.Policy.Validate()); err != nil || l.From == l.To {
			return bad("link %d: %d to %d: %v", i, l.From, l.To, err)
		}
	}
	for i, v := range p.Watchers {
		if v.Of < 0 || v.Of >= n+i {
			return bad("watcher %d watches %d, want a host or a watcher before it", i, v.Of)
		}
	}
	for i := range p.Faults {
		if err := p.Faults[i].check(p); err != nil {
			return bad("fault %d: %v", i, err)
		}
	}
	return p.Calm.Validate()
}

func hostIn(i, n int) error {
	if i < 0 || i >= n {
		return fmt.Errorf("%d of %d", i, n)
	}
	return nil
}
