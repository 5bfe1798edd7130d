package builder

import "github.com/karakuri-ai/karakuri/internal/model/def"

// Alert adds a line of alertness: percepts that raise the agent to a level, which is a value of an enum.
// Alert("suspicious").On("hearing").Each("x: intruder").Hold("8s")
func (a *Agent) Alert(level string) *Alert {
	if a == nil {
		return nil
	}
	return a.alert(caller(), level)
}

func (a *Agent) alert(at place, level string) *Alert {
	span := at.span(level)
	l := &def.Alert{Head: def.Head{At: span, NameAt: span}, Level: def.Name{At: span, Name: level}}
	a.decl.Alerts = append(a.decl.Alerts, l)
	return &Alert{a, l}
}

// Alert is a line of alertness of an agent.
type Alert struct {
	agent *Agent
	decl  *def.Alert
}

// Alert adds the next line of alertness of the same agent: see [Agent.Alert].
func (l *Alert) Alert(level string) *Alert {
	if l == nil {
		return nil
	}
	return l.agent.alert(caller(), level)
}

// say gives the line a clause.
func (l *Alert) say(at place, word string, value any) {
	l.agent.d.say(at, def.AlertTable.Clause(word), l.decl, "alert "+l.decl.Level.Name, value)
}

// sayMore gives a clause of the line one more part.
func (l *Alert) sayMore(at place, word, part string, value any) {
	l.agent.d.sayMore(at, def.AlertTable.Clause(word), part, l.decl, "alert "+l.decl.Level.Name, value)
}
