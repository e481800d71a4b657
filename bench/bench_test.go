package main

import "testing"

func BenchmarkPeerFrame(b *testing.B) { runGroup(b, peerFrames()) }
func BenchmarkLongMatch(b *testing.B) { runGroup(b, longMatches()) }
func BenchmarkSyncTest(b *testing.B)  { runGroup(b, syncTests()) }
func BenchmarkSave(b *testing.B)      { runGroup(b, saves()) }
func BenchmarkChecksum(b *testing.B)  { runGroup(b, checksums()) }
func BenchmarkMachine(b *testing.B)   { runGroup(b, machine()) }

func runGroup(b *testing.B, g group) {
	for _, c := range g.benches {
		b.Run(c.name, c.run)
	}
}
