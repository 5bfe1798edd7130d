package gbfs

// queue holds nodes that are not opened yet, by an estimate; of those with the same, the last comes first.
type queue struct {
	kind    estimateKind
	buckets [][]int32 // by estimate, up to maxBucket
	least   int       // no bucket below this has a node
	size    int
	best    int32 // the least estimate ever; -1: none yet
}

type estimateKind uint8

const (
	estimateSum  estimateKind = iota // the sum of the costs of the tasks
	estimatePlan                     // the size of a relaxed plan
)

// maxBucket is the estimate from which on nodes are not told apart.
const maxBucket = 1 << 20

func newQueue(kind estimateKind) *queue { return &queue{kind: kind, best: -1} }

func (q *queue) bytes() int64 {
	return int64(len(q.buckets))*24 + int64(q.size)*8
}

func (q *queue) push(n, estimate int32) {
	if q.best < 0 || estimate < q.best {
		q.best = estimate
	}
	at := int(min(estimate, maxBucket))
	for len(q.buckets) <= at {
		q.buckets = append(q.buckets, nil)
	}
	q.buckets[at] = append(q.buckets[at], n)
	q.least = min(q.least, at)
	q.size++
}

// pop takes the node with the least estimate; -1 when there is none.
func (q *queue) pop() int32 {
	if q.size == 0 {
		return -1
	}
	for len(q.buckets[q.least]) == 0 {
		q.least++
	}
	b := q.buckets[q.least]
	n := b[len(b)-1]
	q.buckets[q.least] = b[:len(b)-1]
	q.size--
	return n
}
