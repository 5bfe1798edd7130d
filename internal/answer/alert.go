package answer

import (
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Answers about levels of alertness are based on symbols alone, which recordings have as well: on the level, and on
// what the agent remembers. Which sense perceived an object before is in no symbol.

// alertness answers about the levels of alertness of an agent.
type alertness struct{ *asker }

// each visits the levels of alertness by name. The symbol that holds the level, and the word alert unless a level
// is called that, stand for the next higher level that percepts lead to.
func (k alertness) each(visit func(s subject, names ...string)) {
	a := k.info.Alertness
	if a == nil || a.Level == nil || k.kind.Leads != nil {
		return
	}
	levels := k.levels()
	for i, name := range levels {
		visit(subject{kind: subjectAlert, index: i}, name)
	}
	next := int(k.state.Get(a.Level.Base))
	for _, l := range k.kind.Alerts {
		if now := int(k.state.Get(a.Level.Base)); len(l.On) > 0 && l.Level > now && (next == now || l.Level < next) {
			next = l.Level
		}
	}
	names := []string{a.Level.Name}
	if !slices.ContainsFunc(levels, func(l string) bool { return fold(l) == subjectAlert.String() }) {
		names = append(names, subjectAlert.String())
	}
	visit(subject{kind: subjectAlert, index: next}, names...)
}

// levels returns the names of the levels of alertness, the lowest first.
func (k alertness) levels() []string {
	return k.info.Schema.Enums[k.info.Alertness.Level.Type.ID].Values
}

// why answers why an agent is not at a level of alertness.
func (k alertness) why(s *subject) []explain.Finding {
	f := explain.Finding{Subject: k.title(s), Note: k.levelText()}
	level := int(k.state.Get(k.info.Alertness.Level.Base))
	switch {
	case len(k.kind.Alerts) == 0:
		f.Verdict, f.Note = explain.LineInactive, "nothing alerts "+k.kind.Name+": it has no alert line"
	case s.index == level:
		f.Verdict = explain.DoneAlready
		if level > 0 {
			_, f.Until = k.fall()
		}
	case s.index < level:
		until, falls := k.fallsTo(s.index)
		f.Verdict, f.By, f.Until = explain.NotReached, "the higher level "+k.levels()[level], until
		if !falls {
			f.Verdict, f.By, f.Until = explain.LineInactive, "", 0
			f.Note = "no alert line of " + k.kind.Name + " leads to it; " + f.Note
		}
	default:
		return k.whyNoPercept(s)
	}
	return []explain.Finding{f}
}

// levelText describes the level, since when the agent has it, and by which percept: "alarm calm for 2s, before that
// alert; last alerted by the sight of thief#1".
func (k alertness) levelText() string {
	a := k.info.Alertness
	level, before := k.state.Get(a.Level.Base), k.state.Get(a.Before.Base)
	text := a.Level.Name + " " + k.levels()[level]
	since := int64(k.state.Get(a.Since.Base))
	if since == 0 {
		return text
	}
	text += " for " + trim(k.seconds(k.crowd.Tick()-since)) + "s, before that " + k.levels()[before]
	if by := k.view.LastAlert(k.state); by != "" {
		text += "; last alerted by " + by
	}
	return text
}

// falls returns how long each level lasts that the agent falls to, in ticks; 0: it skips the level.
func (k alertness) falls() []int64 { return k.crowd.Program().Alerts[k.kind.ID].Falls }

// fall returns the level that the agent falls to next, and after how many seconds; 0: the level stays.
func (k alertness) fall() (next int, seconds float64) {
	next = int(k.state.Get(k.info.Alertness.Level.Base)) - 1
	for next > 0 && k.falls()[next] == 0 {
		next--
	}
	seconds, _ = k.fallsTo(next)
	return next, seconds
}

// fallsTo returns in how many seconds the agent falls to a lower level if no percept alerts it, 0: never; ok is false
// if it skips the level.
func (k alertness) fallsTo(level int) (seconds float64, ok bool) {
	a := k.info.Alertness
	if level > 0 && k.falls()[level] == 0 {
		return 0, false
	}
	until := int64(k.state.Get(a.Until.Base))
	if until == 0 {
		return 0, true
	}
	for l := int(k.state.Get(a.Level.Base)) - 1; l > level; l-- {
		until += k.falls()[l]
	}
	return k.seconds(until - k.crowd.Tick()), true
}

// whyNoPercept reports, for each line that leads to a level above the present one, what the line lacks. Lines for which
// the agent remembers an object come first.
func (k alertness) whyNoPercept(s *subject) (out []explain.Finding) {
	var rest []explain.Finding
	timed := false
	for i := range k.kind.Alerts {
		l := &k.kind.Alerts[i]
		if l.Level != s.index {
			continue
		}
		if len(l.On) == 0 {
			timed = true
		} else if f, known := k.whyNotAlerted(s, l); known {
			out = append(out, f)
		} else {
			rest = append(rest, f)
		}
	}
	out = append(out, rest...)
	isOther := func(f explain.Finding) bool { return f.Verdict == explain.NoCandidate && f.Looked == 0 }
	if len(s.args) > 0 && slices.ContainsFunc(out, func(f explain.Finding) bool { return !isOther(f) }) {
		out = slices.DeleteFunc(out, isOther) // lines about other types than that of the object
	}
	if len(out) == 0 {
		f := explain.Finding{Verdict: explain.LineInactive, Subject: k.title(s), Note: "no alert line of " + k.kind.Name + " leads to it"}
		if timed {
			f.Note = "only time leads to it, from a higher level"
		}
		out = []explain.Finding{f}
	}
	first := &out[0]
	first.Note = joined(first.Note, k.levelText())
	if next, left := k.fall(); left > 0 {
		first.Note += "; " + k.levels()[next] + " in " + trim(left) + "s"
	}
	return out
}

// whyNotAlerted reports what a line of alertness lacks. Known is true if the agent remembers an object that the line
// may be for.
func (k alertness) whyNotAlerted(s *subject, l *def.AlertInfo) (f explain.Finding, known bool) {
	f = explain.Finding{Subject: "alert " + k.levels()[l.Level] + " on " + strings.Join(l.On, ", "), Place: l.Decl.At}
	if l.Each != nil {
		f.Subject += " each " + l.Each.Name + ": " + world.FormatType(k.info.Schema, l.Each.Type)
	}
	if l.Where != nil {
		f.Condition = l.Where.String()
	}
	if !k.canPerceive(l) {
		f.Verdict, f.Note = explain.LineInactive, "it has no such sense"
		return f, false
	}
	if !readsObject(l) {
		if g, is := k.conditionFalse(f.Subject, l.Where, []world.Word{0}); is {
			g.Place = l.Decl.At
			return g, true
		}
	}
	list, wrong := k.alarming(s, l)
	if wrong != "" {
		f.Verdict, f.Note = explain.NoCandidate, wrong
		return f, false
	}
	verdicts := map[explain.Verdict]bool{}
	var all []explain.Finding
	for _, o := range list {
		g := k.whyNotBy(l, o)
		g.Place, g.Subject, g.Condition = f.Place, f.Subject, f.Condition
		verdicts[g.Verdict] = true
		known = known || k.isRemembered(o)
		all = append(all, g)
	}
	if len(all) == 1 {
		if f = all[0]; f.Verdict == explain.NotPerceived {
			f.Note = joined(f.Note, needText(l))
		}
		return f, known
	}
	f.Verdict, f.Looked, f.Note = explain.NoCandidate, len(all), needText(l)
	if len(verdicts) == 1 {
		f.Verdict = all[0].Verdict
	}
	for i := range all[:min(len(all), maxListed)] {
		f.Candidates = append(f.Candidates, explain.Candidate{Text: all[i].With[0], Failing: all[i].Failing, Note: all[i].Note})
	}
	return f, known
}

// whyNotBy reports why an object does not alert by a line: it is not remembered, the condition does not hold for it, or
// no percept of it has come.
func (k alertness) whyNotBy(l *def.AlertInfo, o world.Word) (f explain.Finding) {
	name := k.names.ObjectName(o, k.state.TypeOf(o))
	with := name
	if l.Each != nil {
		with = l.Each.Name + " = " + name
	}
	switch g, is := k.conditionFalse("", l.Where, []world.Word{o}); {
	case !k.isRemembered(o):
		text := "remembered(" + name + ")"
		f.Failing = []explain.Failing{{Itself: true, Text: text, Values: []explain.Value{{Symbol: text, Value: "false"}}}}
		f.Verdict = explain.NotPerceived
	case is:
		f = g
	default:
		f.Verdict, f.Note = explain.NotPerceived, "it is remembered"
	}
	f.With = []string{with}
	return f
}

// needText names the percepts that a line needs: "needs a percept by sight, damage".
func needText(l *def.AlertInfo) string {
	senses := slices.DeleteFunc(slices.Clone(l.On), func(on string) bool { return on == def.AlertMissed })
	missed := "to miss it where it is remembered"
	switch {
	case len(senses) == len(l.On):
		return "needs a percept by " + strings.Join(senses, ", ")
	case len(senses) == 0:
		return "needs " + missed
	}
	return "needs a percept by " + strings.Join(senses, ", ") + ", or " + missed
}

// alarming returns the objects that a line may be for: those of its type, of any type those that the agent remembers;
// only the one that the question names, if it names one. It returns a text if there is none.
func (k alertness) alarming(s *subject, l *def.AlertInfo) (list []world.Word, wrong string) {
	asked := ""
	if len(s.args) > 0 {
		asked = s.args[0]
	}
	for typ := range int32(len(k.info.Schema.Types)) {
		if l.Each != nil && typ != l.Each.Type.ID {
			continue
		}
		t := world.Type{Kind: world.KindObject, ID: typ}
		for o := k.state.NextMember(typ, 0); o != 0; o = k.state.NextMember(typ, o) {
			if o == world.Word(k.crowd.Body(k.id)) || l.Each == nil && (k.state.TypeOf(o) != typ || !k.isRemembered(o)) || asked != "" && !k.isCalled(t, []world.Word{o}, asked) {
				continue
			}
			list = append(list, o)
		}
	}
	switch {
	case len(list) > 0:
		return list, ""
	case asked != "":
		return nil, asked + " is not an object that it is for"
	case l.Each != nil:
		other := "" // the agent does not perceive itself
		if k.state.TypeOf(k.crowd.Body(k.id)) >= 0 && k.info.Schema.Types[l.Each.Type.ID].Has(k.state.TypeOf(k.crowd.Body(k.id))) {
			other = "other "
		}
		return nil, "there is no " + other + world.FormatType(k.info.Schema, l.Each.Type)
	}
	return nil, "it remembers no object; " + needText(l)
}

// canPerceive reports whether the agent has a sense that a line is for.
func (k alertness) canPerceive(l *def.AlertInfo) bool {
	return slices.ContainsFunc(l.On, func(on string) bool {
		return on == def.AlertMissed || slices.ContainsFunc(k.kind.Senses, func(s *def.SenseInfo) bool { return s.Kind == on })
	})
}

// readsObject reports whether the condition of a line depends on which object is perceived.
func readsObject(l *def.AlertInfo) (reads bool) {
	l.Where.Walk(func(t *expr.Term) bool {
		reads = reads || t.Kind == expr.TermVar && l.Each != nil && t.Slot == l.Each.Index
		return true
	})
	return reads
}

// isRemembered reports whether the agent remembers an object.
func (k alertness) isRemembered(o world.Word) bool {
	return slices.ContainsFunc(k.info.Known, func(s *world.Symbol) bool {
		at, has := s.Addr(o)
		return has && k.state.Get(at).Bool()
	})
}

func joined(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(t string) bool { return t == "" }), "; ")
}
