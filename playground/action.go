package playground

import (
	"strings"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// Action documents an action that the playground carries out where a file declares it, with whatever types suit its
// file: action move_to(x: item | enemy | vec2) uses legs
type Action struct {
	Name   string
	Params []Takes
	Least  int // number of required parameters
	Doc    string

	idle bool // an agent that does it is idle
	do   doing
}

// Takes is the kind of argument that a parameter of an action accepts.
type Takes string

// Parameters.
const (
	TakesThing   Takes = "thing"         // an object: a character or an item
	TakesSpot    Takes = "thing or vec2" // the same, or a point
	TakesSeconds Takes = "seconds"       // a number
	TakesMetres  Takes = "metres"        // the same
)

func (t Takes) has(k world.Kind) bool {
	switch t {
	case TakesThing:
		return k == world.KindObject
	case TakesSpot:
		return k == world.KindObject || k == world.KindVec2
	}
	return k == world.KindFloat || k == world.KindInt
}

// arguments are those of an action of the playground, which has few.
type arguments [2]action.Value

// has reports whether there is an argument of a number.
func (a *arguments) has(i int) bool { return a[i].Type != (world.Type{}) }

// doing carries out an action for a tick.
type doing func(p *Playground, c *action.Ctx, m *member, a *arguments, d *deed) action.Status

// deed is the private state of a running action: plain data, since it is saved.
type deed struct {
	Walk   walk
	Begun  bool
	Phase  int32
	Until  int64 // tick
	Turned float64
	Spot   action.Vec2
}

// Actions are the actions that the playground implements. The position of a thing is the one that the agent remembers;
// an agent without a memory uses the true position. A dead character does nothing.
var Actions = []Action{
	{Name: "move_to", Params: []Takes{TakesSpot}, Least: 1, do: moveTo,
		Doc: "walks there, around walls and others, or until it touches one that stands there. It fails if the thing is no longer remembered, there is no path, or others hold it up for 12 seconds"},
	{Name: "approach", Params: []Takes{TakesSpot}, Least: 1, do: approach,
		Doc: "walks until it is within reach of a strike"},
	{Name: "follow", Params: []Takes{TakesThing}, Least: 1, do: follow,
		Doc: "stays near it until it is no longer remembered; then it fails"},
	{Name: "march", Params: []Takes{TakesSpot}, Least: 1, do: march,
		Doc: "walks there in a formation with the members of its squad that march there too. It ends when all have arrived. Without a squad it is move_to"},
	{Name: "flee_from", Params: []Takes{TakesSpot, TakesMetres}, Least: 1, do: fleeFrom,
		Doc: "runs away until it is this many metres off (default 12), or no longer remembered"},
	{Name: "hide_from", Params: []Takes{TakesSpot}, Least: 1, do: hideFrom,
		Doc: "walks to the nearest of several positions that a wall hides from it. It fails if there is none"},
	{Name: "get_behind", Params: []Takes{TakesThing, TakesSpot}, Least: 2, do: getBehind,
		Doc: "walks to the far side of a landmark, as seen from the other thing"},
	{Name: "stay_behind", Params: []Takes{TakesThing, TakesSpot}, Least: 2, do: stayBehind,
		Doc: "the same, and stays there until it is aborted or the thing is no longer remembered"},
	{Name: "search_at", Params: []Takes{TakesSpot}, Least: 1, do: searchAt,
		Doc: "walks to the position remembered at the start, and looks around there"},
	{Name: "investigate", Params: []Takes{TakesSpot}, Least: 1, do: searchAt, Doc: "the same"},
	{Name: "wander_about", do: wanderAbout,
		Doc: "walks to a random spot within 100 metres to each side, at two thirds of its speed"},
	{Name: "look_around", do: lookAround,
		Doc: "turns once around, in 1.5 seconds"},
	{Name: "face", Params: []Takes{TakesSpot}, Least: 1, do: face,
		Doc: "turns until it faces it"},
	{Name: "stand", Params: []Takes{TakesSeconds}, do: stand, idle: true,
		Doc: "stands for this time; without a time, until it is aborted"},
	{Name: "pick_up", Params: []Takes{TakesThing}, Least: 1, do: pickUp,
		Doc: "takes an adjacent item, in a quarter of a second. It fails if the item is not there"},
	{Name: "strike", Params: []Takes{TakesThing}, Least: 1, do: strike,
		Doc: "waits for its cooldown and hits a character within reach, with nothing between them; otherwise it fails"},
	{Name: "attack", Params: []Takes{TakesThing}, Least: 1, do: strike, Doc: "the same"},
	{Name: "shoot", Params: []Takes{TakesThing}, Least: 1, do: shoot,
		Doc: "waits for its cooldown and shoots at a character within range and in view. Otherwise, and without a round, it fails"},
	{Name: "suppress", Params: []Takes{TakesSpot}, Least: 1, do: suppress,
		Doc: "shoots for two seconds at the position remembered at the start: characters near it are suppressed, and hardly ever hit. It fails if the position is not within range and in view"},
	{Name: "reload", do: reload,
		Doc: "loads a full magazine. It fails if it has none"},
	{Name: "throw_grenade", Params: []Takes{TakesSpot}, Least: 1, do: throwGrenade,
		Doc: "throws a grenade at the position remembered at the start. It fails if that is farther than 16 metres, or behind a wall"},
	{Name: "shout", do: shout,
		Doc: "is heard within 15 metres in the open"},
}

func actionNamed(name string) *Action {
	for i := range Actions {
		if Actions[i].Name == name {
			return &Actions[i]
		}
	}
	return nil
}

// Text returns the action as the documentation writes it: move_to(thing or vec2)
func (a *Action) Text() string {
	if len(a.Params) == 0 {
		return a.Name
	}
	var list []string
	for i, p := range a.Params {
		if i < a.Least {
			list = append(list, string(p))
		} else {
			list = append(list, "["+string(p)+"]")
		}
	}
	return a.Name + "(" + strings.Join(list, ", ") + ")"
}

// check finds parameters that the action does not take.
func (a *Action) check(declared *def.ActionInfo, info *def.Info, ds *diag.List) {
	at := declared.Decl.At
	if n := len(declared.Params); n < a.Least || n > len(a.Params) {
		ds.Errorf(diag.BoundParams, at, "action %s has %d parameters here, not %d", a.Name, len(a.Params), n).
			Hint = "in the playground it is " + a.Text() + "; an action of your own needs another name"
		return
	}
	for i, p := range declared.Params {
		for _, t := range p.Types {
			if !a.Params[i].has(t.Kind) {
				ds.Errorf(diag.BoundParams, at, "action %s: %s cannot be a %s here", a.Name, p.Name, world.FormatType(info.Schema, t)).
					Hint = "in the playground it is " + a.Text() + "; an action of your own needs another name"
			}
		}
	}
}

// bind binds the action to the one that a program declares.
func (a *Action) bind(p *Playground, name string) {
	action.Bind(p.bindings, name,
		func(c *action.Ctx, args *arguments, d *deed) action.Status {
			m := p.memberOf(c.Agent())
			if m == nil {
				return action.Failure
			}
			if !a.idle {
				m.acted = c.Tick()
			}
			if p.options.Answer != nil {
				if status, ok := p.options.Answer(c, name); ok {
					return status
				}
			}
			return a.do(p, c, m, args, d)
		},
		action.OnEnd(func(c *action.Ctx, _ *arguments, _ *deed, _ action.Status) { p.halt(c.Agent()) }),
		action.OnAbort(func(c *action.Ctx, _ *arguments, _ *deed, _ action.Reason) { p.halt(c.Agent()) }),
		action.OnSuspend(func(c *action.Ctx, _ *arguments, _ *deed) { p.halt(c.Agent()) }),
		action.OnResume(func(_ *action.Ctx, _ *arguments, d *deed) { d.Walk = walk{} })) // it may stand elsewhere now
}

// halt ends the walk of an agent whose action ends, or is suspended.
func (p *Playground) halt(id action.AgentID) {
	if m := p.memberOf(id); m != nil {
		p.arena.Stop(m.body)
		m.legs = 0
	}
}
