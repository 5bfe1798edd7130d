package playground

import (
	"fmt"
	"slices"

	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// form spawns the squads of the scene that are not there.
func (p *Playground) form() error {
	for len(p.groups) < len(p.scene.Squads) {
		p.groups = append(p.groups, 0)
	}
	for i := range p.scene.Squads {
		s := &p.scene.Squads[i]
		if p.groups[i] != 0 {
			continue
		}
		if p.groups[i] = p.crowd.Spawn(s.Kind); p.groups[i] == 0 {
			return fmt.Errorf("%s:%d: the crowd has no room for another %s", p.scene.File, s.line, s.Kind)
		}
	}
	return nil
}

// join makes a character a member of its squad and of its team. A character without a squad still belongs to its team,
// and talks within it.
func (p *Playground) join(m *member) error {
	cast := &p.scene.Casts[m.cast]
	if cast.squad >= 0 && !slices.Contains(p.options.Lone, cast.Squad) {
		if err := p.crowd.Join(p.groups[cast.squad], m.agent); err != nil {
			return fmt.Errorf("%s:%d: %w", p.scene.File, cast.line, err)
		}
		return nil
	}
	if team := cast.Team; team != 0 {
		if len(p.scene.Squads) > 0 {
			team = -team // those of squads have the numbers of their squads
		}
		p.crowd.SetTeam(m.agent, team)
	}
	return nil
}

// Squad returns the agent of a squad of the scene, by name, or 0.
func (p *Playground) Squad(name string) agent.ID {
	for i := range p.scene.Squads {
		if p.scene.Squads[i].Name == name {
			return p.groups[i]
		}
	}
	return 0
}

// AgentName returns the name of a character or a squad, which all texts use; empty for another agent. A character that
// returns keeps its name. A squad has its name from the scene.
func (p *Playground) AgentName(id agent.ID) string {
	if place, ok := p.PlaceOf(id); ok {
		return p.names[place]
	}
	if i := slices.Index(p.groups, id); i >= 0 && id != 0 {
		return p.scene.Squads[i].Name
	}
	return ""
}

// Standing returns the number of living characters of a team.
func (p *Playground) Standing(team int64) int {
	n := 0
	for i := range p.members {
		if m := &p.members[i]; m.agent != 0 && p.scene.Casts[m.cast].Team == team {
			n++
		}
	}
	return n
}

// Ending says how a run has ended for which [Playground.Over] holds, such as "the run is over: team 2 is left"; "" for
// another.
func Ending(p *Playground) string {
	if !p.Over() {
		return ""
	}
	if team := LastTeam(p); team != 0 {
		return fmt.Sprintf("the run is over: team %d is left", team)
	}
	return "the run is over: no team is left"
}

// LastTeam returns the team that is left in a run for which [Playground.Over] holds; 0: none is.
func LastTeam(p *Playground) int64 {
	for i := range p.members {
		if team := p.scene.Casts[p.members[i].cast].Team; team != 0 && p.Standing(team) > 0 {
			return team
		}
	}
	return 0
}

// Over reports whether at most one team is left, no character of another team will return, and the scene ends then.
func (p *Playground) Over() bool {
	if !p.scene.OneTeam {
		return false
	}
	var left int64
	for i := range p.members {
		m := &p.members[i]
		team := p.scene.Casts[m.cast].Team
		if m.agent == 0 && m.back == 0 || team == left || team == 0 {
			continue
		}
		if left != 0 {
			return false
		}
		left = team
	}
	return true
}
