package def

import (
	"math"

	"github.com/karakuri-ai/karakuri/internal/model/curve"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Brain arbitrates among wants.
//
//	brain gatherer {
//	    want get_item(i) each i in remembered item { score quadratic(1 - energy) * energy_of(i) }
//	    want kill(e) each e in remembered enemy when power > 0 {
//	        consider "near" distance(e) from 20 to 0 through logistic(exponent: 2)
//	        consider power
//	        combine product
//	    }
//	    want wander { score 0.05 }
//	    inertia 0.1 fade 5s
//	    select weighted top 3
//	    every 0.5s gap 0.1s
//	    repetition 0.2 last 4
//	    backoff 1s to 30s
//	    give_up after 5 for 60s
//	}
type Brain struct {
	Head
	Name       string
	Wants      []*Want
	Inertia    *InertiaClause
	Select     *SelectClause
	Every      *EveryClause
	Repetition *RepetitionClause
	Backoff    *BackoffClause
	GiveUp     *GiveUpClause
	Orders     *OrdersLine // nil: orders go before all wants
	End        []string
}

// Want is a goal that a brain may pursue: a standing one, or one for each target.
//
//	want kill(e) as finish each e in remembered enemy where wounded(e) when power > 0 { score 1; rank 2; cooldown 5s; interrupts; forget_when !alive(e) }
type Want struct {
	Head
	Goal  Call
	As    Name      // its own name; empty: that of the goal
	Each  *expr.Var // over an object type, an enum, or remembered objects; nil: a standing want
	Where expr.Node // which targets; nil: all
	When  expr.Node // the brain considers it; nil: always. It may use the target

	Score      expr.Node   // a number; nil: Considers
	Considers  []*Consider // instead of Score
	Combine    Name        // how considerations become one score: see [Combines]; empty: compensated
	Weight     expr.Node   // constant, factor of the score of considerations; nil: 1
	Rank       expr.Node   // constant, for a ranked selection; nil: 0
	Cooldown   expr.Node   // seconds after its goal is left before the want can be chosen again, constant; nil: none
	Interrupts bool        // suspends the current goal when chosen, which resumes afterwards
	ForgetWhen expr.Node   // evaluated when the goal has failed or was dropped: if it holds, the agent forgets the target; nil: never
	Say        *SayClause
	// Heads of the clauses that are present, for comments.
	ScoreHead, CombineHead, WeightHead, RankHead, CooldownHead, InterruptsHead, ForgetHead Head

	End []string
}

// Consider is an input that is mapped to 0..1: consider "near" distance(e) from 20 to 0 through logistic(exponent: 2)
// weight 2
type Consider struct {
	Head
	Name     string    // empty: the text of the value
	Value    expr.Node // a number or a truth value
	From, To expr.Node // constant: what becomes 0 and 1; nil: 0 and 1
	Through  *Call     // a curve with its parameters, by name; nil: linear
	Weight   expr.Node // constant, in sums and means; nil: 1
}

// InertiaClause is: inertia 0.1 fade 5s
type InertiaClause struct {
	Head
	Bonus expr.Node // constant
	Fade  expr.Node // seconds, constant; nil: it stays
}

// SelectClause is the rule that chooses among the scored options. Its parts are constants.
//
//	select best · select weighted top 3 · select weighted top 20% · select weighted within 0.2 · select first over 0.3 · select dual
type SelectClause struct {
	Head
	Rule    Name      // best, weighted, first or dual (by rank, then weighted); "ranked best" and "ranked first" set Ranked
	Ranked  bool      // only the highest rank that has any with a score above 0 takes part
	Top     expr.Node // weighted, dual: the best so many; nil: all
	Percent bool      // Top is of a hundred
	Within  expr.Node // weighted, dual: scores of at least 1 - Within times the best; nil: all
	Over    expr.Node // first: the threshold
}

// EveryClause is: every 0.5s gap 0.1s. How often a brain arbitrates, and how soon after the last time it does on a
// relevant change.
type EveryClause struct {
	Head
	Seconds expr.Node // constant
	Gap     expr.Node // constant; nil: as soon as possible
}

// RepetitionClause is: repetition 0.2 last 4. Each time that an option is among the last ones takes that much of its
// score.
type RepetitionClause struct {
	Head
	Penalty expr.Node // constant
	Last    expr.Node // constant
}

// BackoffClause is: backoff 1s to 30s. How long a want rests after its goal has failed; twice as long after each
// further failure.
type BackoffClause struct {
	Head
	Seconds expr.Node // constant
	Most    expr.Node // constant; nil: no limit
}

// GiveUpClause is: give_up after 5 for 60s. After so many failures without a success the want rests for that long.
type GiveUpClause struct {
	Head
	After expr.Node // constant
	For   expr.Node // seconds, constant; nil: for good
}

// Personality describes how one kind of agent differs in its wants: personality reckless { kill * 1.5; rest never;
// get_item score power_of(i) }
//
// Personalities have a namespace of their own, as senses and memories have: only agents use them.
type Personality struct {
	Head
	Name   string
	Traits []*Trait
	End    []string
}

// Trait changes the score of a want: it scales the score, replaces it, or both; or it removes the want.
//
//	kill * 1.5 · kill score power^1.5 · kill score power^1.5 * 2 · kill never
//
// A score may use the want's target, by the name that the want gives it. A factor after a score is part of the score's
// expression.
type Trait struct {
	Head
	Want  Name
	Scale expr.Node // constant; nil: 1
	Score expr.Node // nil: that of the want
	Never bool
}

// Combines are the ways in which considerations become one score, as they are written, in the order of
// utility.Aggregation.
var Combines = [...]string{"compensated", "product", "geometric", "sum", "mean", "min", "max"}

// BrainInfo is a checked brain.
type BrainInfo struct {
	Decl          *Brain
	ID            int32
	Name          string
	Wants         []*WantInfo
	Personalities []*PersonalityInfo // those with traits for any of its wants, and those that agents have; in order of declaration
	Select        SelectInfo
	Bonus, Fade   float64 // inertia; Fade in seconds, 0: it stays
	Every, Gap    float64 // seconds
	Penalty       float64
	Last          int
	Backoff       float64    // seconds; 0: a tick
	MaxBackoff    float64    // seconds; 0: no limit
	GiveUpAfter   int        // 0: never
	GiveUpFor     float64    // seconds; 0: for good
	Orders        *expr.Term // the score of an order; nil: orders precede all wants
	// Alerts are the stored symbols on whose change it arbitrates at once: those that the conditions of its wants read,
	// and what is remembered of the types that they are bound to. In the order of the schema.
	Alerts []*world.Symbol
}

// DefaultArbitration is how often a brain arbitrates by default, in seconds.
const DefaultArbitration = 0.5

// WantInfo is a checked want. Its frame is one word: the target, if it has one.
type WantInfo struct {
	Decl       *Want
	Name       string
	Goal       *GoalInfo
	Args       []*expr.Term  // of the goal
	Each       *Slot         // nil: a standing want
	From       *expr.Term    // the call of the host's function whose values Each takes; nil: all of the type
	Remembered *world.Symbol // Each ranges over the objects for which this symbol holds; nil: over all objects of the type
	Where      *expr.Term
	When       *expr.Term
	Score      *expr.Term // int or float; nil: Considers
	Considers  []ConsiderInfo
	Combine    int // index in Combines
	Weight     float64
	Rank       int
	Cooldown   float64 // seconds
	Interrupts bool
	ForgetWhen *expr.Term
	Say        SayInfo
}

// ConsiderInfo is a checked consideration.
type ConsiderInfo struct {
	Decl     *Consider
	Name     string
	Value    *expr.Term // bool, int or float
	Self     bool       // it does not read the target
	From, To float64
	Curve    curve.Curve
	Weight   float64
}

// SelectRule is a rule of selection, in the order of utility.Rule.
type SelectRule uint8

// Rules.
const (
	SelectBest SelectRule = iota
	SelectWeighted
	SelectFirst
)

// SelectInfo is a checked selection.
type SelectInfo struct {
	Rule       SelectRule
	Ranked     bool
	Top        int
	TopPercent float64
	Within     float64
	Over       float64
}

// PersonalityInfo is a personality applied to one brain.
type PersonalityInfo struct {
	Decl   *Personality
	Name   string
	Traits []TraitInfo
}

// TraitInfo is a checked trait.
type TraitInfo struct {
	Decl  *Trait
	Want  int        // index in the brain's Wants
	Scale float64    // 1: as it is
	Score *expr.Term // over the want's frame; nil: that of the want
	Never bool
}

// MindUse is a brain with a personality, as an agent has it.
type MindUse struct {
	ID          int32 // among all that agents have: the same for the same
	Brain       *BrainInfo
	Personality int // index in the brain's Personalities; -1: none
}

// BrainTable lists the clauses of a brain.
var BrainTable = Statement{
	Word: "brain", Title: "Brain", Decl: true, Doc: "Arbitrates among wants.",
	Form: "brain gatherer {\n    want wander { score 0.05 }\n    inertia 0.1\n    select weighted top 3\n    every 0.5s gap 0.1s\n}",
	JSON: "{\n  \"kind\": \"brain\",\n  \"name\": \"gatherer\",\n  \"wants\": [{\"goal\": \"wander\", \"score\": \"0.05\"}],\n  \"inertia\": \"0.1\",\n  \"select\": \"weighted top 3\",\n  \"every\": \"0.5s gap 0.1s\"\n}",
	Name: "Name of the brain.",
	Body: lines([]Clause{
		listed(Clause{Word: "want", Of: &WantTable, Field: "wants", Need: true, Doc: "Its options."}, func(d *Brain) *[]*Want { return &d.Wants }),
		{
			Word: "inertia", Takes: TakesParts, Text: "inertia", Form: "inertia 0.1 fade 5s", Doc: "The bonus on the score of the present choice.", Without: "nothing",
			at: partAt(func(d *Brain) **InertiaClause { return &d.Inertia }), make: partMade(func(d *Brain) **InertiaClause { return &d.Inertia }),
			Parts: inertiaParts(func(b *BrainInfo) (bonus, fade *float64) { return &b.Bonus, &b.Fade }),
		},
		{
			Word: "select", Takes: TakesSelection, Form: "select weighted top 3", Doc: "The rule that chooses an option.", Without: "the best", Param: "-",
			at: partAt(func(d *Brain) **SelectClause { return &d.Select }), make: partMade(func(d *Brain) **SelectClause { return &d.Select }),
		},
		{
			Word: "every", Takes: TakesParts, Text: "interval", Form: "every 0.5s gap 0.1s", Doc: "How often it arbitrates.", Without: "0.5s",
			at: partAt(func(d *Brain) **EveryClause { return &d.Every }), make: partMade(func(d *Brain) **EveryClause { return &d.Every }),
			Parts: []Clause{
				{
					Takes: TakesPositive, Is: "an interval", Unit: "s", Default: DefaultArbitration, Need: true, Doc: "How often it arbitrates.",
					at: in(func(c *EveryClause) any { return &c.Seconds }), info: to(func(b *BrainInfo) any { return &b.Every }),
				},
				{
					Word: "gap", Takes: TakesNumber, Is: "a gap", Unit: "s", Doc: "The minimum time after the last decision before it decides again on a relevant change.", Without: "as soon as possible",
					at: in(func(c *EveryClause) any { return &c.Gap }), info: to(func(b *BrainInfo) any { return &b.Gap }),
				},
			},
		},
		{
			Word: "repetition", Takes: TakesParts, Text: "repetition", Form: "repetition 0.2 last 4", Doc: "The penalty on the score of recent choices.", Without: "nothing", Param: "-",
			at: partAt(func(d *Brain) **RepetitionClause { return &d.Repetition }), make: partMade(func(d *Brain) **RepetitionClause { return &d.Repetition }),
			Parts: []Clause{
				{
					Takes: TakesNumber, Is: "a penalty", Most: 1, Need: true, Doc: "The penalty for each time.",
					at: in(func(c *RepetitionClause) any { return &c.Penalty }), info: to(func(b *BrainInfo) any { return &b.Penalty }),
				},
				{
					Word: "last", Takes: TakesCount, Is: "the number of options remembered", Least: 1, Most: MaxRepetition, Need: true, Hint: "and a number", Doc: "How many of the last choices count.",
					at: in(func(c *RepetitionClause) any { return &c.Last }), info: to(func(b *BrainInfo) any { return &b.Last }),
				},
			},
		},
		{
			Word: "backoff", Takes: TakesParts, Text: "pause", Form: "backoff 1s to 30s", Doc: "How long a want rests after its goal has failed, twice as long after each further failure.", Without: "none",
			at: partAt(func(d *Brain) **BackoffClause { return &d.Backoff }), make: partMade(func(d *Brain) **BackoffClause { return &d.Backoff }),
			Parts: []Clause{
				{
					Takes: TakesSeconds, Unit: "s", Need: true, Doc: "The first time.",
					at: in(func(c *BackoffClause) any { return &c.Seconds }), info: to(func(b *BrainInfo) any { return &b.Backoff }),
				},
				{
					Word: "to", Takes: TakesSeconds, Unit: "s", Method: "MaxBackoff", Doc: "The longest time that a want rests.", Without: "no limit",
					at: in(func(c *BackoffClause) any { return &c.Most }), info: to(func(b *BrainInfo) any { return &b.MaxBackoff }),
				},
			},
		},
		{
			Word: "give_up", Takes: TakesParts, Text: "give_up", Form: "give_up after 5 for 60s", Doc: "The number of failures without a success after which a want rests for longer.", Without: "never",
			at: partAt(func(d *Brain) **GiveUpClause { return &d.GiveUp }), make: partMade(func(d *Brain) **GiveUpClause { return &d.GiveUp }),
			Parts: []Clause{
				{
					Word: "after", Takes: TakesCount, Is: "the number of failures", Least: 1, Most: math.MaxInt32, Need: true, Hint: "and a number of failures", Doc: "How many.",
					at: in(func(c *GiveUpClause) any { return &c.After }), info: to(func(b *BrainInfo) any { return &b.GiveUpAfter }),
				},
				{
					Word: "for", Takes: TakesSeconds, Unit: "s", Method: "GiveUpFor", Doc: "The time for which a want is given up.", Without: "for good",
					at: in(func(c *GiveUpClause) any { return &c.For }), info: to(func(b *BrainInfo) any { return &b.GiveUpFor }),
				},
			},
		},
		{
			Word: "orders", Takes: TakesParts, Text: "worth", Form: "orders score 0.8", Doc: "The score of a squad's orders, compared with wants.", Without: "before all wants",
			at: partAt(func(d *Brain) **OrdersLine { return &d.Orders }), make: partMade(func(d *Brain) **OrdersLine { return &d.Orders }),
			Parts: []Clause{{
				Word: "score", Takes: TakesAmount, Is: "a score", Signed: true, Need: true, Hint: "and what orders are worth", Doc: "A number.",
				at: in(func(c *OrdersLine) any { return &c.Score }), info: to(func(b *BrainInfo) any { return &b.Orders }),
			}},
		},
	}),
	kept: keptIn(func(d *Brain) Kept { return Kept{Name: &d.Name, End: &d.End} }),
}

// inertiaParts are the constants of inertia, which brains and utility selectors have.
func inertiaParts[I any](info func(*I) (bonus, fade *float64)) []Clause {
	return []Clause{
		{
			Takes: TakesNumber, Is: "inertia", Most: MaxWeight, Need: true, Doc: "The fraction by which it raises the score of the present choice: 0.1 for a tenth.",
			at: in(func(c *InertiaClause) any { return &c.Bonus }), info: to(func(i *I) any { bonus, _ := info(i); return bonus }),
		},
		{
			Word: "fade", Takes: TakesSeconds, Unit: "s", Doc: "The time in which the inertia fades.", Without: "it stays",
			at: in(func(c *InertiaClause) any { return &c.Fade }), info: to(func(i *I) any { _, fade := info(i); return fade }),
		},
	}
}

// WantTable lists the clauses of a want.
var WantTable = Statement{
	Word: "want", Title: "Want", Doc: "A goal that the brain may pursue: a standing one, or one for each target.",
	Form: "brain b {\n    want kill(e) as finish each e in remembered enemy where wounded(e) when power > 0 { score 1; cooldown 5s; interrupts }\n}",
	JSON: `{
  "goal": "kill(e)",
  "as": "finish",
  "each": "e in remembered enemy",
  "where": "wounded(e)",
  "when": "power > 0",
  "score": "1",
  "cooldown": "5s",
  "interrupts": true
}`,
	Head: []Clause{
		{Field: "goal", Takes: TakesCall, Need: true, Doc: "The goal.", at: in(func(d *Want) any { return &d.Goal })},
		{
			Word: "as", Takes: TakesName, Is: "the name of the want", Form: "as finish", Doc: "Its own name.", Without: "the goal's name", Param: "name",
			at: in(func(d *Want) any { return &d.As }),
		},
		{
			Word: "each", Takes: TakesVariable, Is: "a want", Hint: "a want has one target; its goal may look for others", Form: "each e in remembered enemy", Doc: "The target: of all of the type, of those that the agent remembers, or of those that a function of the host returns, as in each p: place from near(pos).", Without: "it is a standing want", Param: "variable",
			at: in(func(d *Want) any { return &d.Each }),
		},
		{
			Word: "where", Takes: TakesCondition, Form: "where wounded(e)", Doc: "The condition that filters targets.", Without: "all",
			at:   in(func(d *Want) any { return &d.Where }),
			info: to(func(i *WantInfo) any { return &i.Where }),
		},
		{
			Word: "when", Takes: TakesCondition, Form: "when power > 0", Doc: "The brain considers the want only while this holds.", Without: "always",
			at:   in(func(d *Want) any { return &d.When }),
			info: to(func(i *WantInfo) any { return &i.When }),
		},
	},
	Body: lines([]Clause{
		{
			Word: "score", Takes: TakesAmount, Is: "a score", Signed: true, Form: "score 1", Doc: "Its score, instead of considerations.",
			at:   on(func(d *Want) (any, *Head) { return &d.Score, &d.ScoreHead }),
			info: to(func(i *WantInfo) any { return &i.Score }),
		},
		listed(Clause{Word: "consider", Of: &ConsiderTable, Doc: "The inputs of its score."}, func(d *Want) *[]*Consider { return &d.Considers }),
		{
			Word: "combine", Takes: TakesChoice, Is: "way to combine", Words: Combines[:], Text: "combination", Form: "combine product", Doc: "How considerations become one score.", Without: "compensated", Param: "how",
			at: on(func(d *Want) (any, *Head) { return &d.Combine, &d.CombineHead }),
		},
		{
			Word: "weight", Takes: TakesPositive, Is: "a weight", Most: MaxWeight, Default: 1, Form: "weight 2", Doc: "Factor of the score of considerations.", Without: "1",
			at:   on(func(d *Want) (any, *Head) { return &d.Weight, &d.WeightHead }),
			info: to(func(i *WantInfo) any { return &i.Weight }),
		},
		{
			Word: "rank", Takes: TakesCount, Is: "a rank", Least: math.MinInt32, Most: math.MaxInt32, Form: "rank 2", Doc: "For a ranked selection.", Without: "0",
			at:   on(func(d *Want) (any, *Head) { return &d.Rank, &d.RankHead }),
			info: to(func(i *WantInfo) any { return &i.Rank }),
		},
		{
			Word: "cooldown", Takes: TakesSeconds, Unit: "s", Form: "cooldown 5s", Doc: "The time after its goal is left before the want can be chosen again.",
			at:   on(func(d *Want) (any, *Head) { return &d.Cooldown, &d.CooldownHead }),
			info: to(func(i *WantInfo) any { return &i.Cooldown }),
		},
		{
			Word: "interrupts", Takes: TakesFlag, Form: "interrupts", Doc: "When chosen, it suspends the current goal, which resumes afterwards.",
			at:   on(func(d *Want) (any, *Head) { return &d.Interrupts, &d.InterruptsHead }),
			info: to(func(i *WantInfo) any { return &i.Interrupts }),
		},
		{
			Word: "forget_when", Takes: TakesCondition, Form: "forget_when !alive(e)", Doc: "Evaluated when its goal has failed or was dropped: if it holds, the agent forgets the target.",
			at:   on(func(d *Want) (any, *Head) { return &d.ForgetWhen, &d.ForgetHead }),
			info: to(func(i *WantInfo) any { return &i.ForgetWhen }),
		},
		sayClause("What the agent says when the brain chooses it.", func(d *Want) **SayClause { return &d.Say }, func(i *WantInfo) *SayInfo { return &i.Say }),
	}),
	kept: keptIn(func(d *Want) Kept { return Kept{End: &d.End} }),
}

// farthest is the greatest value that a consideration is mapped from: the difference of two, and its reciprocal, are
// finite.
const farthest = 1e150

// ConsiderTable lists the clauses of a consideration.
var ConsiderTable = Statement{
	Word: "consider", Title: "Consideration", Doc: "An input that is mapped to 0..1.",
	Form: "brain b {\n    want kill(e) each e: enemy {\n        consider \"near\" distance(e) from 20 to 0 through logistic(exponent: 2) weight 2\n    }\n}",
	JSON: `{"name": "near", "value": "distance(e)", "from": "20", "to": "0", "through": "logistic(exponent: 2)", "weight": "2"}`,
	Head: []Clause{
		{Field: "name", Takes: TakesTitle, Is: "the name of a consideration", Doc: "A short description.", Without: "the text of the value", at: in(func(d *Consider) any { return &d.Name })},
		{Field: "value", Takes: TakesValue, Need: true, Doc: "A number or a truth value.", at: in(func(d *Consider) any { return &d.Value })},
		{
			Word: "from", Takes: TakesNumber, Is: "what becomes 0", Least: -farthest, Most: farthest, Form: "from 20", Doc: "The input that maps to 0.", Without: "0",
			at:   in(func(d *Consider) any { return &d.From }),
			info: to(func(i *ConsiderInfo) any { return &i.From }),
		},
		{
			Word: "to", Takes: TakesNumber, Is: "what becomes 1", Least: -farthest, Most: farthest, Default: 1, Form: "to 0", Doc: "The input that maps to 1.", Without: "1",
			at:   in(func(d *Consider) any { return &d.To }),
			info: to(func(i *ConsiderInfo) any { return &i.To }),
		},
		{
			Word: "through", Takes: TakesCurve, Is: "a response curve", Form: "through logistic(exponent: 2)", Doc: "The curve it goes through.", Without: "none", Param: "curve",
			at: in(func(d *Consider) any { return &d.Through }),
		},
		{
			Word: "weight", Takes: TakesPositive, Is: "a weight", Most: MaxWeight, Default: 1, Form: "weight 2", Doc: "In sums and means.", Without: "1",
			at:   in(func(d *Consider) any { return &d.Weight }),
			info: to(func(i *ConsiderInfo) any { return &i.Weight }),
		},
	},
	kept: keptIn(func(*Consider) Kept { return Kept{} }),
}
