package rollback

import (
	"time"

	"example.com/backstep/rollback/internal/wire"
)

// history is the settled frames from the start of the match, encoded once for
// all spectators. It holds the newest ones that fit its memory.
type history struct {
	chunks []chunk // by number
	oldest int     // number of the oldest chunk held
	newest int     // number of the one being filled
	next   Frame   // next frame to encode
	last   []byte  // per seat the entry as of the frame before
	absent uint16
}

// chunk is the encodings of consecutive frames.
type chunk struct {
	first Frame
	ends  []uint16 // of each frame, in data
	data  []byte
}

const (
	chunkBytes  = 1024
	chunkFrames = 256
	// chunkSize is what one costs in memory.
	chunkSize = chunkBytes + longestEntry + 2*chunkFrames + 64
	// longestEntry is room for the largest frame of the most players.
	longestEntry = 3 + wire.MaxSeats*(1+wire.MaxInput)
)

func newHistory(set *settings) history {
	if set.spectators == 0 {
		return history{}
	}
	n := max(set.feedMemory/chunkSize, 2)
	h := history{chunks: make([]chunk, n), last: make([]byte, set.players*(set.inputBytes+1))}
	h.chunks[0].begin(0)
	return h
}

func (k *chunk) begin(first Frame) {
	if k.data == nil {
		k.data, k.ends = make([]byte, 0, chunkBytes+longestEntry), make([]uint16, 0, chunkFrames)
	}
	k.first, k.data, k.ends = first, k.data[:0], k.ends[:0]
}

func (h *history) at(number int) *chunk { return &h.chunks[number%len(h.chunks)] }

// first is the oldest frame held.
func (h *history) first() Frame { return h.at(h.oldest).first }

// settledForFeed is the newest frame that can never change for anybody: every
// present endpoint has acknowledged every player's input of it. A spectator is
// told nothing that would have to be taken back.
func (c *core) settledForFeed() Frame {
	least := c.confirmed
	for i := range c.peers {
		e := &c.peers[i]
		if e.lost || e.host {
			continue
		}
		for p := range c.logs {
			if e.seats>>p&1 == 1 || c.logs[p].sealed && (e.sealed|e.record.Marked)>>p&1 == 1 {
				continue
			}
			least = min(least, e.theirs[p])
		}
	}
	return least
}

// record encodes the frames that have settled.
func (c *core) record() {
	if c.set.spectators == 0 {
		return
	}
	for settled := c.settledForFeed(); c.hist.next <= settled; c.hist.next++ {
		c.recordFrame(c.hist.next)
	}
}

func (c *core) recordFrame(f Frame) {
	h := &c.hist
	k := h.at(h.newest)
	if len(k.ends) == chunkFrames || len(k.data) >= chunkBytes-64 {
		h.newest++
		if h.newest-h.oldest == len(h.chunks) {
			h.oldest++
		}
		k = h.at(h.newest)
		k.begin(f)
	}
	stride := c.set.inputBytes + 1
	var changed, absent uint16
	var why [wire.MaxSeats]uint8
	for p := range c.logs {
		l := &c.logs[p]
		was := h.last[p*stride : (p+1)*stride]
		if l.absent(f) {
			absent |= 1 << p
			why[p] = uint8(c.reason[p])
			changed |= (absent &^ h.absent) & (1 << p)
			continue
		}
		if in := l.at(f); string(in) != string(was) || h.absent>>p&1 == 1 {
			changed |= 1 << p
			copy(was, in)
		}
	}
	h.absent = absent
	shape := wire.Shape{Players: c.set.players, InputBytes: c.set.inputBytes}
	k.data = wire.AppendEntry(k.data, &shape, changed, absent, &why, func(p int) []byte { return h.last[p*stride : (p+1)*stride] })
	k.ends = append(k.ends, uint16(len(k.data)))
}

// find returns the number of the chunk that holds frame f, starting the search
// at a chunk known to lie before it.
func (h *history) find(number int, f Frame) int {
	number = max(number, h.oldest)
	for number < h.newest && h.at(number+1).first <= f {
		number++
	}
	return number
}

// take appends the encodings of frames from on, before end, that fit into room
// bytes; count says how many they are.
func (h *history) take(dst []byte, number int, from, end Frame, room int) (out []byte, count int) {
	for f := from; f < end; f++ {
		var b []byte
		if b, number = h.entry(number, f); b == nil || len(b) > room {
			break
		}
		dst = append(dst, b...)
		room -= len(b)
		count++
	}
	return dst, count
}

// entry is the encoding of frame f, which lies in chunk number or in the next
// one, and the number of its chunk; nil when it is not held.
func (h *history) entry(number int, f Frame) ([]byte, int) {
	number = h.find(number, f)
	k := h.at(number)
	i := int(f - k.first)
	if i < 0 || i >= len(k.ends) {
		return nil, number
	}
	start := 0
	if i > 0 {
		start = int(k.ends[i-1])
	}
	return k.data[start:k.ends[i]], number
}

// watcher is one spectator of this endpoint.
type watcher struct {
	endpoint
	used    bool
	next    Frame // first frame that it lacks
	sent    Frame // first frame not sent yet
	number  int   // chunk of next
	sumSent Frame
	stalled time.Duration // when next last moved

	mustJoin bool // what it has leads nowhere any more: it needs a state
}
