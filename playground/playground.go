package playground

import (
	"errors"
	"fmt"
	"slices"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/codec/pool"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/world"
)

// Options set up a playground.
type Options struct {
	// Crowd has the options of the crowd. Its Seed also seeds everything random in the playground. The playground sets
	// Senses, and the scene sets TPS if it is 0.
	Crowd karakuri.Options
	// Bind binds actions and functions that the file declares and [Actions] lacks; nil: none.
	Bind func(p *Playground, b *action.Bindings)
	// StandIns makes actions that neither [Actions] nor Bind have take half a second to two seconds and succeed.
	// Functions without a binding return false, 0 or none, or, for two places, their distance on a map of their own.
	// Use it to try a file before the game implements its actions.
	StandIns bool
	// Answer is called in each tick before one of [Actions] or a stand-in is updated. If it returns ok, the action
	// does nothing and has that status. nil: no such function.
	Answer func(c *action.Ctx, action string) (status action.Status, ok bool)
	// Lone names squads of the scene that stay empty: their members decide for themselves.
	Lone []string
	// Blow is called for each strike, shot and wound, within a step. It must not change the playground. nil: no such
	// function.
	Blow func(b Blow)
	// QueryCut is called within a step for each query of the scene that a limit has shortened. It must not change the
	// playground. nil: no such function.
	QueryCut func(c QueryCut)
}

// Playground is a scene in which the agents of a program live.
type Playground struct {
	scene    *Scene
	program  *program.Program
	public   *karakuri.Program
	options  Options
	bindings *action.Bindings
	arena    *arena.Arena
	crowd    *agent.Crowd
	shown    *karakuri.Crowd // the same
	symbols  symbols
	values   []attribute // in the order of Info.Attributes

	members []member   // of the casts, in their order
	names   []string   // likewise
	items   []item     // of the supplies, in their order
	marks   []mark     // of the lines of objects, in their order
	groups  []agent.ID // the squads of the scene, in their order; 0: it is gone
	bombs   []bomb     // grenades that lie about, in the order in which they were thrown
	named   int64      // items so far: they are numbered as they come
	places  det.Rand   // of spots for characters

	agents lookup[agent.ID, int32]     // places in members
	bodies lookup[arena.ID, int32]     // likewise
	things lookup[world.Object, thing] // what objects are
	charts charts
	path   []arena.Point
	nearby []arena.ID
	widest float64 // radius of a cast

	reports reports // what squads receive
	sights  sights  // room for a squad's report
	spots   []*world.Symbol
	marches marches
	queries queries
}

// thing is the subject of an object: the character, the item or the landmark with a number.
type thing struct {
	what  thingKind
	index int32
}

type thingKind uint8

const (
	aCharacter thingKind = iota
	anItem
	aLandmark
)

// Streams of random numbers.
const (
	streamPlaces = 401
	streamItems  = 402
)

// New sets up a playground. The error is a [*diag.Failure] that lists actions without a binding or with other
// parameters than here, an [arena.Mistakes] with lines of the scene that the program cannot hold, an option out of
// range, or an error of [karakuri.New].
func New(of *karakuri.Program, scene *Scene, o Options) (*Playground, error) {
	p, err := prepare(of, scene, o)
	if err != nil {
		return nil, err
	}
	crowd, err := bridge.New(p.program, p.bindings, p.options.Crowd)
	if err != nil {
		return nil, err
	}
	p.inhabit(crowd.(*karakuri.Crowd))
	if err := p.populate(); err != nil {
		return nil, err
	}
	p.charts.survey(p)
	p.write()
	p.report()
	p.queries.looks.look(p)
	p.queries.answer(p)
	return p, nil
}

// inhabit gives the playground its crowd.
func (p *Playground) inhabit(c *karakuri.Crowd) {
	p.shown, p.crowd = c, bridge.Crowd.In(c)
	p.crowd.NameAgents(p.AgentName)
}

// prepare makes a playground without a crowd or characters.
func prepare(public *karakuri.Program, scene *Scene, o Options) (*Playground, error) {
	of := bridge.Program.In(public)
	if err := scene.check(of.Info); err != nil {
		return nil, err
	}
	for _, name := range o.Lone {
		if !slices.ContainsFunc(scene.Squads, func(s Squad) bool { return s.Name == name }) {
			return nil, fmt.Errorf("playground: Options.Lone has %q; it must be the name of a squad of the scene", name)
		}
	}
	p := &Playground{scene: scene, program: of, public: public, options: o}
	p.agents.number, p.bodies.number, p.things.number = agent.SlotOf, arena.ID.Slot, of.Info.Schema.NumberOf
	width, height := scene.Map.Size()
	p.charts = charts{newChart(width, height), newChart(width, height), newChart(width, height)}
	p.options.Crowd.Senses = senses{p}
	if o.Crowd.TPS == 0 {
		p.options.Crowd.TPS = scene.TPS
	}
	p.places = det.NewRand(o.Crowd.Seed, 0, streamPlaces)
	p.names = scene.names()
	for i := range scene.Casts {
		p.widest = max(p.widest, scene.Casts[i].Traits.Radius)
	}
	var err error
	p.arena, err = arena.New(arena.Options{Map: scene.Map, Seed: o.Crowd.Seed, Characters: max(1, scene.Characters()), Avoid: !scene.Overlap, Space: space})
	if err != nil {
		return nil, err
	}
	var ds diag.List
	p.symbols = findSymbols(of.Info, &ds)
	p.reports = findReports(of.Info, &ds)
	p.spots = findSpots(of.Info)
	checkMarches(of.Info, &ds)
	p.marches = findMarches(of.Info, len(scene.Squads))
	p.values = findAttributes(of.Info)
	p.queries = findQueries(p)
	p.queries.looks = findLooks(p)
	p.bind(&ds)
	if o.Bind != nil {
		o.Bind(p, p.bindings)
	}
	if o.StandIns {
		p.standIn()
	}
	var unbound *diag.Failure
	if errors.As(p.bindings.Err(), &unbound) {
		ds.Append(unbound.List)
	}
	return p, ds.Err()
}

// bind binds the actions that have one of the names of [Actions].
func (p *Playground) bind(ds *diag.List) {
	p.bindings = runner.NewBindings(p.program.Info)
	for _, a := range p.program.Info.Actions {
		if known := actionNamed(a.Name); known != nil {
			known.check(a, p.program.Info, ds)
			known.bind(p, a.Name)
		}
	}
}

// Step is one tick: the crowd perceives, decides and acts; then the arena follows.
func (p *Playground) Step() {
	p.crowd.Step()
	seconds := 1 / float64(p.crowd.TPS())
	p.explode()
	p.wear(seconds)
	p.bury()
	p.arena.Step(seconds)
	p.supply()
	p.revive()
	p.charts.survey(p)
	p.write()
	p.report()
	p.queries.looks.look(p)
	p.queries.answer(p)
}

// Run makes ticks until the given simulated time since the beginning has passed, or [Playground.Over] reports the end.
func (p *Playground) Run(seconds float64) {
	for p.crowd.Seconds() < seconds && !p.Over() {
		p.Step()
	}
}

// Crowd returns the agents. Do not remove agents or objects of the playground.
func (p *Playground) Crowd() *karakuri.Crowd { return p.shown }

// Arena returns the arena, for reading. The playground keeps the health of characters; in the arena it is always full.
func (p *Playground) Arena() *arena.Arena { return p.arena }

// Scene returns the scene that the playground was made with.
func (p *Playground) Scene() *Scene { return p.scene }

// Program returns the program of the agents.
func (p *Playground) Program() *karakuri.Program { return p.public }

// tick returns how many ticks there have been.
func (p *Playground) tick() int64 { return p.crowd.Tick() }

// ticks returns how many ticks a time takes, at least 1.
func (p *Playground) ticks(seconds float64) int64 {
	return max(1, int64(float64(seconds*float64(p.options.Crowd.TPS))+0.5))
}

// populate puts all characters, items and landmarks on the map.
func (p *Playground) populate() error {
	if err := p.landscape(); err != nil {
		return err
	}
	if err := p.form(); err != nil {
		return err
	}
	p.members = p.scene.members()
	for i := range p.members {
		if err := p.enter(i); err != nil {
			return err
		}
	}
	p.items = p.scene.items()
	p.supply()
	return nil
}

// members returns the characters of the scene, before they are spawned.
func (s *Scene) members() (list []member) {
	for i := range s.Casts {
		for k := range int(s.Casts[i].Count) {
			list = append(pool.Room(list, int(s.Casts[i].Count)-k), member{cast: int32(i)})
		}
	}
	return list
}

// items returns the items of the scene, which are yet to lie there.
func (s *Scene) items() (list []item) {
	for i := range s.Items {
		for range s.Items[i].Count {
			list = append(list, item{supply: int32(i)})
		}
	}
	return list
}
