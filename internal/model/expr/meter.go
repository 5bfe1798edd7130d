package expr

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/diag"
)

const (
	// MaxRounds bounds one evaluation on a [Machine] without a [Meter], in rounds: one for each member that exists,
	// forall, count, sum, min, max and the forall of effects look at, and for each call of a derived symbol. Nested
	// variables multiply: two over 1,000 objects each are 1,000,000 rounds, some ten milliseconds.
	MaxRounds = 1 << 21
	// MeterRounds is the number of rounds between two calls of a [Meter], some microseconds.
	MeterRounds = 256
)

// Meter takes the rounds of a machine out of a budget that its owner has: the nodes of a search, or the time that a
// caller waits.
type Meter interface {
	// Spend is called after each MeterRounds rounds, counted through all evaluations since [Machine.StartMeter]. When
	// it returns false the evaluation ends with a panic of an [*Overrun].
	Spend() bool
	// Stop is called when an evaluation ends for another limit, with a panic of an [*Overrun] that is not Metered.
	Stop()
}

// Allowance bounds what evaluations may take together, on all machines that share it; each of them is bounded by
// [MaxRounds] all the same. The zero Allowance bounds nothing. It belongs to one goroutine at a time.
type Allowance struct {
	Name string // what sets the bound, for the message of an [Overrun]

	total, left int      // in rounds; total 0: no bound
	last        *Machine // has the rounds that are out
	given       int      // to it
}

// Refill makes a number of rounds available, whatever is left; 0: any number.
func (a *Allowance) Refill(rounds int) { a.total, a.left, a.last = rounds, rounds, nil }

// grant gives a machine rounds for an evaluation. The rounds that the last one left are returned.
func (a *Allowance) grant(m *Machine) {
	if a.last != nil {
		a.left -= a.given - max(0, a.last.left)
	}
	a.last, a.given = m, min(MaxRounds, a.left)
	m.left = a.given
}

// Overrun is the panic value of a machine when an evaluation takes too many rounds, or its meter stops it. Effects
// have then written nothing.
type Overrun struct {
	Term    *Term  // the evaluated term; nil: not known
	Metered bool   // the meter said so; else MaxRounds was hit, or the end of an allowance
	Allowed int    // the rounds of the [Allowance] that is used up; 0: MaxRounds was hit
	Name    string // of the allowance
	// Derived is the recursive symbol that was examined for more than MaxAnswers combinations of arguments; nil: it was
	// another limit.
	Derived *Derived
}

// Error returns the limit that was exceeded, and where.
func (o *Overrun) Error() string {
	what := "an expression or effect"
	if o.Term != nil {
		what = o.Term.String()
	}
	if o.Derived != nil {
		return fmt.Sprintf("%s is looked at for more than %d combinations of arguments, the limit of one evaluation", NameText(o.Derived.Name), MaxAnswers)
	}
	if o.Metered {
		return what + " was cut short: the budget is used up"
	}
	if o.Allowed > 0 {
		return fmt.Sprintf("%s was cut short: the expressions of one agent take more than %d rounds of their quantifiers in one tick, the limit of %s", what, o.Allowed, o.Name)
	}
	return fmt.Sprintf("%s takes more than %d rounds of its quantifiers, the limit of one evaluation", what, MaxRounds)
}

// FaultIn returns the source of the fault if it was not expected: not the host's code.
func (o *Overrun) FaultIn() string { return "an expression" }

// Finding reports an overrun that has panicked as a finding at a place: defer it around an evaluation of what a user
// wrote. Other panics continue.
func Finding(ds *diag.List, code diag.Code, at diag.Span) {
	switch v := recover().(type) {
	case nil:
	case *Overrun:
		v.report(ds, code, at)
	default:
		panic(v)
	}
}

// Diags is the overrun as a finding at the place of the expression, if that is known.
func (o *Overrun) Diags() (ds diag.List) {
	if o.Term != nil && o.Term.Src != nil {
		o.report(&ds, diag.TooComplex, o.Term.Src.Span())
	}
	return ds
}

func (o *Overrun) report(ds *diag.List, code diag.Code, at diag.Span) {
	ds.Errorf(code, at, "%s", o.Error()).Hint = "use fewer variables, or types with fewer members"
}

// StartMeter begins to count rounds from 0.
func (m *Machine) StartMeter() { m.left = MeterRounds }

// tooMany ends an evaluation that looks at a recursive symbol for too many arguments.
func (m *Machine) tooMany(d *Derived) {
	if m.Meter != nil {
		m.Meter.Stop()
	}
	panic(&Overrun{Term: d.Body, Derived: d})
}

// grant starts an evaluation: nothing is known of recursive symbols yet. Without a meter and an allowance each has
// rounds of its own, so that no outcome depends on earlier evaluations.
func (m *Machine) grant() {
	if m.answers.runs > 0 {
		m.answers.clear()
	}
	switch {
	case m.Meter != nil:
	case m.Allowance != nil && m.Allowance.total > 0:
		m.Allowance.grant(m)
	default:
		m.left = MaxRounds
	}
}

// round counts a round.
func (m *Machine) round(t *Term) {
	if m.left--; m.left < 0 {
		m.spend(t)
	}
}

// spend asks the meter for more rounds.
func (m *Machine) spend(t *Term) {
	if m.Meter == nil || !m.Meter.Spend() {
		o := &Overrun{Term: t, Metered: m.Meter != nil}
		if a := m.Allowance; m.Meter == nil && a != nil && a.last == m && a.given < MaxRounds {
			o.Allowed, o.Name = a.total, a.Name
		}
		panic(o)
	}
	m.left = MeterRounds - 1
}
