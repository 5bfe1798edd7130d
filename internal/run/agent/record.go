package agent

import (
	"math"
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// recording writes the inputs and the decisions of a crowd to a trace. The host writes to states directly, so recording
// finds these writes in the logs of the states: every entry after the mark of the last recorded one, or of the engine's
// own.
type recording struct {
	core       *core
	agents     *population
	objects    *objects
	perception *perception
	meter      *meter
	net        *net
	snapshots  *snapshots
	journal    *journal

	out      *ktrace.Recorder
	in       *action.Instances
	rec      ktrace.Record
	delivery delivery
	answers  answers
	list     []ktrace.Write
	later    map[world.Addr]world.Word // by address: the value before the changes looked at so far
	arrivals []arrival                 // the agents so far, by number - 1
	unnamed  []ID                      // agents that the host has not been asked to name
	namings  int                       // core.namings when all were asked about
	shoots   bool                      // the tick ends with a snapshot
	plain    []byte                    // the last snapshot
	work     ktrace.Work               // work up to the end of the last tick
}

// delivery is set while the host receives an event: call is the innermost call of the host when the delivery began.
type delivery struct {
	now  bool
	call *action.Call
}

// newRecording returns a tape that records the crowd.
func (j *journal) newRecording(out *ktrace.Recorder) *recording {
	return &recording{core: j.core, agents: j.agents, objects: j.objects, perception: j.perception, meter: j.meter, net: j.net, snapshots: j.snapshots, journal: j,
		out: out, in: j.core.stage.Instances}
}

// start writes the start of the crowd's trace.
func (r *recording) start() error {
	j := r.journal
	r.answers.recorded, r.later = map[string]struct{}{}, map[world.Addr]world.Word{}
	h, err := j.header()
	if err != nil {
		return err
	}
	fresh := j.isFresh()
	if !fresh {
		h.Options = append(h.Options, ktrace.Option{Name: optionMidway, Value: 1})
		h.Situation = nil // the snapshot has it
	}
	if err := r.out.Begin(h, r.last); err != nil {
		return err
	}
	r.in.Watch(r)
	j.asked.witness(r)
	j.tape, j.sparing, r.work = r, true, j.workSoFar()
	j.hostMark = r.core.world.Mark()
	if fresh {
		return nil
	}
	return r.takeOver()
}

// last returns the record that ends the trace.
func (r *recording) last() ktrace.Record {
	r.flushAll(ktrace.Outside)
	return ktrace.Record{Kind: ktrace.KindEnd, State: r.journal.stateHash(), Hash: r.journal.hash}
}

func (r *recording) write(k ktrace.Kind) {
	r.rec.Kind = k
	r.out.Write(&r.rec)
}

// where returns the current point of the run.
func (r *recording) where() ktrace.Where {
	switch call := r.in.Calling(); {
	case r.delivery.now && call == r.delivery.call:
		return ktrace.Sink
	case call != nil:
		return ktrace.Call
	}
	return ktrace.Outside
}

// input writes a record of an input of the host.
func (r *recording) input(k ktrace.Kind, where ktrace.Where) {
	if r.rec.Where = where; where == ktrace.Call {
		call := r.in.Calling()
		r.rec.Phase, r.rec.Serial = ktrace.Phase(call.Phase), call.Serial
	}
	r.write(k)
}

func (r *recording) begin() {
	r.flushAll(ktrace.Outside)
	r.names()
	r.rec.Tick = r.core.tick
	r.write(ktrace.KindTick)
	r.percepts()
	r.shoots = r.out.SnapshotIsDue(r.core.tick, r.core.options.TPS)
}

// names records what the host calls agents: all if it has new names, else those that have come since the last tick
// began, since the host knows only after it spawned an agent who that is.
func (r *recording) names() {
	if r.namings != r.core.namings {
		r.namings = r.core.namings
		r.unnamed = slices.AppendSeq(r.unnamed[:0], r.agents.All)
	}
	for _, id := range r.unnamed {
		if number := r.agents.Number(id); number != 0 && r.isNamed(id) {
			r.rec.Agent, r.rec.Name = number, r.arrivals[number-1].called
			r.write(ktrace.KindNaming)
		}
	}
	r.unnamed = r.unnamed[:0]
}

// isNamed notes what the host calls an agent of the crowd, and reports whether that is new.
func (r *recording) isNamed(id ID) bool {
	came, name := &r.arrivals[r.agents.Number(id)-1], ktrace.Short(r.core.nameAs(id, ""))
	changed := came.called != name
	came.called = name
	return changed
}

func (r *recording) receive() {
	r.flushAll(r.where())
	r.input(ktrace.KindReceive, r.where())
}

func (r *recording) settled() {
	r.journal.hostMark = r.core.world.Mark()
	for a := range r.journal.written {
		a.hostMark = a.state.Logged()
	}
}

// flushAll records what the host has written to any state but that of the acting agent, whose writes are recorded with
// the call.
func (r *recording) flushAll(where ktrace.Where) {
	r.flush(where, nil)
	for a := range r.journal.written {
		if a != r.net.acting && len(a.state.ChangesFrom(a.hostMark)) > 0 {
			r.flushAgent(where, a)
		}
	}
}

func (r *recording) flush(where ktrace.Where, a *agent) {
	switch {
	case a == nil:
		r.flushWorld(where)
	case len(a.state.ChangesFrom(a.hostMark)) > 0:
		r.flushAgent(where, a)
	}
}

func (r *recording) flushWorld(where ktrace.Where) {
	if changes := r.core.world.Changes(r.journal.hostMark); len(changes) > 0 {
		r.journal.hostMark = r.core.world.Mark()
		r.writes(where, 0, r.core.world, changes)
	}
}

func (r *recording) flushAgent(where ktrace.Where, a *agent) {
	changes := a.state.ChangesFrom(a.hostMark)
	a.hostMark = a.state.Logged()
	r.writes(where, a.number, &a.state, changes)
}

// writes records the changes of a state, in as many records as needed.
func (r *recording) writes(where ktrace.Where, number int64, st *world.State, changes []world.Change) {
	list := r.written(st, changes)
	for len(list) > 0 {
		n := min(len(list), ktrace.MaxList)
		r.rec.Writes, r.rec.Agent = append(r.rec.Writes[:0], list[:n]...), number
		r.input(ktrace.KindWrites, where)
		list = list[n:]
	}
}

// longLog is the number of changes from which a table of addresses pays.
const longLog = 24

// written converts changes to writes, without those of objects. A log holds the values before each change; the value
// written to an address is that before the next change of the address, or the one in the state. The list is valid until
// the next call.
func (r *recording) written(st *world.State, changes []world.Change) []ktrace.Write {
	r.list = r.list[:0]
	long := len(changes) >= longLog
	if long {
		clear(r.later)
	}
	for i := len(changes) - 1; i >= 0; i-- {
		c := &changes[i]
		if _, notice := c.Notice(); notice {
			continue
		}
		word := world.Word(0)
		if long {
			word = r.laterValue(st, c)
		} else {
			word = valueAfter(st, changes, i)
		}
		r.list = append(r.list, ktrace.Write{Addr: uint64(c.Addr), Word: int64(word)})
	}
	slices.Reverse(r.list)
	return r.list
}

// valueAfter returns the value that change i has written.
func valueAfter(st *world.State, changes []world.Change, i int) world.Word {
	for _, later := range changes[i+1:] {
		if later.Addr == changes[i].Addr {
			return later.Old
		}
	}
	return st.Get(changes[i].Addr)
}

// laterValue does the same if called for the changes from the last to the first.
func (r *recording) laterValue(st *world.State, c *world.Change) world.Word {
	word, known := r.later[c.Addr]
	if !known {
		word = st.Get(c.Addr)
	}
	r.later[c.Addr] = c.Old
	return word
}

func (r *recording) enter(a *agent) {
	if len(a.state.ChangesFrom(a.hostMark)) > 0 {
		r.flushAgent(ktrace.Enter, a)
	}
}

func (r *recording) left(a *agent) { a.hostMark = a.state.Logged() }

func (r *recording) spawned(a *agent) {
	r.flush(r.where(), nil)
	a.hostMark = 0
	r.came(a)
	r.rec.Agent, r.rec.Index = a.number, int64(a.kind)
	r.input(ktrace.KindSpawn, r.where())
}

// During a tick, agents and objects are removed only at its end, after everything has been flushed.

func (r *recording) removing(a *agent) {
	switch {
	case r.core.ticking:
	case a.body != 0: // writes to others would be lost with the object
		r.flushAll(r.where())
	default:
		r.flushFor(a)
	}
	r.rec.Agent = a.number
	r.input(ktrace.KindRemove, r.where())
}

func (r *recording) objectComing() { r.flushObjects() }

func (r *recording) objectAdded(o world.Object, typ int32, name string) {
	r.flushObjects()
	r.rec.Object, r.rec.Type, r.rec.Name = int64(o), r.core.world.Schema().Types[typ].Name, name
	r.input(ktrace.KindAddObject, r.where())
}

func (r *recording) objectRemoving(o world.Object) {
	r.flushObjects()
	r.rec.Object = int64(o)
	r.input(ktrace.KindRemoveObject, r.where())
}

func (r *recording) ordering(a *agent, goal int32, args []world.Word, urgent bool) {
	r.flushFor(a)
	r.rec.Agent, r.rec.Index, r.rec.Object = a.number, int64(goal), int64(world.Bool(urgent))
	r.rec.Args = appendWords(r.rec.Args[:0], args)
	r.input(ktrace.KindOrder, r.where())
}

func (r *recording) withdrawing(a *agent, order int64) {
	r.flushFor(a)
	r.rec.Agent, r.rec.Index = a.number, order
	r.input(ktrace.KindWithdraw, r.where())
}

func (r *recording) grading(a *agent, significance float64) {
	r.rec.Agent, r.rec.Object = a.number, int64(math.Float64bits(significance))
	r.input(ktrace.KindSignificance, r.where())
}

func (r *recording) waking(a *agent) {
	r.rec.Agent = a.number
	r.input(ktrace.KindWake, r.where())
}

func (r *recording) joining(s, a *agent) {
	if !r.core.ticking { // writes to others would be lost with the squad's symbols
		r.flushAll(r.where())
	}
	r.rec.Agent, r.rec.Index = a.number, s.number
	r.input(ktrace.KindJoin, r.where())
}

func (r *recording) quitting(a *agent) {
	if !r.core.ticking {
		r.flushAll(r.where())
	}
	r.rec.Agent = a.number
	r.input(ktrace.KindQuit, r.where())
}

func (r *recording) guising(a *agent, mind int32) {
	r.flushFor(a)
	r.rec.Agent, r.rec.Index = a.number, int64(mind)
	r.input(ktrace.KindGuise, r.where())
}

func (r *recording) teaming(a *agent, team int64) {
	r.rec.Agent, r.rec.Object = a.number, team
	r.input(ktrace.KindTeam, r.where())
}

// flushFor records writes to the world and to an agent, before an operation on them between two ticks.
func (r *recording) flushFor(a *agent) {
	if !r.core.ticking {
		r.flush(r.where(), nil)
		r.flush(r.where(), a)
	}
}

// flushObjects records writes before an object is added or removed: in another order, the replay's log of the world
// would differ. During a tick, writes to agents are recorded with their calls.
func (r *recording) flushObjects() {
	if r.core.ticking {
		r.flushWorld(r.where())
		return
	}
	r.flushAll(r.where())
}

// event records a decision, passes it to the host, and records what the host then writes.
func (r *recording) event(a *agent, e *ktrace.Record) {
	r.out.Write(e)
	if !r.journal.reporter.hears() {
		return
	}
	outer, before := r.delivery, a.state.Mark()
	r.delivery = delivery{true, r.in.Calling()}
	r.journal.reporter.pass()
	if changes := a.state.Changes(before); len(changes) > 0 {
		r.writes(ktrace.Sink, a.number, &a.state, changes)
	}
	r.delivery = outer
}

// Called implements [action.Witness]. It does not record calls that a replay can take for granted: hooks before the
// start, after the end, or of a suspension that had no visible effect.
func (r *recording) Called(c *action.Ctx, call *action.Call) {
	changes := c.State().Changes(call.Log)
	granted := call.Phase != action.PhaseStart && call.Phase != action.PhaseUpdate && call.Phase != action.PhaseAbort && call.Phase != action.PhaseChild
	if !granted || len(changes) > 0 || call.Fault.Action != "" {
		r.call(c, call, changes)
	}
}

func (r *recording) call(c *action.Ctx, call *action.Call, changes []world.Change) {
	number := r.net.acting.number
	if len(changes) > ktrace.MaxList { // more than fits in a record
		r.writes(ktrace.Call, number, c.State(), changes)
		changes = nil
	}
	r.written(c.State(), changes)
	r.rec.Writes, r.list = r.list, r.rec.Writes
	r.rec.Agent, r.rec.Phase, r.rec.Serial = number, ktrace.Phase(call.Phase), call.Serial
	r.rec.Index, r.rec.Args = int64(call.Action), appendWords(r.rec.Args[:0], call.Words)
	r.rec.Status, r.rec.Reason = uint8(call.Status), uint8(call.Reason)
	if call.Fault.Action != "" || r.rec.Fault.Action != "" {
		r.rec.Fault = ktrace.Fault{Action: call.Fault.Action, Message: shortened(call.Fault.Message)}
	}
	r.write(ktrace.KindCall)
}

// sweep records writes to agents that did not act, if that must be known before the tick is over.
func (r *recording) sweep() {
	if len(r.objects.births)+len(r.objects.deaths)+len(r.agents.leavers) > 0 || r.isDue() || r.shoots {
		r.flushAll(ktrace.Commit)
	}
}

// isDue reports whether the tick ends with a checkpoint.
func (r *recording) isDue() bool { return r.core.tick%r.out.CheckpointTicks() == 0 }

func (r *recording) end() {
	r.worked()
	if r.isDue() {
		r.checkpoint()
	}
	if r.shoots {
		r.snapshot()
	}
	r.out.RecordFigures(r.core.tick, r.core.options.TPS)
	r.out.EndTick()
}

// checkpoint records digests of the states, in as many records as needed.
func (r *recording) checkpoint() {
	r.rec.State, r.rec.Hash, r.rec.Index = r.journal.stateHash(), r.journal.hash, 0
	r.rec.States = r.rec.States[:0]
	for _, a := range r.agents.list {
		if a.id == 0 {
			continue
		}
		if r.rec.States = append(r.rec.States, uint32(a.state.Hash())); len(r.rec.States) == ktrace.MaxList {
			r.write(ktrace.KindCheckpoint)
			r.rec.Index += ktrace.MaxList
			r.rec.States = r.rec.States[:0]
		}
	}
	r.write(ktrace.KindCheckpoint)
}
