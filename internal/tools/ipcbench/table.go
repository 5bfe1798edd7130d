package main

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// quickTime is the time within which a problem counts as solved at once.
const quickTime = 200 * time.Millisecond

// summary is the data of a line of the table.
type summary struct {
	name    string
	tried   int
	solved  []result
	peak    int64
	missing []result
}

// table sums results up in Markdown: a line for each domain, and the unsolved problems.
func table(s settings, results []result) string {
	var domains []*summary
	total := &summary{name: "**all**"}
	for _, r := range results {
		if len(domains) == 0 || domains[len(domains)-1].name != r.Domain {
			domains = append(domains, &summary{name: r.Domain})
		}
		domains[len(domains)-1].add(r)
		total.add(r)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Made with `%s`, each problem on one core.\n\n", strings.TrimSpace(s.String()))
	fmt.Fprintf(&b, "| domain | solved | under %v | median time | median steps | by | peak memory |\n", quickTime)
	b.WriteString("|---|--:|--:|--:|--:|---|--:|\n")
	for _, d := range append(domains, total) {
		d.write(&b)
	}
	total.writeMissing(&b)
	return b.String()
}

func (s *summary) add(r result) {
	s.tried++
	s.peak = max(s.peak, r.PeakBytes)
	if r.Status == solved {
		s.solved = append(s.solved, r)
	} else {
		s.missing = append(s.missing, r)
	}
}

func (s *summary) write(b *strings.Builder) {
	var seconds, steps []float64
	quick := 0
	for _, r := range s.solved {
		seconds, steps = append(seconds, r.Wall.Seconds()), append(steps, float64(r.Steps))
		if r.Wall < quickTime {
			quick++
		}
	}
	time, length := "", ""
	if len(s.solved) > 0 {
		time, length = fmt.Sprintf("%.2f s", median(seconds)), fmt.Sprintf("%g", median(steps))
	}
	fmt.Fprintf(b, "| %s | %d / %d | %d | %s | %s | %s | %.0f MiB |\n", s.name, len(s.solved), s.tried, quick, time, length, s.finders(), mib(s.peak))
}

// finders counts the plans of each search: "dfs 7, gbfs 3".
func (s *summary) finders() string {
	count := map[string]int{}
	var names []string
	for _, r := range s.solved {
		if count[r.By]++; count[r.By] == 1 {
			names = append(names, r.By)
		}
	}
	slices.Sort(names)
	for i, n := range names {
		names[i] = fmt.Sprintf("%s %d", n, count[n])
	}
	return strings.Join(names, ", ")
}

// median returns the middle of the numbers, of an even count the mean of the two in the middle.
func median(list []float64) float64 {
	list = slices.Sorted(slices.Values(list))
	n := len(list)
	return (list[(n-1)/2] + list[n/2]) / 2
}

// writeMissing lists the problems without a valid plan.
func (s *summary) writeMissing(b *strings.Builder) {
	if len(s.missing) == 0 {
		return
	}
	fmt.Fprintf(b, "\nNot solved (%d):\n\n", len(s.missing))
	for _, r := range s.missing {
		fmt.Fprintf(b, "- %s\n", r.text())
	}
}
