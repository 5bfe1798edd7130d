package answer

import "testing"

// TestLeastNumbersAreWholeWhereTheyCanBe: what is of one team must be of another one, not of 0.9999 of it.
func TestLeastNumbersAreWholeWhereTheyCanBe(t *testing.T) {
	for name, c := range map[string]struct {
		from, sign, want float64
		holds            func(float64) bool
	}{
		"another team, up":     {1, 1, 2, func(x float64) bool { return x != 1 }},
		"another team, down":   {1, -1, 0, func(x float64) bool { return x != 1 }},
		"more than none":       {0, 1, 1, func(x float64) bool { return x > 0 }},
		"not a whole one":      {0, 1, 0.1, func(x float64) bool { return x >= 0.1 }},
		"only between":         {0, 1, 0.5, func(x float64) bool { return x >= 0.5 && x < 0.9 }},
		"a bound beyond a gap": {27.2, 1, 30.1, func(x float64) bool { return x > 30 }},
	} {
		if got, ok := leastFloat(c.from, c.sign, c.holds); !ok || got != c.want {
			t.Errorf("%s: %v, %v, want %v", name, got, ok, c.want)
		}
	}
}
