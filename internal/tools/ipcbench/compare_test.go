package main

import (
	"testing"
	"time"
)

func TestRatioTable(t *testing.T) {
	run := func(seconds ...float64) []result {
		list := make([]result, len(seconds))
		for i, s := range seconds {
			list[i] = result{Domain: "d", Problem: string(rune('a' + i)), Status: solved, CPU: time.Duration(s * float64(time.Second))}
			if s == 0 {
				list[i].Status = limited
			}
		}
		return list
	}
	got := ratioTable([]string{"auto", "dfs", "gbfs"}, [][]result{run(3, 1, 0, 2), run(2, 0, 1, 0), run(4, 0.5, 0, 0)})
	want := `| problem | auto | dfs | gbfs | ratio |
|---|--:|--:|--:|--:|
| d a | 3.00 s | 2.00 s | 4.00 s | 1.50 |
| d b | 1.00 s | - | 0.50 s | 2.00 |
| d c | - | 1.00 s | - | not solved |

Of 3 problems the ratio is at most 2.00, in the median 1.75; 1 are solved by a search alone and not by auto.
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
