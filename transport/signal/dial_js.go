package signal

import (
	"context"

	"github.com/coder/websocket"
)

// dial cannot tell a refusal from an absent server: the browser hides which.
func dial(ctx context.Context, url string, _ Options) (*websocket.Conn, error) {
	ws, _, err := websocket.Dial(ctx, url, nil)
	if err != nil {
		return nil, unreachable(url, err)
	}
	return ws, nil
}
