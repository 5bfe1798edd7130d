package def

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// checkSenses checks senses and memories.
func (c *checker) checkSenses() {
	for _, e := range c.entriesOf(kindSense) {
		c.checkSense(e)
	}
	for _, e := range c.entriesOf(kindMemory) {
		c.checkMemory(e)
	}
}

func (c *checker) checkSense(e *entry) {
	d := e.decl.(*Sense)
	s := &SenseInfo{Decl: d, ID: int32(len(c.info.Senses)), Name: e.name}
	e.sense = s
	if !e.lost {
		c.info.Senses = append(c.info.Senses, s)
	}
	s.Kind = c.kindOf(e, d.Kind, SenseKinds[:])
	c.senseClauses(e, s.Kind, d.Clauses, senseClauses, s)
	if s.LoseRange > 0 && s.LoseRange < s.Range {
		at := clauseAt(d.Clauses, "lose_range")
		c.diags.Errorf(diag.FaultyNumber, at, "lose_range is less than range: objects would be lost as soon as they are seen").Hint = "lose_range is the range for objects that are already seen"
	}
}

func (c *checker) checkMemory(e *entry) {
	d := e.decl.(*Memory)
	m := &MemoryInfo{Decl: d, ID: int32(len(c.info.Memories)), Name: e.name}
	e.memory = m
	if !e.lost {
		c.info.Memories = append(c.info.Memories, m)
	}
	m.Kind = c.kindOf(e, d.Kind, MemoryKinds[:])
	given := c.senseClauses(e, m.Kind, d.Clauses, memoryClauses, m)
	if m.Keep && given["decay"] != nil {
		c.diags.Errorf(diag.FaultyClause, headSpan(&given["decay"].Head), "memory %q has keep: its confidence does not decay", e.name).Hint = "write one of the two"
	}
	c.checkDoubts(m)
}

// checkDoubts reports thresholds that do not fall.
func (c *checker) checkDoubts(m *MemoryInfo) {
	at := clauseAt(m.Decl.Clauses, "doubts")
	if len(m.Doubts) > MaxDoubts {
		c.diags.Errorf(diag.TooManyParts, at, "%d doubts are more than %d", len(m.Doubts), MaxDoubts)
	}
	for i := 1; i < len(m.Doubts); i++ {
		if m.Doubts[i] >= m.Doubts[i-1] {
			c.diags.Errorf(diag.FaultyNumber, at, "doubts must fall").Hint = "doubts 0.5, 0.2"
			return
		}
	}
}

// kindOf returns the kind of a sense or memory; "" after a mistake.
func (c *checker) kindOf(e *entry, given Name, kinds []string) string {
	name, at := cmp.Or(given.Name, e.name), e.at
	if given.At.Src != nil {
		at = given.At
	}
	if slices.Contains(kinds, name) {
		return name
	}
	if name == "" && c.partial {
		return ""
	}
	word := "memory"
	if e.kind == kindSense {
		word = "sense"
	}
	last := len(kinds) - 1
	list := strings.Join(kinds[:last], ", ") + " or " + kinds[last]
	d := c.diags.Errorf(diag.FaultyPercept, at, "%q is not a kind of %s", name, word)
	d.MeantOr(name, expr.Suggest(name, kinds), "it is "+list)
	if given.Name == "" {
		d.MeantOr(name, expr.Suggest(name, kinds), "give its kind after the name: "+word+" "+expr.NameText(name)+": "+kinds[0])
	}
	return ""
}

// senseClauses computes the clauses of a sense or memory, and stores the results in info. It returns the clauses that
// were given.
func (c *checker) senseClauses(e *entry, kind string, lines []*SenseClause, known []Clause, info any) map[string]*SenseClause {
	given := map[string]*SenseClause{}
	for i := range known {
		if row := &known[i]; row.Default != 0 {
			row.keep([]float64{row.Default}, info)
		}
	}
	for _, d := range lines {
		if d == nil {
			continue
		}
		row := c.senseClause(e, kind, d, known)
		if row == nil {
			continue
		}
		if first := given[d.Word]; first != nil {
			d := c.diags.Errorf(diag.FaultyClause, headSpan(&d.Head), "%s is given twice", d.Word)
			d.Related = []diag.Related{{Span: headSpan(&first.Head), Message: "first here"}}
			continue
		}
		given[d.Word] = d
		row.keep(c.clauseValues(d, row), info)
	}
	for i := range known {
		if row := &known[i]; slices.Contains(row.Needed, kind) && given[row.Word] == nil && !c.partial {
			c.diags.Errorf(diag.PartMissing, e.at, "%s has no %s", e.kind, row.Word).Hint = kind + " needs it: " + row.Form
		}
	}
	return given
}

// keep keeps the numbers of a clause, if it takes that many.
func (c *Clause) keep(values []float64, info any) {
	switch to := c.info(info).(type) {
	case *bool:
		*to = true
	case *[]float64:
		*to = values
	case *float64:
		if len(values) == 1 {
			*to = values[0]
		}
	case *int:
		if len(values) == 1 {
			*to = int(values[0])
		}
	}
}

// senseClause finds the meaning of a clause for a kind; nil after a mistake. The kind may be unknown.
func (c *checker) senseClause(e *entry, kind string, d *SenseClause, known []Clause) *Clause {
	row := clauseOf(known, d.Word)
	switch {
	case row == nil && d.Word == "" && c.partial:
	case row == nil:
		c.diags.Errorf(diag.FaultyClause, headSpan(&d.Head), "%s has no %q", e.kind, d.Word).Meant(d.Word, expr.Suggest(d.Word, clauseWords(known, kind)))
	case kind != "" && !slices.Contains(row.Kinds, kind):
		word := kind
		if e.kind != kindSense {
			word += " memory"
		}
		c.diags.Errorf(diag.FaultyClause, headSpan(&d.Head), "%s has no %s", word, d.Word).Hint = "it belongs to " + strings.Join(row.Kinds, ", ")
		return nil
	}
	return row
}

// clauseWords returns the words of the clauses of a kind, or of all if the kind is not known.
func clauseWords(known []Clause, kind string) []string {
	var words []string
	for i := range known {
		if kind == "" || slices.Contains(known[i].Kinds, kind) {
			words = append(words, known[i].Word)
		}
	}
	return words
}

// clauseValues computes the numbers of a clause; as many as there are without mistakes.
func (c *checker) clauseValues(d *SenseClause, info *Clause) []float64 {
	at := headSpan(&d.Head)
	rate := info.Takes == TakesRate
	switch n := len(d.Values); {
	case c.partial && n == 0:
	case info.Takes == TakesFlag && n > 0:
		c.diags.Errorf(diag.FaultyClause, at, "%s takes no number", d.Word)
		return nil
	case info.Takes != TakesFlag && n == 0:
		c.diags.Errorf(diag.PartMissing, at, "%s needs a number", d.Word).Hint = "write " + info.Form
	case n > 1 && info.Takes != TakesNumbers:
		c.diags.Errorf(diag.FaultyClause, at, "%s takes one number, found %d", d.Word, n).Hint = "write " + info.Form
		return nil
	case rate && !d.Rate:
		c.diags.Errorf(diag.FaultyClause, spanOf(d.Values[0]), "%s is a rate per second", d.Word).Hint = "write " + info.Form
	case !rate && d.Rate:
		c.diags.Errorf(diag.FaultyClause, spanOf(d.Values[0]), "%s is not a rate per second", d.Word).Hint = "write " + info.Form
	}
	var values []float64
	before := len(c.diags.All)
	for _, n := range d.Values {
		if n == nil {
			c.missing(at, "a number")
			continue
		}
		v := c.clauseValue(n, d.Word, info)
		if !c.failedSince(before) {
			values = append(values, v)
		}
	}
	return values
}

// clauseValue computes a number of a clause.
func (c *checker) clauseValue(n expr.Node, word string, info *Clause) float64 {
	if info.Takes == TakesCount {
		return float64(c.constCount(n, c.global(), word, int(info.Least), int(info.Most), 0))
	}
	if info.Unit == "s" {
		c.times = append(c.times, n)
	}
	if info.Takes == TakesAngle {
		return c.clauseAngle(n, word, info)
	}
	if info.Least == tiny {
		v := c.constPositive(n, c.global(), word, info.Most, 1)
		if v < tiny {
			c.diags.Errorf(diag.FaultyNumber, n.Span(), "%s must be %v", word, span{info.Least, info.Most})
		}
		return v
	}
	return c.constNumber(n, c.global(), word, span{info.Least, info.Most}, 0)
}

// clauseAngle computes an angle, in radians. One that goes round more than once was meant in degrees.
func (c *checker) clauseAngle(n expr.Node, word string, info *Clause) float64 {
	v := c.constPositive(n, c.global(), word, math.Inf(1), info.Least)
	switch {
	case v > info.Most:
		d := c.diags.Errorf(diag.FaultyNumber, n.Span(), "%s must be at most 360deg", word)
		switch l, ok := n.(*expr.Lit); {
		case v > 360 || ok && l.Kind == expr.LitAngle:
		case ok:
			d.Hint = "without a unit an angle is in radians: write " + l.Text + "deg"
		default:
			d.Hint = "without a unit an angle is in radians: " + info.Form + " has one"
		}
	case v < info.Least:
		c.diags.Errorf(diag.FaultyNumber, n.Span(), "%s must be %v", word, span{info.Least, info.Most})
	}
	return v
}

// clauseAt returns the place of the clause of a word.
func clauseAt(list []*SenseClause, word string) diag.Span {
	for _, d := range list {
		if d != nil && d.Word == word {
			return headSpan(&d.Head)
		}
	}
	return diag.Span{}
}
