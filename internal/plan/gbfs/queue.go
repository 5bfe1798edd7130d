package gbfs

import "math/bits"

// queue holds nodes that are not opened yet, by an estimate. Of those with the same estimate it gives the newest or the
// oldest, as it is asked: the newest goes on with the way that the search is on, the oldest goes through all ways evenly. Each
// finds plans that the other does not come to.
type queue struct {
	kind    estimateKind
	buckets []bucket // by bucketOf
	least   int      // no bucket below this has a node
	size    int
	best    int32 // the least estimate ever; -1: none yet
	room    int64 // bytes of the buckets' lists
}

// bucket holds nodes in the order in which they came.
type bucket struct {
	all   []int32
	first int // those before it were taken
	// way holds those that came of the newest, which are in all, too. So the search by the newest is not led astray by what the
	// search by the oldest comes to meanwhile.
	way []int32
}

type estimateKind uint8

const (
	estimateSum  estimateKind = iota // the sum of the costs of the tasks
	estimatePlan                     // the size of a relaxed plan
)

// exactBits is up to how many bits an estimate is told apart from all others; a larger one is from those with the same first
// bits.
const exactBits = 14

// bucketOf returns the bucket of an estimate: greater ones have none that is less.
func bucketOf(estimate int32) int {
	beyond := max(bits.Len32(uint32(estimate))-exactBits, 0)
	return beyond<<(exactBits-1) + int(estimate>>beyond)
}

func newQueue(kind estimateKind) *queue { return &queue{kind: kind, best: -1} }

func (q *queue) bytes() int64 {
	const perBucket = 56
	return int64(cap(q.buckets))*perBucket + q.room
}

// push adds a node. It is on the way if it came of one that was taken as the newest.
func (q *queue) push(n, estimate int32, onWay bool) {
	if q.best < 0 || estimate < q.best {
		q.best = estimate
	}
	at := bucketOf(estimate)
	for len(q.buckets) <= at {
		q.buckets = append(q.buckets, bucket{})
	}
	b := &q.buckets[at]
	before := b.bytes()
	if len(b.all) == cap(b.all) && 2*b.first > len(b.all) { // half of it is free
		b.all = b.all[:copy(b.all, b.all[b.first:])]
		b.first = 0
	}
	if b.all = append(b.all, n); onWay {
		b.way = append(b.way, n)
	}
	q.room += b.bytes() - before
	q.least = min(q.least, at)
	q.size++
}

func (b *bucket) bytes() int64 { return 4 * int64(cap(b.all)+cap(b.way)) }

// pop takes a node with the least estimate; -1 when there is none. It may be one that was taken before as the oldest or the
// newest.
func (q *queue) pop(oldest bool) int32 {
	for q.size > 0 {
		b := &q.buckets[q.least]
		switch {
		case b.first == len(b.all):
			q.room -= b.bytes()
			*b = bucket{}
			q.least++
			continue
		case oldest:
			q.size--
			b.first++
			return b.all[b.first-1]
		case len(b.way) > 0:
			n := b.way[len(b.way)-1]
			b.way = b.way[:len(b.way)-1]
			return n
		}
		q.size--
		n := b.all[len(b.all)-1]
		b.all = b.all[:len(b.all)-1]
		return n
	}
	return -1
}
