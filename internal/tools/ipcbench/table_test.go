package main

import (
	"testing"
	"time"
)

func TestTable(t *testing.T) {
	want := "Made with `-limit 20s -limit-memory 6GiB -search auto -without \"\"`, each problem on one core.\n" + `
| domain | solved | under 200ms | median time | median steps | by | peak memory |
|---|--:|--:|--:|--:|---|--:|
| d | 1 / 2 | 1 | 0.15 s | 12 | dfs 1 | 1536 MiB |
| e | 1 / 1 | 0 | 2.00 s | 3 | gbfs 1 | 1 MiB |
| **all** | 2 / 3 | 1 | 1.07 s | 7.5 | dfs 1, gbfs 1 | 1536 MiB |

Not solved (1):

- d p2: limit: time, or "so" (20.00 s, 1536 MiB)
`
	got := table(settings{limit: 20 * time.Second, memory: "6GiB", search: "auto"}, someResults)
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestMedian(t *testing.T) {
	for _, test := range []struct {
		list []float64
		want float64
	}{{[]float64{3}, 3}, {[]float64{5, 1, 3}, 3}, {[]float64{4, 1, 3, 2}, 2.5}} {
		if got := median(test.list); got != test.want {
			t.Errorf("%v: %v, want %v", test.list, got, test.want)
		}
	}
}
