package ggpo

import (
	"fmt"
	"net"
	"net/netip"
	"strconv"

	"example.com/backstep/rollback"
)

// PlayerType tells where a player sits.
type PlayerType int

// The types of players.
const (
	PlayerTypeLocal PlayerType = iota
	PlayerTypeRemote
	PlayerTypeSpectator
)

// PlayerHandle names a player to a Backend: 1, 2, ... in a peer's match, 1000,
// 1001, ... for its spectators, 0, 1, ... in a SyncTest.
type PlayerHandle int

// firstSpectator is the handle of the first spectator.
const firstSpectator PlayerHandle = 1000

// Remote is a UDP address.
type Remote struct {
	IpAdress string // an IP address; a host name is looked up when the player is added
	Port     int
}

// Player describes a player or a spectator.
type Player struct {
	Size       int // not used
	PlayerType PlayerType
	PlayerNum  int    // 1 and up; not used for a spectator
	Remote     Remote // of remote players and spectators; players at one address are one peer
}

// NewLocalPlayer describes a player on this machine. size is not used.
func NewLocalPlayer(size, playerNum int) Player {
	return Player{Size: size, PlayerType: PlayerTypeLocal, PlayerNum: playerNum}
}

// NewRemotePlayer describes a player on another machine. size is not used.
func NewRemotePlayer(size, playerNum int, ip string, port int) Player {
	return Player{Size: size, PlayerType: PlayerTypeRemote, PlayerNum: playerNum, Remote: Remote{ip, port}}
}

// NewSpectatorPlayer describes a spectator. size is not used.
func NewSpectatorPlayer(size int, ip string, port int) Player {
	return Player{Size: size, PlayerType: PlayerTypeSpectator, Remote: Remote{ip, port}}
}

// address finds the UDP address. Only a host name makes it wait.
func (r Remote) address() (netip.AddrPort, error) {
	if r.Port < 1 || r.Port > 65535 {
		return netip.AddrPort{}, fmt.Errorf("ggpo: port %d, want 1 to 65535", r.Port)
	}
	addr, err := net.ResolveUDPAddr("udp", net.JoinHostPort(r.IpAdress, strconv.Itoa(r.Port)))
	if err != nil {
		return netip.AddrPort{}, fmt.Errorf("ggpo: address %q: %w", r.IpAdress, err)
	}
	a := addr.AddrPort()
	ip := a.Addr().Unmap()
	if !ip.IsValid() || ip.IsUnspecified() {
		return netip.AddrPort{}, fmt.Errorf("ggpo: address %q is that of no machine", r.IpAdress)
	}
	return netip.AddrPortFrom(ip, a.Port()), nil
}

// checkShape refuses what no constructor can work with.
func checkShape(cb Session, localPort, players, inputSize int) error {
	switch {
	case cb == nil:
		return fail(ErrorCodeInvalidSession, "the Session is nil")
	case localPort < 0 || localPort > 65535:
		return fail(ErrorCodeInvalidRequest, "local port %d, want 0 to 65535", localPort)
	case players < 1 || players > rollback.MaxPlayers:
		return fail(ErrorCodeInvalidRequest, "%d players, want 1 to %d", players, rollback.MaxPlayers)
	case inputSize < 1 || inputSize > MaxInputSize:
		return fail(ErrorCodeInvalidRequest, "an input of %d bytes, want 1 to %d", inputSize, MaxInputSize)
	}
	return nil
}
