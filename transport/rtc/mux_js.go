package rtc

// Mux is a UDP socket that several links share. A browser has none.
type Mux struct{}
