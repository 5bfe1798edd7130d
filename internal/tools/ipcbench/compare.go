package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// portfolio is the search that is compared with the others.
const portfolio = "auto"

// compare runs the problems with the portfolio and with each search alone, and writes by how much the portfolio takes
// longer than the best of them. It compares processor times, which other processes on the machine change little.
func compare(ctx context.Context, o options) (good bool, err error) {
	names := append([]string{portfolio}, strings.Split(o.compare, ",")...)
	runs := make([][]result, len(names))
	good = true
	for i, name := range names {
		single := o
		single.search, single.out = name, filepath.Join(o.out, name)
		results, fine, err := bench(ctx, single)
		if err != nil {
			return false, err
		}
		runs[i], good = results, good && fine
	}
	text := ratioTable(names, runs)
	fmt.Print(text)
	return good, os.WriteFile(filepath.Join(o.out, "compare.md"), []byte(text), 0o644)
}

// ratioTable says for each problem that a search alone solves how long each takes, and of the first how many times as
// long as the best of the others. Runs hold the same problems in the same order.
func ratioTable(names []string, runs [][]result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| problem | %s | ratio |\n|---|%s--:|\n", strings.Join(names, " | "), strings.Repeat("--:|", len(names)))
	var ratios []float64
	unsolved := 0
	for i := range runs[0] {
		best := time.Duration(0)
		cells := make([]string, len(names))
		for k, run := range runs {
			r := run[i]
			if cells[k] = "-"; r.Status != solved {
				continue
			}
			cells[k] = fmt.Sprintf("%.2f s", r.CPU.Seconds())
			if k > 0 && (best == 0 || r.CPU < best) {
				best = r.CPU
			}
		}
		if best == 0 {
			continue
		}
		ratio := "not solved"
		if first := runs[0][i]; first.Status == solved {
			ratios = append(ratios, first.CPU.Seconds()/best.Seconds())
			ratio = fmt.Sprintf("%.2f", ratios[len(ratios)-1])
		} else {
			unsolved++
		}
		fmt.Fprintf(&b, "| %s %s | %s | %s |\n", runs[0][i].Domain, runs[0][i].Problem, strings.Join(cells, " | "), ratio)
	}
	if len(ratios) > 0 {
		fmt.Fprintf(&b, "\nOf %d problems the ratio is at most %.2f, in the median %.2f; %d are solved by a search alone and not by %s.\n",
			len(ratios)+unsolved, slices.Max(ratios), median(ratios), unsolved, names[0])
	}
	return b.String()
}
