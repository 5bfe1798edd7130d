package pool

import (
	"testing"

	"pgregory.net/rapid"
)

func TestClassesFitAndAreDistinct(t *testing.T) {
	lengths := map[int]int{}
	last := -1
	for n := 1; n < 5000; n++ {
		class, length := classOf(n)
		if length < n || length > n+n/steps || n <= exact && length > n {
			t.Fatalf("%d elements get room for %d", n, length)
		}
		if class < last || class > last+1 {
			t.Fatalf("%d is of class %d after %d", n, class, last)
		}
		if known, ok := lengths[class]; ok && known != length {
			t.Fatalf("class %d has lengths %d and %d", class, known, length)
		}
		if again, same := classOf(length); again != class || same != length {
			t.Fatalf("%d of class %d is of class %d", length, class, again)
		}
		lengths[class], last = length, class
	}
	if class, length := classOf(maxLength); class >= classes || length != maxLength {
		t.Errorf("the longest are of class %d with length %d", class, length)
	}
}

// However the needs of many go up and down, all get the memory that they request to themselves, and the unused memory
// is bounded by the maximum in use.
func TestWhatLiesAboutIsBounded(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var s Slices[int]
		users, most := make([][]int, 20), 0
		for turn, need := range rapid.SliceOfN(rapid.IntRange(0, 3000), 1, 200).Draw(rt, "needs") {
			at := turn * 7 % len(users)
			list := s.Fit(users[at], need)
			if len(list) != 0 || cap(list) < need {
				rt.Fatalf("%d of %d elements where %d were asked for", len(list), cap(list), need)
			}
			for range need {
				list = append(list, turn)
			}
			users[at] = list
			used := 0
			for i, u := range users {
				used += cap(u)
				for _, v := range u {
					if v*7%len(users) != i {
						rt.Fatal("two have the same memory")
					}
				}
			}
			most = max(most, used)
			if s.used != used || s.count > max(minIdle, maxIdle*most) {
				rt.Fatalf("%d elements lie about, %d are in use, %d by the pool's count", s.count, used, s.used)
			}
		}
	})
}

func TestSteadyUseAllocatesNothing(t *testing.T) {
	var s Slices[int]
	users := make([][]int, 50)
	turn := 0
	round := func() {
		turn++
		for i := range users {
			users[i] = s.Fit(users[i], 10+(i*31+turn*7)%90)
		}
	}
	for range 200 {
		round()
	}
	if n := testing.AllocsPerRun(100, round); n > 0 {
		t.Errorf("a round allocates %g times", n)
	}
}

// All change at the same time, and back: that allocates nothing. When they have changed for good, the former memory is
// freed.
func TestWhatIsNotNeededIsGivenBack(t *testing.T) {
	var s Slices[int]
	users := make([][]int, 500)
	need := func(n int) {
		for i := range users {
			users[i] = s.Fit(users[i], n)
		}
	}
	change := func() {
		need(10)
		need(90)
	}
	change()
	change()
	if n := testing.AllocsPerRun(50, change); n > 0 {
		t.Errorf("changing to and fro allocates %g times", n)
	}
	before := s.count
	for range 3 * max(minPeriod, periodFits*len(users)) / len(users) {
		need(10)
	}
	if before < 500*10 || s.count > 0 {
		t.Errorf("%d elements lie about, %d before", s.count, before)
	}
}
