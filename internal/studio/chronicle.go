package studio

import (
	"context"
	"slices"
	"sync"

	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// Limits of the records that one question reads from a trace, and of the cache.
const (
	// stretchSeconds is the length of a stretch, the unit of reading a recording.
	stretchSeconds = 10
	// maxRead limits the records that one question reads; the answer omits earlier ones.
	maxRead = 400_000
	// planningSeconds is the time before and after a moment for which plannings are listed.
	planningSeconds = 60
	// maxKept limits the events cached for all stretches together.
	maxKept = 200_000
)

// ticksShift is the position of the tick in the number of a recorded event. An event then has the same number in every
// listed range.
const ticksShift = 20

// line is an event of a trace, with the fields needed to list plannings.
type line struct {
	Entry
	outcome
	who int64 // the agent's number
}

// stretch holds the events of some ticks of a recording.
type stretch struct {
	of    map[string][]line // by the agents asked about so far
	all   []line            // nil until a question concerns all agents
	whole bool              // a question has concerned all agents
	count int               // number of cached lines
	open  map[string][]*Bar // bars that were open at its beginning, by the agents asked about so far
}

// chronicle reads from its trace what happened in a recording at any time, without running agents again. It has a
// replay of its own, for names. Safe for concurrent use.
type chronicle struct {
	lock   sync.Mutex
	rec    *recording
	length int64 // length of a stretch in ticks
	list   map[int64]*stretch
	used   []int64 // numbers of stretches, the last used at the end
	count  int     // cached lines in all
}

// newChronicle returns the chronicle of a recording, which it takes over.
func newChronicle(rec *recording) *chronicle {
	return &chronicle{rec: rec, length: int64(stretchSeconds * rec.Crowd().TPS()), list: map[int64]*stretch{}}
}

// tell returns what happened to the named agents (no names: to all) in a range of ticks, in order. If the range is too
// long to read at once, the lines begin after the tick kept.
func (c *chronicle) tell(from, until int64, names []string) (lines []line, kept int64, err error) {
	c.lock.Lock()
	defer c.lock.Unlock()
	err = guarded(func() error {
		lines, kept, err = c.collect(from, until, names)
		return err
	})
	return lines, kept, err
}

func (c *chronicle) collect(from, until int64, names []string) ([]line, int64, error) {
	first, last := c.rec.Range()
	from, until = max(from, first+1), min(until, last)
	var parts [][]line
	read, kept, lines := 0, first, 0
	for n := (until - first - 1) / c.length; until >= from && n >= 0 && first+(n+1)*c.length >= from; n-- {
		if read >= maxRead || lines >= maxKept {
			kept = first + (n+1)*c.length + 1
			break
		}
		s, took, err := c.stretch(n, names)
		if err != nil {
			return nil, 0, err
		}
		read += took
		part := s.lines(names, from, until)
		parts, lines = append(parts, part), lines+len(part)
	}
	slices.Reverse(parts)
	return slices.Concat(parts...), kept, nil
}

// lines returns the lines of the named agents, or of all.
func (s *stretch) lines(names []string, from, until int64) (out []line) {
	fits := func(list []line) {
		for i := range list {
			if t := list[i].Tick; t >= from && t <= until {
				out = append(out, list[i])
			}
		}
	}
	if len(names) == 0 {
		fits(s.all)
		return out
	}
	for _, name := range names {
		fits(s.of[name])
	}
	slices.SortStableFunc(out, func(a, b line) int { return int(a.Seq - b.Seq) })
	return out
}

// stretch returns a stretch that includes the named agents, and the number of records read for that.
func (c *chronicle) stretch(n int64, names []string) (*stretch, int, error) {
	s := c.list[n]
	if s == nil {
		s = &stretch{of: map[string][]line{}}
		c.list[n] = s
	}
	c.used = append(slices.DeleteFunc(c.used, func(u int64) bool { return u == n }), n)
	var missing []string
	for _, name := range names {
		if _, ok := s.of[name]; !ok && !s.whole && !slices.Contains(missing, name) {
			missing = append(missing, name)
		}
	}
	if s.whole || len(names) > 0 && len(missing) == 0 {
		return s, 0, nil
	}
	if len(names) == 0 {
		c.count -= s.count
		s.of, s.count = map[string][]line{}, 0
	}
	found, reads, err := c.read(n, missing)
	if err != nil {
		return nil, 0, err
	}
	for _, name := range missing {
		s.of[name] = nil
	}
	for _, l := range found {
		s.of[l.Agent] = append(s.of[l.Agent], l)
	}
	if len(names) == 0 {
		s.all, s.whole = found, true
	}
	s.count += len(found)
	c.count += len(found)
	for c.count > maxKept && len(c.used) > 1 {
		c.count -= c.list[c.used[0]].count
		delete(c.list, c.used[0])
		c.used = c.used[1:]
	}
	return s, reads, nil
}

// read reads a stretch from the trace, for the named agents or for all. It knows the names of agents that were spawned
// by the end of the stretch.
func (c *chronicle) read(n int64, names []string) (found []line, reads int, err error) {
	from, until := c.bounds(n)
	return c.scan(from-1, from, until, names)
}

// bounds returns the first and the last tick of a stretch.
func (c *chronicle) bounds(n int64) (from, until int64) {
	first, last := c.rec.Range()
	return first + n*c.length + 1, min(first+(n+1)*c.length, last)
}

// scan reads a range of ticks from the trace, from the last snapshot up to near.
func (c *chronicle) scan(near, from, until int64, names []string) (found []line, reads int, err error) {
	in, err := c.rec.replay.Records(near)
	if err != nil {
		return nil, 0, err
	}
	if err := c.rec.goNear(near); err != nil {
		return nil, 0, err
	}
	var rec ktrace.Record
	idle, objects := map[int64]fact.Kind{}, objectNamesOf(c.rec.Crowd().World())
	exact := false
	for tick, number := int64(0), int64(0); in.Next(&rec) == nil && rec.Tick <= until; {
		reads++
		objects.learn(&rec)
		switch {
		case rec.Kind == ktrace.KindNaming:
			c.rec.names[rec.Agent] = rec.Name
		case rec.Kind == ktrace.KindSpawn && rec.Tick >= c.rec.Crowd().Tick() && !exact:
			exact = true // only a replay knows the names of new agents
			_ = c.rec.replay.SeekTo(until)
		}
		if rec.Tick != tick {
			number, tick = 0, rec.Tick
		}
		switch rec.Kind {
		case ktrace.KindPercepts:
			list := c.percepts(&rec, tick<<ticksShift+number, objects)
			if number += int64(len(list)); tick >= from && c.isAsked(rec.Agent, names) {
				found = append(found, list...)
			}
		case ktrace.KindEvent:
			if number++; tick < from || !c.isAsked(rec.Event.Agent, names) {
				continue
			}
			told := c.rec.replay.Describe(&rec.Event, objects.in)
			if isListed(idle, rec.Event.Agent, &told) {
				found = append(found, recordedLine(&told, rec.Event.Agent, tick, tick<<ticksShift+number))
			}
		}
	}
	return c.named(found, names), reads, nil
}

// percepts returns a line for each percept of a record. Numbering continues after last.
func (c *chronicle) percepts(rec *ktrace.Record, last int64, objects *objectNames) (list []line) {
	for p := range rec.Percepts {
		last++
		e := sense.Event{Kind: sense.EventKind(p.Kind), Sensor: sense.SensorKind(p.Sensor), Tick: rec.Tick}
		what := objects.of(world.Object(p.Object), c.rec.Crowd().World())
		list = append(list, line{Entry: perceptEntry(&e, last, person{}, what), who: rec.Agent})
	}
	return list
}

// isAsked reports whether an agent is, or may be, one of the named ones (no names: all): the host names an agent that
// came within a tick when the next one begins.
func (c *chronicle) isAsked(number int64, names []string) bool {
	if len(names) == 0 || slices.Contains(names, c.rec.called(number)) {
		return true
	}
	_, known := c.rec.names[number]
	return !known && len(c.rec.names) > 0
}

// named fills in the names of the agents, which are all known by now, and keeps only the lines of the named ones.
func (c *chronicle) named(lines []line, names []string) []line {
	for i := range lines {
		lines[i].Agent, lines[i].agentKind = c.rec.called(lines[i].who), c.rec.replay.AgentKind(lines[i].who)
	}
	return slices.DeleteFunc(lines, func(l line) bool { return len(names) > 0 && !slices.Contains(names, l.Agent) })
}

// goNear moves to the last snapshot up to a tick, which needs no replay, or to the beginning.
func (r *recording) goNear(tick int64) error {
	return r.replay.SeekTo(max(r.first, r.index.Before(tick).Tick))
}

func recordedLine(t *agent.DescribedEvent, who, tick, number int64) line {
	return line{
		Entry: Entry{Seq: number, Tick: tick, Agent: t.Agent, Family: t.Family.String(), Kind: t.Name, Text: t.Text, Level: t.Level, Leaf: t.Leaf, Code: t.Kind,
			Subject: t.Subject.Call, Object: t.Subject.Object, Cause: t.Subject.Cause,
			facts: facts{family: t.Family, name: t.Subject.Name, brief: t.Subject.Brief, steps: t.Steps, status: t.Status}},
		outcome: outcome{t.Steps, t.Step, t.Node, t.Keep},
		who:     who,
	}
}

// isListed reports whether a running simulation would list the event: it omits those that repeat many times a second.
func isListed(idle map[int64]fact.Kind, who int64, t *agent.DescribedEvent) bool {
	switch t.Kind {
	case fact.NodeDecided, fact.ServiceRan, fact.Arbitrated, fact.WantKept:
		return false
	case fact.PlanNone, fact.PlanLimit:
		if idle[who] == t.Kind {
			return false
		}
		idle[who] = t.Kind
	case fact.PlanAdopted:
		delete(idle, who)
	}
	return true
}

// visit returns a function that calls do for each event.
func visit(lines []line) func(do func(*Entry)) {
	return func(do func(*Entry)) {
		for i := range lines {
			do(&lines[i].Entry)
		}
	}
}

// lookback is the number of ticks before a moment within which a drawn bar may have begun.
func (c *chronicle) lookback(tps int) int64 { return int64(3 * stretchSeconds * tps) }

// told returns the chronicle of the session and its tick; nil if the session is not a recording.
func (s *Session) told(ctx context.Context) (c *chronicle, now int64, tps int, err error) {
	err = s.do(ctx, func() error {
		c, now, tps = s.source.chronicle, s.stage.Crowd().Tick(), s.stage.Crowd().TPS()
		return nil
	})
	return c, now, tps, err
}

// find answers a query about the events up to a tick; a query may name another last tick.
func (c *chronicle) find(q *EventQuery, most int, now int64) (*EventList, error) {
	if q.To > 0 {
		now = q.To
	}
	var names []string
	if q.Agent != "" {
		names = []string{q.Agent}
	}
	lines, kept, err := c.tell(q.From, now, names)
	if err != nil {
		return nil, err
	}
	lines = slices.DeleteFunc(lines, func(l line) bool { return !q.wants(l.whose()) })
	l := findIn(visit(lines), q, most)
	l.Kept = kept
	return l, nil
}

// lanes returns the lanes of the named agents.
func (c *chronicle) lanes(names []string, from, end int64, pieces, tps int) (*LaneList, error) {
	first, last := c.rec.Range()
	n := max(0, min(from-c.lookback(tps), last)-first-1) / c.length
	begin, _ := c.bounds(n)
	lines, kept, err := c.tell(begin, end, names)
	if err != nil {
		return nil, err
	}
	open, err := c.openAt(max(n, (kept-first-1)/c.length), names)
	if err != nil {
		return nil, err
	}
	if kept <= from {
		kept = 0
	}
	return &LaneList{lanesOf(visit(lines), names, open, from, end, pieces), kept}, nil
}

// openAt returns the bars that were open when a stretch began, by agent.
func (c *chronicle) openAt(n int64, names []string) (open map[string][]*Bar, err error) {
	c.lock.Lock()
	defer c.lock.Unlock()
	err = guarded(func() error {
		open, err = c.findOpen(n, names)
		return err
	})
	return open, err
}

// findOpen moves to the nearest moment before a stretch that needs no replay, and reads from there to the stretch.
func (c *chronicle) findOpen(n int64, names []string) (map[string][]*Bar, error) {
	s := c.list[n]
	if s == nil {
		s = &stretch{of: map[string][]line{}}
		c.list[n], c.used = s, append(c.used, n)
	}
	if s.open == nil {
		s.open = map[string][]*Bar{}
	}
	missing := slices.DeleteFunc(slices.Clone(names), func(name string) bool { _, ok := s.open[name]; return ok })
	if len(missing) == 0 {
		return s.open, nil
	}
	from, _ := c.bounds(n)
	if err := c.rec.goNear(from - 1); err != nil {
		return nil, err
	}
	builders := map[string]*laneBuilder{}
	for _, name := range missing {
		builders[name] = newLaneBuilder(name, nil)
	}
	at := c.rec.Crowd().Tick()
	for id := range c.rec.Crowd().All {
		if b := builders[nameOf(c.rec, id)]; b != nil {
			underway(c.rec.Crowd(), c.rec.replay.Info(), id, b.adds)
		}
	}
	lines, _, err := c.scan(from-1, at, from-1, missing) // an agent may still leave in the tick of the snapshot
	if err != nil {
		return nil, err
	}
	visit(lines)(func(e *Entry) { builders[e.Agent].add(e) })
	for name, b := range builders {
		s.open[name] = b.open
	}
	return s.open, nil
}

// plannings lists an agent's plannings around a tick.
func (c *chronicle) plannings(name string, tick int64, tps int) ([]Planning, error) {
	around := int64(planningSeconds * tps)
	lines, _, err := c.tell(tick-around, tick+around, []string{name})
	out := []Planning{}
	for i := range lines {
		if p, ok := lines[i].planning(); ok {
			out = append(out, p)
		}
	}
	return out[max(0, len(out)-MaxPlannings):], err
}

// planning converts a line to a planning; ok is false if the event is not a planning.
func (l *line) planning() (p Planning, ok bool) {
	for kind, name := range planningKinds {
		if l.Code == agent.PlanCode(kind) {
			return Planning{l.Tick, l.Level, name, l.Text, l.brief, l.outcome.steps, l.Subject, keepCode(l.outcome.keep), l.outcome}, true
		}
	}
	return p, false
}

// planned returns the planning of an agent in a tick, or nil.
func (c *chronicle) planned(name string, tick int64, level int, goal string) *Planning {
	lines, _, _ := c.tell(tick, tick, []string{name})
	for i := range lines {
		if p, ok := lines[i].planning(); ok && p.fits(level, goal) {
			return &p
		}
	}
	return nil
}
