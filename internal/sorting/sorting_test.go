package sorting

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

type pair struct{ key, at int }

func byKey(a, b pair) int { return cmp.Compare(a.key, b.key) }

func numbered(keys []int) []pair {
	list := make([]pair, len(keys))
	for i, k := range keys {
		list[i] = pair{k, i}
	}
	return list
}

func TestSortingAgreesWithTheStandardLibrary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := numbered(rapid.SliceOf(rapid.IntRange(0, 9)).Draw(t, "keys"))
		want, whole := slices.Clone(list), slices.Clone(list)
		slices.SortStableFunc(want, byKey)
		if By(list, byKey); !slices.Equal(list, want) {
			t.Fatalf("by: %v, want %v", list, want)
		}
		if InPlace(whole, func(a, b pair) int { return cmp.Or(byKey(a, b), a.at-b.at) }); !slices.Equal(whole, want) {
			t.Fatalf("in place: %v, want %v", whole, want)
		}
	})
}

func TestInPlaceKeepsEqualsOfShortListsAndAllocatesNothing(t *testing.T) {
	short, long := numbered([]int{3, 1, 3, 1, 2, 2, 3, 1}), make([]pair, 300)
	if n := testing.AllocsPerRun(10, func() {
		for i := range long {
			long[i] = pair{i * 7919 % 300, i}
		}
		InPlace(short, byKey)
		InPlace(long, byKey)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if want := []pair{{1, 1}, {1, 3}, {1, 7}, {2, 4}, {2, 5}, {3, 0}, {3, 2}, {3, 6}}; !slices.Equal(short, want) {
		t.Errorf("%v", short)
	}
	if !slices.IsSortedFunc(long, byKey) {
		t.Errorf("%v", long)
	}
}
