package ggpo

import (
	"errors"
	"net/netip"
	"slices"

	"example.com/backstep/rollback"
	"example.com/backstep/transport"
)

// viewer is a spectator whom this peer serves, or served.
type viewer struct {
	address  netip.AddrPort
	peer     rollback.Peer // once attached
	attached bool
	left     bool
}

// addViewer takes a spectator in. One that has left may come again, as another.
func (m *match) addViewer(address netip.AddrPort) (PlayerHandle, error) {
	if m.isViewers(address) {
		return 0, fail(ErrorCodeInvalidRequest, "the spectator at %v is added already", address)
	}
	present := 0
	for i := range m.viewers {
		if !m.viewers[i].left {
			present++
		}
	}
	for i := range m.seats {
		if m.seats[i].address == address {
			return 0, fail(ErrorCodeInvalidRequest, "player %d is at %v", i+1, address)
		}
	}
	if present == MaxSpectators {
		return 0, fail(ErrorCodeTooManySpectators, "%d spectators are there", present)
	}
	h := firstSpectator + PlayerHandle(len(m.viewers))
	m.viewers = append(m.viewers, viewer{address: address})
	if m.session == nil {
		return h, nil
	}
	if err := m.attach(len(m.viewers) - 1); err != nil {
		m.viewers = m.viewers[:len(m.viewers)-1]
		return 0, err
	}
	return h, nil
}

// isViewers tells whether a present spectator is at the address.
func (m *match) isViewers(address netip.AddrPort) bool {
	return slices.ContainsFunc(m.viewers, func(v viewer) bool { return !v.left && v.address == address })
}

// attachViewers attaches those who were added before the session was made.
func (m *match) attachViewers() error {
	for i := range m.viewers {
		if err := m.attach(i); err != nil {
			return err
		}
	}
	return nil
}

func (m *match) attach(i int) error {
	v := &m.viewers[i]
	m.forget(v.address)
	l, err := m.carrier.link(v.address)
	if err != nil {
		return failBy(ErrorCodeInvalidRequest, err)
	}
	p, err := m.session.AddSpectator(m.clock.tick())
	if err != nil {
		_ = l.Close() // a link's Close returns nil
		code := ErrorCodeGeneralFailure
		if errors.Is(err, rollback.ErrSpectators) {
			code = ErrorCodeTooManySpectators
		}
		return failBy(code, err)
	}
	v.peer, v.attached = p, true
	m.setLink(p, l, firstSpectator+PlayerHandle(i))
	return nil
}

// forget closes the link to a spectator who was at the address before. It stays
// open until then: the last goodbyes go over it.
func (m *match) forget(address netip.AddrPort) {
	for i := range m.viewers {
		if v := &m.viewers[i]; v.left && v.attached && v.address == address {
			v.attached = false
			m.setLink(v.peer, nil)
		}
	}
}

// setLink says who is at the other end of a link, and closes the one whose
// number it takes.
func (m *match) setLink(p rollback.Peer, l transport.Link, who ...PlayerHandle) {
	for int(p) >= len(m.links) {
		m.links, m.behind = append(m.links, nil), append(m.behind, nil)
	}
	if old := m.links[p]; old != nil {
		_ = old.Close() // a link's Close returns nil
		for i := range m.viewers {
			if v := &m.viewers[i]; v.left && v.peer == p {
				v.attached = false
			}
		}
	}
	m.links[p], m.behind[p] = l, who
}

func (m *match) viewer(h PlayerHandle) (*viewer, error) {
	i := int(h - firstSpectator)
	switch {
	case i < 0 || i >= len(m.viewers):
		return nil, fail(ErrorCodeInvalidPlayerHandle, "spectator %d", h)
	case m.viewers[i].left:
		return nil, fail(ErrorCodePlayerDisconnected, "spectator %d has left", h)
	case m.session == nil:
		return nil, fail(ErrorCodeNotSynchronized, "the match has not begun")
	}
	return &m.viewers[i], nil
}

func (m *match) dropViewer(h PlayerHandle) error {
	v, err := m.viewer(h)
	if err != nil {
		return err
	}
	if err := m.session.RemoveSpectator(m.clock.tick(), v.peer); err != nil {
		return failBy(ErrorCodeGeneralFailure, err)
	}
	m.collect()
	m.send()
	return nil
}

func (m *match) viewerStats(h PlayerHandle) (NetworkStats, error) {
	v, err := m.viewer(h)
	if err != nil {
		return NetworkStats{}, err
	}
	return m.stats(v.peer), nil
}

// viewerLeft finds the spectator that had a number, newest first, since numbers
// are used again.
func (m *match) viewerLeft(p rollback.Peer) (PlayerHandle, bool) {
	for i := len(m.viewers) - 1; i >= 0; i-- {
		if v := &m.viewers[i]; v.attached && !v.left && v.peer == p {
			v.left = true
			return firstSpectator + PlayerHandle(i), true
		}
	}
	return 0, false
}
