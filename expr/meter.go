package expr

import "fmt"

const (
	// MaxRounds bounds one evaluation on a [Machine] without a [Meter], in rounds: one for each member that exists, forall, count, sum, min, max and the
	// forall of effects look at, and for each call of a derived symbol. Nested variables multiply: two over 1,000 objects each are 1,000,000 rounds, some
	// ten milliseconds.
	MaxRounds = 1 << 21
	// MeterRounds is after how many rounds a [Meter] is asked each time, which is some microseconds.
	MeterRounds = 256
)

// Meter takes the rounds of a machine out of a budget that its owner has: the nodes of a search, or the patience of whoever waits.
type Meter interface {
	// Spend is called after each MeterRounds rounds, counted through all evaluations since [Machine.StartMeter]. When it returns false the evaluation
	// ends with a panic of an [*Overrun].
	Spend() bool
}

// Overrun is what a machine panics with when an evaluation takes too many rounds, or its meter says so. Effects have then written nothing.
type Overrun struct {
	Term    *Term // what was being evaluated; nil: not known
	Metered bool  // the meter said so; else MaxRounds was hit
}

// Error tells what was hit, and where.
func (o *Overrun) Error() string {
	what := "an expression or effect"
	if o.Term != nil {
		what = o.Term.String()
	}
	if o.Metered {
		return what + " was cut short: the budget is used up"
	}
	return fmt.Sprintf("%s takes more than %d rounds of its quantifiers, the limit of one evaluation", what, MaxRounds)
}

// FaultIn says what is at fault when nobody has expected it: not the host's code.
func (o *Overrun) FaultIn() string { return "an expression" }

// StartMeter begins to count rounds from 0.
func (m *Machine) StartMeter() { m.left = MeterRounds }

// grant lets an evaluation begin: without a meter each has rounds of its own, so that no outcome depends on what was evaluated before.
func (m *Machine) grant() {
	if m.Meter == nil {
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
		panic(&Overrun{Term: t, Metered: m.Meter != nil})
	}
	m.left = MeterRounds - 1
}
