package gbfs

import "testing"

func TestQueueTakesTheNewestAndTheOldest(t *testing.T) {
	q := newQueue(estimateSum)
	for n := range int32(4) {
		q.push(n, 7, n < 3)
	}
	q.push(4, 9, true)
	q.push(5, 3, false)
	for i, step := range []struct {
		oldest bool
		want   int32
	}{{true, 5}, {false, 2}, {true, 0}, {false, 1}, {true, 1}, {false, 0}, {false, 3}, {true, 2}, {false, 4}, {true, 4}, {true, -1}, {false, -1}} {
		if got := q.pop(step.oldest); got != step.want {
			t.Errorf("step %d: %d was taken, want %d", i, got, step.want)
		}
	}
}

func TestQueueReusesWhatIsFree(t *testing.T) {
	q := newQueue(estimateSum)
	for n := range int32(100_000) {
		q.push(n, 1, false)
		q.push(n, 1, false)
		q.pop(true)
		q.pop(false)
	}
	if q.bytes() > 1<<10 {
		t.Errorf("an empty queue takes %d bytes", q.bytes())
	}
}

func TestBucketsAreInTheOrderOfEstimates(t *testing.T) {
	last := -1
	for e := int32(0); e < maxCost; e += 1 + e/1000 {
		b := bucketOf(e)
		if b < last || e < 1<<exactBits && b != int(e) {
			t.Fatalf("estimate %d is in bucket %d, a lesser one in %d", e, b, last)
		}
		last = b
	}
	if last > 200_000 {
		t.Errorf("there are %d buckets", last)
	}
}
