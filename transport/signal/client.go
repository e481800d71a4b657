package signal

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/coder/websocket"
)

const (
	defaultSeats = 2
	// eventQueue events may wait for the program; one more ends the client.
	eventQueue = 256
	// sendQueue messages may wait to be sent.
	sendQueue = 128
	// hangUp is how long a closing client waits for the server.
	hangUp = time.Second
)

// Options say who the client is. A zero field means its default.
type Options struct {
	// Game names the game and its version, at most 64 bytes; only programs that
	// say the same meet in a room.
	Game string
	// Seats is how many players a created room is for, 2 to 8; default 2.
	Seats int
	// Token is that of the room's creator, to be its host again after a
	// connection was lost.
	Token string
	// Origin is the Origin header that a program outside of a browser sends, none
	// by default. A browser sends its page's.
	Origin string
}

// Client is a member of a room. It is safe for concurrent use, and no method
// blocks.
type Client struct {
	ws     *websocket.Conn
	game   string
	code   string
	seats  int
	seat   int
	id     int
	token  string
	out    chan []byte
	events chan Event
	quit   chan struct{} // closed by Close
	done   chan struct{}
	once   sync.Once

	mu    sync.Mutex
	peers [MaxSeats]*Peer
	host  int
	match Match
	err   error
}

// Create opens a room and takes its first seat. url is that of the server's
// handler, "ws://host:port/path" or "wss://...". ctx bounds only the call.
func Create(ctx context.Context, url string, opts Options) (*Client, error) {
	if opts.Seats == 0 {
		opts.Seats = defaultSeats
	}
	return enter(ctx, url, opts, request{Type: askCreate, Seats: opts.Seats})
}

// Join takes a seat in the room of that code. Its errors are those that the
// server refuses with, such as ErrNoRoom, ErrFull and ErrVersion, and
// ErrUnreachable and ErrOrigin.
func Join(ctx context.Context, url, code string, opts Options) (*Client, error) {
	if code == "" {
		return nil, byeError(reasonNoRoom, "", code, opts.Game)
	}
	return enter(ctx, url, opts, request{Type: askJoin, Code: code, Token: opts.Token})
}

// check finds the caller's mistakes before anything is sent.
func (o *Options) check(code string) error {
	if o.Seats != 0 && (o.Seats < MinSeats || o.Seats > MaxSeats) {
		return fmt.Errorf("signal: Options.Seats is %d, want %d to %d", o.Seats, MinSeats, MaxSeats)
	}
	return errors.Join(bound("Options.Game", o.Game, maxGame), bound("Options.Token", o.Token, maxToken), bound("the code", code, maxCode))
}

func enter(ctx context.Context, url string, opts Options, r request) (*Client, error) {
	r.Version, r.Game = Version, opts.Game
	if err := opts.check(r.Code); err != nil {
		return nil, err
	}
	ws, err := dial(ctx, url, opts)
	if err != nil {
		return nil, err
	}
	ws.SetReadLimit(maxMessage)
	c := &Client{
		ws: ws, game: opts.Game, code: r.Code,
		out:    make(chan []byte, sendQueue),
		events: make(chan Event, eventQueue),
		quit:   make(chan struct{}),
		done:   make(chan struct{}),
	}
	if err := c.hello(ctx, r); err != nil {
		go hangUpNow(ws)
		return nil, err
	}
	go c.run()
	return c, nil
}

// hangUpNow closes a connection. A browser allows no code but this, and waits
// for the server, so it has a goroutine of its own.
func hangUpNow(ws *websocket.Conn) { _ = ws.Close(websocket.StatusNormalClosure, "") }

// hello says what the client wants and takes the answer.
func (c *Client) hello(ctx context.Context, r request) error {
	if err := c.ws.Write(ctx, websocket.MessageText, encode(r)); err != nil {
		return fmt.Errorf("%w: %w", ErrLost, err)
	}
	n, err := c.next(ctx)
	if err != nil {
		return err
	}
	if n.Type != sayWelcome {
		return fmt.Errorf("%w: %q before a welcome", ErrProtocol, n.Type)
	}
	c.code, c.seats, c.seat, c.id, c.token = n.Code, n.Seats, n.Seat, n.ID, n.Token
	c.host, c.match = n.Host, *n.Match
	for _, m := range n.Members {
		if m.ID != c.id {
			c.peers[m.Seat] = newPeer(c, m)
		}
	}
	return nil
}

// next reads a notice; a bye is an error.
func (c *Client) next(ctx context.Context) (notice, error) {
	_, b, err := c.ws.Read(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return notice{}, fmt.Errorf("%w: %w", ErrLost, ctx.Err())
		}
		return notice{}, fmt.Errorf("%w: %w", ErrLost, err)
	}
	n, err := decodeNotice(b)
	if err == nil && n.Type == sayBye {
		err = byeError(n.Reason, n.Text, c.code, c.game)
	}
	return n, err
}

// run has the client's reader, and ends when nothing of the client runs.
func (c *Client) run() {
	ctx, cancel := context.WithCancel(context.Background())
	written := make(chan struct{})
	go func() {
		defer close(written)
		c.write(ctx)
		time.AfterFunc(hangUp, cancel) // for a server that does not hang up too
		hangUpNow(c.ws)
	}()
	err := c.read(ctx)
	c.finish(err)
	c.Close() // so that write ends
	<-written
	cancel()
	close(c.done)
}

func (c *Client) read(ctx context.Context) error {
	for {
		n, err := c.next(ctx)
		if err != nil {
			return err
		}
		if err := c.take(&n); err != nil {
			return err
		}
	}
}

// write sends what is queued. After Close it sends the rest.
func (c *Client) write(ctx context.Context) {
	for {
		select {
		case b := <-c.out:
			if c.ws.Write(ctx, websocket.MessageText, b) != nil {
				return
			}
		case <-c.quit:
			c.flush(ctx)
			return
		}
	}
}

func (c *Client) flush(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, hangUp)
	defer cancel()
	for {
		select {
		case b := <-c.out:
			if c.ws.Write(ctx, websocket.MessageText, b) != nil {
				return
			}
		default:
			_ = c.ws.Write(ctx, websocket.MessageText, encode(request{Type: askLeave}))
			return
		}
	}
}

// finish makes everybody who waits for the client see its end.
func (c *Client) finish(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err = err
	}
	for seat, p := range c.peers {
		if p != nil {
			c.peers[seat] = nil
			close(p.in)
		}
	}
	close(c.events)
}

// Close leaves the room: the seat becomes free and the others hear of it. Links
// to them live on. It returns at once; see Done.
func (c *Client) Close() error {
	c.once.Do(func() {
		c.mu.Lock()
		if c.err == nil {
			c.err = ErrClosed
		}
		c.mu.Unlock()
		close(c.quit)
	})
	return nil
}

// Done is closed when nothing of the client runs any more. A program that exits
// right after Close waits for it.
func (c *Client) Done() <-chan struct{} { return c.done }

// Err says why the client has ended, nil while it has not: ErrClosed after
// Close, or such as ErrExpired, ErrServerClosed and ErrLost.
func (c *Client) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// Code is the room's, for others to join by.
func (c *Client) Code() string { return c.code }

// Seat is the client's, from 0: the lowest that was free.
func (c *Client) Seat() int { return c.seat }

// Seats is how many the room has.
func (c *Client) Seats() int { return c.seats }

// Token is the secret of the room's creator, for Options.Token; empty for
// others.
func (c *Client) Token() string { return c.token }

// IsHost reports whether the client may ask for a rematch: the creator, or after
// it left the member of the lowest seat.
func (c *Client) IsHost() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.host == c.id
}

// Match is the latest of the room, as the last Joined or NewMatch event had it.
func (c *Client) Match() Match {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.match
}

// Rematch asks for a new match, which all members then get as an event.
func (c *Client) Rematch() error {
	if !c.IsHost() {
		return ErrNotHost
	}
	return c.push(request{Type: askRematch})
}

// Send sends msg, of 1 to MaxData bytes, to the member who has the seat now. It
// does not retain msg.
func (c *Client) Send(seat int, msg []byte) error {
	p, err := c.Peer(seat)
	if err != nil {
		return err
	}
	return p.Send(msg)
}

func (c *Client) push(r request) error {
	if err := c.Err(); err != nil {
		return err
	}
	select {
	case c.out <- encode(r):
		return nil
	default:
		return fmt.Errorf("%w: %d messages wait to be sent", ErrBusy, sendQueue)
	}
}

var errEvents = fmt.Errorf("%w: %d events were not taken from Events", ErrSlow, eventQueue)

// unreachable says that there was no connection to begin with.
func unreachable(url string, err error) error {
	return errors.Join(refuse(ErrUnreachable, "no connection to %s: check the address, and that the server runs and lets this page's origin in", url), err)
}
