package explain

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/fact"
)

// Finding is a verdict on the subject of the question, with the minimal facts that decide it.
type Finding struct {
	Verdict Verdict  `json:"verdict"`
	Subject string   `json:"subject,omitempty"` // the subject of the verdict: that of the question, or something that leads to it: "method fight/grenade"
	With    []string `json:"with,omitempty"`    // the binding of its variables: "e = kane"
	Within  []string `json:"within,omitempty"`  // the enclosing declarations, from the top

	Condition  string      `json:"condition,omitempty"`  // as written
	Failing    []Failing   `json:"failing,omitempty"`    // its parts that do not hold, in order
	Candidates []Candidate `json:"candidates,omitempty"` // the candidates, each with the reason why it was not taken
	Looked     int         `json:"looked,omitempty"`     // number of candidates; Candidates may list fewer
	Step       int         `json:"step,omitempty"`       // step of the plan, from 1; 0: none
	By         string      `json:"by,omitempty"`         // the alternative that was taken, the holder of the resource, or the cause of the failure
	Score      float64     `json:"score,omitempty"`      // score of the subject
	Best       float64     `json:"best,omitempty"`       // score of the chosen option
	Scored     bool        `json:"scored,omitempty"`     // Score and Best are set
	Odds       float64     `json:"odds,omitempty"`       // probability, from 0 to 1
	Drawn      float64     `json:"drawn,omitempty"`      // the random number that decided, from 0 to 1; 0: not known
	Decided    int64       `json:"decided,omitempty"`    // tick of the decision that the finding describes; 0: the finding describes the moment of the answer
	Until      float64     `json:"until,omitempty"`      // seconds until this may change by itself; 0: not known
	Note       string      `json:"note,omitempty"`       // additional remark
	Hint       string      `json:"hint,omitempty"`       // Unknown: the name that may have been meant
	Under      []Finding   `json:"under,omitempty"`      // failures inside, the one that got furthest first
	Place      diag.Span   `json:"-"`
}

// Failing is a part of a condition that does not hold.
type Failing struct {
	Text   string    `json:"text"`             // "range(kane) > 30"
	Values []Value   `json:"values,omitempty"` // the compared values
	Needs  string    `json:"needs,omitempty"`  // the required first value: "> 30"; empty if Text already shows it
	Looked int       `json:"looked,omitempty"` // exists: number of members checked
	Bound  []string  `json:"bound,omitempty"`  // forall: the members for which it fails
	Itself bool      `json:"-"`                // its only value is that of the part itself, or of its negated part
	Inside []Failing `json:"inside,omitempty"` // of a call of a derived symbol: the failing parts of its expression
}

// Candidate is a possible binding of a method, a want or a role.
type Candidate struct {
	Text    string    `json:"text"`              // "e = kane"
	Key     string    `json:"key,omitempty"`     // its order key or score; empty: none
	Taken   bool      `json:"taken,omitempty"`   //
	Failing []Failing `json:"failing,omitempty"` // conditions that exclude it; empty: none
	Note    string    `json:"note,omitempty"`    // another reason that excludes it
}

// Remedy is a change after which the agent would do what the question names. It was tried on a copy.
type Remedy struct {
	Changes []Change `json:"changes,omitempty"`
	Margin  string   `json:"margin,omitempty"`  // difference from the present value: "1.3 nearer"
	By      Changer  `json:"by"`                // who can make the change
	Seconds float64  `json:"seconds,omitempty"` // ByTime: after this time
	Effects []string `json:"effects,omitempty"` // side effects of the change
}

// Changer says who can make a change.
type Changer uint8

// Changers, in the order in which remedies are ranked.
const (
	ByTime  Changer = iota // time alone
	ByAgent                // the agent itself
	ByHost                 // the game
)

// String returns the changer in a word.
func (c Changer) String() string { return fact.Name(c, "time", "the agent", "the game") }

// Origin is the write that set a value, or a cause of that write.
type Origin struct {
	Tick  int64      `json:"tick,omitempty"`
	Kind  OriginKind `json:"kind,omitempty"`
	Text  string     `json:"text"`            // "step buy of dine"
	Value string     `json:"value,omitempty"` // the value that it set
}

// OriginKind is the kind of an origin.
type OriginKind uint8

// Kinds of origins.
const (
	FromStart   OriginKind = iota // the value since the agent spawned
	FromStep                      // the effects of a step
	FromPercept                   // a perception or memory
	FromHost                      // the game
	FromOrder                     // an order
	FromTree                      // a node of a tree
	NotKnown                      //
)

// String returns the kind in a word.
func (k OriginKind) String() string {
	return fact.Name(k, "start", "step", "percept", "game", "order", "tree", "unknown")
}

// Difference is a value that two decisions depend on. If Old equals New, the value did not change.
type Difference struct {
	Symbol   string `json:"symbol,omitempty"`
	Old, New string
	Turned   string `json:"turned,omitempty"` // the verdict that it changed: "dine, buy first: condition false, now taken"
}

// MarshalText returns the word in JSON.
func (c Changer) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// MarshalText returns the word in JSON.
func (k OriginKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }
