package htn

import (
	"unsafe"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Options set up a planner.
type Options struct {
	Limits Limits
	Search Search
	Funcs  []expr.Func // the host's functions, by expr.Function.ID
	// Bans are the method instances that are not taken, at any depth; see [Ban]. The planner reads the list and does
	// not keep it beyond the next Configure. The dependencies (Reads) do not include them: after changing the list,
	// plan again.
	Bans []Ban
	// Claimed are the objects that others have claimed, in order: no step that can start as soon as the plan does
	// claims one of them, and no new step of a repair. A binding of a method by which a step claims one of them is
	// tried after the method's other bindings. The list is used as that of Bans; [Planner.Met] returns what it made a
	// difference for.
	Claimed []world.Object
	// Waits says of each operator whether a plan may wait for the cooldown that continues; nil: plans do not wait.
	Waits []bool
	// Reads, when not nil, receives what the result depends on; see [Reads]. Begin empties it, and it is whole when the
	// search is over.
	Reads *Reads
	// Pool is memory for what Reads receives; nil: the planner's own.
	Pool *PlanPool
	// Record, when not nil, receives all that is tried; see [Recorder]. Planning is then many times slower.
	Record *Recorder
	// Tally, if not nil, counts tries and their outcomes; see [Tally].
	Tally *Tally
}

// Planner finds plans. It belongs to one goroutine and is reused: once warm, planning allocates nothing.
type Planner struct {
	d       *Domain
	o       Options
	limits  Limits
	machine expr.Machine
	notes   *noting      // nil until reads are asked for
	tracker *world.Notes // those notes, or nil
	own     *PlanPool    // nil until it is needed
	state   *world.State // the picture planned on

	// The search: arenas, all cut back together when a choice is taken back.
	net      place
	words    []world.Word
	cells    []cell
	branches []place
	nodes    []node
	steps    []step
	choices  []choice
	cost     float64

	places  []world.Word // near a point, of the variables being bound
	pool    []world.Word // candidates of the methods being bound
	path    []turn
	folds   int // branches hashed so far, for tests
	seen    visited
	growing growing
	again   int    // how often a task may come up again below itself under one state
	refused int    // tasks that came up more often
	origin  choice // root of the search
	start   world.Mark

	met     metClaims // claims of others that steps were omitted for
	stats   Stats
	stop    int   // nodes at which the slice ends
	cut     Bound // what kept the search from being complete
	halt    Bound // what ends it now
	running bool
	back    bool       // the latest attempt failed
	watched bool       // there is a recorder or a tally
	strict  bool       // more blocks the choice than its condition: its while, bans, claims of others
	bans    bool       // some method is banned
	bars    bool       // some operator is
	aim     int32      // the goal, as tallies number it
	tallied Stats      // how much of the search has been counted
	overran bool       // a bound has ended an expression
	within  *expr.Term // that expression; may be nil or unknown
	watcher *aside     // nil until it is needed

	result Result
	repair repair

	plan Plan // the plan found, a view of the arenas or of best
	best Plan // Best: the cheapest so far, copied

	completion *Planner // judges whether a task can be completed at all; see completion.go
	nesting    int      // 0, or how deep within such judgements this planner is
}

// node is a method instance, or while planning a task that waits for one.
type node struct {
	parent  int32 // node of the method that holds the task; -1 at the root
	ordinal int32 // which of its parent's subtasks
	task    int32
	method  int32 // index within the domain's methods
	frame   int32 // words
	depth   int32
	key     world.Word // order key of the candidate taken
	state   uint64     // hash when it was expanded; kept for growing tasks
}

// step is an operator in the plan.
type step struct {
	operator int32
	args     int32 // words
	parent   int32 // node
	ordinal  int32
	changed  int32 // changes to the state before its effects, since the start
}

// tops is where every arena ends: what going back restores.
type tops struct {
	words, cells, branches, nodes, steps, pool int32
}

// NewPlanner returns a planner for a domain. It panics with the error of [Limits.Check] if a limit is below 0.
func NewPlanner(d *Domain, o Options) *Planner {
	p := &Planner{d: d}
	p.state = world.NewState(d.Info.Schema)
	p.Configure(o)
	return p
}

// Configure changes the options. A search that is paused is given up: the next thing is Begin. It panics as
// [NewPlanner] does.
func (p *Planner) Configure(o Options) {
	if l := &o.Limits; l.Nodes < 0 || l.Depth < 0 || l.Memory < 0 || l.Deadline < 0 {
		panic(l.Check())
	}
	p.o, p.running, p.watched = o, false, o.Record != nil || o.Tally != nil
	operators := 0
	for i := range o.Bans {
		if o.Bans[i].IsOperator {
			operators++
		}
	}
	p.strict, p.bans, p.bars = p.d.guarded || len(o.Bans) > 0 || len(o.Claimed) > 0, operators < len(o.Bans), operators > 0
	p.limits = o.Limits.withDefaults()
	p.machine.State, p.machine.Funcs, p.machine.Meter = p.state, o.Funcs, (*meter)(p)
	if p.tracker = nil; o.Reads != nil {
		if p.notes == nil {
			p.notes = &noting{}
		}
		p.tracker = &p.notes.Notes
	}
}

// Domain returns the domain planned for.
func (p *Planner) Domain() *Domain { return p.d }

// Plan searches to the end: Begin and Run in one.
func (p *Planner) Plan(st *world.State, g Goal) Result {
	p.Begin(st, g)
	p.run(p.limits.Nodes)
	return p.result
}

// Begin copies the state and sets up the search for a goal. Later changes of st do not affect the search.
func (p *Planner) Begin(st *world.State, g Goal) {
	p.reset(st)
	p.aim = p.d.aim(g)
	if p.o.Tally != nil {
		p.tallyBegin(false)
	}
	p.words = append(p.words, g.Args...)
	p.net = p.push(p.d.root(g), 0, -1, done)
	p.setOut()
}

// reset takes the picture and empties everything else.
func (p *Planner) reset(st *world.State) {
	p.state.CopyFrom(st)
	p.start = p.state.Mark()
	p.words, p.cells, p.branches = p.words[:0], p.cells[:0], p.branches[:0]
	p.nodes, p.steps, p.choices, p.pool = p.nodes[:0], p.steps[:0], p.choices[:0], p.pool[:0]
	p.met = p.met[:0]
	p.cost, p.stats, p.running = 0, Stats{}, true
	p.cut, p.halt, p.back, p.within, p.overran = NoBound, NoBound, false, nil, false
	p.machine.StartMeter()
	if p.watcher != nil {
		p.watcher.rest = 2 * expr.MaxRounds
	}
	p.seen.clear()
	p.growing.clear()
	p.again, p.refused = 1, 0
	p.best.clear()
	p.repair.active = false
	if p.o.Reads != nil {
		p.notes.begin(p)
	}
	if p.o.Record != nil {
		p.o.Record.begin()
	}
}

// Run searches for at most the given number of nodes; Paused means that there is more to do: with Best, Result.Plan is
// then the best plan so far, until the next Run. After any other status the search is over until the next Begin. A
// slice may go over by the candidates of one method, and by one judgement whether a task that calls itself can be
// completed: see Stats.
func (p *Planner) Run(nodes int) Result {
	if !p.running {
		panic("htn: Planner.Run without Begin")
	}
	p.run(nodes)
	return p.result
}

// run searches and stores the result in p.result.
func (p *Planner) run(nodes int) {
	defer p.leave()
	p.search(nodes)
}

// leave ends a slice, also if a bound has ended an expression, or a function of the host has panicked.
func (p *Planner) leave() {
	if p.overran {
		p.overrun(recover().(*expr.Overrun))
	}
	p.keepReads()
	if p.o.Tally != nil {
		p.tallyWork()
	}
}

// search is run, except for what others want to know of it.
func (p *Planner) search(nodes int) {
	p.stop = min(p.stats.Nodes+nodes, p.limits.Nodes)
	for p.stats.Nodes < p.stop {
		switch {
		case p.back:
			if !p.backtrack() && !p.retry() {
				p.finish()
				return
			}
		case p.net.cell < 0:
			if p.solved() {
				p.finish()
				return
			}
			p.back = true
		default:
			if p.d.partial {
				p.back = !p.advance()
			} else {
				p.back = !p.do(p.net, 0)
			}
		}
	}
	if p.halt == NoBound && p.stats.Nodes < p.limits.Nodes {
		p.pause()
		return
	}
	if p.net.cell < 0 && !p.back { // the last node completed a plan
		p.back = true
		p.solved()
	}
	if !p.back || len(p.choices) > 0 {
		p.cut = BoundNodes
	}
	p.finish()
}

// keepReads hands over the reads so far, also when a function of the host has panicked.
func (p *Planner) keepReads() {
	if p.o.Reads != nil && p.nesting == 0 {
		p.o.Reads.take(p.notes, p.planPool())
	}
}

// planPool returns the pool for what the result depends on.
func (p *Planner) planPool() *PlanPool {
	if p.o.Pool != nil {
		return p.o.Pool
	}
	if p.own == nil {
		p.own = &PlanPool{}
	}
	return p.own
}

// Busy reports whether a search is paused: begun, and not at its end. Begin and Configure give it up, which costs
// nothing.
func (p *Planner) Busy() bool { return p.running }

// pause makes the result of a slice: with the best plan so far, if there is one.
func (p *Planner) pause() {
	p.result = Result{Status: Paused, Stats: p.stats}
	if p.o.Search == Best && p.stats.Plans > 0 {
		p.result.Plan = &p.best
	}
}

// solved takes note of a plan and reports whether the search is over.
func (p *Planner) solved() bool {
	p.stats.Plans++
	if p.o.Record != nil {
		p.o.Record.found(p)
	}
	if p.o.Search == DepthFirst {
		return true
	}
	p.best.copyFrom(p)
	if p.repair.active {
		p.repair.graft(&p.best)
	}
	return false
}

// finish makes the result of the search's present state.
func (p *Planner) finish() {
	p.running = false
	r := &p.result
	if p.halt != NoBound {
		p.cut = p.halt
	}
	r.Status, r.Limit, r.Within, r.Plan, r.Node, r.Stats = None, p.cut, p.within, nil, 0, p.stats
	if p.repair.active {
		r.Node = int(p.repair.place)
	}
	switch {
	case p.stats.Plans > 0 && p.o.Search == DepthFirst:
		p.plan.view(p)
		if p.repair.active {
			p.repair.graft(&p.plan)
		}
		r.Status, r.Plan, r.Limit = Found, &p.plan, NoBound
	case p.stats.Plans > 0:
		r.Status, r.Plan = Found, &p.best
	case p.cut != NoBound:
		r.Status = Limit
	}
	if p.o.Tally != nil {
		p.tallyOutcome()
	}
}

// count adds a node. The bounds other than nodes are examined every pollNodes.
func (p *Planner) count() {
	p.stats.Nodes++
	if p.stats.Nodes%pollNodes == 0 {
		p.poll()
	}
}

// poll ends the search when memory, deadline or cancellation say so.
func (p *Planner) poll() {
	switch {
	case p.Memory() > p.limits.Memory:
		p.halt = BoundMemory
	case p.limits.Clock != nil && p.limits.Deadline > 0 && p.limits.Clock() >= p.limits.Deadline:
		p.halt = BoundDeadline
	default:
		select {
		case <-p.limits.Cancel: // a nil channel never is ready
			p.halt = BoundCancelled
		default:
			return
		}
	}
	p.stop = 0
}

// Memory returns the bytes in use by the search that is on or was last.
func (p *Planner) Memory() int {
	return len(p.words)*int(unsafe.Sizeof(world.Word(0))) + len(p.cells)*int(unsafe.Sizeof(cell{})) +
		len(p.branches)*int(unsafe.Sizeof(place{})) + len(p.nodes)*int(unsafe.Sizeof(node{})) +
		len(p.steps)*int(unsafe.Sizeof(step{})) + len(p.choices)*int(unsafe.Sizeof(choice{})) +
		len(p.pool)*int(unsafe.Sizeof(world.Word(0))) + p.seen.memory() + p.growing.memory()
}

func (p *Planner) cutTo(t tops) {
	p.words, p.cells, p.branches = p.words[:t.words], p.cells[:t.cells], p.branches[:t.branches]
	p.nodes, p.steps, p.pool = p.nodes[:t.nodes], p.steps[:t.steps], p.pool[:t.pool]
	if len(p.growing.list) > 0 {
		p.growing.cut(t.nodes)
	}
}
