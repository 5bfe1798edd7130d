package pool

import "testing"

// Kept memory is returned as it was left; when many were needed only once, those that have not been needed since are
// freed.
func TestAPoolGivesBackWhatIsNotNeeded(t *testing.T) {
	var p Pool[[]int]
	things := make([]*[]int, 300)
	for i := range things {
		things[i] = p.Take()
		*things[i] = []int{i}
	}
	for _, it := range things {
		p.Put(it)
	}
	turn := func() {
		it := p.Take()
		if len(*it) != 1 {
			t.Fatal("what was kept has lost what it had")
		}
		p.Put(it)
	}
	if n := testing.AllocsPerRun(100, turn); n > 0 {
		t.Errorf("taking and keeping allocates %g times", n)
	}
	for range 3 * minTakes {
		turn()
	}
	if len(p.idle) != 1 {
		t.Errorf("%d lie about, though one is needed", len(p.idle))
	}
}
