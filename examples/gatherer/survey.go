package main

import (
	"fmt"
	"math"
	"strings"
	"text/tabwriter"

	"github.com/karakuri-ai/karakuri/playground"
)

// survey sums up runs, by kind of character.
type survey struct {
	kinds []string
	runs  map[string][]means
	idle  float64 // the longest time that an agent did nothing, in seconds
}

// measures are the columns of the table.
var measures = [...]string{"survival", "life s", "energy", "power", "attacks", "kills", "taken"}

const (
	survival = iota // share that did not die
	life            // seconds lived for each death
	energy          // items of energy that were picked up
	power           // likewise
	attacks         // strikes that hit
	kills           //
	taken           // health that was lost to others
)

// means are the measures of a kind in one run, for each character.
type means [len(measures)]float64

func newSurvey() *survey { return &survey{runs: map[string][]means{}} }

// add sums up a run that has ended.
func (s *survey) add(p *playground.Playground) {
	sums, count, deaths := map[string]*means{}, map[string]float64{}, map[string]float64{}
	tps := float64(p.Crowd().TPS())
	for i := range p.Len() {
		c := p.Character(i)
		m := sums[c.Kind]
		if m == nil {
			m = &means{}
			sums[c.Kind] = m
			if s.runs[c.Kind] == nil {
				s.kinds = append(s.kinds, c.Kind)
			}
		}
		t := &c.Tally
		count[c.Kind]++
		deaths[c.Kind] += float64(t.Deaths)
		if t.Deaths == 0 {
			m[survival]++
		}
		m[life] += float64(t.Alive) / tps
		m[energy] += float64(t.Energy)
		m[power] += float64(t.Power)
		m[attacks] += float64(t.Attacks)
		m[kills] += float64(t.Kills)
		m[taken] += t.Taken
		s.idle = max(s.idle, float64(t.Idle)/tps)
	}
	for kind, m := range sums {
		for i := range m {
			if m[i] /= count[kind]; i == life {
				m[i] *= count[kind] / max(1, deaths[kind])
			}
		}
		s.runs[kind] = append(s.runs[kind], *m)
	}
}

// mostIdle is the longest time that an agent may do nothing, in seconds: it always remembers something, or can search.
const mostIdle = 2.0

// check returns an error when an agent did nothing for too long.
func (s *survey) check() error {
	if s.idle > mostIdle {
		return fmt.Errorf("an agent did nothing for %.1f s, more than %.1f s", s.idle, mostIdle)
	}
	return nil
}

// mean returns a measure of a kind over all runs, and half the width of its 95 % confidence interval by Student's t.
func (s *survey) mean(kind string, measure int) (mean, half float64) {
	runs := s.runs[kind]
	n := float64(len(runs))
	for i := range runs {
		mean += runs[i][measure] / n
	}
	if n < 2 {
		return mean, math.Inf(1)
	}
	square := 0.0
	for i := range runs {
		square += (runs[i][measure] - mean) * (runs[i][measure] - mean)
	}
	return mean, student(len(runs)-1) * math.Sqrt(square/(n-1)/n)
}

// student returns the 97.5 % quantile of Student's distribution for some degrees of freedom, from three on by the
// expansion of Cornish and Fisher (Abramowitz and Stegun, 26.7.5): good to a hundredth of it.
func student(freedom int) float64 {
	switch freedom {
	case 1:
		return 12.706
	case 2:
		return 4.303
	}
	const z = 1.959964
	n := float64(freedom)
	return z + (z*z*z+z)/(4*n) + (5*math.Pow(z, 5)+16*z*z*z+3*z)/(96*n*n) + (3*math.Pow(z, 7)+19*math.Pow(z, 5)+17*z*z*z-15*z)/(384*n*n*n)
}

// table returns a line for each kind.
func (s *survey) table() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "\t")
	for _, name := range measures {
		fmt.Fprintf(w, "%s\t", name)
	}
	fmt.Fprintln(w)
	for _, kind := range s.kinds {
		fmt.Fprintf(w, "%s\t", kind)
		for i := range measures {
			mean, half := s.mean(kind, i)
			fmt.Fprintf(w, "%.2f ± %.2f\t", mean, half)
		}
		fmt.Fprintln(w)
	}
	w.Flush()
	fmt.Fprintf(&b, "\nlongest time without an action: %.1f s\n", s.idle)
	return b.String()
}
