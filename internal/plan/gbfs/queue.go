package gbfs

import "math/bits"

// queue holds unopened nodes by estimate. Among equal estimates it gives the newest or the oldest, as requested. The
// newest follows the way that the search is on; the oldest covers all ways evenly. Each finds plans that the other does
// not.
type queue struct {
	kind    estimateKind
	buckets []bucket // by bucketOf
	least   int      // lower buckets are empty
	size    int
	best    int32 // the lowest estimate so far; -1: none
	room    int64 // bytes of the buckets' lists
}

// bucket holds nodes in the order of their insertion.
type bucket struct {
	all   []int32
	first int // earlier ones have been taken
	// way holds the successors of newest nodes, which are in all too. It keeps the search by the newest from being led
	// astray by nodes that the search by the oldest adds.
	way []int32
}

type estimateKind uint8

const (
	estimateSum  estimateKind = iota // the sum of the costs of the tasks
	estimatePlan                     // the size of a relaxed plan
)

// exactBits is the number of bits up to which each estimate has a bucket of its own. A larger one shares a bucket with
// those that have the same leading bits.
const exactBits = 14

// bucketOf returns the bucket of an estimate; it grows with the estimate.
func bucketOf(estimate int32) int {
	beyond := max(bits.Len32(uint32(estimate))-exactBits, 0)
	return beyond<<(exactBits-1) + int(estimate>>beyond)
}

func newQueue(kind estimateKind) *queue { return &queue{kind: kind, best: -1} }

func (q *queue) bytes() int64 {
	const perBucket = 56
	return int64(cap(q.buckets))*perBucket + q.room
}

// push adds a node. onWay says that it is a successor of a node taken as the newest.
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
	if len(b.all) == cap(b.all) && 2*b.first > len(b.all) { // half of it is unused
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

// pop takes a node with the lowest estimate, or returns -1. It may return a node again that was already taken in the
// other way.
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
