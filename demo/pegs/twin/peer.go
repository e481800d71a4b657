package twin

import "errors"

// Stats counts the packets that an end was given.
type Stats struct {
	Good  uint64 // were of use
	Stale uint64 // repeat what is known, or are of a run that is over
	Bad   uint64 // cannot be read, or contradict what came before
}

// Peer computes copy B for one Caller.
type Peer struct {
	target string
	sums   *Sums
	run    uint32 // 0 before the first
	start  Ball
	at     uint64 // the state that ball is: the newest that the Caller is known to have
	ball   Ball
	states [MaxStates]State
	stats  Stats
}

// NewPeer returns a Peer that says it runs on target; what a Steps cannot carry of
// that is left out.
func NewPeer(target string) *Peer {
	out := make([]byte, 0, MaxTarget)
	for i := range min(len(target), MaxTarget) {
		if printable(target[i : i+1]) {
			out = append(out, target[i])
		}
	}
	return &Peer{target: string(out), sums: NewSums()}
}

// Stats returns the counts so far.
func (p *Peer) Stats() Stats { return p.stats }

// Answer takes a packet and appends the answer to dst, or nothing if there is none.
func (p *Peer) Answer(dst, packet []byte) []byte {
	a, err := ParseAsk(packet)
	if err != nil {
		p.stats.Bad++
		if errors.As(err, new(*VersionError)) && packet[4] != typeOther { // two ends must not answer each other for ever
			return appendHead(dst, typeOther)
		}
		return dst
	}
	if !p.follow(a) {
		return dst
	}
	p.stats.Good++
	b := p.ball
	for i := range a.Want {
		b = b.Step()
		p.states[i] = p.sums.Of(b)
	}
	return Steps{Run: a.Run, First: p.at + 1, Target: p.target, States: p.states[:a.Want]}.Append(dst)
}

// follow goes to the state that the Caller has. It can be ahead of the one before by
// no more than an answer holds.
func (p *Peer) follow(a Ask) bool {
	if a.Run < p.run || a.Run == p.run && a.Have < p.at {
		p.stats.Stale++
		return false
	}
	if a.Run > p.run && a.Have == 0 {
		p.run, p.start, p.at, p.ball = a.Run, a.Start, 0, a.Start
	}
	if a.Run != p.run || a.Start != p.start || a.Have-p.at > MaxStates {
		p.stats.Bad++
		return false
	}
	for ; p.at < a.Have; p.at++ {
		p.ball = p.ball.Step()
	}
	return true
}
