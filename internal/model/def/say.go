package def

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// Limits of what a clause says.
const (
	MaxVariants  = 64           // texts of a clause
	MaxSaidBytes = 200          // bytes of a text: a line that a character can say in some seconds
	MaxSayGap    = 24 * 60 * 60 // seconds of a gap: a day, the longest run of a scene
)

// Default times after which a text may be said again, in seconds. A short call takes one to two seconds. After
// DefaultSayGap the same voice does not sound like an echo of itself; DefaultSquadGap keeps members that decide
// alike in the same moment from speaking in chorus.
const (
	DefaultSayGap   = 5.0
	DefaultSquadGap = 2.0
)

// SayClause is what an agent says: say "flanking!", "going round!" gap 8s squad 3s
type SayClause struct {
	Head
	Texts []string  // variants
	Gap   expr.Node // seconds in which the same agent does not say it again, constant; nil: DefaultSayGap
	As    expr.Node // what those who hear it know of it: a value of the enum that the remembered symbol said is of; nil: a voice
	Squad expr.Node // seconds in which no member of its squad says it, constant; nil: DefaultSquadGap
}

// SayInfo is a checked clause.
type SayInfo struct {
	ID         int32 // 1 + index in Info.Barks; 0: nothing is said
	Texts      []string
	Call       int     // number of the enum's value that hearers know it by; 0: none
	Gap, Squad float64 // seconds
}

// Bark is something that agents can say.
type Bark struct {
	SayInfo
	Of string // what says it, which identifies it in another program: operator flank, method dine/buy first
}

const (
	sayForm = `say "flanking!", "going round!" gap 8s squad 3s`
	gapHint = "write a time up to a day, as in gap 8s; gap 0s holds nothing back"
)

// sayClause is the row of all statements at which an agent may speak.
func sayClause[D, I any](doc string, get func(*D) **SayClause, info func(*I) *SayInfo) Clause {
	return Clause{
		Word: "say", Takes: TakesParts, Text: "say", Form: sayForm, Doc: doc, Without: "nothing",
		Parts: sayParts(info), at: partAt(get), make: partMade(get),
	}
}

// sayParts are its parts.
func sayParts[I any](info func(*I) *SayInfo) []Clause {
	return []Clause{
		{
			Takes: TakesTexts, Need: true, Is: "a text", Param: "texts", Form: sayForm, Hint: "write what the agent says, or remove the clause", Doc: "The text, or several variants.",
			at: in(func(c *SayClause) any { return &c.Texts }), info: to(func(i *I) any { return &info(i).Texts }),
		},
		{
			Word: "as", Takes: TakesValue, Is: "what is said", Method: "SayAs", Doc: "What agents who hear it know it as: a value of the enum that the remembered symbol said is of.", Without: "they hear a voice",
			at: in(func(c *SayClause) any { return &c.As }), info: to(func(i *I) any { return &info(i).Call }),
		},
		{
			Word: "gap", Takes: TakesNumber, Is: "a gap", Unit: "s", Most: MaxSayGap, Hint: gapHint, Default: DefaultSayGap, Method: "SayGap", Doc: "The time in which the same agent does not say it again.", Without: "5s",
			at: in(func(c *SayClause) any { return &c.Gap }), info: to(func(i *I) any { return &info(i).Gap }),
		},
		{
			Word: "squad", Takes: TakesNumber, Is: "a gap", Unit: "s", Most: MaxSayGap, Hint: gapHint, Default: DefaultSquadGap, Method: "SaySquad", Doc: "The time in which no member of its squad says it again.", Without: "2s",
			at: in(func(c *SayClause) any { return &c.Squad }), info: to(func(i *I) any { return &info(i).Squad }),
		},
	}
}

// addBark numbers what is said, and checks the texts.
func addBark(c *checker, d *SayClause, of string, info *SayInfo) {
	if d == nil {
		return
	}
	if len(d.Texts) > MaxVariants {
		c.diags.Errorf(diag.TooManyParts, headSpan(&d.Head), "%s has %d texts, more than %d", of, len(d.Texts), MaxVariants).Hint = "keep the best of them"
	}
	for _, text := range d.Texts {
		if len(text) > MaxSaidBytes {
			c.diags.Errorf(diag.TooManyParts, headSpan(&d.Head), "a text of %s has %d bytes, more than %d", of, len(text), MaxSaidBytes).Hint = "shorten it, or make several variants of it"
		}
	}
	info.Call = callOf(c, d)
	info.ID = int32(len(c.info.Barks) + 1)
	c.info.Barks = append(c.info.Barks, Bark{*info, of})
}

// callOf returns the number of the value that hearers know what is said by; 0: none, also after a mistake.
func callOf(c *checker, d *SayClause) int {
	if d.As == nil {
		return 0
	}
	for i := range c.info.Remembered {
		if m := &c.info.Remembered[i]; m.Attr == AttrSaid {
			value, _, ok := c.constant(d.As, c.global(), m.Symbol.Type, "what is said")
			if ok && value[0] == 0 {
				c.diags.Errorf(diag.FaultyRecall, d.As.Span(), "the first value of the enum means that nothing is said").
					Hint = "give the enum another first value, as in type call = { silence, reloading }"
			}
			return int(value[0])
		}
	}
	if !c.partial {
		c.diags.Errorf(diag.FaultyRecall, d.As.Span(), "no agent can know what it hears").
			Hint = "declare in state agent what agents remember of it: remembered said(t: TYPE): ENUM"
	}
	return 0
}
