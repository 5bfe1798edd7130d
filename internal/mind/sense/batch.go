package sense

import "sync"

// batch is memory for what observers need from one part of a step to another. All of them share it: one observer needs
// little in most steps and much in some, and all together need about as much in each. Several goroutines may take from
// it at the same time.
type batch[T any] struct {
	turn  sync.Mutex
	pages [][]T
	page  int // the one that is being filled
	used  int // of it
}

// batchPage is the number of elements of a page, at least.
const batchPage = 1 << 9

// reset takes all back.
func (b *batch[T]) reset() { b.page, b.used = 0, 0 }

// keep returns a copy of a list, until the next reset.
func (b *batch[T]) keep(list []T) []T {
	if len(list) == 0 {
		return nil
	}
	room := b.take(len(list))
	copy(room, list)
	return room
}

func (b *batch[T]) take(n int) []T {
	b.turn.Lock()
	defer b.turn.Unlock()
	for b.page < len(b.pages) && b.used+n > len(b.pages[b.page]) {
		b.page, b.used = b.page+1, 0
	}
	if b.page == len(b.pages) {
		b.pages = append(b.pages, make([]T, max(n, batchPage)))
	}
	room := b.pages[b.page][b.used : b.used+n : b.used+n]
	b.used += n
	return room
}
