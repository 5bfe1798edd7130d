package remote

import (
	"fmt"
	"math"
)

// Batch is a batch of a game, for games and servers in Go. The zero Batch is empty.
type Batch struct {
	b []byte
}

// Bytes returns the batch, valid until it is changed.
func (b *Batch) Bytes() []byte { return b.b }

// Reset makes the batch an empty one, with the memory that it has.
func (b *Batch) Reset() { b.b = b.b[:0] }

// Add adds an item of words. It panics, and adds nothing, if there are more than [MaxItemWords].
func (b *Batch) Add(op Op, flags uint8, number uint32, words ...int64) {
	b.head(op, flags, len(words), number)
	for _, w := range words {
		b.b = appendInt(b.b, w)
	}
}

// AddText adds an item that ends with a text. It panics as Add does.
func (b *Batch) AddText(op Op, number uint32, text string, words ...int64) {
	b.head(op, 0, len(words)+textWords(len(text)), number)
	for _, w := range words {
		b.b = appendInt(b.b, w)
	}
	b.b = appendText(b.b, text)
}

func (b *Batch) head(op Op, flags uint8, words int, number uint32) {
	if words > MaxItemWords {
		panic(fmt.Sprintf("remote: a %s of %d words; the limit is %d: split it", op, words, MaxItemWords))
	}
	b.b = appendHead(b.b, op, flags, words, number)
}

// FloatWord returns a float as a word of a batch.
func FloatWord(f float64) int64 { return int64(math.Float64bits(f)) }
