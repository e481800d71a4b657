package udp

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"net/netip"

	"github.com/pion/stun/v4"
)

// ErrBadAnswer is returned, wrapped, by PublicAddr for an answer of the server
// that is an error or is malformed.
var ErrBadAnswer = errors.New("udp: STUN server gave no usable answer")

type txID = [stun.TransactionIDSize]byte

// isSTUN tells STUN from other protocols on the port by the whole header (RFC
// 8489, section 5): two zero bits, a length that fits, and the magic cookie.
func isSTUN(packet []byte) bool {
	const header = 20
	return stun.IsMessage(packet) && packet[0] < 0x40 &&
		int(binary.BigEndian.Uint16(packet[2:])) == len(packet)-header
}

// transaction returns the transaction id of a STUN message.
func transaction(packet []byte) txID { return txID(packet[8:20]) }

// bindingRequest returns the encoded question for one's own address.
func bindingRequest(id txID) []byte {
	m := stun.New()
	m.TransactionID = id
	m.Type = stun.BindingRequest
	m.WriteHeader()
	return m.Raw
}

// isBindingAnswer reports whether a STUN message is a success or an error
// response to a binding request.
func isBindingAnswer(packet []byte) bool {
	var t stun.MessageType
	t.ReadValue(binary.BigEndian.Uint16(packet))
	return t == stun.BindingSuccess || t == stun.BindingError
}

// decodeAnswer returns the address in the answer to a binding request. The XOR
// form counts where there is one, even if it is broken and the plain form is
// not: some NATs rewrite the plain form. Servers of RFC 3489 send only that.
func decodeAnswer(packet []byte) (netip.AddrPort, error) {
	m := &stun.Message{Raw: packet}
	if err := m.Decode(); err != nil {
		return netip.AddrPort{}, fmt.Errorf("%w: %v", ErrBadAnswer, err)
	}
	if m.Contains(stun.AttrFingerprint) {
		if err := stun.Fingerprint.Check(m); err != nil {
			return netip.AddrPort{}, fmt.Errorf("%w: %v", ErrBadAnswer, err)
		}
	}
	if m.Type == stun.BindingError {
		return netip.AddrPort{}, refusal(m)
	}
	if m.Type != stun.BindingSuccess {
		return netip.AddrPort{}, fmt.Errorf("%w: message of type %v", ErrBadAnswer, m.Type)
	}
	if m.Contains(stun.AttrXORMappedAddress) {
		var a stun.XORMappedAddress
		return mapped(m, stun.AttrXORMappedAddress, &a, &a.IP, &a.Port)
	}
	var a stun.MappedAddress
	return mapped(m, stun.AttrMappedAddress, &a, &a.IP, &a.Port)
}

func refusal(m *stun.Message) error {
	var code stun.ErrorCodeAttribute
	if err := code.GetFrom(m); err != nil {
		return fmt.Errorf("%w: refused without a code", ErrBadAnswer)
	}
	return fmt.Errorf("%w: refused with %d %.128q", ErrBadAnswer, int(code.Code), code.Reason)
}

// mapped decodes one address attribute into ip and port by means of getter. The
// length is checked here: a short one would leave part of the address zero.
func mapped(m *stun.Message, attr stun.AttrType, getter stun.Getter, ip *net.IP, port *int) (netip.AddrPort, error) {
	value, err := m.Get(attr)
	if err != nil {
		return netip.AddrPort{}, fmt.Errorf("%w: it holds no address", ErrBadAnswer)
	}
	const ipv4, ipv6 = 0x01, 0x02 // families
	length := len(value)
	okLength := length == 8 && value[1] == ipv4 || length == 20 && value[1] == ipv6
	if !okLength || getter.GetFrom(m) != nil {
		return netip.AddrPort{}, fmt.Errorf("%w: %v of %d bytes is malformed", ErrBadAnswer, attr, length)
	}
	addr, _ := netip.AddrFromSlice(*ip)
	if addr = addr.Unmap(); addr.IsUnspecified() || *port <= 0 || *port > 0xffff {
		return netip.AddrPort{}, fmt.Errorf("%w: %v is %v port %d", ErrBadAnswer, attr, addr, *port)
	}
	return netip.AddrPortFrom(addr, uint16(*port)), nil
}
