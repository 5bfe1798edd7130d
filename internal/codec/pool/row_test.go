package pool

import "testing"

// A row keeps its content, has little to spare, and is moved a few times for each doubling only.
func TestRowsGrowByLittle(t *testing.T) {
	var row []int64
	moved := 0
	for i := range 100_000 {
		full := len(row) == cap(row)
		row = append(Room(row), int64(i))
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
