package trial

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/world"
)

// Moment says how the present decision of an agent becomes a test.
type Moment struct {
	Name   string                   // of the test; it gets a number if the file has a test of this name
	Level  int                      // of the planning, as in [agent.View.Plannings]; -1: what decides for the agent
	Not    string                   // something that the agent does not do, which the test then expects too; empty: nothing
	Change func(*world.State) error // other values; nil: none. The test then expects what follows from them
	Cancel <-chan struct{}
}

// longestReach is how long a test waits for what an agent did, in seconds.
const longestReach = 5.0

// AsTest returns a test block that gives the situation of an agent, and expects what it decided: the plan of a
// planning, the preferred want of a brain, or the actions that its tree or its reactions run. The block was run, and
// passes as it is written. The error wraps [program.ErrNoTest], and says why there is no such test.
func AsTest(c *agent.Crowd, id agent.ID, m Moment) (*program.Block, error) {
	kind := c.Program().Info.Agent(c.KindOf(id))
	if kind == nil {
		return nil, fmt.Errorf("%w: the agent has left", program.ErrNoTest)
	}
	m.Name = c.Program().FreeTestName(m.Name)
	w := &writer{crowd: c, view: c.View(), id: id, kind: kind, moment: m}
	plan := func() (*program.Block, error) { return w.plan(max(0, m.Level)) }
	wants, deeds := w.leanly(w.wants), w.leanly(w.deeds)
	var ways []func() (*program.Block, error)
	switch {
	case m.Level >= 0:
		ways = append(ways, plan)
	case w.reacts():
		ways = append(ways, deeds)
	case kind.Mind != nil:
		ways = append(ways, wants, plan)
	case kind.Tree != nil:
		ways = append(ways, deeds, plan)
	default:
		ways = append(ways, plan, deeds)
	}
	var first error
	for _, way := range ways {
		b, err := way()
		if err == nil {
			return b, nil
		}
		if first == nil || errors.Is(first, errNothing) {
			first = err
		}
	}
	return nil, first
}

// Reasons why a moment does not become a test.
var (
	errNothing = fmt.Errorf("%w: the agent does nothing", program.ErrNoTest)
	errOrdered = fmt.Errorf("%w: an order decides, which a test cannot give", program.ErrNoTest)
)

// writer writes the moment of an agent as a test.
type writer struct {
	crowd  *agent.Crowd
	view   *agent.View
	id     agent.ID
	kind   *def.AgentInfo
	moment Moment
	lean   bool // objects that no given value is about are left out
}

// leanly tries a way without the objects that no given value is about, then with all of them.
func (w *writer) leanly(way func() (*program.Block, error)) func() (*program.Block, error) {
	return func() (*program.Block, error) {
		w.lean = true
		if b, err := way(); err == nil {
			return b, nil
		}
		w.lean = false
		return way()
	}
}

// reacts reports whether a reaction of the agent runs.
func (w *writer) reacts() bool {
	return slices.ContainsFunc(w.view.Parts(w.id), func(p agent.Part) bool { return p.Running && !p.Layer })
}

// plan expects the plan of a planning.
func (w *writer) plan(level int) (*program.Block, error) {
	if level >= len(w.view.Plannings(w.id)) {
		return nil, errNothing
	}
	b, err := w.view.AsTest(w.id, level, w.moment.Name, w.moment.Change)
	if err != nil {
		return nil, err
	}
	return b, w.passes(b.Text)
}

// situation returns the state of the agent with the changes, and the lines that give it.
func (w *writer) situation() (*world.State, []string, error) {
	st := w.crowd.State(w.id)
	if w.moment.Change != nil {
		changed := world.NewState(st.Schema())
		changed.CopyFrom(st)
		if err := w.moment.Change(changed); err != nil {
			return nil, nil, err
		}
		st = changed
	}
	lines, err := w.crowd.Program().Given(st, world.Object(w.crowd.Body(w.id)), w.lean)
	return st, append([]string{"agent " + expr.NameText(w.kind.Name)}, lines...), err
}

// wants expects what the brain prefers, over the want that comes next.
func (w *writer) wants() (*program.Block, error) {
	st, lines, err := w.situation()
	if err != nil {
		return nil, err
	}
	r := w.view.CandidatesIn(w.id, st)
	switch {
	case r == nil:
		return nil, fmt.Errorf("%w: the brain of the agent is not at work", program.ErrNoTest)
	case r.Order > 0:
		return nil, errOrdered
	case r.Want < 0:
		return nil, errNothing
	}
	wants := w.kind.Mind.Brain.Wants
	best, rival := wants[r.Want].Name, ""
	highest := math.Inf(-1)
	for i := range r.Candidates {
		k := &r.Candidates[i]
		if k.Scored != nil && k.Want >= 0 && wants[k.Want].Name != best && k.Scored.Score > highest {
			rival, highest = wants[k.Want].Name, k.Scored.Score
		}
	}
	line := "expect wants " + expr.NameText(best)
	if rival != "" {
		line += " over " + expr.NameText(rival)
	}
	return w.block(append(lines, line))
}

// deeds expects the actions that run: as soon as a new agent in the situation begins them.
func (w *writer) deeds() (*program.Block, error) {
	if slices.ContainsFunc(w.view.Running(w.id), func(d agent.RunningActivity) bool { return d.Kind == agent.DoingOrder }) {
		return nil, errOrdered
	}
	_, lines, err := w.situation()
	if err != nil {
		return nil, err
	}
	l, err := w.began(lines)
	if err != nil {
		return nil, err
	}
	names := w.actions()
	if w.moment.Change != nil {
		names = l.firsts()
	}
	if len(names) == 0 {
		return nil, errNothing
	}
	for _, name := range names {
		tick, did := l.since[name]
		if !did {
			return nil, fmt.Errorf("%w: a new %s in this situation does not begin %s within %gs: more than the situation decides, such as how far its tree has come, or an order; %s", program.ErrNoTest, w.kind.Name, name, longestReach, l.deeds())
		}
		lines = append(lines, "expect "+expr.NameText(name)+" within "+soon(tick))
	}
	return w.block(lines)
}

// soon returns a time by which a tick of a test has ended, in half seconds.
func soon(tick int64) string {
	return strconv.FormatFloat(math.Ceil(2*float64(tick)/TPS)/2, 'g', -1, 64) + "s"
}

// actions returns the names of the actions that the agent runs, each once.
func (w *writer) actions() (names []string) {
	for _, d := range w.view.Running(w.id) {
		if d.Kind == agent.DoingAction && len(d.Needs) == 0 && !slices.Contains(names, d.Name) {
			names = append(names, d.Name)
		}
	}
	return names
}

// began runs a test of these lines without expectations, and returns it at its end.
func (w *writer) began(lines []string) (*life, error) {
	text, err := program.BlockOf(w.moment.Name, append(slices.Clone(lines), fmt.Sprintf("run %gs", longestReach), "expect always true"))
	if err != nil {
		return nil, err
	}
	p, err := w.crowd.Program().WithTest(text)
	if err != nil {
		return nil, err
	}
	l, err := newLife(p, p.Info.Tests[len(p.Info.Tests)-1], Options{Seed: 1})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", program.ErrNoTest, err)
	}
	return l, l.live(w.moment.Cancel)
}

// block lays the lines out and runs them as a test: with what the agent does not do, if that holds, too.
func (w *writer) block(lines []string) (*program.Block, error) {
	if not := w.moment.Not; not != "" {
		if text, err := program.BlockOf(w.moment.Name, append(slices.Clone(lines), "expect no "+expr.NameText(not))); err == nil && w.passes(text) == nil {
			return &program.Block{Text: text}, nil
		}
	}
	text, err := program.BlockOf(w.moment.Name, lines)
	if err != nil {
		return nil, err
	}
	return &program.Block{Text: text}, w.passes(text)
}

// passes runs a block as a test of the program, and returns why it fails.
func (w *writer) passes(text string) error {
	return passes(w.crowd.Program().Program, text, Options{Seed: 1, Only: w.moment.Name, Cancel: w.moment.Cancel})
}

func passes(p *program.Program, text string, o Options) error {
	p, err := p.WithTest(text)
	if err != nil {
		return err
	}
	reports, err := Run(p, o)
	if err != nil {
		return fmt.Errorf("%w: %w", program.ErrNoTest, err)
	}
	r := reports[len(reports)-1]
	if r.Passed {
		return nil
	}
	return fmt.Errorf("%w: more than the situation decides: in a test, %s is expected, and %s", program.ErrNoTest, r.Want, strings.TrimSpace(r.Got+" "+r.Reason))
}

// Past says how a moment of a run becomes a test of the run.
type Past struct {
	Name   string
	Seed   uint64 // of the run
	Open   Opener // opens the scene of the run; nil: it is in a town
	Cancel <-chan struct{}
}

// maxPast limits how many agents of a run a test speaks of.
const maxPast = 3

// RunAsTest returns a test block that makes a run again up to the present moment, and expects that what an agent does
// was begun by then; of ID 0: what the first agents do. The block was run, and passes as it is written. The error wraps
// [program.ErrNoTest].
func RunAsTest(c *agent.Crowd, id agent.ID, p Past) (*program.Block, error) {
	p.Name = c.Program().FreeTestName(p.Name)
	var lines []string
	kinds := map[string]int{}
	for other := range c.All {
		kinds[c.KindOf(other)]++
	}
	for _, k := range c.Program().Info.Agents {
		if n := kinds[k.Name]; n > 0 && p.Open == nil {
			lines = append(lines, fmt.Sprintf("agent %s %d", expr.NameText(k.Name), n))
		}
	}
	seconds := strconv.FormatFloat(c.Seconds(), 'g', -1, 64) + "s"
	lines = append(lines, "run "+seconds)
	var deeds []string
	for other := range c.All {
		if id != 0 && other != id {
			continue
		}
		w := &writer{crowd: c, view: c.View(), id: other, kind: c.Program().Info.Agent(c.KindOf(other))}
		for _, d := range w.doings() {
			if !slices.Contains(deeds, d) && (id != 0 || len(deeds) < maxPast) {
				deeds = append(deeds, d)
			}
		}
	}
	if len(deeds) == 0 {
		return nil, errNothing
	}
	for _, d := range deeds {
		lines = append(lines, "expect "+d+" within "+seconds)
	}
	text, err := program.BlockOf(p.Name, lines)
	if err != nil {
		return nil, err
	}
	return &program.Block{Text: text}, passes(c.Program().Program, text, Options{Seed: p.Seed, Open: p.Open, Only: p.Name, Cancel: p.Cancel})
}

// doings returns what the agent does as tests name it: the running step of its plan, its goals, its actions.
func (w *writer) doings() (names []string) {
	for _, p := range w.view.Plannings(w.id) {
		if plan, step := p.Runner.Plan(); plan != nil && step < plan.Len() {
			names = append(names, expr.NameText(w.crowd.Program().Info.Operators[plan.Step(step).Operator].Name))
		}
	}
	for _, d := range w.view.Running(w.id) {
		if d.Kind == agent.DoingGoal {
			g, _ := d.Pursuit.Goal()
			names = append(names, expr.NameText(w.crowd.Program().Info.Goals[g].Name))
		}
	}
	for _, a := range w.actions() {
		names = append(names, expr.NameText(a))
	}
	return names
}
