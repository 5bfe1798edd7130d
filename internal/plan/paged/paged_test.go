package paged

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestIndexFindsWhatWasAdded(t *testing.T) {
	for name, hash := range map[string]func(n int32) uint64{
		"spread":        func(n int32) uint64 { return uint64(n) * 0xFF51AFD7ED558CCD },
		"in a row":      func(n int32) uint64 { return uint64(n) },
		"all the same":  func(int32) uint64 { return 7 },
		"seven of them": func(n int32) uint64 { return uint64(n % 7) },
		"same beginning": func(n int32) uint64 {
			return uint64(n) << 32 * 0xF1DE83E19937733D // the inverse of the factor of tagOf: tags are 0, 1, 2 ...
		},
	} {
		t.Run(name, func(t *testing.T) {
			var x Index
			count := int32(100_000)
			if name == "all the same" || name == "seven of them" {
				count = 2000
			}
			for n := range count {
				if got := x.Find(hash(n), func(m int32) bool { return m == n }); got != -1 {
					t.Fatalf("%d is found before it was added, as %d", n, got)
				}
				x.Add(hash(n), n)
			}
			for n := range count {
				if got := x.Find(hash(n), func(m int32) bool { return m == n }); got != n {
					t.Fatalf("%d is found as %d", n, got)
				}
			}
			if perNumber := float64(x.Bytes()) / float64(count); perNumber > 40 {
				t.Errorf("a number takes %.1f bytes", perNumber)
			}
		})
	}
}

// TestAnIndexCopiesLittle counts the slots that are examined again while an index grows, which bounds how long an
// addition may take.
func TestAnIndexCopiesLittle(t *testing.T) {
	var x Index
	for n := range int32(1_000_000) {
		x.Add(uint64(n)*0xFF51AFD7ED558CCD, n)
	}
	seen := map[*bucket]bool{}
	for _, b := range x.dir {
		if seen[b] = true; len(b.slots) > bucketSlots {
			t.Fatalf("a bucket has %d slots", len(b.slots))
		}
	}
	if len(x.dir) > crowded*len(seen) {
		t.Errorf("a directory of %d places for %d buckets", len(x.dir), len(seen))
	}
}

func TestListsHoldWhatWasPushed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list List
		var column Column[int32]
		var bytes int64
		size := rapid.SampledFrom([]int{0, 1, blockSize - 1, blockSize, blockSize + 1, 3 * blockSize, 3*blockSize + 5}).Draw(t, "size")
		at := rapid.IntRange(0, size).Draw(t, "at")
		var early View
		for i := range size {
			if i == at {
				early = list.View()
			}
			bytes += list.Push(int32(i))
			if column.Push(int32(i)) != int32(i) {
				t.Fatal("a column numbers wrongly")
			}
		}
		view := list.View()
		if view.Len() != size || column.Len() != int32(size) || at < size && early.Len() != at {
			t.Fatalf("lengths %d, %d, %d of %d and %d", view.Len(), column.Len(), early.Len(), size, at)
		}
		for i := range size {
			if view.At(i) != int32(i) || *column.At(int32(i)) != int32(i) || i < early.Len() && early.At(i) != int32(i) {
				t.Fatalf("element %d is another", i)
			}
		}
		if least := 4 * int64(size); bytes < least || column.Bytes() < least {
			t.Fatalf("%d and %d bytes for %d numbers", bytes, column.Bytes(), size)
		}
	})
}

func TestRowsHoldWhatWasPushed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var rows Rows
		var want [][]int32
		for i := range rapid.IntRange(0, 300).Draw(t, "rows") {
			size := rapid.SampledFrom([]int{0, 1, 3, minBlock - 1, minBlock, 1000, maxBlock - 1, maxBlock, maxBlock + 7}).Draw(t, "size")
			if i > 20 {
				size = min(size, 3)
			}
			row := make([]int32, size)
			for j := range row {
				row[j] = int32(i + j)
			}
			if rows.Push(row) != int32(i) {
				t.Fatal("a row has another number")
			}
			want = append(want, row)
		}
		for i, row := range want {
			if !slices.Equal(rows.At(int32(i)), row) {
				t.Fatalf("row %d is another", i)
			}
		}
	})
}

// TestAStackIsAList compares a stack with a slice that is cut and grows in the same way.
func TestAStackIsAList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var stack Stack[int]
		var list []int
		for range rapid.IntRange(1, 20).Draw(t, "changes") {
			if at := rapid.IntRange(0, len(list)).Draw(t, "cut to"); rapid.Bool().Draw(t, "cut") {
				stack.Cut(int32(at))
				list = list[:at]
			}
			for range rapid.IntRange(0, 3*stackBlock).Draw(t, "more") {
				stack.Push(1000 - len(list))
				list = append(list, 1000-len(list))
			}
			if int(stack.Len()) != len(list) {
				t.Fatalf("%d elements, not %d", stack.Len(), len(list))
			}
			for i, want := range list {
				if got := *stack.At(int32(i)); got != want {
					t.Fatalf("element %d is %d, not %d", i, got, want)
				}
			}
			if least := int64(len(list)) * 8; stack.Bytes() < least {
				t.Fatalf("%d elements take %d bytes", len(list), stack.Bytes())
			}
		}
	})
}
