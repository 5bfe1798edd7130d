package utility

import (
	"cmp"

	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/sorting"
)

// Turn is the input of one decision.
type Turn struct {
	Offers []Offer   // available options; on a tie the earlier comes first
	Inputs Inputs    // must not be nil if there are considerations
	Memory *Memory   // may be nil: no current option, no cooldown, no repetition
	Now    int64     // tick
	Random *det.Rand // required for WeightedRandom, which draws one number per decision; other rules do not use it
}

// Offer is a behaviour that is available now.
type Offer struct {
	Behaviour int      // index in Config.Behaviours
	Targets   []Target // of a targeted behaviour, without duplicates
	Rank      int      // added to the behaviour's rank
	Factor    float64  // factor of the score, as of a personality; not negative; 0 means 1
}

// Choice is the outcome of a decision.
type Choice struct {
	Option
	Score float64
	Kept  bool // it is the current option
}

// Found reports whether an option was chosen.
func (c *Choice) Found() bool { return c.Behaviour != None }

// Decider makes decisions. It holds scratch memory that grows as needed and is reused; it keeps no state that affects
// decisions. Only one goroutine may use it at a time; one decider serves any number of agents.
type Decider struct {
	prog   *Program
	turn   *Turn
	serial uint64 // number of this decision

	values []float64 // of self-inputs, by input
	asked  []uint64  // number of the decision in which the value was read

	order   []int32     // of offers, by rank
	batch   batch       // options whose bounds are being computed
	open    []open      // options that bounds have not ruled out
	precise batch       // options being scored
	one     [1]Target   // target of such an option
	exact   []candidate // scored options that may be chosen
	floor   floor       // the score that an option must reach to be chosen
	bar     bar         // for the fold of an option
	spared  int         // coming decisions for which bounds do not pay
}

// open is an option that bounds have not ruled out.
type open struct {
	offer, place int32
	upper        float64 // upper bound of the fold of its considerations
	factor       float64
	target       Target
}

// candidate is an option with its score. Its place orders it among the options of its rank.
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

// Decide chooses an option. It changes nothing but the random numbers: call [Memory.Adopt] to adopt the choice. It does
// not allocate once warm.
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

// choose chooses among the options of offers with the same rank.
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

// rank sorts the offers by rank, the highest first, if ranks count.
func (d *Decider) rank() {
	for len(d.order) < len(d.turn.Offers) {
		d.order = append(d.order, int32(len(d.order)))
	}
	if !d.prog.cfg.Selection.Ranked {
		return // the order is fixed
	}
	order := d.order[:len(d.turn.Offers)]
	for i := range order {
		order[i] = int32(i)
	}
	sorting.InPlace(order, func(a, b int32) int { return cmp.Or(cmp.Compare(d.rankOf(b), d.rankOf(a)), cmp.Compare(a, b)) })
}

func (d *Decider) rankOf(offer int32) int {
	o := &d.turn.Offers[offer]
	return d.prog.behaviours[o.Behaviour].rank + o.Rank
}

// group returns the end of the offers with the same rank.
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

// alone is the target list of an untargeted behaviour.
var alone = []Target{NoTarget}

// targets returns the targets for which a behaviour is scored.
func (of *Offer) targets(b *behaviour) []Target {
	if b.targeted {
		return of.Targets
	}
	return alone
}

// options returns the number of options of offers.
func (d *Decider) options(offers []int32) int {
	n := 0
	for _, i := range offers {
		of := &d.turn.Offers[i]
		n += len(of.targets(&d.prog.behaviours[of.Behaviour]))
	}
	return n
}
