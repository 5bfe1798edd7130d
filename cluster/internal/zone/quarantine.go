package zone

import (
	"errors"
	"fmt"
	"slices"
	"sort"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/remote"
)

// maxReason is the maximum length of the reason why an input was rejected.
const maxReason = 300

// maxExpelled is the maximum number of agents that are removed because of one tick: with more, the fault is hardly one
// of agents, and each costs as many trials as the logarithm of their number.
const maxExpelled = 16

// quarantine continues after a tick in which the engine has panicked, with a machine from the log, since nothing is
// certain of the other one. It rejects the input whose batch has panicked. If the tick itself has, and would without
// inputs, the agents with whom it does are removed. Else each of its inputs gets a tick of its own, so that only the
// one that is to blame is rejected. The log says what was rejected and who was removed, so nobody who replays it runs
// into the panic. Only a tick that panics without any agent stops the zone.
func (w *Owner) quarantine(tick int64, inputs []Input, moves []Move, err error) error {
	var p *panicked
	if !errors.As(err, &p) {
		return err
	}
	m, wrong := Open(w.m.spec, w.stores, w.programs, w.o)
	if wrong == nil {
		_, wrong = m.CatchUp(w.stores.Log, 0)
	}
	if wrong == nil && (m.pos != w.m.pos || m.epoch != w.m.epoch) {
		wrong = ErrFenced
	}
	if wrong != nil {
		return errors.Join(err, wrong)
	}
	w.m, w.quiet = m, nil
	if p.input == -1 {
		if wrong := w.expel(tick, p); wrong != nil {
			return errors.Join(err, wrong)
		}
	}
	at := p.input
	if len(w.expelled) == 0 && at == -1 && len(inputs) == 1 && len(moves) == 0 {
		at = 0
	}
	if len(w.expelled) == 0 && at == -1 && len(inputs) == 0 && len(moves) == 1 {
		at = -2
	}
	switch {
	case at <= -2:
		x := &moves[-2-at]
		x.Rejected = fmt.Sprintf("the engine panicked: %.*s", maxReason, p.reason())
		w.report("move %d of zone %s: %s\n%v", x.N, x.Zone, x.Rejected, p.err)
	case at >= 0:
		in := &inputs[at]
		in.Rejected = fmt.Sprintf("the engine panicked, and the input is rejected: %.*s", maxReason, p.reason())
		w.report("input %d of client %s: %s\n%v", in.Seq, in.Client, in.Rejected, p.err)
	case len(w.expelled) == 0:
		w.alone = true
		w.report("the engine panicked in a tick with %d inputs and %d moves, and each of them gets a tick of its own\n%v", len(inputs), len(moves), p.err)
	}
	w.again = append(slices.Clone(inputs), w.again...)
	w.arriving = append(slices.Clone(moves), w.arriving...)
	return nil
}

// expel has the next tick remove the agents with whom the ticks up to one panic, also without inputs. None if they do
// not. The error says that they do without any agent, or that the lease is lost.
func (w *Owner) expel(tick int64, p *panicked) error {
	t := trial{w: w, saved: w.m.Snapshot(), ticks: tick - w.m.logged}
	if t.passes(nil) {
		return t.err
	}
	var all []karakuri.AgentID
	for a := range w.m.session.Crowd().All {
		all = append(all, a.ID())
	}
	culprits, err := t.culprits(all)
	if err != nil {
		return err
	}
	for _, id := range culprits {
		x := Move{Kind: MoveExpel, Zone: w.m.spec.Zone, N: uint64(id), Rejected: fmt.Sprintf("the engine panicked: %.*s", maxReason, p.reason())}
		w.report("agent %d is removed: %s\n%v", id, x.Rejected, p.err)
		w.expelled = append(w.expelled, x)
	}
	return nil
}

// trial makes ticks without some agents, on copies of a machine.
type trial struct {
	w     *Owner
	saved []byte
	ticks int64
	err   error // why the trials cannot go on
}

var errNoCulprit = errors.New("the engine panics in a tick without inputs, whichever agents are removed")

// culprits returns few agents without whom the ticks pass: each is the last of a row of agents that must be removed,
// and is found by bisection.
func (t *trial) culprits(all []karakuri.AgentID) (found []karakuri.AgentID, err error) {
	if !t.passes(all) {
		return nil, errors.Join(errNoCulprit, t.err)
	}
	for len(found) < maxExpelled {
		k := 1 + sort.Search(len(all)-1, func(i int) bool { return t.passes(append(slices.Clone(found), all[:i+1]...)) })
		if t.err != nil {
			return nil, t.err
		}
		found, all = append(found, all[k-1]), all[:k-1]
		if len(all) == 0 || t.passes(found) {
			return found, t.err
		}
	}
	return nil, fmt.Errorf("%w: with %d agents less it still does", errNoCulprit, maxExpelled)
}

// passes reports whether the ticks pass without some agents.
func (t *trial) passes(without []karakuri.AgentID) bool {
	if t.err == nil {
		t.err = t.w.keep()
	}
	if t.err != nil {
		return false
	}
	m, err := RestoreMachine(t.w.m.spec, t.w.programs, t.w.o.Engine, t.saved)
	if err != nil {
		t.err = err
		return false
	}
	m.use(t.w.o)
	var moves []Move
	for _, id := range without {
		moves = append(moves, Move{Kind: MoveExpel, Zone: m.spec.Zone, N: uint64(id)})
	}
	for range t.ticks {
		if _, _, _, err := m.tick(nil, moves); err != nil {
			return false
		}
		moves = nil
	}
	return true
}

// expel removes an agent. Its games learn that its actions end, and that there is no such agent.
func (m *Machine) expel(x *Move) (out []byte, err error) {
	var b remote.Batch
	b.Add(remote.OpRemove, 0, 0, int64(x.N))
	out, _, err = m.carryOut(b.Bytes())
	b.Reset()
	b.Add(remote.OpRefused, 0, uint32(remote.NoAgent), 0, int64(remote.OpRemove), int64(x.N))
	return append(out, b.Bytes()...), err
}
