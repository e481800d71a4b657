package main

import (
	"net"
	"net/netip"
	"testing"
	"time"
)

// machine is what no engine on this machine can be faster than.
func machine() group {
	return group{name: "Machine", title: "The machine",
		columns: []column{{"ns a send", sendTime}, {"ns a receive", receiveTime}},
		benches: []bench{
			plainCopy("copy4KiB", 4<<10), plainCopy("copy64KiB", 64<<10), plainCopy("copy1MiB", 1<<20),
			{"udp/20B", benchUDP},
		}}
}

func plainCopy(name string, size int) bench {
	return bench{name, func(b *testing.B) {
		one := copier(size)
		for b.Loop() {
			one()
		}
	}}
}

// udpBatch is how many packets are sent before they are received: few enough
// for any socket's buffer.
const udpBatch = 32

// benchUDP sends 20 bytes over loopback and receives them on the same
// goroutine: one op is one packet there.
func benchUDP(b *testing.B) {
	from, to := listen(b), listen(b)
	dst := to.LocalAddr().(*net.UDPAddr).AddrPort()
	packet, buf := make([]byte, 20), make([]byte, 1500)
	var sending, receiving time.Duration
	waiting, packets := 0, 0
	b.ReportAllocs()
	for b.Loop() {
		if waiting == 0 {
			s, r := exchange(b, from, to, dst, packet, buf)
			sending, receiving = sending+s, receiving+r
			waiting, packets = udpBatch, packets+udpBatch
		}
		waiting--
	}
	b.ReportMetric(float64(sending)/float64(packets), sendTime)
	b.ReportMetric(float64(receiving)/float64(packets), receiveTime)
}

func exchange(b *testing.B, from, to *net.UDPConn, dst netip.AddrPort, packet, buf []byte) (sending, receiving time.Duration) {
	start := time.Now()
	for range udpBatch {
		if _, err := from.WriteToUDPAddrPort(packet, dst); err != nil {
			b.Fatal(err)
		}
	}
	sent := time.Now()
	if err := to.SetReadDeadline(sent.Add(5 * time.Second)); err != nil {
		b.Fatal(err)
	}
	for range udpBatch {
		if _, _, err := to.ReadFromUDPAddrPort(buf); err != nil {
			b.Fatal(err)
		}
	}
	return sent.Sub(start), time.Since(sent)
}

func listen(b *testing.B) *net.UDPConn {
	c, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { c.Close() })
	return c
}
