package paged

import "unsafe"

// Stack is a list that is cut as often as it grows, in small blocks of memory that never move. The zero Stack is empty.
type Stack[T any] struct {
	blocks []*[stackBlock]T
	size   int32
}

const (
	stackBits  = 8
	stackBlock = 1 << stackBits
)

// Len returns the number of elements.
func (s *Stack[T]) Len() int32 { return s.size }

// At returns an element, whose address does not change until it is cut off.
func (s *Stack[T]) At(i int32) *T { return &s.blocks[i>>stackBits][i&(stackBlock-1)] }

// Push adds an element.
func (s *Stack[T]) Push(v T) {
	if s.size == int32(len(s.blocks))<<stackBits {
		s.blocks = append(s.blocks, new([stackBlock]T))
	}
	*s.At(s.size) = v
	s.size++
}

// Cut leaves the first n elements; the memory of the others is used again.
func (s *Stack[T]) Cut(n int32) { s.size = n }

// Bytes returns the memory of the list, in bytes.
func (s *Stack[T]) Bytes() int64 {
	var block [stackBlock]T
	return int64(len(s.blocks))*int64(unsafe.Sizeof(block)) + int64(cap(s.blocks))*int64(unsafe.Sizeof(&block))
}
