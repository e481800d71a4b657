package config

var Level int32

func init() { Level = 1 }

func Set[T any](p *T) { var zero T; *p = zero }
