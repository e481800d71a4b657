module example.com/backstep

go 1.26.0

require (
	github.com/chromedp/cdproto v0.160.1 // browser tests: the protocol's types
	github.com/chromedp/chromedp v0.23.1 // browser tests: drives Chromium
	github.com/coder/websocket v1.8.15 // transport/signal: rooms, native and in the browser
	github.com/google/go-cmp v0.7.0 // synctest: the difference of two hand-written states
	github.com/hajimehoshi/ebiten/v2 v2.8.8 // demo: draws and reads pads
	github.com/pion/ice/v4 v4.4.8 // transport/rtc: its settings and mux
	github.com/pion/interceptor v0.1.51 // transport/rtc: an empty registry, as no media flows
	github.com/pion/logging v0.2.4 // transport/rtc: pion's log into slog
	github.com/pion/stun/v4 v4.0.1 // transport/udp: the public address
	github.com/pion/turn/v5 v5.1.3 // transport/udp: a real STUN server in tests
	github.com/pion/webrtc/v4 v4.2.26 // transport/rtc: the native side of a data channel
	golang.org/x/tools v0.52.0 // synctest/detvet: go/analysis
)

require (
	github.com/ebitengine/gomobile v0.0.0-20240911145611-4856209ac325 // indirect
	github.com/ebitengine/hideconsole v1.0.0 // indirect
	github.com/ebitengine/purego v0.8.0 // indirect
	github.com/go-json-experiment/json v0.0.0-20260213210345-44df1a37e875 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/jezek/xgb v1.1.1 // indirect
	github.com/pion/datachannel v1.6.3 // indirect
	github.com/pion/dtls/v3 v3.1.15 // indirect
	github.com/pion/mdns/v2 v2.2.2 // indirect
	github.com/pion/randutil v0.1.0 // indirect
	github.com/pion/rtcp v1.2.20 // indirect
	github.com/pion/rtp v1.10.6 // indirect
	github.com/pion/sctp v1.12.0 // indirect
	github.com/pion/sdp/v3 v3.0.20 // indirect
	github.com/pion/srtp/v3 v3.1.3 // indirect
	github.com/pion/transport/v5 v5.1.4 // indirect
	github.com/wlynxg/anet v0.0.5 // indirect
	golang.org/x/crypto v0.58.0 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/net v0.61.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/time v0.14.0 // indirect
)
