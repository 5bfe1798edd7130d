package playground

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// Symbol documents a sensed symbol of the agent that the playground writes where a file declares it: sensed energy:
// float
type Symbol struct {
	Name string
	Type string // the type as declared
	Doc  string

	number func(p *Playground, m *member) float64     // float, int
	truth  func(p *Playground, m *member) bool        // bool
	spot   func(p *Playground, m *member) arena.Point // vec2
}

// Symbols are the sensed symbols that the playground writes, after each tick. All are without parameters.
var Symbols = []Symbol{
	{Name: "energy", Type: "float", Doc: "its health as a fraction of its maximum, 0..1", number: (*Playground).energy},
	{Name: "health", Type: "float", Doc: "the same", number: (*Playground).energy},
	{Name: "power", Type: "float", Doc: "its power as a fraction of its maximum, 0..1", number: (*Playground).power},
	{Name: "pos", Type: "vec2", Doc: "its position, metres", spot: (*Playground).at},
	{Name: "facing", Type: "vec2", Doc: "its facing, as a unit vector", spot: (*Playground).facing},
	{Name: "place", Type: "vec2", Doc: "its place in the formation in which it marches; otherwise its position", spot: placeOf},
	{Name: "hurt", Type: "bool", Doc: "it was hurt within the last two seconds", truth: (*Playground).isHurt},
	{Name: "ready", Type: "bool", Doc: "its cooldown is over", truth: (*Playground).isReady},
	{Name: "team", Type: "float", Doc: "the number of its team", number: (*Playground).team},
	{Name: "ammo", Type: "float", Doc: "rounds in its magazine", number: (*Playground).rounds},
	{Name: "magazines", Type: "float", Doc: "spare magazines", number: (*Playground).magazines},
	{Name: "grenades", Type: "float", Doc: "grenades that it carries", number: (*Playground).grenades},
	{Name: "pinned", Type: "bool", Doc: "it is suppressed: its shots hardly hit", truth: (*Playground).isPinned},
	{Name: "grenade_near", Type: "bool", Doc: "a live grenade is within 6 metres and in view", truth: (*Playground).isBombNear},
	{Name: "grenade_at", Type: "vec2", Doc: "the position of the nearest of them", spot: (*Playground).bombNear},
}

func (p *Playground) energy(m *member) float64 { return m.health / p.traits(m).Health }

func (p *Playground) power(m *member) float64 { return m.power / p.traits(m).Power }

func (p *Playground) team(m *member) float64 { return float64(p.scene.Casts[m.cast].Team) }

func (p *Playground) facing(m *member) arena.Point {
	_, _, facing := p.arena.Pose(m.body)
	return facing
}

func (p *Playground) isHurt(m *member) bool {
	return m.hurt != 0 && p.tick()-m.hurt <= p.ticks(HurtSeconds)
}

func (p *Playground) rounds(m *member) float64 { return float64(m.rounds) }

func (p *Playground) magazines(m *member) float64 { return float64(m.spare) }

func (p *Playground) grenades(m *member) float64 { return float64(m.bombs) }

func (p *Playground) isPinned(m *member) bool { return p.tick() < m.pinned }

func (p *Playground) isReady(m *member) bool { return p.tick() >= m.ready }

// symbols are those that a program declares.
type symbols []boundSymbol

type boundSymbol struct {
	*Symbol
	number action.Symbol[float64]
	truth  action.Symbol[bool]
	spot   action.Symbol[action.Vec2]
}

// findSymbols finds the symbols of a program that are to be written. Those that the host does not write, by their
// declaration, are left alone: the file has its own use for the name.
func findSymbols(info *def.Info, ds *diag.List) symbols {
	var all symbols
	for i := range Symbols {
		s := &Symbols[i]
		sym := info.Schema.Symbol(s.Name)
		if sym == nil || !sym.Sensed || sym.Scope != world.ScopeAgent || len(sym.Params) > 0 {
			continue
		}
		b := boundSymbol{Symbol: s}
		var err error
		switch {
		case s.number != nil:
			b.number, err = action.Stored[float64](info.Schema, sym)
		case s.truth != nil:
			b.truth, err = action.Stored[bool](info.Schema, sym)
		default:
			b.spot, err = action.Stored[action.Vec2](info.Schema, sym)
		}
		if err != nil {
			ds.Errorf(diag.BoundParams, declared(info, s.Name), "the playground writes %s as a %s, not as a %s", s.Name, s.Type, world.FormatType(info.Schema, sym.Type)).
				Hint = "declare it as sensed " + s.Name + ": " + s.Type + ", or call it something else"
			continue
		}
		all = append(all, b)
	}
	return all
}

// declared returns where a symbol is declared.
func declared(info *def.Info, name string) diag.Span {
	for _, f := range info.Model.Files {
		for _, d := range f.Decls {
			if s, ok := d.(*def.State); ok {
				for _, e := range s.Symbols {
					if e.Name == name {
						return e.At
					}
				}
			}
		}
	}
	return diag.Span{}
}

// write writes the symbols of all characters.
func (p *Playground) write() {
	for i := range p.members {
		if m := &p.members[i]; m.agent != 0 {
			p.writeOf(m)
		}
	}
}

func (p *Playground) writeOf(m *member) {
	st := p.crowd.Target(m.agent, false)
	for i := range p.symbols {
		s := &p.symbols[i]
		switch {
		case s.Symbol.number != nil:
			s.number.Write(st, s.Symbol.number(p, m))
		case s.Symbol.truth != nil:
			s.truth.Write(st, s.Symbol.truth(p, m))
		default:
			at := s.Symbol.spot(p, m)
			s.spot.Write(st, action.Vec2{X: at.X, Y: at.Y})
		}
	}
}
