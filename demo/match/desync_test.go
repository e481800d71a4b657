package match_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"example.com/backstep/demo/match"
	"example.com/backstep/rollback"
)

// A bit of one side's state goes wrong: both sides name the field, and what comes
// of it is as the policy says.
func TestCorruptedBit(t *testing.T) {
	for policy := rollback.ReportDesync; policy <= rollback.ResyncOnDesync; policy++ {
		for wrong := range 2 {
			b := newBout(t, 2, func(s *match.Setup) { s.OnDesync = policy })
			b.peers[wrong].Corrupt(300)
			b.run(12 * time.Second)
			for seat, p := range b.peers {
				d := p.Desync
				if d == nil || d.Err == nil || d.Report == nil || d.Report.Frame != 300 || !d.Report.Exact {
					t.Fatalf("%v, wrong %d: seat %d knows %+v (%v)", policy, wrong, seat, d, p.Status())
				}
				want := "World.Fighters[" + string(rune('0'+wrong)) + "].Health"
				cut := policy == rollback.ResyncOnDesync && seat != d.Authority && d.Report.Missing != "" // by the resync
				if !cut && (len(d.Report.Fields) == 0 || d.Report.Fields[0].Path != want) {
					t.Errorf("%v, wrong %d: seat %d names %v, want %s", policy, wrong, seat, d.Report.Fields, want)
				}
				if n := p.Host.Session().Stats().Desyncs; n != 1 {
					t.Errorf("%v, wrong %d: seat %d has %d desyncs, want 1", policy, wrong, seat, n)
				}
				if (d.Resynced != rollback.NoFrame) != (policy == rollback.ResyncOnDesync) {
					t.Errorf("%v, wrong %d: seat %d resynced at %d", policy, wrong, seat, d.Resynced)
				}
			}
			b.endsAs(policy)
		}
	}
}

func (b *bout) endsAs(policy rollback.DesyncPolicy) {
	b.t.Helper()
	for seat, p := range b.peers {
		switch policy {
		case rollback.ReportDesync:
			if p.Status() != match.Playing {
				b.t.Errorf("report: seat %d is %v, want it to play on", seat, p.Status())
			}
		case rollback.HaltOnDesync:
			if p.Status() < match.Left || p.Status() == match.Broken && !errors.As(p.Why(), new(*rollback.DesyncError)) {
				b.t.Errorf("halt: seat %d is %v (%v), want it to have ended by the desync", seat, p.Status(), p.Why())
			}
		case rollback.ResyncOnDesync:
			if p.Status() != match.Playing || p.Desync.Authority != 0 {
				b.t.Errorf("resync: seat %d is %v, authority %d", seat, p.Status(), p.Desync.Authority)
			}
		}
	}
	if policy == rollback.ResyncOnDesync {
		b.sameTapes(b.peers[0].Desync.Resynced, 200)
	}
}

func TestPolicies(t *testing.T) {
	for p := rollback.ReportDesync; p <= rollback.ResyncOnDesync; p++ {
		if got, err := match.Policy(p.String()); got != p || err != nil {
			t.Errorf("%v: %v, %v", p, got, err)
		}
	}
	if _, err := match.Policy("mend"); err == nil || !strings.Contains(err.Error(), `"mend"`) {
		t.Errorf("another name: %v", err)
	}
}
