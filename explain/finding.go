package explain

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/fact"
)

// Finding is a verdict on what was asked about, with the least that decides it.
type Finding struct {
	Verdict Verdict  `json:"verdict"`
	Subject string   `json:"subject,omitempty"` // what the verdict is on: what was asked about, or what leads to it: "method fight/grenade"
	With    []string `json:"with,omitempty"`    // what its variables stand for: "e = kane"
	Within  []string `json:"within,omitempty"`  // what it is in, from the top

	Condition  string      `json:"condition,omitempty"`  // as it is written
	Failing    []Failing   `json:"failing,omitempty"`    // the parts of it that do not hold, the first first
	Candidates []Candidate `json:"candidates,omitempty"` // what was looked at, with what kept each from being taken
	Looked     int         `json:"looked,omitempty"`     // how many were looked at; Candidates may be fewer
	Step       int         `json:"step,omitempty"`       // of the plan, from 1; 0: none
	By         string      `json:"by,omitempty"`         // what was taken instead, holds it, or failed
	Score      float64     `json:"score,omitempty"`      // of what was asked about, where it was scored
	Best       float64     `json:"best,omitempty"`       // of what was chosen
	Scored     bool        `json:"scored,omitempty"`     // Score and Best mean something
	Odds       float64     `json:"odds,omitempty"`       // of a chance, from 0 to 1
	Decided    int64       `json:"decided,omitempty"`    // tick of the decision that the finding is about; 0: it is about the moment of the answer
	Until      float64     `json:"until,omitempty"`      // seconds from now until this may change by itself; 0: not known
	Note       string      `json:"note,omitempty"`       // what there is to say beside
	Hint       string      `json:"hint,omitempty"`       // Unknown: the name that may have been meant
	Under      []Finding   `json:"under,omitempty"`      // what failed within, the way that got furthest first
	Place      diag.Span   `json:"-"`
}

// Failing is a part of a condition that does not hold, as it is written.
type Failing struct {
	Text   string    `json:"text"`             // "range(kane) > 30"
	Values []Value   `json:"values,omitempty"` // what it compares
	Needs  string    `json:"needs,omitempty"`  // what the first value would have to be: "> 30"; empty where that says nothing more
	Looked int       `json:"looked,omitempty"` // exists: how many were looked at
	Bound  []string  `json:"bound,omitempty"`  // forall: what it fails for
	Itself bool      `json:"-"`                // its only value is that of the part itself, or of what it negates
	Inside []Failing `json:"inside,omitempty"` // of a call: what does not hold in it
}

// Candidate is something that a method, a want or a role could be about.
type Candidate struct {
	Text    string    `json:"text"`              // "e = kane"
	Key     string    `json:"key,omitempty"`     // what it was ordered by, or scored; empty: by nothing
	Taken   bool      `json:"taken,omitempty"`   //
	Failing []Failing `json:"failing,omitempty"` // what kept it from being a candidate; none: it was one
	Note    string    `json:"note,omitempty"`    // likewise, where it is no condition
}

// Remedy is a change that would have what was asked about done: it was tried out.
type Remedy struct {
	Changes []Change `json:"changes,omitempty"`
	Margin  string   `json:"margin,omitempty"`  // how far from the present: "1.3 nearer"
	By      Changer  `json:"by"`                // who can bring it about
	Seconds float64  `json:"seconds,omitempty"` // time: after so long
	Effects []string `json:"effects,omitempty"` // what else would be otherwise
}

// Changer is who can bring a change about.
type Changer uint8

// Changers, in the order in which remedies are ranked.
const (
	ByTime  Changer = iota // time alone
	ByAgent                // what the agent itself does
	ByHost                 // the game
)

// String returns the changer in a word.
func (c Changer) String() string { return fact.Name(c, "time", "the agent", "the game") }

// Origin is what made a value what it is, or what led to that.
type Origin struct {
	Tick  int64      `json:"tick,omitempty"`
	Kind  OriginKind `json:"kind,omitempty"`
	Text  string     `json:"text"`            // "step buy of dine"
	Value string     `json:"value,omitempty"` // that the symbol had from then on
}

// OriginKind is what can set a value.
type OriginKind uint8

// Kinds of origins.
const (
	FromStart   OriginKind = iota // it has had the value since the agent came
	FromStep                      // the effects of a step
	FromPercept                   // what was perceived or remembered
	FromHost                      // the game
	FromOrder                     // an order
	FromTree                      // a node of a tree
	FromSquad                     // what a squad shares
	NotKnown                      //
)

// String returns the kind in a word.
func (k OriginKind) String() string {
	return fact.Name(k, "start", "step", "percept", "game", "order", "tree", "squad", "unknown")
}

// Difference is what became otherwise between two decisions; where Old is New, it did not.
type Difference struct {
	Symbol   string `json:"symbol,omitempty"`
	Old, New string
	Turned   string `json:"turned,omitempty"` // the verdict that it turned: "dine, buy first: condition false, now taken"
}

// MarshalText makes it its word in JSON.
func (c Changer) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// MarshalText makes it its word in JSON.
func (k OriginKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }
