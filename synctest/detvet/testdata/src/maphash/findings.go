package maphash

import "hash/maphash"

type table struct {
	seed maphash.Seed // want `maphash: maphash.Seed hashes with a seed of the process: use hash/fnv`
}

func (t *table) slot(key string) uint64 {
	t.seed = maphash.MakeSeed()        // want `maphash: maphash.MakeSeed`
	return maphash.String(t.seed, key) // want `maphash: maphash.String`
}
