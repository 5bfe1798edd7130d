package pool

import "testing"

// A row keeps its content, has little to spare, and is moved a few times for each doubling only.
func TestRowsGrowByLittle(t *testing.T) {
	var row []int64
	moved := 0
	for i := range 100_000 {
		full := len(row) == cap(row)
		row = append(Room(row, 1), int64(i))
		if full {
			moved++
		}
		if n := len(row); n > 1000 && cap(row) > n+n/10 {
			t.Fatalf("%d of %d are in use", n, cap(row))
		}
	}
	for i, v := range row {
		if v != int64(i) {
			t.Fatalf("element %d is %d", i, v)
		}
	}
	if moved > 150 {
		t.Errorf("moved %d times", moved)
	}
}

// A short list grows by what it needs, and a copy has little more than its original, in the same memory where that is
// enough.
func TestShortRowsHaveLittleToSpare(t *testing.T) {
	var row, again []int64
	for n := range 200 {
		row = append(Room(row, 1), int64(n))
		if spare := cap(row) - len(row); spare > 2+n/4 {
			t.Fatalf("%d of %d are in use", len(row), cap(row))
		}
		if again = Set(again, row); len(again) != len(row) || again[n] != row[n] || cap(again) > cap(row)+2+n/8 {
			t.Fatalf("%d of %d are in use, of a copy %d of %d", len(row), cap(row), len(again), cap(again))
		}
	}
	if was := &again[0]; &Set(again, row[:7])[0] != was || cap(Set(again, nil)) != cap(again) {
		t.Error("it is not copied to the same memory")
	}
}
