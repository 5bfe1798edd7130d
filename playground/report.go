package playground

import (
	"slices"

	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

// ReportSeconds is the interval at which the playground writes the symbols of a squad.
const ReportSeconds = 0.5

// sureEnough is the confidence from which on what a member remembers is reported.
const sureEnough = 0.2

// SquadSymbol documents a sensed symbol of squads that the playground writes where a file declares it: state squad {
// sensed health_of(m: soldier): float }
type SquadSymbol struct {
	Name string
	Of   string // the kind of its parameter: "member" or "enemy"; empty: it has none
	Type string // the type as declared
	Doc  string

	number func(p *Playground, m *member) float64 // of a member
	spot   func(p *Playground, m *member) arena.Point
	total  func(r *roundup) world.Word // of the whole
	middle func(r *roundup) arena.Point
}

// Text returns the symbol as the documentation writes it.
func (s *SquadSymbol) Text() string {
	if s.Of == "" {
		return s.Name + ": " + s.Type
	}
	return s.Name + "(" + s.Of + "): " + s.Type
}

// SquadSymbols are the symbols that the playground writes for squads with members, twice a second.
var SquadSymbols = []SquadSymbol{
	{Name: "health_of", Of: "member", Type: "float", Doc: "its health as a fraction of its maximum, 0..1", number: (*Playground).energy},
	{Name: "ammo_of", Of: "member", Type: "float", Doc: "rounds in its magazine", number: (*Playground).rounds},
	{Name: "magazines_of", Of: "member", Type: "float", Doc: "spare magazines", number: (*Playground).magazines},
	{Name: "grenades_of", Of: "member", Type: "float", Doc: "grenades that it carries", number: (*Playground).grenades},
	{Name: "position_of", Of: "member", Type: "vec2", Doc: "where it is", spot: (*Playground).at},
	{Name: "spotted", Of: "enemy", Type: "bool", Doc: "a member remembers it with a confidence of at least 0.2"},
	{Name: "spotted_at", Of: "enemy", Type: "vec2", Doc: "its position as remembered by the member with the highest confidence"},
	{Name: "strength", Type: "float", Doc: "total health of all members", total: func(r *roundup) world.Word { return world.Float(r.strength) }},
	{Name: "contacts", Type: "float", Doc: "number of spotted enemies", total: func(r *roundup) world.Word { return world.Float(r.enemies) }},
	{Name: "center", Type: "vec2", Doc: "the centre of its members", middle: func(r *roundup) arena.Point { return mean(r.ours, r.members) }},
	{Name: "front", Type: "vec2", Doc: "the centre of the spotted enemies; without any, the previous centre", middle: func(r *roundup) arena.Point { return mean(r.theirs, r.enemies) }},
}

// mean returns the mean of points of which a sum is known.
func mean(sum arena.Point, n float64) arena.Point {
	return arena.Point{X: sum.X / max(n, 1), Y: sum.Y / max(n, 1)}
}

// reports are the symbols of squads that a program declares.
type reports []boundReport

type boundReport struct {
	*SquadSymbol
	sym *world.Symbol
}

// findReports finds the symbols of squads that are to be written. Others are left alone: the file has its own use for
// the name.
func findReports(info *def.Info, ds *diag.List) reports {
	var all reports
	for i := range SquadSymbols {
		s := &SquadSymbols[i]
		sym := info.Schema.Symbol(s.Name)
		if sym == nil || !sym.Sensed || sym.Scope != world.ScopeSquad {
			continue
		}
		if (len(sym.Params) == 1) != (s.Of != "") || len(sym.Params) > 1 || world.FormatType(info.Schema, sym.Type) != s.Type {
			ds.Errorf(diag.BoundParams, declared(info, s.Name), "the playground writes %s of squads with another type", s.Name).
				Hint = "declare it as sensed " + s.Text() + ", or call it something else"
			continue
		}
		all = append(all, boundReport{s, sym})
	}
	return all
}

// sight is a squad's knowledge about a character outside its team.
type sight struct {
	sure float64 // 0: nothing
	at   arena.Point
}

// sights is a squad's knowledge about others, with room for computing it.
type sights struct {
	places  []sight // by place in members
	noted   []int32 // places in members of which something is to be reported
	bygones []bygone
	dead    []world.Object
	ids     []agent.ID
	crew    []int32 // places in members of one squad
}

// begin forgets everything, and makes room for so many characters.
func (s *sights) begin(count int) {
	if len(s.places) < count {
		s.places = make([]sight, count)
	}
	for _, i := range s.noted {
		s.places[i] = sight{}
	}
	s.noted, s.bygones, s.dead = s.noted[:0], s.bygones[:0], s.dead[:0]
}

// bygone is a dead character that a squad still believes to be alive.
type bygone struct {
	object world.Object
	sight
}

// roundup is the sum of a report.
type roundup struct {
	members, enemies, strength float64
	ours, theirs               arena.Point // sums
}

// report writes the states of members and their memories to the symbols of the squads whose turn it is. Their turns are
// spread over the ticks of the interval, so that not all squads have news at once. All begin with a report.
func (p *Playground) report() {
	if len(p.reports) == 0 {
		return
	}
	every := p.ticks(ReportSeconds)
	for i, id := range p.groups {
		if p.tick() == 0 || (p.tick()+int64(i))%every == 0 {
			p.reportTo(id, i)
		}
	}
}

// muster lists the places in members of those in a squad, in order.
func (s *sights) muster(p *Playground, id agent.ID) []int32 {
	s.ids, s.crew = p.crowd.View().Members(s.ids[:0], id), s.crew[:0]
	for _, id := range s.ids {
		if place, ok := p.agents.get(id); ok {
			s.crew = append(s.crew, place)
		}
	}
	slices.Sort(s.crew)
	return s.crew
}

func (p *Playground) reportTo(id agent.ID, squad int) {
	if id == 0 || !p.crowd.Has(id) {
		return
	}
	p.sights.begin(len(p.members))
	var sum roundup
	st := p.crowd.Home(id, world.ScopeSquad)
	team := p.scene.Squads[squad].Team
	for _, i := range p.sights.muster(p, id) {
		m := &p.members[i]
		p.writeMember(st, m)
		p.gather(m, team)
		at := p.at(m)
		sum.members++
		sum.strength += p.energy(m)
		sum.ours = arena.Point{X: sum.ours.X + at.X, Y: sum.ours.Y + at.Y}
	}
	p.writeSights(st, team, &sum) // a squad without members sees no character
	if sum.members == 0 {
		return
	}
	p.writeSum(st, &sum)
}

// writeMember writes the state of a member.
func (p *Playground) writeMember(st *world.State, m *member) {
	for i := range p.reports {
		switch r := &p.reports[i]; {
		case r.number != nil:
			if a, ok := r.sym.Addr(m.object); ok {
				st.Set(a, world.Float(r.number(p, m)))
			}
		case r.spot != nil:
			putSpot(st, r.sym, r.spot(p, m), m.object)
		}
	}
}

// gather adds what a member remembers of others than its comrades.
func (p *Playground) gather(m *member, team int64) {
	mind := p.crowd.Memory(m.agent)
	if mind == nil {
		return
	}
	for i := range mind.Len() {
		o := world.Object(mind.ObjectAt(i))
		cast, ok := p.castOf(mind, o)
		if !ok || p.scene.Casts[cast].Team == team {
			continue
		}
		if _, ok := mind.Reading(i, sense.Position); !ok {
			continue
		}
		s := p.sights.of(&p.things, o)
		if e := mind.Estimate(i, p.tick()); e.Confidence >= sureEnough && e.Confidence > s.sure {
			s.sure, s.at = e.Confidence, arena.Point(e.At)
		}
	}
}

// of returns the place for notes about a character, dead or alive. It is valid until the next call.
func (s *sights) of(things *lookup[world.Object, thing], o world.Object) *sight {
	if t, ok := things.get(o); ok {
		s.noted = append(s.noted, t.index)
		return &s.places[t.index]
	}
	for i := range s.bygones {
		if s.bygones[i].object == o {
			return &s.bygones[i].sight
		}
	}
	s.bygones = append(s.bygones, bygone{object: o})
	return &s.bygones[len(s.bygones)-1].sight
}

// writeSights writes the sights of other characters.
func (p *Playground) writeSights(st *world.State, team int64, sum *roundup) {
	p.sights.noteSpotted(p, st)
	for _, i := range p.sights.noted {
		m, s := &p.members[i], &p.sights.places[i]
		if m.agent == 0 || m.object == 0 || p.scene.Casts[m.cast].Team == team {
			continue
		}
		p.reports.writeSight(st, m.object, s, sum)
	}
	for _, o := range p.sights.dead {
		p.reports.writeSight(st, o, p.sights.of(&p.things, o), sum)
	}
}

// noteSpotted lists, in order, the characters that the squad has in view by its symbols, and those that its members
// remember: of all others there is nothing to report.
func (s *sights) noteSpotted(p *Playground, st *world.State) {
	for k := range p.reports {
		r := &p.reports[k]
		if r.Of != "enemy" || r.sym.Type.Kind != world.KindBool {
			continue
		}
		typ := r.sym.Params[0].ID
		for o := st.NextRecalled(r.sym, typ, 0); o != 0; o = st.NextRecalled(r.sym, typ, o) {
			if t, ok := p.things.get(o); !ok {
				s.dead = append(s.dead, o)
			} else if t.what == aCharacter {
				s.noted = append(s.noted, t.index)
			}
		}
	}
	for i := range s.bygones {
		s.dead = append(s.dead, s.bygones[i].object)
	}
	s.dead = slices.DeleteFunc(s.dead, func(o world.Object) bool { return !p.crowd.World().IsRetired(o) })
	slices.Sort(s.noted)
	slices.Sort(s.dead)
	s.noted, s.dead = slices.Compact(s.noted), slices.Compact(s.dead)
}

// writeSight writes the sight of one character.
func (list reports) writeSight(st *world.State, o world.Object, s *sight, sum *roundup) {
	if s.sure > 0 {
		sum.enemies++
		sum.theirs = arena.Point{X: sum.theirs.X + s.at.X, Y: sum.theirs.Y + s.at.Y}
	}
	for k := range list {
		r := &list[k]
		a, ok := r.sym.Addr(o)
		switch {
		case r.Of != "enemy" || !ok:
		case r.sym.Type.Kind == world.KindBool:
			st.Set(a, world.Bool(s.sure > 0))
		case s.sure > 0:
			putSpot(st, r.sym, s.at, o)
		}
	}
}

// writeSum writes the symbols about the squad as a whole.
func (p *Playground) writeSum(st *world.State, sum *roundup) {
	for i := range p.reports {
		switch r := &p.reports[i]; {
		case r.total != nil:
			if a, ok := r.sym.Addr(); ok {
				st.Set(a, r.total(sum))
			}
		case r.middle != nil && (r.Name != "front" || sum.enemies > 0):
			putSpot(st, r.sym, r.middle(sum))
		}
	}
}
