package def

import (
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// How alert an agent is lies in symbols, like its memory: conditions read it, and snapshots, traces and reloads need no
// special code. The level and the place are remembered symbols without parameters, which the file declares. The others
// no file can name. Percepts raise the level; time lowers it.

// Alert is a line of an agent: percepts that raise its level of alertness, and for how long they do.
//
//	alert suspicious on hearing each x: intruder where foe(x) hold 8s say "who's there?"
type Alert struct {
	Head
	Level Name
	On    []Name // kinds of senses, and AlertMissed; none: only time leads to the level
	Each  *expr.Var
	Where expr.Node
	Hold  expr.Node // seconds, constant; nil: DefaultHold
	Say   *SayClause
}

// AlertMissed is the word of a line of alertness for an object that is not where it was remembered.
const AlertMissed = "missed"

// Limits and defaults of alertness.
const (
	MaxAlerts   = 32   // lines of an agent
	DefaultHold = 10.0 // seconds
)

// AlertInfo is a checked line.
type AlertInfo struct {
	Decl  *Alert
	Level int      // number of the enum's value, from 1
	On    []string // without repetition
	Each  *Slot    // nil: any object
	Where *expr.Term
	Hold  float64 // seconds
	Say   SayInfo
}

// AlertnessInfo has the symbols that hold how alert agents are. All belong to the agent.
type AlertnessInfo struct {
	Level *world.Symbol // of an enum, whose first value is at rest
	Place *world.Symbol // a vec2: where what alerted the agent was last perceived; nil: no file declares it

	// Ints that no file can name.
	Until  *world.Symbol // tick from which the level is lower; 0: it stays
	Since  *world.Symbol // tick in which the level has changed last; 0: it has not
	Before *world.Symbol // the level before that
	By     *world.Symbol // the word of the object that alerted the agent last; 0: none
	Line   *world.Symbol // 16 times 1 + index of the line by which it did, plus the number of the sensor; 0: none
}

// alertSymbols are the names of the symbols that no file can name, with the way to each.
var alertSymbols = []struct {
	name string
	says string
	at   func(*AlertnessInfo) **world.Symbol
}{
	{"alert `until`", "when it calms down", func(a *AlertnessInfo) **world.Symbol { return &a.Until }},
	{"alert `since`", "when its alertness changed", func(a *AlertnessInfo) **world.Symbol { return &a.Since }},
	{"alert `before`", "its alertness before", func(a *AlertnessInfo) **world.Symbol { return &a.Before }},
	{"alert `by`", "what alerted it", func(a *AlertnessInfo) **world.Symbol { return &a.By }},
	{"alert `line`", "what it was alerted by", func(a *AlertnessInfo) **world.Symbol { return &a.Line }},
}

// has reports whether a symbol is one of these.
func (a *AlertnessInfo) has(sym *world.Symbol) bool {
	return a != nil && slices.Contains([]*world.Symbol{a.Level, a.Place, a.Until, a.Since, a.Before, a.By, a.Line}, sym)
}

// hasAlerts reports whether an agent of the model has lines of alertness.
func hasAlerts(c *checker) bool {
	return slices.ContainsFunc(c.entriesOf(kindAgent), func(e *entry) bool { return len(e.decl.(*Agent).Alerts) > 0 })
}

// addAlertness adds the symbols that no file can name, behind all that files declare.
func addAlertness(c *checker, b *world.Builder) (added []*entry) {
	if !hasAlerts(c) {
		return nil
	}
	for _, s := range alertSymbols {
		b.Symbol(world.SymbolDef{Name: s.name, Scope: world.ScopeAgent, Sensed: true, Type: expr.IntType, Says: s.says})
		added = append(added, &entry{kind: kindSymbol, name: s.name})
	}
	return added
}

// keepAlertness finds the symbols of how alert agents are.
func keepAlertness(c *checker) {
	if !hasAlerts(c) {
		return
	}
	a := &AlertnessInfo{}
	for _, s := range alertSymbols {
		*s.at(a) = c.info.Schema.Symbol(s.name)
	}
	for _, e := range c.entriesOf(kindSymbol) {
		d := e.decl.(*Symbol)
		if sym := e.value.Symbol; sym != nil && d.Remembered && len(d.Params) == 0 {
			at := &a.Level
			if sym.Type.Kind == world.KindVec2 {
				at = &a.Place
			}
			if *at != nil {
				c.diags.Errorf(diag.FaultyRecall, e.at, "remembered symbol %q is a second one of its kind: %q already holds that", e.name, (*at).Name).
					Hint = "remove one of the two; one enum holds how alert the agent is, and one vec2 the place"
				continue
			}
			*at = sym
		}
	}
	c.info.Alertness = a
}

// checkRememberedAlone checks a remembered symbol without parameters: it holds how alert the agent is, or where what
// alerted it was.
func checkRememberedAlone(c *checker, e *entry, def *world.SymbolDef, fail func(diag.Span, string, ...any) *diag.Diagnostic) {
	switch {
	case !hasAlerts(c):
		fail(e.at, "has no parameters").Hint = "it needs one, the remembered object; without one it holds how alert an agent is, by lines such as alert suspicious on hearing"
	case def.Type.Kind != world.KindEnum && def.Type.Kind != world.KindVec2 && def.Type != none:
		fail(e.decl.(*Symbol).Type.At, "must be an enum or a vec2, not %s", world.FormatType(c.names.schema, def.Type)).
			Hint = "an enum holds how alert the agent is, a vec2 where what alerted it was; others have a parameter, the remembered object"
	}
}

// checkAlerts checks the lines of alertness of an agent.
func checkAlerts(c *checker, a *AgentInfo) {
	for _, d := range a.Decl.Alerts {
		if d != nil {
			a.Alerts = append(a.Alerts, checkAlert(c, a, d))
		}
	}
	if len(a.Alerts) == 0 {
		return
	}
	at := headSpan(&a.Decl.Head)
	if n := len(a.Alerts); n > MaxAlerts {
		c.diags.Errorf(diag.TooManyParts, at, "agent %q has %d alert lines, more than %d", a.Name, n, MaxAlerts)
	}
	if len(a.Memories) == 0 && !c.partial {
		c.diags.Errorf(diag.FaultyAlert, at, "agent %q perceives nothing that could alert it: it has no memory", a.Name).Hint = "give it a sense and a memory: sense sight; memory short"
	}
	if c.info.Alertness != nil && c.info.Alertness.Level == nil && !c.partial {
		c.diags.Errorf(diag.FaultyAlert, headSpan(&a.Decl.Alerts[0].Head), "no symbol holds how alert the agent is").
			Hint = "declare the levels, lowest first, and a symbol: type mood = { calm, suspicious, alert } and state agent { remembered alertness: mood }"
	}
}

func checkAlert(c *checker, a *AgentInfo, d *Alert) AlertInfo {
	i := AlertInfo{Decl: d, Level: alertLevel(c, d)}
	var slots []Slot
	if d.Each != nil {
		t := c.typeOf(&d.Each.Type, c.global())
		if t != none && t.Kind != world.KindObject || d.Each.From != nil || d.Each.Remembered {
			c.diags.Errorf(diag.FaultyAlert, d.Each.Type.At, "an alert is about the object that is perceived").Hint = "each x: TYPE, where TYPE is of objects"
			t = none
		}
		slots = c.addSlot(nil, d.Each.Name, t, d.Each.At)
		i.Each = &slots[0]
	}
	for _, n := range d.On {
		switch {
		case n.Name != AlertMissed && !slices.Contains(SenseKinds[:], n.Name):
			known := append(slices.Clone(SenseKinds[:]), AlertMissed)
			c.diags.Errorf(diag.FaultyAlert, nameAt(n, &d.Head), "%q is not a kind of sense", n.Name).MeantOr(n.Name, expr.Suggest(n.Name, known), "it is one of sight, touch, hearing, damage, talk and missed")
		case !slices.Contains(i.On, n.Name):
			i.On = append(i.On, n.Name)
			checkAlertSense(c, a, d, n)
		}
	}
	c.clauses(AlertTable.Head, d, &i, c.scope(slots))
	for _, needs := range []struct {
		word string
		at   diag.Span
		is   bool
	}{{"each", eachSpan(d.Each), d.Each != nil}, {"where", spanOf(d.Where), d.Where != nil}} {
		if len(d.On) == 0 && needs.is {
			c.diags.Errorf(diag.FaultyAlert, needs.at, "%s needs on: without percepts only time leads to the level", needs.word).Hint = "alert suspicious on hearing each x: TYPE where ..."
		}
	}
	if asksHost(i.Where, map[*expr.Derived]bool{}) {
		c.diags.Errorf(diag.FaultyAlert, d.Where.Span(), "the condition of an alert line asks the host").Hint = "percepts alert between two ticks, without the host: read symbols only"
	}
	addBark(c, d.Say, "alert "+a.Name+"/"+d.Level.Name, &i.Say)
	return i
}

// asksHost reports whether an expression calls functions of the host.
func asksHost(t *expr.Term, seen map[*expr.Derived]bool) (asks bool) {
	t.Walk(func(t *expr.Term) bool {
		asks = asks || t.Kind == expr.TermFunc
		if d := t.Derived; t.Kind == expr.TermDerived && !seen[d] {
			seen[d] = true
			asks = asks || asksHost(d.Body, seen)
		}
		return true
	})
	return asks
}

func eachSpan(v *expr.Var) diag.Span {
	if v == nil {
		return diag.Span{}
	}
	return v.At
}

// checkAlertSense warns of a sense that the agent does not have.
func checkAlertSense(c *checker, a *AgentInfo, d *Alert, n Name) {
	if n.Name == AlertMissed || slices.ContainsFunc(a.Senses, func(s *SenseInfo) bool { return s.Kind == n.Name || s.Kind == "" }) || c.partial {
		return
	}
	c.diags.Warnf(diag.NeverAlerted, nameAt(n, &d.Head), "agent %q has no sense of the kind %s: this never alerts it", a.Name, n.Name).Hint = "give it such a sense, or remove the word"
}

// alertLevel returns the number of a line's level; 1 after a mistake.
func alertLevel(c *checker, d *Alert) int {
	if c.info.Alertness == nil || c.info.Alertness.Level == nil || d.Level.Name == "" {
		return 1
	}
	at := nameAt(d.Level, &d.Head)
	enum := c.info.Schema.Enums[c.info.Alertness.Level.Type.ID]
	n := slices.Index(enum.Values, d.Level.Name)
	switch {
	case n < 0:
		c.diags.Errorf(diag.FaultyAlert, at, "%q is not a level of %s", d.Level.Name, enum.Name).MeantOr(d.Level.Name, expr.Suggest(d.Level.Name, enum.Values), "it is one of the values of "+enum.Name)
		return 1
	case n == 0:
		c.diags.Errorf(diag.FaultyAlert, at, "%s is the lowest level, to which agents calm down: nothing raises them to it", d.Level.Name).Hint = "name a later value of " + enum.Name
		return 1
	}
	return min(n, math.MaxInt32)
}

// AlertTable lists the clauses of a line of alertness.
var AlertTable = Statement{
	Word: "alert", Title: "Alert line", Doc: "Percepts that raise an agent's level of alertness, and how long the level lasts.",
	Form: "agent guard {\n    alert suspicious on hearing each x: intruder where loud(x) hold 8s say \"who's there?\"\n}",
	JSON: `{"level": "suspicious", "on": "hearing", "each": "x: intruder", "where": "loud(x)", "hold": "8s", "say": "\"who's there?\""}`,
	Head: []Clause{
		{Field: "level", Takes: TakesName, Is: "a level", Need: true, Doc: "The level: a value of the enum of the remembered symbol without a parameter, but not its first.", at: in(func(d *Alert) any { return &d.Level })},
		{Word: "on", Takes: TakesNames, Is: "a kind of sense", Form: "on sight, hearing", Doc: "Kinds of senses whose percepts raise the agent to the level, and missed: an object is not where the agent remembers it.", Without: "only time leads to the level, from a higher one", Param: "kinds",
			at: in(func(d *Alert) any { return &d.On })},
		{Word: "each", Takes: TakesVariable, Is: "an alert line", Hint: "a percept is of one object", Form: "each x: intruder", Doc: "The object that is perceived, with its type.", Without: "any object", Param: "variable",
			at: in(func(d *Alert) any { return &d.Each })},
		{
			Word: "where", Takes: TakesCondition, Form: "where loud(x)", Doc: "The condition under which a percept counts.", Without: "always",
			at:   in(func(d *Alert) any { return &d.Where }),
			info: to(func(i *AlertInfo) any { return &i.Where }),
		},
		{
			Word: "hold", Takes: TakesPositive, Is: "a time", Unit: "s", Most: MaxSpan, Default: DefaultHold, Form: "hold 8s", Doc: "How long the level lasts after the last such percept. Then the agent falls to the next lower level that it has a line for.", Without: "10s",
			at:   in(func(d *Alert) any { return &d.Hold }),
			info: to(func(i *AlertInfo) any { return &i.Hold }),
		},
		sayClause("What the agent says when the line raises its level.", func(d *Alert) **SayClause { return &d.Say }, func(i *AlertInfo) *SayInfo { return &i.Say }),
	},
	kept: keptIn(func(*Alert) Kept { return Kept{} }),
}
