package main

import "testing"

// bench is one figure of the report: a name, and a kernel as a Go benchmark.
type bench struct {
	name string
	run  func(b *testing.B)
}

// group is one table of the report.
type group struct {
	name    string // of the Go benchmark
	title   string
	columns []column
	benches []bench
}

// column is what a table shows of a result beside its name and time: a metric
// that the kernel reports.
type column struct{ head, metric string }

// groups is everything there is to measure.
func groups() []group {
	return []group{peerFrames(), longMatches(), syncTests(), saves(), checksums(), machine()}
}

// Units of the metrics.
const (
	bytesPerFrame     = "B/frame"
	packetsPerFrame   = "pkt/frame"
	rollbacksPerFrame = "rollbacks/frame"
	rollbackDepth     = "depth"
	copyRatio         = "x-copy"
	gigabytes         = "GB/s"
	sendTime          = "ns/send"
	receiveTime       = "ns/recv"
)

func peerFrames() group {
	g := group{name: "PeerFrame", title: "A peer-frame", columns: []column{
		{"bytes a link and frame", bytesPerFrame}, {"packets", packetsPerFrame},
		{"rollbacks a frame", rollbacksPerFrame}, {"their depth", rollbackDepth},
	}}
	for _, c := range carriers {
		for _, players := range []int{2, 4} {
			for _, delay := range []int{3, 6} {
				for _, p := range patterns {
					s := setup{players, delay, p}
					g.benches = append(g.benches, bench{c.name + "/" + s.String(), func(b *testing.B) {
						benchMatch(b, s, c.make(players, delay))
					}})
				}
			}
		}
	}
	return g
}

func benchMatch(b *testing.B, s setup, net carrier) {
	m, err := newMatch(s, net)
	if err != nil {
		b.Fatal(err)
	}
	before := m.totals()
	b.ReportAllocs()
	for b.Loop() {
		m.peerFrame()
	}
	r := m.since(before)
	b.ReportMetric(r.bytes, bytesPerFrame)
	b.ReportMetric(r.packets, packetsPerFrame)
	b.ReportMetric(r.rollbacks, rollbacksPerFrame)
	b.ReportMetric(r.depth, rollbackDepth)
}
