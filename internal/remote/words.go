package remote

import (
	"encoding/binary"
	"math"
	"unicode/utf8"

	"github.com/karakuri-ai/karakuri/world"
)

// WordBytes is the length of a word of a batch.
const WordBytes = 8

// MaxItemWords is the maximum number of words after the head of an item.
const MaxItemWords = 1<<16 - 1

// Item is one item of a batch. It is valid as long as the batch is.
type Item struct {
	Op     Op
	Flags  uint8
	Number uint32
	body   []byte
}

// head returns an item's first word.
func head(op Op, flags uint8, words int, number uint32) uint64 {
	return uint64(op) | uint64(flags)<<8 | uint64(words)<<16 | uint64(number)<<32
}

// next reads the first item of a batch and returns the rest. It is false when the batch ends before the item does.
func next(batch []byte) (item Item, rest []byte, ok bool) {
	if len(batch) < WordBytes {
		return item, nil, false
	}
	h := binary.LittleEndian.Uint64(batch)
	n := int(h>>16&MaxItemWords) * WordBytes
	if batch = batch[WordBytes:]; n > len(batch) {
		return item, nil, false
	}
	return Item{Op(h), uint8(h >> 8), uint32(h >> 32), batch[:n]}, batch[n:], true
}

// Len returns the number of words that follow the head.
func (it Item) Len() int { return len(it.body) / WordBytes }

// Int returns a word as a whole number.
func (it Item) Int(i int) int64 { return int64(binary.LittleEndian.Uint64(it.body[i*WordBytes:])) }

// Float returns a word as a float.
func (it Item) Float(i int) float64 { return math.Float64frombits(uint64(it.Int(i))) }

// word returns a word as the world has it.
func (it *Item) word(i int) world.Word { return world.Word(it.Int(i)) }

// Text returns the text that begins at a word; false when it does not fill the rest of the item.
func (it Item) Text(i int) (string, bool) {
	if i >= it.Len() {
		return "", false
	}
	n := it.Int(i)
	b := it.body[(i+1)*WordBytes:]
	if n < 0 || n > int64(len(b)) || int64(len(b))-n >= WordBytes {
		return "", false
	}
	return string(b[:n]), true
}

// Items yields the items of a batch that a session or a [Batch] has made. It stops where the batch is cut short.
func Items(batch []byte) func(yield func(Item) bool) {
	return func(yield func(Item) bool) {
		for len(batch) > 0 {
			item, rest, ok := next(batch)
			if !ok || !yield(item) {
				return
			}
			batch = rest
		}
	}
}

// appendHead begins an item with so many words to follow.
func appendHead(b []byte, op Op, flags uint8, words int, number uint32) []byte {
	return binary.LittleEndian.AppendUint64(b, head(op, flags, words, number))
}

func appendInt(b []byte, n int64) []byte { return binary.LittleEndian.AppendUint64(b, uint64(n)) }

func appendFloat(b []byte, f float64) []byte {
	return binary.LittleEndian.AppendUint64(b, math.Float64bits(f))
}

// textWords returns the number of words of a text.
func textWords(n int) int { return 1 + (n+WordBytes-1)/WordBytes }

// clip returns as much of a text as so many bytes hold, in whole characters.
func clip(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}

// appendText appends a text, which must fit the item: see clip.
func appendText(b []byte, text string) []byte {
	b = append(appendInt(b, int64(len(text))), text...)
	for n := len(text); n%WordBytes != 0; n++ {
		b = append(b, 0)
	}
	return b
}
