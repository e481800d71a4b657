package channel

type queue struct {
	items [8]int32
	n     int32
}

func (q *queue) push(v int32) {
	q.items[q.n&7] = v
	q.n++
}

func lengths(xs []int32, m map[int32]int32) int {
	made := make([]int32, len(xs))
	return len(made) + cap(xs) + len(m)
}
