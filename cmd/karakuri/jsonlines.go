package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"math"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// jsonLines shows a run as one JSON object for each event, and one for the end.
type jsonLines struct {
	stage *stage
	out   *bufio.Writer

	line bytes.Buffer
	enc  *json.Encoder        // writes to line
	last map[string]*lastLine // by agent

	plans map[agent.ID]*heldPlan  // the plan of each agent's plan line, as it was adopted or changed last
	wants map[agent.ID]*wantFacts // the want that each agent's brain chose or kept last
}

// lastLine is what the last line about an agent said, and when it came, or would have come again.
type lastLine struct {
	facts   []byte
	seconds float64
}

// moment is when an event happened. Every line begins with it.
type moment struct {
	Seconds float64 `json:"t"`
	Tick    int64   `json:"tick"`
}

func (l *jsonLines) moment(tick int64) moment { return moment{l.stage.seconds(tick), tick} }

// sameSpan is for how many seconds after a line about an agent the same one is omitted.
const sameSpan = 5

// write writes a line about an agent, unless its facts are those of the agent's last one shortly before: a planning
// that keeps the plan again, an idle action that ends again. What an agent or its tree says is always written.
func (l *jsonLines) write(about string, at moment, facts any, says bool) {
	l.line.Reset()
	l.enc.Encode(facts)
	last := l.last[about]
	if last == nil {
		last = &lastLine{}
		l.last[about] = last
	}
	same := !says && at.Seconds-last.seconds < sameSpan && bytes.Equal(last.facts, l.line.Bytes())
	if last.seconds = at.Seconds; same {
		return
	}
	last.facts = append(last.facts[:0], l.line.Bytes()...)
	l.line.Reset()
	l.enc.Encode(at)
	l.out.Write(bytes.TrimSuffix(l.line.Bytes(), []byte("}\n")))
	l.out.WriteByte(',')
	l.out.Write(last.facts[1:]) // one object with the moment
}

// runEvent is one event; its JSON form is a promise to other programs.
type runEvent struct {
	Agent  string   `json:"agent"`
	Event  string   `json:"event"` // plan_adopted, step_started, ...
	Step   string   `json:"step,omitempty"`
	Index  *int32   `json:"index,omitempty"` // of the step in the plan
	Steps  []string `json:"steps,omitempty"` // of a plan
	At     *int32   `json:"at,omitempty"`    // of a merged plan: index of the last running step; of a repaired one: of the first step planned anew
	About  string   `json:"about,omitempty"` // the goal, the banned way, or the reaction or layer
	Reason string   `json:"reason,omitempty"`
	moreFacts
	Text string `json:"text"` // the event for people
	planFacts
	Over *overPlan `json:"over,omitempty"` // of a plan that was adopted: the plan that it replaces
	Ban  *banFacts `json:"ban,omitempty"`
}

// nodeEvent is one event of a tree of an agent; its JSON form is a promise to other programs.
type nodeEvent struct {
	Agent  string `json:"agent"`
	Event  string `json:"event"` // node_started, node_ended, ...
	Tree   string `json:"tree"`
	Node   *int32 `json:"node,omitempty"` // its number in the tree, from the root, which is 0, down
	Label  string `json:"label,omitempty"`
	Status string `json:"status,omitempty"`
	Reason string `json:"reason,omitempty"` // of an abort; of one that fired, what has changed
	treeFacts
	Text string `json:"text"` // the event for people
}

// goalEvent is one event of a goal or brain; its JSON form is a promise to other programs.
type goalEvent struct {
	Agent  string    `json:"agent"`
	Event  string    `json:"event"`           // want_chosen, goal_activated, ...
	Goal   string    `json:"goal,omitempty"`  // its name
	Depth  int8      `json:"depth,omitempty"` // how many goals it is under
	Step   string    `json:"step,omitempty"`  // the step that is carried out
	Want   string    `json:"want,omitempty"`  // its name
	Score  *float64  `json:"score,omitempty"` // of a want that was chosen, kept or refused
	Over   *overWant `json:"over,omitempty"`  // of a want that was chosen: the want that it replaces
	Order  int64     `json:"order,omitempty"`
	Status string    `json:"status,omitempty"`
	Reason string    `json:"reason,omitempty"` // why it ended, or did not begin
	goalFacts
	Text string `json:"text"` // the event for people
}

// squadEvent is one event of a squad; its JSON form is a promise to other programs.
type squadEvent struct {
	Agent  string `json:"agent"` // the squad
	Event  string `json:"event"` // member_joined, order_given, lease_granted, ...
	Member string `json:"member,omitempty"`
	Order  int64  `json:"order,omitempty"`
	squadFacts
	Text string `json:"text"` // the event for people
}

// comeEvent reports that an agent has come, or has left.
type comeEvent struct {
	Agent string `json:"agent"`
	Event string `json:"event"` // agent_came, agent_left
}

// runEnd is the last line.
type runEnd struct {
	Event  string      `json:"event"` // end
	Hash   string      `json:"hash,omitempty"`
	Left   *int64      `json:"left,omitempty"` // the team that is left where the scene ended the run; 0: none is
	World  values      `json:"world"`
	Agents []actorJSON `json:"agents"`
}

type actorJSON struct {
	Agent string   `json:"agent"`
	X     float64  `json:"x"`
	Y     float64  `json:"y"`
	State values   `json:"state"`
	Plan  []string `json:"plan"`            // null: none
	Done  int      `json:"done"`            // steps of it
	Idle  string   `json:"idle,omitempty"`  // why there is no plan
	Goals []string `json:"goals,omitempty"` // its goals, the interrupted ones before those that interrupt them
}

// values are symbols with their values.
type values map[string]any

func newJSONLines(c *console, s *stage) *jsonLines {
	l := &jsonLines{stage: s, out: bufio.NewWriter(c.out), last: map[string]*lastLine{}, plans: map[agent.ID]*heldPlan{}, wants: map[agent.ID]*wantFacts{}}
	l.enc = json.NewEncoder(&l.line)
	l.enc.SetEscapeHTML(false)
	s.show = l
	return l
}

func (l *jsonLines) event(e runner.Event) {
	s := l.stage
	out := runEvent{Agent: s.byID[e.Agent].name, Event: strings.ReplaceAll(e.Kind.String(), " ", "_")}
	switch e.Kind {
	case runner.PlanAdopted, runner.PlanMerged, runner.PlanRepaired:
		for _, step := range s.crowd.View().PlanOfEvent(e) {
			out.Steps = append(out.Steps, step.Text)
		}
	case runner.StepStarted, runner.StepExpecting, runner.StepEnded, runner.StepFailed, runner.StepAborted, runner.StepRetried:
		out.Step, out.Index = s.stepText(e), &e.Step
	}
	of, text := s.crowd.View().Describe(e)
	if out.Reason, out.Text = l.reason(e), text; out.Step == "" {
		out.About = of.Call
	}
	l.addFacts(&out, &e)
	l.addMoreFacts(&out, &e)
	l.write(out.Agent, l.moment(e.Tick), out, e.Kind == runner.Said)
}

func (l *jsonLines) treeEvent(e bt.Event, p *bt.Program) {
	a := l.stage.byID[e.Agent]
	out := nodeEvent{Agent: a.name, Event: strings.ReplaceAll(e.Kind.String(), " ", "_"), Tree: p.Info.Name,
		Text: l.stage.crowd.View().TreeText(e)}
	if e.Node >= 0 {
		out.Node, out.Label = &e.Node, p.Label(e.Node)
	}
	switch e.Kind {
	case bt.NodeStarted, bt.NodeEnded, bt.NodeDecided:
		out.Status = e.Status.String()
	case bt.NodeAborted, bt.NodeEnding:
		out.Reason = e.Reason.String()
	}
	l.addTreeFacts(&out, &e, p)
	l.write(out.Agent, l.moment(e.Tick), out, e.Kind == bt.Logged)
}

func (l *jsonLines) goalEvent(e goal.Event) {
	s := l.stage
	out := goalEvent{Agent: s.byID[e.Agent].name, Event: strings.ReplaceAll(e.Kind.String(), " ", "_"),
		Depth: e.Level, Order: e.Order, Text: s.crowd.View().GoalText(e)}
	if e.Goal >= 0 {
		out.Goal = s.program.Info.Goals[e.Goal].Name
	}
	if e.Activity >= 0 && int(e.Activity) < len(s.named) {
		out.Step = s.named[e.Activity]
	}
	if e.Brain >= 0 && e.Want >= 0 {
		out.Want = s.program.Info.Brains[e.Brain].Wants[e.Want].Name
	}
	out.Over = l.overWant(&e, out.Want)
	switch e.Kind {
	case goal.WantChosen, goal.WantKept, goal.WantRefused:
		out.Score = &e.Score
	case goal.StepEnded, goal.WantEnded, goal.OrderDone:
		out.Status = e.Status.String()
	}
	l.addGoalFacts(&out, &e)
	l.write(out.Agent, l.moment(e.Tick), out, false)
}

func (l *jsonLines) squadEvent(e agent.SquadEvent) {
	s := l.stage
	out := squadEvent{Agent: s.byID[e.Squad].name, Event: strings.ReplaceAll(e.Kind.String(), " ", "_"),
		Order: e.Order, Text: s.crowd.View().SquadText(e)}
	if m := s.byID[e.Member]; m != nil {
		out.Member = m.name
	}
	l.addSquadFacts(&out, &e)
	l.write(out.Agent, l.moment(e.Tick), out, false)
}

func (l *jsonLines) actorEvent(a *actor, what string) {
	kind := map[string]string{came: "agent_came", left: "agent_left"}[what]
	l.write(a.name, l.moment(l.stage.crowd.Tick()), comeEvent{a.name, kind}, false)
}

// reason is why something happened, if an event says so.
func (l *jsonLines) reason(e runner.Event) string {
	s := l.stage
	switch e.Kind {
	case runner.PlanNone, runner.PlanLimit:
		return s.byID[e.Agent].reason
	case runner.PlanKept:
		return e.Keep.String()
	case runner.StepFailed, runner.StepRetried, runner.PlanFailed, runner.MethodStopped:
		return s.causeText(e)
	case runner.StepAborted, runner.PlanAborted, runner.IdleAborted:
		return e.Reason.String()
	case runner.IdleStarted:
		return e.Why.String()
	}
	of, _ := s.crowd.View().Describe(e)
	return of.Cause
}

func (l *jsonLines) tick() { l.stage.broken = l.out.Flush() != nil }

func (l *jsonLines) finish() error {
	s := l.stage
	end := runEnd{Event: "end", World: valuesOf(s.crowd.World(), world.ScopeWorld), Agents: []actorJSON{}}
	if s.hashed {
		end.Hash = s.hash()
	}
	if s.ground.ending() != "" {
		left := s.ground.lastTeam()
		end.Left = &left
	}
	for _, a := range s.actors {
		at := s.ground.at(a.id)
		j := actorJSON{Agent: a.name, X: centimetres(at.X), Y: centimetres(at.Y), State: valuesOf(s.crowd.State(a.id), world.ScopeAgent)}
		if plan := s.crowd.View().PlanOf(a.id); plan != nil {
			j.Plan, j.Done = append(j.Plan, a.done...), len(a.done)
			j.Plan = append(j.Plan, texts(plan, false)...)
		} else {
			j.Idle = s.crowd.View().WhyIdle(a.id)
		}
		for _, p := range s.crowd.View().Pursuits(a.id) {
			g, words := p.Goal()
			info := s.program.Info.Goals[g]
			j.Goals = append(j.Goals, wordsText(s.crowd.State(a.id), info.Name, info.Params, words))
		}
		end.Agents = append(end.Agents, j)
	}
	l.write("", l.moment(s.crowd.Tick()), end, true)
	return l.out.Flush()
}

// centimetres rounds metres: more digits mean nothing.
func centimetres(m float64) float64 { return math.Round(m*100) / 100 }

func (l *jsonLines) close() {}

// texts returns the steps of a plan that are done, or those that are not.
func texts(plan []agent.Step, done bool) []string {
	out := []string{}
	for _, step := range plan {
		if step.Done == done {
			out = append(out, step.Text)
		}
	}
	return out
}

// valuesOf returns the symbols of a scope by name; those with parameters with the cells that differ from the default.
func valuesOf(st *world.State, scope world.Scope) values {
	out := values{}
	schema := st.Schema()
	for i := range schema.Symbols {
		sym := &schema.Symbols[i]
		if sym.Scope != scope || sym.Says != "" {
			continue
		}
		if len(sym.Params) == 0 {
			out[sym.Name] = jsonValue(st, sym.Type, cellWords(st, sym, sym.Base))
			continue
		}
		st.Cells(sym, func(args, words []world.Word) bool {
			if at, ok := sym.Addr(args...); ok {
				out[world.FormatCell(st, sym, at)] = jsonValue(st, sym.Type, words)
			}
			return true
		})
	}
	return out
}
