package main

import (
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// status is how a run ended.
type status string

const (
	solved     status = "solved"     // with a plan that is valid
	none       status = "none"       // the planner says that there is no plan
	limited    status = "limit"      // the planner gave up
	killed     status = "killed"     // it did not give up in time
	crashed    status = "crashed"    // it ended in no way that it should
	invalid    status = "invalid"    // the plan is wrong
	unverified status = "unverified" // the plan is too hard to judge
)

// result is a line of results.csv.
type result struct {
	Domain, Problem string
	Status          status
	By              string // the search that found the plan
	Wall            time.Duration
	CPU             time.Duration // of the processor
	Steps           int
	Cost            float64
	Nodes           int64
	PeakBytes       int64 // of resident memory; 0: unknown
	Detail          string
}

// columns are the head of results.csv.
var columns = []string{"domain", "problem", "status", "by", "seconds", "steps", "cost", "nodes", "peak_mib", "detail", "cpu_seconds"}

func (r *result) fields() []string {
	return []string{
		r.Domain, r.Problem, string(r.Status), r.By, strconv.FormatFloat(r.Wall.Seconds(), 'f', 3, 64), strconv.Itoa(r.Steps),
		strconv.FormatFloat(r.Cost, 'g', -1, 64), strconv.FormatInt(r.Nodes, 10), strconv.FormatFloat(mib(r.PeakBytes), 'f', 1, 64), r.Detail,
		strconv.FormatFloat(r.CPU.Seconds(), 'f', 3, 64),
	}
}

func mib(bytes int64) float64 { return float64(bytes) / (1 << 20) }

// line returns the result as a line of CSV.
func line(fields []string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write(fields) // a builder takes everything
	w.Flush()
	return b.String()
}

// parseResult reads what fields wrote.
func parseResult(fields []string) (r result, err error) {
	if len(fields) != len(columns) {
		return r, fmt.Errorf("%d columns, not %d", len(fields), len(columns))
	}
	r = result{Domain: fields[0], Problem: fields[1], Status: status(fields[2]), By: fields[3], Detail: fields[9]}
	number := func(i int) float64 {
		v, wrong := strconv.ParseFloat(fields[i], 64)
		if wrong != nil {
			err = fmt.Errorf("%s: %w", columns[i], wrong)
		}
		return v
	}
	r.Wall = time.Duration(number(4)*1000+0.5) * time.Millisecond
	r.CPU = time.Duration(number(10)*1000+0.5) * time.Millisecond
	r.Steps, r.Cost, r.Nodes = int(number(5)), number(6), int64(number(7))
	r.PeakBytes = int64(number(8) * (1 << 20))
	return r, err
}
