package assess

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
)

// Comparison is the difference between two reports of the same seeds.
type Comparison struct {
	Name   string          `json:"name"`
	Other  string          `json:"other"`
	Seeds  Seeds           `json:"seeds"`
	Rows   []ComparisonRow `json:"rows"`
	Scores []Difference    `json:"scores,omitempty"`

	reports [2]*Report
}

// ComparisonRow has the differences of a kind of character that both games have.
type ComparisonRow struct {
	Kind   string       `json:"kind"` // "": all
	Values []Difference `json:"values"`
}

// Difference is a measure in two games, and the difference: that of the other game minus that of the first.
type Difference struct {
	Name  string    `json:"name"`
	First float64   `json:"first"`
	Other float64   `json:"other"`
	More  float64   `json:"more"`
	Range *Interval `json:"range,omitempty"` // of More; nil: there is one seed only
}

// Compare compares two reports of the same seeds. Its intervals are paired: both games are drawn with the same seeds,
// so what a seed makes of both does not count as a difference.
func Compare(first, other *Report) (*Comparison, error) {
	if first.Seeds != other.Seeds {
		return nil, fmt.Errorf("assess: the reports have the seeds %v and %v; they must have the same", first.Seeds, other.Seeds)
	}
	c := &Comparison{Name: first.Name, Other: other.Name, Seeds: first.Seeds, reports: [2]*Report{first, other}}
	kinds := []string{""}
	if k := kindsOf(first.outcomes); len(k) > 1 {
		kinds = append(kinds, k...)
	}
	for _, kind := range kinds {
		row := ComparisonRow{Kind: kind}
		for i := range Measures {
			if d, ok := differ(Measures[i].Name, ratios(first.outcomes, kind, i), ratios(other.outcomes, kind, i)); ok {
				row.Values = append(row.Values, d)
			}
		}
		if len(row.Values) > 0 {
			c.Rows = append(c.Rows, row)
		}
	}
	for i := range first.Scores {
		k := slices.IndexFunc(other.Scores, func(v Value) bool { return v.Name == first.Scores[i].Name })
		if k < 0 {
			continue
		}
		if d, ok := differ(first.Scores[i].Name, scoresOf(first.outcomes, i), scoresOf(other.outcomes, k)); ok {
			c.Scores = append(c.Scores, d)
		}
	}
	return c, nil
}

// differ compares a measure; ok is false if it does not apply to both.
func differ(name string, a, b []ratio) (d Difference, ok bool) {
	d = Difference{Name: name, First: value(a), Other: value(b)}
	if math.IsNaN(d.First) || math.IsNaN(d.Other) {
		return d, false
	}
	d.More = d.Other - d.First
	d.Range = interval(len(a), func(drawn []int) float64 { return drawnFrom(b, drawn) - drawnFrom(a, drawn) })
	return d, true
}

// Clear reports whether the difference is one: its interval does not contain 0.
func (d *Difference) Clear() bool { return d.Range != nil && (d.Range.Low > 0 || d.Range.High < 0) }

// Write writes the comparison as tables, then the costs and moments that the reports have.
func (c *Comparison) Write(out io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s against %s: seeds %v; differences with their paired 95 %% intervals, * where they exclude 0\n", c.Name, c.Other, c.Seeds)
	for _, row := range c.Rows {
		w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		fmt.Fprintf(w, "\n%s\tfirst\tagainst\tdifference\t\n", allOr(row.Kind))
		for i := range row.Values {
			d := &row.Values[i]
			m := measureNamed(d.Name)
			fmt.Fprintf(w, "%s, %v\t%s\t\n", m.Text, m.Unit, d.text(m.Unit))
		}
		w.Flush()
	}
	if len(c.Scores) > 0 {
		w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w)
		for i := range c.Scores {
			fmt.Fprintf(w, "%s\t%s\t\n", c.Scores[i].Name, c.Scores[i].text(PerMinute))
		}
		w.Flush()
	}
	for _, r := range c.reports {
		if r != nil && (r.Cost != nil || len(r.Moments) > 0) {
			fmt.Fprintf(&b, "\n%s\n", r.Name)
			r.writeAsked(&b)
		}
	}
	_, err := io.WriteString(out, b.String())
	return err
}

func (d *Difference) text(u Unit) string {
	text := number(d.First, u) + "\t" + number(d.Other, u) + "\t" + signed(d.More, u)
	if d.Range != nil {
		text += " (" + signed(d.Range.Low, u) + ".." + signed(d.Range.High, u) + ")"
	}
	if d.Clear() {
		text += " *"
	}
	return text
}

func signed(x float64, u Unit) string {
	if u == Share {
		x *= 100
	}
	return fmt.Sprintf("%+.2f", x)
}
