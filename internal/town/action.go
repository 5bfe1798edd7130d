package town

import (
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// Speeds of actions that move, in metres a second, by the first word of their name: walking crosses the map in about
// ten seconds.
var speeds = map[string]float64{
	"move": 5, "go": 5, "goto": 5, "walk": 5, "approach": 5, "enter": 5, "return": 5, "follow": 5, "patrol": 5, "visit": 5, "travel": 5, "head": 5,
	"sneak": 2.5, "crawl": 1.5,
	"run": 9, "flee": 9, "chase": 9, "charge": 9, "dash": 9, "retreat": 9,
	"drive": 15, "ride": 15, "fly": 15, "sail": 10,
}

// Work takes between these many seconds.
const (
	leastWork = 0.5
	mostWork  = 2.0
)

// Streams of random numbers; see also those in map.go.
const (
	streamEnter  = 3
	streamThings = 4
)

// legSpeed is the speed of an action that uses legs to get to a place, whatever it is called.
const legSpeed = 5

// strolls are the first words of actions that wander around without a destination.
var strolls = []string{"wander", "stroll", "roam", "patrol", "loiter", "pace", "idle"}

// strollReach is the greatest distance of a stroll from its starting point, in metres.
const strollReach = 3

// motion is how an action moves the agent.
type motion struct {
	speed  float64 // metres a second; 0: it does not move
	target int     // the parameter that says where to; -1: it strolls
}

// motionOf returns how an action moves the agent. An action that uses legs, or is named for walking, goes to a place;
// one that is named for walking goes to anything that has a spot.
func (w *World) motionOf(a *def.ActionInfo) motion {
	word, _, _ := strings.Cut(a.Name, "_")
	speed := speeds[word]
	if at := w.parameter(a, w.isPlace); at >= 0 && (speed > 0 || slices.Contains(a.Uses, "legs")) {
		if speed == 0 {
			speed = legSpeed
		}
		return motion{speed, at}
	}
	if at := w.parameter(a, hasSpot); at >= 0 && speed > 0 {
		return motion{speed, at}
	}
	if len(a.Params) == 0 && slices.Contains(strolls, word) {
		return motion{speeds["sneak"], -1}
	}
	return motion{}
}

// parameter returns the first parameter of an action that takes a type of the kind asked for, or -1.
func (w *World) parameter(a *def.ActionInfo, wanted func(world.Type) bool) int {
	for i, p := range a.Params {
		if slices.ContainsFunc(p.Types, wanted) {
			return i
		}
	}
	return -1
}

// isPlace reports whether the symbol "at" of an agent can hold values of a type.
func (w *World) isPlace(t world.Type) bool {
	if w.at == nil || t.Kind != w.at.Type.Kind {
		return false
	}
	if t.Kind == world.KindObject {
		return w.info.Schema.Types[w.at.Type.ID].Has(t.ID)
	}
	return t == w.at.Type
}

// hasSpot reports whether values of a type have a position on the map.
func hasSpot(t world.Type) bool {
	return t.Kind == world.KindEnum || t.Kind == world.KindObject || t.Kind == world.KindVec2
}

// Job is the private state of a running action: plain data.
type Job struct {
	Begun bool
	Left  float64 // seconds of work
	To    Point   // of a stroll
	Child int32   // that a composite or decorator of the game has reached
}

// Action is the update function of an action.
type Action = func(c *action.Ctx, args *action.Arguments, j *Job) action.Status

// Action returns the function that carries out an action of the program in this world, to be bound.
func (w *World) Action(id int32) Action {
	m := w.motions[id]
	switch {
	case m.speed == 0:
		return w.work
	case m.target < 0:
		return func(c *action.Ctx, _ *action.Arguments, j *Job) action.Status { return w.stroll(c, j, m.speed) }
	}
	return func(c *action.Ctx, args *action.Arguments, _ *Job) action.Status {
		return w.walk(c, args[m.target], m.speed)
	}
}

// walk moves the agent toward a target for one tick.
func (w *World) walk(c *action.Ctx, to action.Value, speed float64) action.Status {
	p := w.people[c.Agent()]
	if p == nil || !w.known(to) || to.Kind() == world.KindObject && !c.Alive(to.Object()) {
		return action.Failure
	}
	p.walk = c.Tick()
	target := w.spotOf(to)
	*p.at = p.at.Toward(target, speed*c.DT())
	w.note(p, c.State())
	if *p.at != target {
		return action.Running
	}
	return w.succeeded(c, to)
}

// Succeed makes an action succeed at once, as if it had been carried out: what its step expects becomes true, and an
// agent that was walking arrives.
func (w *World) Succeed(c *action.Ctx, id int32, args *action.Arguments) action.Status {
	m, p := w.motions[id], w.people[c.Agent()]
	if m.speed == 0 || m.target < 0 || p == nil {
		return w.succeeded(c, action.Value{})
	}
	if to := args[m.target]; w.known(to) {
		*p.at = w.spotOf(to)
		w.note(p, c.State())
		return w.succeeded(c, to)
	}
	return action.Failure
}

// work continues any other action for one tick.
func (w *World) work(c *action.Ctx, _ *action.Arguments, j *Job) action.Status {
	if c.Children() > 0 {
		return inTurn(c, j)
	}
	if !j.Begun {
		j.Begun = true
		j.Left = w.workTime(c.Agent())
	}
	j.Left -= c.DT()
	if j.Left > 0 {
		return action.Running
	}
	return w.succeeded(c, action.Value{})
}

// Work is an action that takes a random time from half a second to two seconds and changes nothing. A composite runs
// its children in turn.
func Work(c *action.Ctx, j *Job) action.Status {
	if c.Children() > 0 {
		return inTurn(c, j)
	}
	if !j.Begun {
		j.Begun, j.Left = true, c.Rand().Between(leastWork, mostWork)
	}
	if j.Left -= c.DT(); j.Left > 0 {
		return action.Running
	}
	return action.Success
}

// inTurn replaces a composite or decorator of the game, of which only the children are known: they run as in a
// sequence.
func inTurn(c *action.Ctx, j *Job) action.Status {
	for ; int(j.Child) < c.Children(); j.Child++ {
		if s := c.TickChild(int(j.Child)); s == action.Running || s == action.Failure {
			return s
		}
	}
	return action.Success
}

// stroll walks to some point nearby.
func (w *World) stroll(c *action.Ctx, j *Job, speed float64) action.Status {
	p := w.people[c.Agent()]
	if p == nil {
		return action.Failure
	}
	if !j.Begun {
		r := c.Rand()
		j.Begun = true
		j.To = w.bounds.nearest(Point{p.at.X + r.Between(-strollReach, strollReach), p.at.Y + r.Between(-strollReach, strollReach)})
	}
	*p.at = p.at.Toward(j.To, speed*c.DT())
	w.note(p, c.State())
	if *p.at != j.To {
		return action.Running
	}
	return action.Success
}

// workTime returns how long the next job of an agent takes, in seconds.
func (w *World) workTime(id action.AgentID) float64 {
	r := det.NewRand(w.seed, uint64(id), streamWork)
	if p := w.people[id]; p != nil {
		r.Counter = p.jobs
		p.jobs++
	}
	return r.Between(leastWork, mostWork)
}

// Function computes the result of a function of the host.
type Function = func(args action.Arguments) action.Value

// Function returns a stand-in for the program's function of an ID: the way in metres where it takes two places and
// gives a number, else false, 0 or none. It is pure, as functions must be.
func (w *World) Function(id int32) Function {
	result := w.info.Functions[id].Result
	return func(args action.Arguments) action.Value {
		v := action.Value{Type: result}
		if args.Len() != 2 || !w.known(args[0]) || !w.known(args[1]) {
			return v
		}
		way := w.spotOf(args[0]).Distance(w.spotOf(args[1]))
		switch result.Kind {
		case world.KindFloat:
			v.Words[0] = world.Float(way)
		case world.KindInt:
			v.Words[0] = world.Word(way)
		}
		return v
	}
}

// BindFunctions binds those of the program's functions that nothing is bound to yet to their stand-ins.
func (w *World) BindFunctions(b *action.Bindings) {
	_, unbound := b.Unbound()
	for _, f := range w.info.Functions {
		switch {
		case !slices.Contains(unbound, f.Name):
		case f.Set: // its results are not known
			action.BindSet(b, f.Name, func(_ action.Arguments, out []action.Value) []action.Value { return out })
		default:
			action.BindFunc[action.Arguments, action.Value](b, f.Name, w.Function(f.ID))
		}
	}
}
