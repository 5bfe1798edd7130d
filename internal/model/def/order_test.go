package def

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestArrange(t *testing.T) {
	for _, c := range []struct {
		name    string
		needs   [][]int
		order   []int
		circles [][]int
	}{
		{"nothing", nil, nil, nil},
		{"own order", [][]int{{}, {}, {}}, []int{0, 1, 2}, nil},
		{"what is needed first", [][]int{{2}, {}, {1}}, []int{1, 2, 0}, nil},
		{"itself", [][]int{{}, {1}}, []int{0, 1}, [][]int{{1}}},
		{"a circle starts at its first", [][]int{{2}, {0}, {1}}, []int{1, 2, 0}, [][]int{{0, 2, 1}}},
		{"what leads to a circle is not on it", [][]int{{1}, {2}, {1}}, []int{2, 1, 0}, [][]int{{1, 2}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			order, circles := arrange(len(c.needs), func(i int) []int { return c.needs[i] })
			if !slices.Equal(order, c.order) {
				t.Errorf("order %v, want %v", order, c.order)
			}
			if !slices.EqualFunc(circles, c.circles, slices.Equal) {
				t.Errorf("circles %v, want %v", circles, c.circles)
			}
		})
	}
}

func TestCircleText(t *testing.T) {
	for _, c := range []struct {
		path []string
		want string
	}{
		{[]string{"a"}, "a -> a"},
		{[]string{"a", "b"}, "a -> b -> a"},
		{strings.Split("abcdefgh", ""), "a -> b -> c -> d -> e -> f -> g -> h -> a"},
		{strings.Split("abcdefghijk", ""), "a -> b -> c -> d -> e -> f -> ... -> k -> a"},
	} {
		if have := circleText(c.path); have != c.want {
			t.Errorf("%s, want %s", have, c.want)
		}
	}
}

func TestArrangeKeepsItsWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 12).Draw(t, "n")
		needs := make([][]int, n)
		for i := range needs {
			needs[i] = rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 3).Draw(t, "needs")
		}
		order, circles := arrange(n, func(i int) []int { return needs[i] })
		if len(order) != n {
			t.Fatalf("%d of %d things are in order %v", len(order), n, order)
		}
		for _, loop := range circles {
			for k, i := range loop {
				if !slices.Contains(needs[i], loop[(k+1)%len(loop)]) {
					t.Fatalf("%v is no circle of %v", loop, needs)
				}
			}
		}
		if len(circles) > 0 {
			return
		}
		place := make([]int, n)
		for k, i := range order {
			place[i] = k
		}
		for i := range needs {
			for _, j := range needs[i] {
				if place[j] >= place[i] {
					t.Fatalf("%d needs %d and comes before it in %v", i, j, order)
				}
			}
		}
	})
}
