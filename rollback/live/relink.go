package live

import (
	"fmt"

	"example.com/backstep/rollback"
	"example.com/backstep/transport"
)

// Relink makes link the way to a peer: the one before went away, or it leads to a
// process that is no more while the new one has another address. The Host then owns
// link, and the former one is closed. The peer itself is not judged by this: one
// that runs on over the new link was never away, and one that was restarted comes
// back into its seats (rollback.Config.Rejoin), at once if the end of the
// former link had been noticed, else after 750 ms of silence.
//
// The errors are rollback.ErrUnknownPeer for what is no index into Config.Peers,
// and rollback.ErrClosed after the end; link is the caller's then.
func (h *Host[S, I]) Relink(peer rollback.Peer, link transport.Link) error {
	switch {
	case h.closed || h.session.State() >= rollback.Leaving:
		return rollback.ErrClosed
	case peer < 0 || int(peer) >= len(h.cfg.Peers):
		return fmt.Errorf("live: %w: %d of %d", rollback.ErrUnknownPeer, peer, len(h.cfg.Peers))
	case link == nil:
		return fmt.Errorf("live: the new link to peer %d is nil", peer)
	}
	if former := h.links[peer]; former != link {
		_ = former.Close() // why it ended is of no interest any more
	}
	h.links[peer], h.down[peer] = link, false
	return nil
}
