package utility

import (
	"cmp"
	"slices"

	"github.com/karakuri-ai/karakuri/det"
)

// Turn is all that one decision is made of.
type Turn struct {
	Offers []Offer   // what can be chosen; of equal scores the earlier goes first
	Inputs Inputs    // must not be nil when there are considerations
	Memory *Memory   // may be nil: there is no current option, nothing cools down or repeats
	Now    int64     // tick
	Random *det.Rand // of WeightedRandom, which must have one, and alone draws from it: one number per decision
}

// Offer is a behaviour that can be chosen now.
type Offer struct {
	Behaviour int      // place in Config.Behaviours
	Targets   []Target // of a targeted behaviour; each of them once
	Rank      int      // added to that of the behaviour
	Factor    float64  // of the score, as of a personality; not negative; 0 stands for 1
}

// Choice is the outcome of a decision.
type Choice struct {
	Option
	Score float64
	Kept  bool // it is the current option
}

// Found reports whether anything was chosen.
func (c *Choice) Found() bool { return c.Behaviour != None }

// Decider makes decisions. It holds scratch memory, which grows to what decisions need and is then reused; it remembers nothing that
// shows. It belongs to one goroutine at a time; one serves any number of agents.
type Decider struct {
	prog   *Program
	turn   *Turn
	serial uint64 // number of this decision

	values []float64 // of self-inputs, by input
	asked  []uint64  // decision in which that was

	order   []int32     // of offers, by rank
	batch   batch       // options whose bounds are on the way
	open    []open      // options that bounds have not ruled out
	precise batch       // options that are scored
	one     [1]Target   // of such an option
	exact   []candidate // what was scored and may be chosen
	floor   floor       // what a score must reach to be chosen
	spared  int         // decisions to come for which bounds are not worth it
}

// open is an option that bounds have not ruled out.
type open struct {
	offer, place int32
	upper        float64 // no less than what the fold of its considerations comes to
	factor       float64
	target       Target
}

// candidate is an option with its score. Its place is its order among the options of its rank.
type candidate struct {
	Option
	score float64
	place int32
}

// NewDecider returns a decider for a program.
func NewDecider(p *Program) *Decider {
	n := len(p.cfg.Inputs)
	return &Decider{prog: p, values: make([]float64, n), asked: make([]uint64, n)}
}

// Decide chooses. It changes nothing but the random numbers: take the choice up with [Memory.Adopt]. It does not allocate once it is
// warm.
func (d *Decider) Decide(t *Turn) Choice {
	d.turn = t
	d.serial++
	drawn := 0.0
	if d.prog.cfg.Selection.Rule == WeightedRandom {
		drawn = t.Random.Float64()
	}
	d.rank()
	chosen := candidate{Option: noOption}
	for from := 0; from < len(t.Offers) && chosen.Behaviour == None; {
		to := d.group(from)
		chosen = d.choose(d.order[from:to], drawn)
		from = to
	}
	d.turn = nil
	return Choice{chosen.Option, chosen.score, chosen.Behaviour != None && t.current() == chosen.Option}
}

// choose chooses among the options of offers of the same rank.
func (d *Decider) choose(offers []int32, drawn float64) candidate {
	sel := &d.prog.cfg.Selection
	if sel.Rule == FirstOver {
		return d.first(offers)
	}
	d.collect(offers)
	if sel.Rule == Best {
		return best(d.exact, d.turn.current())
	}
	return draw(sel.admitted(d.exact, d.options(offers), d.turn.current()), drawn)
}

// current returns the current option.
func (t *Turn) current() Option {
	if t.Memory == nil {
		return noOption
	}
	return t.Memory.Current
}

// rank puts the offers in the order of their ranks, the greatest first, if ranks count.
func (d *Decider) rank() {
	for len(d.order) < len(d.turn.Offers) {
		d.order = append(d.order, int32(len(d.order)))
	}
	if !d.prog.cfg.Selection.Ranked {
		return // the order is always the same
	}
	order := d.order[:len(d.turn.Offers)]
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(d.rankOf(b), d.rankOf(a)) })
}

func (d *Decider) rankOf(offer int32) int {
	o := &d.turn.Offers[offer]
	return d.prog.behaviours[o.Behaviour].rank + o.Rank
}

// group returns where the offers of one rank end.
func (d *Decider) group(from int) int {
	if !d.prog.cfg.Selection.Ranked {
		return len(d.turn.Offers)
	}
	to := from + 1
	for to < len(d.turn.Offers) && d.rankOf(d.order[to]) == d.rankOf(d.order[from]) {
		to++
	}
	return to
}

// alone stands for the targets of a behaviour that has none.
var alone = []Target{NoTarget}

// targets returns what a behaviour is scored on.
func (of *Offer) targets(b *behaviour) []Target {
	if b.targeted {
		return of.Targets
	}
	return alone
}

// options counts the options of offers.
func (d *Decider) options(offers []int32) int {
	n := 0
	for _, i := range offers {
		of := &d.turn.Offers[i]
		n += len(of.targets(&d.prog.behaviours[of.Behaviour]))
	}
	return n
}
