package playground

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// check finds what a program has no place for. The error is an [arena.Mistakes].
func (s *Scene) check(info *def.Info) error {
	c := sceneCheck{scene: s, info: info, needed: map[int32]int{}}
	for i := range s.Casts {
		c.cast(&s.Casts[i])
	}
	for i := range s.Items {
		c.supply(&s.Items[i])
	}
	for i := range s.Squads {
		c.squad(&s.Squads[i])
	}
	for i := range s.Objects {
		c.landmarks(&s.Objects[i])
	}
	for i := range s.Queries {
		c.query(&s.Queries[i])
	}
	if len(c.mistakes) > 0 {
		return c.mistakes
	}
	return nil
}

type sceneCheck struct {
	scene    *Scene
	info     *def.Info
	needed   map[int32]int // objects so far, by population
	mistakes arena.Mistakes
}

func (c *sceneCheck) report(line int, format string, args ...any) {
	c.mistakes = append(c.mistakes, &arena.Mistake{File: c.scene.File, Line: max(line, 1), Column: 1, Text: fmt.Sprintf(format, args...)})
}

func (c *sceneCheck) cast(cast *Cast) {
	kind := kindNamed(c.info, cast.Kind)
	if kind == nil {
		c.report(cast.line, "the program has no agent %s; it has %s", quoted(cast.Kind), kindNames(c.info))
		return
	}
	if kind.Leads != nil {
		c.report(cast.line, "%s is a squad: write squad %s as NAME, and cast KIND COUNT squad NAME for its members", cast.Kind, cast.Kind)
		return
	}
	if cast.squad >= 0 {
		c.member(cast, kind)
	}
	if kind.Body.Kind == world.KindObject {
		c.need(cast.line, &c.info.Schema.Types[kind.Body.ID], cast.Count)
	}
}

// member finds whether a kind can be in the squad of its cast.
func (c *sceneCheck) member(cast *Cast, kind *def.AgentInfo) {
	if s := &c.scene.Squads[cast.squad]; kind.Squad == nil || kind.Squad.Name != s.Kind {
		c.report(cast.line, "agents of the kind %s cannot be members of squads of the kind %s: write squad %s in agent %s", cast.Kind, quoted(s.Kind), s.Kind, cast.Kind)
	}
}

func (c *sceneCheck) squad(s *Squad) {
	kind := kindNamed(c.info, s.Kind)
	if kind == nil || kind.Leads == nil {
		c.report(s.line, "the program has no squad %s", quoted(s.Kind))
		return
	}
	n := 0
	for i := range c.scene.Casts {
		if cast := &c.scene.Casts[i]; cast.Squad == s.Name {
			n += cast.Count
		}
	}
	if n > squad.MaxMembers {
		c.report(s.line, "%s has %d members, and a squad has at most %d", s.Name, n, squad.MaxMembers)
	}
}

func (c *sceneCheck) landmarks(l *Landmarks) {
	t := c.info.Schema.ObjectType(l.Type)
	if t == nil {
		c.report(l.line, "the program has no object type %s", quoted(l.Type))
		return
	}
	c.need(l.line, t, len(l.At))
}

// query finds symbols of other types than the answers have, and landmarks that are not there, or too many of them.
func (c *sceneCheck) query(q *Query) {
	c.querySymbol(q, q.Name, "vec2", world.KindVec2, 0)
	c.querySymbol(q, q.Name+"_score", "float", world.KindFloat, 0)
	if q.Each != "" {
		c.querySymbol(q, q.Name+"_of", "float", world.KindFloat, 1)
	}
	if q.Each == "" {
		if bindQuery(c.info, q).isRead() && q.around(c.info) == nil && q.Around != aroundSelf && q.Around != aroundFoe {
			c.report(q.line, "%s is not what a query can look around; write self, foe, or a vec2 of state agent without parameters", quoted(q.Around))
		}
		return
	}
	n := 0
	for i := range c.scene.Objects {
		if l := &c.scene.Objects[i]; l.Type == q.Each {
			n += len(l.At)
		}
	}
	if n == 0 {
		c.report(q.line, "the scene has no objects of the type %s: write a line such as objects cover as %s at X Y", quoted(q.Each), q.Each)
	}
}

// querySymbol finds a symbol with the name of an answer that cannot hold it.
func (c *sceneCheck) querySymbol(q *Query, name, typ string, kind world.Kind, params int) {
	if c.info.Schema.Symbol(name) == nil || querySymbol(c.info, name, kind, params) != nil {
		return
	}
	if params > 0 {
		name += "(x: " + q.Each + ")"
	}
	c.report(q.line, "the program's %s does not hold what the query answers: declare sensed %s: %s in state agent", quoted(strings.SplitN(name, "(", 2)[0]), name, typ)
}

func (c *sceneCheck) supply(s *Supply) {
	t := c.info.Schema.ObjectType(s.Type)
	if t == nil {
		c.report(s.line, "the program has no object type %s", quoted(s.Type))
		return
	}
	c.need(s.line, t, s.Count)
}

// need notes that there will be so many more objects of a type.
func (c *sceneCheck) need(line int, t *world.ObjectType, count int) {
	already, known := c.needed[t.Population]
	if !known {
		already = c.declared(t.Population)
	}
	c.needed[t.Population] = already + count
	room := 0
	for i := range c.info.Schema.Types {
		if other := &c.info.Schema.Types[i]; other.Population == t.Population {
			room = max(room, other.Max)
		}
	}
	if already <= room && already+count > room {
		c.report(line, "there are up to %d objects of the type %s with this line, and the program has room for %d: write type %s max %d",
			already+count, t.Name, room, t.Name, already+count)
	}
}

// declared returns how many objects of a population there are at the start.
func (c *sceneCheck) declared(population int32) int {
	n := 0
	for i := range c.info.Schema.Types {
		if t := &c.info.Schema.Types[i]; t.Population == population && len(t.Parents) == 0 {
			n += c.info.Initial.CountMembers(t.ID)
		}
	}
	return n
}

func kindNamed(info *def.Info, name string) *def.AgentInfo {
	for _, a := range info.Agents {
		if a.Name == name {
			return a
		}
	}
	return nil
}

func kindNames(info *def.Info) string {
	var names []string
	for _, a := range info.Agents {
		names = append(names, a.Name)
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
