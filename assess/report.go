package assess

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
)

// Report is what was measured.
type Report struct {
	Name    string  `json:"name"`
	Seeds   Seeds   `json:"seeds"`
	Seconds float64 `json:"seconds"` // of simulated time for each seed, on average
	Rows    []Row   `json:"rows"`    // first all characters, then each kind, if there are several
	Scores  []Value `json:"scores,omitempty"`
	Teams   []Team  `json:"teams,omitempty"`
	Cost    *Cost   `json:"cost,omitempty"` // of this machine; set by who wants it

	Moments []Moment `json:"moments,omitempty"`      // if Options ask for them
	More    int      `json:"more_moments,omitempty"` // that were not kept: see [MaxMoments]

	outcomes []outcome
}

// Row is what was measured of a kind of character.
type Row struct {
	Kind    string  `json:"kind"`    // "": all
	Minutes float64 `json:"minutes"` // that its characters lived, of all seeds together
	Values  []Value `json:"values"`  // in the order of [Measures], without those that do not apply
}

// Value is a measured value.
type Value struct {
	Name  string    `json:"name"`            // of the [Measure] or [Score]
	Value float64   `json:"value"`           // shares: 0..1
	Range *Interval `json:"range,omitempty"` // nil: there is one seed only
	Count float64   `json:"count"`           // of what was counted, of all seeds together; of a score its sum
	Over  bool      `json:"over,omitempty"`  // it is greater than the bar
}

// Team is how a team has done.
type Team struct {
	Team int64     `json:"team"`
	Wins int       `json:"wins"` // games at whose end it alone was left
	Of   int       `json:"of"`   // games
	Win  *Interval `json:"win"`  // of the share of games won
	Left Value     `json:"left"` // its living members at the end
}

// newReport sums up outcomes.
func newReport(o *Options, outcomes []outcome) *Report {
	r := &Report{Name: o.Name, Seeds: o.Seeds, outcomes: outcomes}
	for i := range outcomes {
		r.Seconds += outcomes[i].seconds / float64(len(outcomes))
	}
	for i := range outcomes {
		r.Moments = append(r.Moments, outcomes[i].moments...)
		r.More += outcomes[i].more
	}
	kinds := kindsOf(outcomes)
	if len(kinds) != 1 {
		r.Rows = append(r.Rows, newRow(outcomes, ""))
	}
	for _, kind := range kinds {
		r.Rows = append(r.Rows, newRow(outcomes, kind))
	}
	r.addScores()
	r.addTeams()
	return r
}

// kindsOf returns the kinds of characters, in order of names.
func kindsOf(outcomes []outcome) (kinds []string) {
	for i := range outcomes {
		for _, t := range outcomes[i].tallies {
			if !slices.Contains(kinds, t.kind) {
				kinds = append(kinds, t.kind)
			}
		}
	}
	slices.Sort(kinds)
	return kinds
}

func newRow(outcomes []outcome, kind string) Row {
	row := Row{Kind: kind}
	for i := range outcomes {
		for _, t := range outcomes[i].tallies {
			if kind == "" || t.kind == kind {
				row.Minutes += t.time / t.ticksPerMinute
			}
		}
	}
	for i := range Measures {
		if list := ratios(outcomes, kind, i); !math.IsNaN(value(list)) {
			v := newValue(Measures[i].Name, list)
			v.Over = Measures[i].Bar >= 0 && v.Value > Measures[i].Bar
			row.Values = append(row.Values, v)
		}
	}
	return row
}

func newValue(name string, list []ratio) Value {
	v := Value{Name: name, Value: value(list), Range: interval(len(list), func(drawn []int) float64 { return drawnFrom(list, drawn) })}
	for _, r := range list {
		v.Count += r.num
	}
	return v
}

// addScores sums up what the game itself counts.
func (r *Report) addScores() {
	for i, s := range r.outcomes[0].scores {
		r.Scores = append(r.Scores, newValue(s.Name, scoresOf(r.outcomes, i)))
	}
}

func scoresOf(outcomes []outcome, i int) []ratio {
	list := make([]ratio, len(outcomes))
	for k := range outcomes {
		list[k] = ratio{outcomes[k].scores[i].Value, 1}
	}
	return list
}

// addTeams sums up who has won.
func (r *Report) addTeams() {
	if len(r.outcomes[0].sides) < 2 {
		return
	}
	for i, s := range r.outcomes[0].sides {
		t := Team{Team: s.team, Of: len(r.outcomes)}
		list := make([]ratio, len(r.outcomes))
		for k := range r.outcomes {
			if list[k] = (ratio{float64(r.outcomes[k].sides[i].left), 1}); r.outcomes[k].winner == s.team {
				t.Wins++
			}
		}
		t.Win, t.Left = ShareOf(t.Wins, t.Of), newValue("left", list)
		r.Teams = append(r.Teams, t)
	}
}

// Row returns the row of a kind; "": of all characters.
func (r *Report) Row(kind string) *Row {
	for i := range r.Rows {
		if r.Rows[i].Kind == kind || kind == "" && len(r.Rows) == 1 {
			return &r.Rows[i]
		}
	}
	return nil
}

// Value returns the value of a measure, by name; ok is false if it does not apply.
func (w *Row) Value(name string) (v Value, ok bool) {
	if w == nil {
		return v, false
	}
	i := slices.IndexFunc(w.Values, func(v Value) bool { return v.Name == name })
	if i < 0 {
		return v, false
	}
	return w.Values[i], true
}

// Over returns what is over its bar: "rifleman: A-B-A within 2 s".
func (r *Report) Over() (list []string) {
	for i := range r.Rows {
		for _, v := range r.Rows[i].Values {
			if v.Over {
				list = append(list, allOr(r.Rows[i].Kind)+": "+measureNamed(v.Name).Text)
			}
		}
	}
	return list
}

func allOr(kind string) string {
	if kind == "" {
		return "all"
	}
	return kind
}

func measureNamed(name string) *Measure {
	for i := range Measures {
		if Measures[i].Name == name {
			return &Measures[i]
		}
	}
	return nil
}

// Write writes the report as a table: a line for each measure, and a column for each kind.
func (r *Report) Write(out io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: seeds %v, %.0f s each on average; each value with its 95 %% interval\n\n", r.Name, r.Seeds, r.Seconds)
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "\tbar\t")
	for i := range r.Rows {
		fmt.Fprintf(w, "%s\t", allOr(r.Rows[i].Kind))
	}
	fmt.Fprintln(w)
	for i := range Measures {
		m := &Measures[i]
		if !slices.ContainsFunc(r.Rows, func(row Row) bool { v, ok := row.Value(m.Name); return ok && (m.Bar >= 0 || v.Count > 0) }) {
			continue // it does not apply, or there was nothing of it
		}
		fmt.Fprintf(w, "%s, %v\t%s\t", m.Text, m.Unit, m.barText())
		for k := range r.Rows {
			v, ok := r.Rows[k].Value(m.Name)
			fmt.Fprintf(w, "%s\t", valueText(v, ok, m.Unit))
		}
		fmt.Fprintln(w)
	}
	w.Flush()
	for _, s := range r.Scores {
		fmt.Fprintf(&b, "%s: %s\n", s.Name, valueText(s, true, PerMinute))
	}
	for _, t := range r.Teams {
		fmt.Fprintf(&b, "team %d wins %d of %d (%.1f..%.1f %%); %s left\n", t.Team, t.Wins, t.Of, 100*t.Win.Low, 100*t.Win.High, valueText(t.Left, true, PerMinute))
	}
	r.writeAsked(&b)
	_, err := io.WriteString(out, b.String())
	return err
}

// writeAsked writes what only those who ask for it see: the cost and the moments.
func (r *Report) writeAsked(b *strings.Builder) {
	if r.Cost != nil {
		fmt.Fprintf(b, "%.1f µs a tick and %.1f kB for each agent\n", r.Cost.Micros, r.Cost.Kilobytes)
	}
	for i := range r.Moments {
		fmt.Fprintln(b, r.Moments[i].text())
	}
	if r.More > 0 {
		fmt.Fprintf(b, "and %d more: at most %d of a seed are kept\n", r.More, MaxMoments)
	}
}

// measureNames lists the names of all measures.
func measureNames() string {
	var list []string
	for i := range Measures {
		list = append(list, Measures[i].Name)
	}
	return strings.Join(list, ", ")
}

func (m *Measure) barText() string {
	switch {
	case m.Bar < 0:
		return ""
	case m.Unit == Share:
		return fmt.Sprintf("%.4g", 100*m.Bar)
	}
	return fmt.Sprintf("%.4g", m.Bar)
}

// valueText returns a value as tables show it; a mark follows one that is over its bar.
func valueText(v Value, ok bool, u Unit) string {
	if !ok {
		return "-"
	}
	text := number(v.Value, u)
	if v.Range != nil {
		text += " (" + number(v.Range.Low, u) + ".." + number(v.Range.High, u) + ")"
	}
	if v.Over {
		text += " !"
	}
	return text
}

func number(x float64, u Unit) string {
	if u == Share {
		x *= 100
	}
	if x > 0 && x < 0.01 { // it is not nothing
		return fmt.Sprintf("%.1g", x)
	}
	return fmt.Sprintf("%.2f", x)
}
