package assess

import (
	"slices"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/playground"
	"github.com/karakuri-ai/karakuri/world"
)

// tally is the sum of what is counted, of a kind of characters in one run.
type tally struct {
	kind string
	time float64 // ticks that its characters lived
	num  [numMeasures]float64
	of   [numMeasures]float64 // of shares other than those of time

	body           bool // its characters have bodies that are measured
	ticksPerMinute float64
}

// reference returns what the counts of a measure refer to; 0: the measure does not apply.
func (t *tally) reference(measure int) float64 {
	switch m := &Measures[measure]; {
	case m.Body && !t.body:
		return 0
	case m.Unit == PerMinute:
		return t.time / t.ticksPerMinute
	case measure == idle || measure == stuck:
		return t.time
	}
	return t.of[measure]
}

func (t *tally) add(measure int, n float64) { t.num[measure] += n }

// meter measures one run. It is a witness of all actions and receives the events of the crowd.
type meter struct {
	game  *Game
	crowd *agent.Crowd
	play  *playground.Playground
	info  *def.Info
	idle  []bool // by action
	tick  int64  // the one that has just ended

	minds   map[karakuri.AgentID]*mind
	order   []*mind // that live, in the order of the crowd
	tallies []*tally
	queue   []happening // of this tick
	cells   cells
	pitch   pitch

	moments moments
}

// happening is something that happens in a tick, to be judged at its end.
type happening struct {
	what   occurrence
	agent  karakuri.AgentID
	serial int64
	deed   deed
	reason action.Reason
	status action.Status
}

type occurrence uint8

const (
	started occurrence = iota
	ended
	stopped
	chose
	wantEnded
	ordered
	declined
	served
)

func newMeter() *meter {
	return &meter{minds: map[karakuri.AgentID]*mind{}, moments: moments{last: map[*mind]lasted{}}}
}

// Event implements [karakuri.Sink].
func (e *meter) Event(ev karakuri.Event) {
	h := happening{agent: ev.Agent, status: ev.Status}
	switch ev.Kind {
	case karakuri.WantChosen:
		h.what = chose
	case karakuri.WantEnded:
		h.what = wantEnded
	case karakuri.OrderQueued:
		h.what = ordered
	case karakuri.OrderRefused:
		h.what = declined
	case karakuri.OrderDone:
		h.what = served
	case karakuri.OrderGiven, karakuri.OrderChanged, karakuri.OrderUrged, karakuri.RoleChanged, karakuri.LeaseStolen, karakuri.LeaseExpired, karakuri.LeaseRevoked:
		h.what, h.agent = ordered, ev.Member
	default:
		return
	}
	e.queue = append(e.queue, h)
}

// Called implements [action.Witness].
func (e *meter) Called(c *action.Ctx, call *action.Call) {
	h := happening{agent: c.Agent(), serial: call.Serial, reason: call.Reason, status: call.Status}
	switch call.Phase {
	case action.PhaseStart:
		h.what, h.deed = started, deedOf(e.info.Actions[call.Action], call.Words)
	case action.PhaseEnd:
		h.what = ended
	case action.PhaseAbort:
		h.what = stopped
	case action.PhaseSuspend:
		h.what, h.reason = stopped, action.Interrupted
	default:
		return
	}
	e.queue = append(e.queue, h)
}

// attend begins with a game that was opened.
func (e *meter) attend(g *Game) {
	e.game, e.crowd, e.play = g, bridge.Crowd.In(g.Crowd), g.Play
	e.info = e.crowd.View().Info()
	e.crowd.View().Watch(e)
	for _, a := range e.info.Actions {
		e.idle = append(e.idle, a.Name == standing || slices.Contains(g.Idle, a.Name))
	}
	e.cells.attend(e)
	e.arrive()
	e.pitch.attend(e)
}

// standing is the name of the action of a character that does nothing.
const standing = "stand"

// ticks returns how many ticks a time takes, at least 1.
func (e *meter) ticks(seconds float64) int64 {
	return max(1, int64(float64(seconds*float64(e.crowd.TPS()))+0.5))
}

// step makes a tick of the game and measures it.
func (e *meter) step() error {
	e.queue = e.queue[:0]
	if err := e.game.Step(); err != nil {
		return err
	}
	e.tick = e.crowd.Tick()
	e.arrive()
	e.cells.look(e)
	for _, m := range e.order {
		e.perceive(m)
	}
	e.pitch.look(e)
	e.foresee()
	for i := range e.queue {
		if h := &e.queue[i]; e.minds[h.agent] != nil && e.crowd.Has(h.agent) { // the dead fail at everything
			e.judge(e.minds[h.agent], h)
		}
	}
	e.pitch.fight(e)
	for _, m := range e.order {
		if !m.squad {
			m.pass(e)
			m.body.pass(e, m)
		}
	}
	return nil
}

// arrive finds the agents of the crowd.
func (e *meter) arrive() {
	e.order = e.order[:0]
	for id := range e.crowd.All {
		m := e.minds[id]
		if m == nil {
			_, squad := e.crowd.View().LookAtSquad(id)
			m = &mind{id: id, name: e.crowd.View().NameOf(id), kind: e.crowd.KindOf(id), squad: squad, idleSince: e.tick, did: deed{action: -1}}
			e.minds[id] = m
			if !squad {
				m.tally = e.tallyOf(m.kind)
			}
			m.body.arrive(e, m)
		}
		e.order = append(e.order, m)
	}
}

// tallyOf returns the tally of a kind.
func (e *meter) tallyOf(kind string) *tally {
	for _, t := range e.tallies {
		if t.kind == kind {
			return t
		}
	}
	t := &tally{kind: kind}
	e.tallies = append(e.tallies, t)
	return t
}

// isPerceived reports whether characters can perceive an object: in a playground, landmarks are known to all.
func (e *meter) isPerceived(o world.Object) bool { return !e.pitch.marks[o] }

// perceive collects what an agent perceived in the tick.
func (e *meter) perceive(m *mind) {
	mind := e.crowd.Memory(m.id)
	if mind == nil {
		return
	}
	for _, ev := range mind.Events() {
		if ev.Tick != e.tick {
			continue
		}
		o := world.Object(ev.Object)
		switch ev.Kind {
		case sense.Noticed, sense.Lost, sense.Missed, sense.Forgotten, sense.Heard:
			m.news.add(e.tick, o)
			m.body.perceive(e, m, o, ev.Kind, ev.Sensor)
		case sense.Updated:
			if !ev.Same {
				m.news.add(e.tick, o)
			}
			m.body.perceive(e, m, o, ev.Kind, ev.Sensor)
		}
		if ev.Sensor == sense.Damage && (ev.Kind == sense.Noticed || ev.Kind == sense.Updated) {
			m.news.add(e.tick, 0)
		}
	}
}

// foresee notes what concerns the whole tick, since it may happen after what it is the reason of.
func (e *meter) foresee() {
	for i := range e.queue {
		h := &e.queue[i]
		m := e.minds[h.agent]
		if m == nil {
			continue
		}
		switch h.what {
		case wantEnded:
			m.ended = e.tick
		case chose:
			if m.ended != e.tick {
				m.rethought = e.tick
			}
		case ordered, declined, served:
			m.news.add(e.tick, 0)
		}
	}
}

// judge measures something that happened to an agent.
func (e *meter) judge(m *mind, h *happening) {
	if m.squad {
		return
	}
	switch h.what {
	case started:
		m.start(e, h.serial, h.deed)
	case ended:
		m.end(e, h.serial, h.status)
	case stopped:
		m.stop(e, h.serial, h.reason)
	case declined:
		m.tally.of[refused]++
		m.count(e, refused)
	case served:
		if m.tally.of[refused]++; h.status == action.Failure {
			m.count(e, refused)
		}
	}
}
