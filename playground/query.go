package playground

import (
	"cmp"
	"slices"

	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// MaxQueryRays limits the lines of sight that the queries of all characters compute in a tick. When it is reached, the
// other characters keep their previous answers until their next turn; the first turn of a tick goes round.
const MaxQueryRays = 16384

// MaxQueryPaths limits their paths likewise.
const MaxQueryPaths = 1024

// QueryCut is a query that a limit has shortened: see [Options].QueryCut.
type QueryCut struct {
	Query string // its name; empty: what the character looked at in its turn is not remembered ([MaxLookRays])
	Place int    // of the character, in the casts
	Cut   int    // candidates without a score
	// Put off means that the lines of sight or the paths of the tick were used up: the character keeps its previous
	// answer.
	PutOff bool
}

// queries answers the queries of the scene that a program reads.
type queries struct {
	list    []boundQuery
	rays    int // left in this tick
	paths   int
	ask     arena.Query
	threats []arena.Point
	claims  []arena.Point
	crew    []agent.ID
	places  []arena.Point
	objects []world.Object // of the places
	near    []sense.Spot   // landmarks
	scored  []world.Object // landmarks whose symbols have scores of earlier answers
	cover   func(at, from arena.Point) bool
	looks   looks
	asker   *member
	looked  func(at arena.Point) float64 // when the asker has looked there
}

// boundQuery is a query with the symbols that a program declares for it; nil: it does not.
type boundQuery struct {
	*Query
	best, score, of *world.Symbol
	around          *world.Symbol // whose value is the middle of the rings; nil: another middle
	marks           chart         // the landmarks of Each, as places in the playground's
}

// findQueries finds the queries whose symbols a program declares, of the agent and sensed: vantage: vec2,
// vantage_score: float, and vantage_of(c: cover): float for the landmarks of each cover.
func findQueries(p *Playground) queries {
	var all queries
	info := p.program.Info
	for i := range p.scene.Queries {
		if b := bindQuery(info, &p.scene.Queries[i]); b.isRead() {
			all.list = append(all.list, b)
		}
	}
	all.cover = func(at, from arena.Point) bool {
		return p.charts.covers.coverNear(p.marks, at, CoverReach+nearly, func(l *mark) bool { return l.shields(from, at) })
	}
	all.looked = func(at arena.Point) float64 { return p.queries.looks.ago(p, p.queries.asker, at) }
	return all
}

// What rings can be around besides a place that a symbol holds.
const (
	aroundSelf = "self"
	aroundFoe  = "foe"
)

// bindQuery finds the symbols that a program declares for a query.
func bindQuery(info *def.Info, q *Query) boundQuery {
	b := boundQuery{Query: q, best: querySymbol(info, q.Name, world.KindVec2, 0),
		score: querySymbol(info, q.Name+"_score", world.KindFloat, 0), around: q.around(info)}
	if q.Each != "" {
		b.of = querySymbol(info, q.Name+"_of", world.KindFloat, 1)
	}
	return b
}

// isRead reports whether the program declares a symbol for the answer.
func (b boundQuery) isRead() bool { return b.best != nil || b.score != nil || b.of != nil }

// around returns the symbol of the agent that holds the middle of the rings, or nil.
func (q *Query) around(info *def.Info) *world.Symbol {
	sym := info.Schema.Symbol(q.Around)
	if q.Around == aroundSelf || q.Around == aroundFoe || sym == nil || sym.Scope != world.ScopeAgent || len(sym.Params) > 0 || sym.Type.Kind != world.KindVec2 {
		return nil
	}
	return sym
}

// querySymbol returns a sensed symbol of the agent, if a program declares it.
func querySymbol(info *def.Info, name string, kind world.Kind, params int) *world.Symbol {
	sym := info.Schema.Symbol(name)
	if sym == nil || !sym.Sensed || sym.Scope != world.ScopeAgent || len(sym.Params) != params || sym.Type.Kind != kind {
		return nil
	}
	return sym
}

// findMarks charts the landmarks of each query.
func (a *queries) findMarks(p *Playground) {
	for i := range a.list {
		q := &a.list[i]
		if q.Each == "" {
			continue
		}
		q.marks = newChart(p.scene.Map.Size())
		q.marks.begin()
		n := 0
		for k := range p.scene.Objects {
			l := &p.scene.Objects[k]
			for _, at := range l.At {
				if l.Type == q.Each {
					q.marks.add(sense.Spot{Object: sense.ObjectID(n), At: sense.Point(at)})
				}
				n++
			}
		}
		q.marks.end()
	}
}

// answer answers the queries that are due, and writes their symbols. A character's turn depends on its place, so that
// the work is spread over ticks.
func (a *queries) answer(p *Playground) {
	if len(a.list) == 0 {
		return
	}
	a.rays, a.paths = MaxQueryRays, MaxQueryPaths
	n := int64(len(p.members))
	for k := range n {
		i := (k + p.tick()) % n
		m, knows := &p.members[i], false
		if !m.alive() {
			continue
		}
		for j := range a.list {
			q := &a.list[j]
			if every := p.ticks(q.Every); (p.tick()+i)%every != 0 {
				continue
			}
			if a.rays <= 0 || a.paths <= 0 {
				a.tell(p, QueryCut{Query: q.Name, Place: int(i), PutOff: true})
				continue
			}
			if !knows {
				a.know(p, m)
				knows = true
			}
			got := a.of(p, m, q, q.of != nil)
			a.rays, a.paths = a.rays-got.Rays, a.paths-got.Paths
			a.write(p, m, q, &got)
			if n := got.Cut + got.Left; n > 0 {
				a.tell(p, QueryCut{Query: q.Name, Place: int(i), Cut: n})
			}
		}
	}
}

func (a *queries) tell(p *Playground, c QueryCut) {
	if p.options.QueryCut != nil {
		p.options.QueryCut(c)
	}
}

// of answers a query of a character, which was asked what it knows before. The answer is valid until the next one.
func (a *queries) of(p *Playground, m *member, q *boundQuery, all bool) arena.Answer {
	at := p.at(m)
	foe, any := nearest(at, a.threats)
	a.places, a.objects = a.places[:0], a.objects[:0]
	a.ask = arena.Query{From: at, Radius: p.traits(m).Radius, Threats: a.threats, Claims: a.claims,
		Filters: q.Filters, Weights: q.Weights, Cover: a.cover, All: all}
	switch {
	case q.Each != "":
		a.behind(p, m, q, at, foe, any)
		a.ask.Places = a.places
	case q.Around != aroundFoe || any:
		a.ask.Around, a.ask.Inner, a.ask.Outer, a.ask.Step = at, q.From, q.To, q.Step
		if q.Around == aroundFoe {
			a.ask.Around = foe
		} else if q.around != nil {
			st, from := p.crowd.State(m.agent), q.around.Base
			a.ask.Around = arena.Point{X: st.Get(from).Float(), Y: st.Get(from + 1).Float()}
		}
	}
	if len(m.looked) > 0 {
		a.asker, a.ask.Looked = m, a.looked
	}
	return p.arena.Ask(&a.ask)
}

// behind lists the places behind near landmarks, in the order of the scene, as seen from the nearest enemy.
func (a *queries) behind(p *Playground, m *member, q *boundQuery, at, foe arena.Point, any bool) {
	a.near = q.marks.near(sense.Point(at), q.To+nearly, a.near[:0])
	slices.SortFunc(a.near, func(x, y sense.Spot) int { return cmp.Compare(x.Object, y.Object) })
	for _, s := range a.near {
		l := &p.marks[s.Object]
		if l.at.Distance(at) > q.To {
			continue
		}
		to := l.at
		if any {
			to = l.behind(p, m, foe)
		}
		a.places, a.objects = append(a.places, to), append(a.objects, l.object)
	}
}

// know collects what a character knows about others: where it believes its enemies to be, and which places its comrades
// have. Of the members of its squad it knows where they are going.
func (a *queries) know(p *Playground, m *member) {
	a.threats, a.claims = a.threats[:0], a.claims[:0]
	team, squad := p.scene.Casts[m.cast].Team, p.crowd.View().SquadOf(m.agent)
	if mind := p.crowd.Memory(m.agent); mind != nil {
		a.recall(p, m, mind, squad)
	} else {
		a.knowAll(p, m, squad)
	}
	if team == 0 || squad == 0 {
		return
	}
	a.crew = p.crowd.View().Members(a.crew[:0], squad)
	for _, id := range a.crew {
		if other := p.memberOf(id); other != nil && other != m && p.scene.Casts[other.cast].Team == team {
			a.claims = append(a.claims, other.goal(p))
		}
	}
}

// knowAll adds all others that are not in the squad of a character: it has no memory.
func (a *queries) knowAll(p *Playground, m *member, squad agent.ID) {
	team := p.scene.Casts[m.cast].Team
	for i := range p.members {
		other := &p.members[i]
		ours := team != 0 && p.scene.Casts[other.cast].Team == team
		switch {
		case other == m || !other.alive() || ours && squad != 0 && p.crowd.View().SquadOf(other.agent) == squad:
		case ours:
			a.claims = append(a.claims, p.at(other))
		default:
			a.threats = append(a.threats, p.at(other))
		}
	}
}

// recall adds what a character remembers of those that are not in its squad.
func (a *queries) recall(p *Playground, m *member, mind *sense.Mind, squad agent.ID) {
	team := p.scene.Casts[m.cast].Team
	for i := range mind.Len() {
		o := world.Object(mind.ObjectAt(i))
		cast, ok := p.castOf(mind, o)
		if !ok || o == m.object {
			continue
		}
		if _, ok := mind.Reading(i, sense.Position); !ok {
			continue
		}
		e := mind.Estimate(i, p.tick())
		if e.Confidence < sureEnough {
			continue
		}
		if team == 0 || p.scene.Casts[cast].Team != team {
			a.threats = append(a.threats, arena.Point(e.At))
		} else if other := p.memberAt(o); other == nil || squad == 0 || p.crowd.View().SquadOf(other.agent) != squad {
			a.claims = append(a.claims, arena.Point(e.At))
		}
	}
}

// goal returns where a character is going, or where it stands.
func (m *member) goal(p *Playground) arena.Point {
	if m.legs > 0 && m.legs < maxLegs { // a longer way is not known to its end
		return m.way[m.legs-1]
	}
	return p.at(m)
}

// nearest returns the nearest of some points; ok is false if there is none.
func nearest(at arena.Point, points []arena.Point) (to arena.Point, ok bool) {
	for _, q := range points {
		if !ok || at.Distance(q) < at.Distance(to) {
			to, ok = q, true
		}
	}
	return to, ok
}

// write writes the symbols of a query. Without a place that is good enough the best is where the character stands, with
// a score of 0.
func (a *queries) write(p *Playground, m *member, q *boundQuery, got *arena.Answer) {
	st := p.crowd.Target(m.agent, false)
	at, score := p.at(m), 0.0
	if got.Best >= 0 {
		c := &got.Candidates[got.Best]
		at, score = c.At, c.Score
	}
	if q.best != nil {
		putSpot(st, q.best, at)
	}
	putNumber(st, q.score, score)
	if q.of == nil {
		return
	}
	a.findScored(p, q, st)
	for i := range got.Candidates {
		c := &got.Candidates[i]
		if o := a.objects[c.Place]; c.Fate == arena.Scored && c.Score > 0 {
			putNumber(st, q.of, c.Score, o)
			if k := slices.Index(a.scored, o); k >= 0 {
				a.scored[k] = 0
			}
		}
	}
	for _, o := range a.scored {
		if o != 0 {
			putNumber(st, q.of, 0, o)
		}
	}
}

// findScored lists the landmarks whose cells of a query are not 0.
func (a *queries) findScored(p *Playground, q *boundQuery, st *world.State) {
	a.scored = a.scored[:0]
	if q.of.Default[0] != world.Float(0) { // they begin with something else
		for _, s := range q.marks.found {
			a.scored = append(a.scored, p.marks[s.Object].object)
		}
		return
	}
	typ := q.of.Params[0].ID
	for o := st.NextRecalled(q.of, typ, 0); o != 0; o = st.NextRecalled(q.of, typ, o) {
		a.scored = append(a.scored, o)
	}
}

// putNumber writes a number to a cell of a symbol, if there is such a cell.
func putNumber(st *world.State, sym *world.Symbol, x float64, args ...world.Word) {
	if sym == nil {
		return
	}
	if a, ok := sym.Addr(args...); ok {
		st.Set(a, world.Float(x))
	}
}

// Answered is the answer to a query of a character, with all its candidates.
type Answered struct {
	Query      string
	Best       int // index in Candidates; -1: none is good enough
	Candidates []arena.Candidate
}

// Answers computes the queries of a character at present, with the scores of all candidates, for showing, and appends
// them to buf.
func (p *Playground) Answers(id agent.ID, buf []Answered) []Answered {
	m := p.memberOf(id)
	if m == nil {
		return buf
	}
	p.queries.know(p, m)
	for i := range p.queries.list {
		q := &p.queries.list[i]
		got := p.queries.of(p, m, q, true)
		buf = append(buf, Answered{q.Name, got.Best, slices.Clone(got.Candidates)})
	}
	return buf
}
