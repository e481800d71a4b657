package udp

import (
	"errors"
	"net"
	"net/netip"
	"strings"
	"testing"

	"github.com/pion/stun/v4"
)

var testID = txID{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}

// encode builds a STUN message with the test's transaction id.
func encode(tb testing.TB, setters ...stun.Setter) []byte {
	tb.Helper()
	m, err := stun.Build(append([]stun.Setter{stun.NewTransactionIDSetter(testID)}, setters...)...)
	if err != nil {
		tb.Fatal(err)
	}
	return m.Raw
}

func xorMapped(addr string) stun.Setter {
	a := netip.MustParseAddrPort(addr)
	return stun.XORMappedAddress{IP: a.Addr().AsSlice(), Port: int(a.Port())}
}

func plainMapped(addr string) stun.Setter {
	a := netip.MustParseAddrPort(addr)
	return &stun.MappedAddress{IP: net.IP(a.Addr().AsSlice()), Port: int(a.Port())}
}

func raw(t stun.AttrType, value ...byte) stun.Setter {
	return stun.RawAttribute{Type: t, Value: value}
}

func TestDecodeAnswer(t *testing.T) {
	const good, other, good6 = "203.0.113.9:4000", "198.51.100.1:1", "[2001:db8::7]:65535"
	for _, c := range []struct {
		name   string
		packet []byte
		want   string // "": refused
	}{
		{"XOR", encode(t, stun.BindingSuccess, xorMapped(good)), good},
		{"XOR IPv6", encode(t, stun.BindingSuccess, xorMapped(good6)), good6},
		{"plain only", encode(t, stun.BindingSuccess, plainMapped(good)), good},
		{"plain only, IPv6", encode(t, stun.BindingSuccess, plainMapped(good6)), good6},
		{"both: XOR wins", encode(t, stun.BindingSuccess, plainMapped(other), xorMapped(good)), good},
		{"fingerprint", encode(t, stun.BindingSuccess, xorMapped(good), stun.Fingerprint), good},

		{"broken XOR and good plain", encode(t, stun.BindingSuccess, raw(stun.AttrXORMappedAddress, 0, 1, 2), plainMapped(good)), ""},
		{"short XOR and good plain", encode(t, stun.BindingSuccess, raw(stun.AttrXORMappedAddress, 0, 1, 2, 3, 4), plainMapped(good)), ""},
		{"XOR of no family", encode(t, stun.BindingSuccess, raw(stun.AttrXORMappedAddress, 0, 3, 2, 3, 4, 5, 6, 7), plainMapped(good)), ""},
		{"IPv6 family in an IPv4 length", encode(t, stun.BindingSuccess, raw(stun.AttrXORMappedAddress, 0, 2, 2, 3, 4, 5, 6, 7)), ""},
		{"short plain", encode(t, stun.BindingSuccess, raw(stun.AttrMappedAddress, 0, 1, 2, 3, 4)), ""},
		{"long plain", encode(t, stun.BindingSuccess, raw(stun.AttrMappedAddress, 0, 1, 2, 3, 4, 5, 6, 7, 8)), ""},
		{"port 0", encode(t, stun.BindingSuccess, plainMapped("203.0.113.9:0")), ""},
		{"address 0", encode(t, stun.BindingSuccess, plainMapped("0.0.0.0:9")), ""},
		{"no address", encode(t, stun.BindingSuccess), ""},
		{"a request", encode(t, stun.BindingRequest, xorMapped(good)), ""},
		{"an error", encode(t, stun.BindingError, stun.CodeBadRequest), ""},
		{"an error without a code", encode(t, stun.BindingError), ""},
		{"wrong fingerprint", flipLast(encode(t, stun.BindingSuccess, xorMapped(good), stun.Fingerprint)), ""},
		{"nothing", nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := decodeAnswer(c.packet)
			if c.want == "" {
				if !errors.Is(err, ErrBadAnswer) || got.IsValid() {
					t.Errorf("got %v, %v, want ErrBadAnswer", got, err)
				}
				return
			}
			if err != nil || got.String() != c.want {
				t.Errorf("got %v, %v, want %v", got, err, c.want)
			}
		})
	}
}

func flipLast(b []byte) []byte {
	b[len(b)-1] ^= 1
	return b
}

func TestRefusalNamesTheCode(t *testing.T) {
	_, err := decodeAnswer(encode(t, stun.BindingError, stun.CodeUnauthorized))
	if err == nil || !strings.Contains(err.Error(), "401") {
		t.Errorf("got %v, want the code 401", err)
	}
}

func TestOnlyAWholeHeaderIsSTUN(t *testing.T) {
	good := encode(t, stun.BindingSuccess, xorMapped("203.0.113.9:4000"))
	change := func(at int, to byte) []byte {
		out := append([]byte{}, good...)
		out[at] = to
		return out
	}
	for _, c := range []struct {
		name   string
		packet []byte
		want   bool
	}{
		{"answer", good, true},
		{"request", bindingRequest(testID), true},
		{"first bits set", change(0, 0x81), false},
		{"other cookie", change(4, 0), false},
		{"other length", change(3, 8), false},
		{"cut short", good[:19], false},
		{"one byte more", append(append([]byte{}, good...), 0), false},
		{"nothing", nil, false},
	} {
		if got := isSTUN(c.packet); got != c.want {
			t.Errorf("%s: isSTUN = %v, want %v", c.name, got, c.want)
		}
	}
}

// Any bytes: no panic, and an address that is accepted survives a round trip.
func FuzzDecodeAnswer(f *testing.F) {
	f.Add(encode(f, stun.BindingSuccess, xorMapped("203.0.113.9:4000")))
	f.Add(encode(f, stun.BindingSuccess, xorMapped("[2001:db8::7]:65535"), stun.Fingerprint))
	f.Add(encode(f, stun.BindingSuccess, plainMapped("203.0.113.9:4000"), stun.NewSoftware("server")))
	f.Add(encode(f, stun.BindingSuccess, raw(stun.AttrXORMappedAddress, 0, 1, 2, 3, 4)))
	f.Add(encode(f, stun.BindingError, stun.CodeUnauthorized))
	f.Add(bindingRequest(testID))
	f.Add([]byte{1, 1, 0, 4, 0x21, 0x12, 0xa4, 0x42, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x28, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, packet []byte) {
		if isSTUN(packet) {
			isBindingAnswer(packet)
			transaction(packet)
		}
		addr, err := decodeAnswer(packet)
		if err != nil {
			if !errors.Is(err, ErrBadAnswer) || addr.IsValid() {
				t.Fatalf("%v, %v", addr, err)
			}
			return
		}
		if !addr.IsValid() || addr.Port() == 0 || addr.Addr().Is4In6() {
			t.Fatalf("accepted %v", addr)
		}
		again, err := decodeAnswer(encode(t, stun.BindingSuccess, xorMapped(addr.String())))
		if err != nil || again != addr {
			t.Fatalf("%v comes back as %v, %v", addr, again, err)
		}
	})
}
