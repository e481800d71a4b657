// Package rollback stands in for the real one.
package rollback

func Plain[S, I any](state *S, advance func(*S, []I)) {}
