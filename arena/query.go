package arena

import (
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/internal/fact"
)

// Limits of queries.
const (
	// MaxCandidates limits the candidates of a query. [Answer].Left counts those beyond it.
	MaxCandidates = 256
	// DefaultRays limits the lines of sight of a query, unless it sets a limit: 64 candidates against 8 threats.
	DefaultRays = 512
	// DefaultPaths limits the paths of a query, unless it sets a limit.
	DefaultPaths = 32
)

// Measure is a property of a place that queries filter and score by.
type Measure uint8

// Measures, from the cheapest to the most expensive. A query takes them in this order.
const (
	Far     Measure = iota // metres from the asker, in a straight line
	Range                  // metres to the nearest threat; without threats, every place passes
	Spacing                // metres to the nearest claim; without claims, every place passes
	Away                   // metres from the middle of the rings; without rings, every place passes
	Looked                 // seconds since the asker looked at the place; without [Query].Looked, every place passes
	Seen                   // number of threats with no wall between them and the place
	Open                   // number of those that no cover stops
	Way                    // length in metres of the asker's path; a place without a path fails
)

var measureNames = [...]string{"far", "range", "spacing", "away", "looked", "seen", "open", "way"}

// String returns the measure's name in scenes.
func (m Measure) String() string { return fact.Name(m, measureNames[:]...) }

// MeasureNamed returns the measure with a name.
func MeasureNamed(name string) (m Measure, ok bool) {
	i := slices.Index(measureNames[:], name)
	return Measure(max(i, 0)), i >= 0
}

// Filter refuses places whose measure is outside Least to Most.
type Filter struct {
	Measure     Measure
	Least, Most float64
}

// Weight adds PerUnit times a measure to the score of a place.
type Weight struct {
	Measure Measure
	PerUnit float64
}

// Query asks for the best place to stand. Its candidates are Places, and then points on rings around a point. Those at
// which the body does not fit or that a filter refuses drop out. The others have a score of 1 and what the weights add;
// the best is the one with the highest score above 0, of several the first.
//
// A query knows only what the asker puts in: threats are where the asker believes its enemies to be.
type Query struct {
	From    Point   // where the asker stands
	Radius  float64 // of its body
	Places  []Point // candidates
	Around  Point   // the middle of the rings
	Inner   float64 // radius of the first ring, metres
	Outer   float64 // maximum radius
	Step    float64 // metres from ring to ring, and at most between points of a ring; 0: there are no rings
	Threats []Point
	Claims  []Point  // places that others have taken
	Filters []Filter // of each measure at most one
	Weights []Weight // likewise
	// Cover reports whether cover protects who stands at a point against shots from another. nil: there is none.
	Cover func(at, from Point) bool
	// Looked returns how many seconds ago the asker has looked at a point, as far as it remembers. nil: it does not.
	Looked func(at Point) float64
	// All computes every score. Otherwise a query skips candidates that cannot be the best.
	All   bool
	Rays  int // limit; 0: [DefaultRays]
	Paths int // limit; 0: [DefaultPaths]
}

// Fate is what became of a candidate.
type Fate uint8

// Fates.
const (
	Scored  Fate = iota // it has a score
	Refused             // by the filter of the measure By
	Skipped             // it could not be the best: the score is an upper bound
	Cut                 // a limit came first: the score is an upper bound
)

// String returns the fate's name.
func (f Fate) String() string { return fact.Name(f, "scored", "refused", "skipped", "cut") }

// Candidate is a place that a query considered.
type Candidate struct {
	At    Point
	Place int // its index in Query.Places; -1: it is on a ring
	Score float64
	Fate  Fate
	By    Measure // that refused it
}

// Answer is the result of a query. Candidates are valid until the next one.
type Answer struct {
	Candidates []Candidate
	Best       int // index in Candidates; -1: no place is good enough
	Rays       int // lines of sight that were computed
	Paths      int // paths that were computed
	Cut        int // candidates that a limit of rays or paths left without a score
	Left       int // candidates that [MaxCandidates] left out; of rings of more than 4,096 points, only those of the first are counted
}

// inquiry is the work on a query, with room that is reused.
type inquiry struct {
	*Query
	a      *Arena
	answer Answer
	order  []int32
	tests  [Way + 1]measured
	path   []Point
	rays   int // left
	paths  int
}

// measured is what a query does with a measure.
type measured struct {
	used        bool
	least, most float64
	weight      float64
}

// Ask answers a query. It allocates nothing once warm. Like [Arena.PathTo], it must not run concurrently with other
// calls.
func (a *Arena) Ask(q *Query) Answer {
	w := &a.inquiry
	w.Query, w.a = q, a
	w.answer = Answer{Candidates: w.answer.Candidates[:0], Best: -1}
	w.rays, w.paths = limitOr(q.Rays, DefaultRays), limitOr(q.Paths, DefaultPaths)
	for m := range w.tests {
		w.tests[m] = measured{least: math.Inf(-1), most: math.Inf(1)}
	}
	for _, f := range q.Filters {
		t := &w.tests[f.Measure]
		t.used, t.least, t.most = true, f.Least, f.Most
	}
	for _, s := range q.Weights {
		t := &w.tests[s.Measure]
		t.used, t.weight = true, s.PerUnit
	}
	w.generate()
	w.rank()
	for _, i := range w.order {
		w.examine(int(i))
	}
	w.Query = nil
	return w.answer
}

func limitOr(n, otherwise int) int {
	if n == 0 {
		return otherwise
	}
	return n
}

// generate lists the candidates, with the score of the cheap measures.
func (w *inquiry) generate() {
	for i, at := range w.Places {
		w.add(at, i)
	}
	if !(w.Step > 0) {
		return
	}
	left := maxPoints
	for r := w.Inner; r <= w.Outer && left > 0; r += w.Step {
		n := min(pointsOf(r, w.Step), left)
		left -= n
		for i := range n {
			to := w.Around
			if r > 0 {
				to = to.plus(direction(float64(float64(i)*2*math.Pi) / float64(n)).times(r))
			}
			w.add(to, -1)
		}
	}
}

// maxPoints limits the points of rings that a query looks at, whether the body fits there or not.
const maxPoints = 16 * MaxCandidates

// pointsOf returns the number of points of a ring.
func pointsOf(radius, step float64) int {
	return max(1, int(min(math.Ceil(float64(2*math.Pi*radius)/step), maxPoints+1)))
}

// CountRings returns the number of points of rings as in [Query], up to one more than [MaxCandidates].
func CountRings(inner, outer, step float64) (n int) {
	for r := inner; r <= outer && step > 0 && n <= MaxCandidates; r += step {
		n += pointsOf(r, step)
	}
	return min(n, MaxCandidates+1)
}

// add adds a candidate at which the body fits.
func (w *inquiry) add(at Point, place int) {
	if !w.a.m.Fits(at, w.Radius+skin) {
		return
	}
	if len(w.answer.Candidates) == MaxCandidates {
		w.answer.Left++
		return
	}
	c := Candidate{At: at, Place: place, Score: 1}
	for m := Far; m <= Looked && c.Fate == Scored; m++ {
		if x, ok := w.cheap(m, at); ok {
			w.apply(&c, m, x)
		}
	}
	w.answer.Candidates = append(w.answer.Candidates, c)
}

// cheap returns a measure that is computed from distances; ok is false if the query does not use it.
func (w *inquiry) cheap(m Measure, at Point) (x float64, ok bool) {
	if !w.tests[m].used {
		return 0, false
	}
	points := w.Threats
	switch m {
	case Far:
		return at.Distance(w.From), true
	case Away:
		return at.Distance(w.Around), w.Step > 0
	case Looked:
		if w.Query.Looked == nil {
			return 0, false
		}
		return w.Query.Looked(at), true
	case Spacing:
		points = w.Claims
	}
	x = math.Inf(1)
	for _, p := range points {
		x = min(x, at.Distance(p))
	}
	return x, len(points) > 0
}

// apply applies filter and weight of a measure to a candidate.
func (w *inquiry) apply(c *Candidate, m Measure, x float64) {
	switch t := &w.tests[m]; {
	case !t.used:
	case !(x >= t.least && x <= t.most):
		c.Fate, c.By, c.Score = Refused, m, 0
	default:
		c.Score += float64(t.weight * x)
	}
}

// rank orders the candidates by the highest score that they can still get.
func (w *inquiry) rank() {
	w.order = w.order[:0]
	all := w.answer.Candidates
	for i := range all {
		if all[i].Fate == Scored {
			w.order = append(w.order, int32(i))
		}
	}
	if w.All {
		return
	}
	slices.SortFunc(w.order, func(i, j int32) int {
		switch a, b := w.bound(&all[i]), w.bound(&all[j]); {
		case a > b:
			return -1
		case a < b:
			return 1
		}
		return int(i - j)
	})
}

// bound returns the highest score that a candidate can get from the expensive measures.
func (w *inquiry) bound(c *Candidate) float64 {
	score := c.Score
	for m := Seen; m <= Way; m++ {
		if t := &w.tests[m]; t.used {
			least, most := 0.0, float64(len(w.Threats))
			if m == Way {
				least, most = c.At.Distance(w.From), math.Inf(1)
			}
			if least, most = max(least, t.least), min(most, t.most); t.weight > 0 {
				score += float64(t.weight * most)
			} else if t.weight < 0 {
				score += float64(t.weight * least)
			}
		}
	}
	return score
}

// examine applies the expensive measures to a candidate, unless it cannot be the best or a limit is reached.
func (w *inquiry) examine(i int) {
	c := &w.answer.Candidates[i]
	if bound := w.bound(c); !w.All && w.isBeaten(i, bound) {
		c.Fate, c.Score = Skipped, bound
		return
	} else if !w.look(c) || c.Fate == Scored && !w.walk(c) {
		c.Fate, c.Score = Cut, bound
		w.answer.Cut++
		return
	}
	if c.Fate == Scored && c.Score > 0 && !w.isBeaten(i, c.Score) {
		w.answer.Best = i
	}
}

// isBeaten reports whether a candidate with a score is not better than the best so far.
func (w *inquiry) isBeaten(i int, score float64) bool {
	if w.answer.Best < 0 {
		return score <= 0
	}
	best := w.answer.Candidates[w.answer.Best].Score
	return score < best || score == best && i > w.answer.Best
}

// look measures lines of sight. It returns false if there are too few rays left.
func (w *inquiry) look(c *Candidate) bool {
	if !w.tests[Seen].used && !w.tests[Open].used {
		return true
	}
	if w.rays < len(w.Threats) {
		return false
	}
	seen, open := 0, 0
	for _, from := range w.Threats {
		w.rays--
		w.answer.Rays++
		if !w.a.m.Visible(from, c.At) {
			continue
		}
		seen++
		if w.tests[Open].used && (w.Cover == nil || !w.Cover(c.At, from)) {
			open++
		}
	}
	if w.apply(c, Seen, float64(seen)); c.Fate == Scored {
		w.apply(c, Open, float64(open))
	}
	return true
}

// walk measures the path. It returns false if no paths are left.
func (w *inquiry) walk(c *Candidate) bool {
	if !w.tests[Way].used {
		return true
	}
	if w.paths == 0 {
		return false
	}
	w.paths--
	w.answer.Paths++
	path, ok := w.a.finder.Path(w.From, c.At, w.Radius, w.path[:0])
	w.path = path
	if !ok {
		c.Fate, c.By, c.Score = Refused, Way, 0
		return true
	}
	w.apply(c, Way, pathLength(w.From, path))
	return true
}
