//go:build !js

package signal

import (
	"context"
	"net/http"

	"github.com/coder/websocket"
)

func dial(ctx context.Context, url string, opts Options) (*websocket.Conn, error) {
	var o websocket.DialOptions
	if opts.Origin != "" {
		o.HTTPHeader = http.Header{"Origin": {opts.Origin}}
	}
	ws, response, err := websocket.Dial(ctx, url, &o)
	switch {
	case err == nil:
		return ws, nil
	case response != nil && response.StatusCode == http.StatusForbidden:
		return nil, refuse(ErrOrigin, "the server refuses the origin %q: open the game from the server's own address, or add the origin to Config.Origins", opts.Origin)
	case response != nil && response.StatusCode == http.StatusServiceUnavailable:
		return nil, refuse(ErrBusy, "the server has no place for another connection: try again later")
	}
	return nil, unreachable(url, err)
}
