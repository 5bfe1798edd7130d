package playground

import (
	"slices"

	"github.com/karakuri-ai/karakuri/arena"
)

// Squad is a squad that casts can belong to: squad fireteam as alpha team 1
type Squad struct {
	Kind string // of squad
	Name string // the name that casts and [Options] use
	Team int64  // the team of its members; 0: no team
	line int
}

// Landmarks are permanent objects of one type that every agent knows: objects cover as sandbags at 3 4 10 5
type Landmarks struct {
	Cover bool   // they give cover: objects cover; else they are places: objects place
	Type  string // of the objects
	At    []arena.Point
	line  int
}

// Teams returns the numbers of all teams in order, without 0, which is no team.
func (s *Scene) Teams() []int64 {
	var teams []int64
	for i := range s.Casts {
		if t := s.Casts[i].Team; t != 0 && !slices.Contains(teams, t) {
			teams = append(teams, t)
		}
	}
	slices.Sort(teams)
	return teams
}

// CountLandmarks returns the number of landmarks in all lines.
func (s *Scene) CountLandmarks() int {
	n := 0
	for i := range s.Objects {
		n += len(s.Objects[i].At)
	}
	return n
}

// squad reads: squad KIND as NAME [team N]
func (r *sceneReader) squad(words []word) {
	const usage = "squad KIND as NAME [team N]"
	if len(words) < 2 {
		r.report(words[0].column, "a kind of squad and a name are needed: %s", usage)
		return
	}
	s := Squad{Kind: words[1].text, line: r.line}
	r.pairs(words[2:], usage, func(key, w word) bool {
		switch key.text {
		case "as":
			s.Name = w.text
		case "team":
			s.Team = int64(r.count(w, "team", 0, 1<<20))
		default:
			r.report(key.column, "%s is not said of a squad; there is as and team", quoted(key.text))
			return false
		}
		return true
	})
	switch {
	case s.Name == "":
		r.report(words[0].column, "the name of the squad is missing: %s", usage)
	case slices.ContainsFunc(r.scene.Squads, func(other Squad) bool { return other.Name == s.Name }):
		r.report(words[0].column, "there is a squad %s already", quoted(s.Name))
	case len(r.scene.Squads) == MaxLines:
		r.report(words[0].column, "there are more than %d squads", MaxLines)
	default:
		r.scene.Squads = append(r.scene.Squads, s)
	}
}

// enlist finds the squads of the casts: a squad may be named before its line.
func (r *sceneReader) enlist() {
	for i := range r.scene.Casts {
		c := &r.scene.Casts[i]
		c.squad = -1
		if c.Squad == "" {
			continue
		}
		c.squad = int32(slices.IndexFunc(r.scene.Squads, func(s Squad) bool { return s.Name == c.Squad }))
		r.line = c.line
		switch {
		case c.squad < 0:
			r.report(c.squadAt, "there is no squad %s: write a line such as squad KIND as NAME", quoted(c.Squad))
		case c.Team != 0 && c.Team != r.scene.Squads[c.squad].Team:
			r.report(c.squadAt, "the squad %s already has a team: remove the team of the cast", quoted(c.Squad))
		default:
			c.Team = r.scene.Squads[c.squad].Team
		}
	}
}

// objects reads: objects cover as TYPE at X Y [X Y ...]
func (r *sceneReader) objects(words []word) {
	const usage = "objects cover as TYPE at X Y [X Y ...], or objects place as ..."
	if len(words) < 7 || words[2].text != "as" || words[4].text != "at" || len(words)%2 == 0 {
		r.report(words[0].column, "what they are, a type and pairs of coordinates are needed: %s", usage)
		return
	}
	l := Landmarks{Cover: words[1].text == "cover", Type: words[3].text, line: r.line}
	if !l.Cover && words[1].text != "place" {
		r.report(words[1].column, "%s is not a kind of object; write cover or place", quoted(words[1].text))
	}
	for i := 5; i < len(words); i += 2 {
		x := r.value(words[i], nil, "x", 0, arena.MaxSide)
		y := r.value(words[i+1], nil, "y", 0, arena.MaxSide)
		l.At = append(l.At, arena.Point{X: x, Y: y})
	}
	switch {
	case len(r.scene.Objects) == MaxLines:
		r.report(words[0].column, "there are more than %d lines of objects", MaxLines)
	case r.scene.CountLandmarks()+len(l.At) > MaxLandmarks:
		r.report(words[0].column, "there are more than %d objects", MaxLandmarks)
	default:
		r.scene.Objects = append(r.scene.Objects, l)
	}
}

// until reads: until one_team
func (r *sceneReader) until(words []word) {
	if len(words) != 2 || words[1].text != "one_team" {
		r.report(words[0].column, "what ends a run is needed: until one_team")
		return
	}
	r.scene.OneTeam = true
}

// survey finds landmarks that are not on the map.
func (r *sceneReader) survey(m *arena.Map) {
	w, h := m.Size()
	for i := range r.scene.Objects {
		l := &r.scene.Objects[i]
		for _, at := range l.At {
			if at.X > w || at.Y > h {
				r.line = l.line
				r.report(1, "%v, %v is off the map, which is %v by %v", at.X, at.Y, w, h)
			}
		}
	}
}

// bodies reads: bodies overlap, or bodies avoid
func (r *sceneReader) bodies(words []word) {
	if len(words) != 2 || words[1].text != "overlap" && words[1].text != "avoid" {
		r.report(words[0].column, "how characters pass each other is needed: bodies overlap or bodies avoid")
		return
	}
	r.scene.Overlap = words[1].text == "overlap"
}
