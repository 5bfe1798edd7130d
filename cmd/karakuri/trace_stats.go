package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/karakuri-ai/karakuri/internal/coverage"
	"github.com/karakuri-ai/karakuri/internal/graph"
)

// traceReport holds the counts of a run; its JSON form is stable for other programs.
type traceReport struct {
	File      string        `json:"file"`
	Ticks     int64         `json:"ticks"`
	Seconds   float64       `json:"seconds"`
	Agents    int           `json:"agents"`
	Decisions int64         `json:"decisions"`
	Damage    string        `json:"damage,omitempty"`
	Kinds     []kindReport  `json:"kinds"`
	Methods   []thingReport `json:"methods"`
	Operators []thingReport `json:"operators"`
	Wants     []thingReport `json:"wants"`
	Goals     []thingReport `json:"goals"`
	Nodes     []thingReport `json:"nodes"`
}

// kindReport is of a kind of agent. Durations are in nanoseconds, as measured now.
type kindReport struct {
	Kind       string                      `json:"kind"`
	Agents     int                         `json:"agents"`
	Plannings  int64                       `json:"plannings"`
	Repairs    int64                       `json:"repairs"`
	Slices     int64                       `json:"slices"`
	PerSecond  float64                     `json:"replansPerSecond"` // of all of the kind together
	Nodes      int64                       `json:"nodes"`
	Backtracks int64                       `json:"backtracks"`
	Outcomes   map[string]int64            `json:"outcomes"`
	MedianNS   int64                       `json:"medianNS"`
	MaxNS      int64                       `json:"maxNS"`
	Switches   float64                     `json:"switchesPerMinute"` // of wants, of each agent
	Events     map[string]map[string]int64 `json:"events"`

	wants int64
}

// thingReport is of a method, operator, want, goal or node of a tree.
type thingReport struct {
	Of       string            `json:"of,omitempty"` // task, brain or tree
	Name     string            `json:"name"`
	At       string            `json:"at"`
	Tried    int64             `json:"tried"`
	Chosen   int64             `json:"chosen"`
	Rejected int64             `json:"rejected"`
	Reasons  []coverage.Number `json:"reasons"`
	Facts    []coverage.Number `json:"facts"`
}

// fact returns the count of an outcome.
func (t *thingReport) fact(o coverage.Outcome) int64 {
	for _, n := range t.Facts {
		if n.Outcome == o {
			return n.Count
		}
	}
	return 0
}

func (s *traceSurvey) report(file string) *traceReport {
	crowd, info := s.replay.Crowd(), s.replay.Info()
	out := &traceReport{File: file, Ticks: crowd.Tick(), Seconds: crowd.Seconds(), Agents: s.replay.Agents(), Decisions: crowd.Decisions(), Kinds: []kindReport{},
		Methods: []thingReport{}, Operators: []thingReport{}, Wants: []thingReport{}, Goals: []thingReport{}, Nodes: []thingReport{}}
	for _, name := range s.names {
		if k := s.kinds[name]; len(k.agents) > 0 {
			out.Kinds = append(out.Kinds, k.report(name, out.Seconds))
		}
	}
	var trees []string
	for _, t := range info.Trees {
		trees = append(trees, t.Name)
	}
	counts := s.counts.Counts(crowd.View().Tally(), trees)
	for _, b := range graph.Domain(info).Boxes {
		switch b.Kind {
		case "operator":
			out.Operators = append(out.Operators, thing(counts, b.ID, "", b.Name, b.File, b.Row))
		case "goal":
			out.Goals = append(out.Goals, thing(counts, b.ID, "", b.Name, b.File, b.Row))
		}
		for i, l := range b.Lines {
			switch l.Kind {
			case "method":
				out.Methods = append(out.Methods, thing(counts, fmt.Sprintf("%s/%d", b.ID, i), b.Name, l.Name, l.File, l.Row))
			case "want":
				out.Wants = append(out.Wants, thing(counts, fmt.Sprintf("%s/%d", b.ID, i), b.Name, l.Name, l.File, l.Row))
			}
		}
	}
	for _, t := range info.Trees {
		if counts.Of["tree "+t.Name] == nil {
			continue // no agent has it
		}
		for _, b := range graph.Nodes(info, t).Boxes {
			out.Nodes = append(out.Nodes, thing(counts, b.ID, t.Name, b.Name, b.File, b.Row))
		}
	}
	return out
}

func thing(counts *coverage.Counts, id, of, name, file string, row int) thingReport {
	t := thingReport{Of: of, Name: name, At: fmt.Sprintf("%s:%d", file, row), Reasons: []coverage.Number{}, Facts: []coverage.Number{}}
	if w := counts.Of[id]; w != nil {
		t.Tried, t.Chosen, t.Rejected = w.Tried, w.Chosen, w.Rejected
		t.Reasons, t.Facts = append(t.Reasons, w.Reasons...), append(t.Facts, w.Facts...)
	}
	return t
}

func (k *kindSurvey) report(name string, seconds float64) kindReport {
	out := kindReport{Kind: name, Agents: len(k.agents), Plannings: k.plannings, Repairs: k.repairs, Slices: k.slices, Nodes: k.nodes, Backtracks: k.back,
		Outcomes: k.outcomes, Events: k.events, wants: k.wants}
	if seconds > 0 {
		out.PerSecond = float64(k.plannings+k.repairs) / seconds
		out.Switches = float64(k.wants) / float64(len(k.agents)) / seconds * 60
	}
	if len(k.took) > 0 {
		slices.Sort(k.took)
		out.MedianNS, out.MaxNS = k.took[len(k.took)/2].Nanoseconds(), k.took[len(k.took)-1].Nanoseconds()
	}
	return out
}

// writeText writes the report for people: tables, each with the largest lines first, at most top of them.
func (p *traceReport) writeText(w io.Writer, top int) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, %s in %s (%gs)\n", p.File, plural(p.Agents, "agent"), plural(int(p.Decisions), "decision"), plural(int(p.Ticks), "tick"), p.Seconds)
	p.plannings(&b)
	p.things(&b, "methods", "task", p.Methods, top)
	p.never(&b, "methods that were never chosen", p.Methods, top, func(t *thingReport) bool { return t.Chosen == 0 })
	p.things(&b, "operators", "", p.Operators, top)
	p.never(&b, "operators that never began", p.Operators, top, func(t *thingReport) bool { return t.fact(coverage.Begun) == 0 })
	p.failures(&b, top)
	p.things(&b, "nodes of trees", "tree", p.Nodes, top)
	p.things(&b, "wants", "brain", p.Wants, top)
	p.things(&b, "goals", "", p.Goals, top)
	p.events(&b)
	if p.Damage != "" {
		b.WriteString("\n" + p.Damage + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// table aligns columns, of which all but the first and the last are numbers.
func table(b *strings.Builder, title string, rows [][]string) {
	fmt.Fprintf(b, "\n%s\n", title)
	var text strings.Builder
	t := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		fmt.Fprintln(t, "  "+strings.Join(r, "\t"))
	}
	t.Flush()
	for line := range strings.Lines(text.String()) {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
}

func (p *traceReport) plannings(b *strings.Builder) {
	rows := [][]string{{"kind", "agents", "plannings", "repairs", "a second", "nodes", "backtracks", "adopted", "kept", "none", "limit", "median", "longest"}}
	for _, k := range p.Kinds {
		if k.Plannings+k.Repairs+k.Slices == 0 {
			continue
		}
		row := []string{k.Kind, fmt.Sprint(k.Agents), fmt.Sprint(k.Plannings), fmt.Sprint(k.Repairs), fmt.Sprintf("%.2f", k.PerSecond), fmt.Sprint(k.Nodes), fmt.Sprint(k.Backtracks)}
		for _, o := range []string{"adopted", "kept", "none", "limit"} {
			row = append(row, fmt.Sprint(k.Outcomes[o]))
		}
		rows = append(rows, append(row, took(k.MedianNS), took(k.MaxNS)))
	}
	if len(rows) > 1 {
		table(b, "planning (durations as measured now)", rows)
	}
}

// took is a duration to three digits.
func took(ns int64) string {
	d := time.Duration(ns)
	unit := time.Duration(1)
	for unit*1000 <= d {
		unit *= 10
	}
	return d.Round(unit).String()
}

// things lists the tried things: the most tried first.
func (p *traceReport) things(b *strings.Builder, title, of string, list []thingReport, top int) {
	list = slices.DeleteFunc(slices.Clone(list), func(t thingReport) bool { return t.Tried == 0 })
	if len(list) == 0 {
		return
	}
	slices.SortStableFunc(list, func(x, y thingReport) int { return cmp.Compare(y.Tried, x.Tried) })
	rows := [][]string{{"", "tried", "chosen", "rejected", "why rejected, mostly", "what came of it"}}
	for _, t := range cut(list, top) {
		row := []string{t.title(), fmt.Sprint(t.Tried), fmt.Sprint(t.Chosen), fmt.Sprint(t.Rejected), "", t.outcome()}
		if len(t.Reasons) > 0 {
			row[4] = fmt.Sprintf("%s (%d)", t.Reasons[0].Text, t.Reasons[0].Count)
		}
		rows = append(rows, row)
	}
	for col := 5; col >= 4; col-- {
		if slices.ContainsFunc(rows[1:], func(r []string) bool { return r[col] != "" }) {
			continue
		}
		for i := range rows {
			rows[i] = slices.Delete(rows[i], col, col+1)
		}
	}
	table(b, title, rows)
	more(b, len(list), top)
}

// outcome returns the outcome of a thing, except for what its columns show.
func (t *thingReport) outcome() string {
	var parts []string
	for _, f := range t.Facts {
		switch {
		case f.Outcome == coverage.InPlan, f.Outcome == coverage.Activated, f.Outcome == coverage.Chosen, f.Outcome == coverage.Aborted && f.Of == "":
			continue
		}
		parts = append(parts, fmt.Sprintf("%s %d", f.Text, f.Count))
	}
	return strings.Join(parts, ", ")
}

// title names a thing with its parent.
func (t *thingReport) title() string {
	if t.Of == "" {
		return t.Name
	}
	return t.Of + ": " + t.Name
}

func cut[T any](list []T, top int) []T {
	if top > 0 && len(list) > top {
		return list[:top]
	}
	return list
}

func more(b *strings.Builder, n, top int) {
	if top > 0 && n > top {
		fmt.Fprintf(b, "  ... and %d more\n", n-top)
	}
}

func (p *traceReport) never(b *strings.Builder, title string, list []thingReport, top int, is func(*thingReport) bool) {
	list = slices.DeleteFunc(slices.Clone(list), func(t thingReport) bool { return !is(&t) })
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s: %d\n", title, len(list))
	for _, t := range cut(list, top) {
		text := "  " + t.At + " " + t.title()
		if t.Tried == 0 {
			text += ", never tried"
		}
		b.WriteString(text + "\n")
	}
	more(b, len(list), top)
}

// failures lists what steps failed of.
func (p *traceReport) failures(b *strings.Builder, top int) {
	var rows [][]string
	for _, t := range p.Operators {
		for _, f := range t.Facts {
			if f.Outcome == coverage.Failed {
				rows = append(rows, []string{t.Name, fmt.Sprint(f.Count), f.Of})
			}
		}
	}
	if len(rows) > 0 {
		table(b, "steps that failed", cut(rows, top))
		more(b, len(rows), top)
	}
}

func (p *traceReport) events(b *strings.Builder) {
	rows, wants := [][]string{}, [][]string{{"kind", "agents", "times", "a minute and agent"}}
	for _, k := range p.Kinds {
		if k.wants > 0 {
			wants = append(wants, []string{k.Kind, fmt.Sprint(k.Agents), fmt.Sprint(k.wants), fmt.Sprintf("%.1f", k.Switches)})
		}
		for _, family := range slices.Sorted(maps.Keys(k.Events)) {
			for _, kind := range slices.Sorted(maps.Keys(k.Events[family])) {
				rows = append(rows, []string{k.Kind, fmt.Sprint(k.Events[family][kind]), family + ": " + kind})
			}
		}
	}
	if len(wants) > 1 {
		table(b, "another want chosen", wants)
	}
	if len(rows) > 0 {
		table(b, "events", rows)
	}
}
