package jobs

// Partition collects what jobs over the parts of a range put out. Its buffers are reused from call to call: once they have
// grown, it does not allocate. The zero value is ready.
type Partition[T any] struct {
	parts  [][]T
	merged []T
	split  split
	work   func(lo, hi int, out []T) []T
	job    func(job int)
}

// Run splits [0, n) into parts of size, the last one shorter, and calls work for each, on the goroutines of the pool. work
// appends its results to out, which is empty, and returns it. Run returns the results of all parts in the order of the
// parts, whoever finished first; the slice is valid until the next call. A size below 1 counts as 1.
//
// Parts of a fixed size, not one per goroutine, are what makes results equal on machines with different processors: a work
// that puts out other things for other parts would see those differ.
func (m *Partition[T]) Run(p *Pool, n, size int, work func(lo, hi int, out []T) []T) []T {
	m.split, m.work = newSplit(n, size), work
	for len(m.parts) < m.split.jobs {
		m.parts = append(m.parts, nil)
	}
	if m.job == nil {
		m.job = func(job int) {
			lo, hi := m.split.part(job)
			m.parts[job] = m.work(lo, hi, m.parts[job][:0])
		}
	}
	p.Run(m.split.jobs, m.job)
	m.work = nil
	m.merged = m.merged[:0]
	for _, part := range m.parts[:m.split.jobs] {
		m.merged = append(m.merged, part...)
	}
	return m.merged
}

// Reduction joins one value per part of a range. The zero value is ready; it is reused as a Partition is.
type Reduction[T any] struct {
	values []T
	split  split
	leaf   func(lo, hi int) T
	job    func(job int)
}

// Run splits [0, n) as Partition.Run does, calls leaf for each part, on the goroutines of the pool, and joins the values:
// the first with the second, the third with the fourth and so on, then those results in the same way. The shape depends
// on n and size alone, so that a join that is not associative, such as a sum of floats, has one result. It returns the
// zero value for n <= 0.
func (r *Reduction[T]) Run(p *Pool, n, size int, leaf func(lo, hi int) T, join func(a, b T) T) T {
	r.split, r.leaf = newSplit(n, size), leaf
	for len(r.values) < max(r.split.jobs, 1) {
		var zero T
		r.values = append(r.values, zero)
	}
	if r.job == nil {
		r.job = func(job int) { r.values[job] = r.leaf(r.split.part(job)) }
	}
	p.Run(r.split.jobs, r.job)
	r.leaf = nil
	if r.split.jobs == 0 {
		var zero T
		return zero
	}
	for step := 1; step < r.split.jobs; step *= 2 {
		for i := 0; i+step < r.split.jobs; i += 2 * step {
			r.values[i] = join(r.values[i], r.values[i+step])
		}
	}
	return r.values[0]
}

// split is a range in parts.
type split struct{ n, size, jobs int }

func newSplit(n, size int) split {
	n, size = max(n, 0), max(size, 1)
	jobs := n / size
	if n%size != 0 {
		jobs++
	}
	return split{n, size, jobs}
}

// part is the range of a job.
func (s split) part(job int) (lo, hi int) {
	lo = job * s.size
	return lo, lo + min(s.size, s.n-lo)
}
