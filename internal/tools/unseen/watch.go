package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/world"
)

const (
	watchTicks = 40 // for which characters are watched after a change
	apartTicks = 20 // at most between two moments

	progressEach = 100 // changes
)

// Kinds of changes.
const (
	taken   = "taken"
	killed  = "killed"
	moved   = "moved"
	claimed = "claimed" // or free again
)

var changes = []string{taken, killed, moved, claimed}

// change is a change in one of two games.
type change struct {
	kind   string // one of changes
	object world.Object
	agent  agent.ID // whose body it is, or who claims it; 0: an item
	to     arena.Point
	moment
}

// watching compares two games after a change.
type watching struct {
	change
	one, other *copy
	result     *result
	free       map[agent.ID]bool // who may decide otherwise by now
	list       []agent.ID        // who remembers
	squads     []agent.ID
	remembers  map[agent.ID]bool     // the agents that remembered the object
	squad      map[agent.ID]agent.ID // by member
	out        io.Writer             // where what differs is written; nil: nowhere
	teams      map[agent.ID]int64
	claims     map[sharers]bool // those of whom one did something else: what one of them claims, each of them knows at once
}

// watch makes changes at random moments of a game, and reports who knew of them too early. Every progressEach moments
// it writes a line to progress, unless that is nil.
func watch(g game, seed uint64, moments, ticks int, progress io.Writer) (*result, error) {
	r := &result{game: g.name, leaks: map[string]*leak{}}
	rand := det.NewRand(seed, 0, streamChanges)
	for life := seed * 1000; r.moments < moments; life++ {
		one, p, s, err := begin(g, life)
		if err != nil {
			return nil, err
		}
		for r.moments < moments && one.crowd.Seconds() < g.life && !one.play.Over() {
			for range 1 + rand.Intn(apartTicks) {
				one.step()
			}
			c, ok := one.draw(&rand)
			if !ok {
				continue
			}
			c.moment = moment{life, one.crowd.Tick()}
			other, err := one.twin(p, s, life)
			if err != nil {
				return nil, err
			}
			w, before := newWatching(r, c, one, other), r.moments
			if w.run(ticks); progress != nil && r.moments > before && r.moments%progressEach == 0 {
				fmt.Fprintf(progress, "%s: %d of %d changes, %d differences\n", g.name, r.moments, moments, r.differences())
			}
		}
	}
	return r, nil
}

// draw returns a change at random.
func (c *copy) draw(r *det.Rand) (change, bool) {
	if list := c.holders(); len(list) > 0 && r.Intn(2) == 0 {
		return c.drawClaim(r, list[r.Intn(len(list))])
	}
	if items := c.play.Items(nil); len(items) > 0 && r.Intn(3) == 0 {
		return change{kind: taken, object: items[r.Intn(len(items))].Object}, true
	}
	m := c.play.Character(r.Intn(c.play.Len()))
	if m.Agent == 0 || c.crowd.Body(m.Agent) == 0 {
		return change{}, false
	}
	w, h := c.play.Scene().Map.Size()
	to := arena.Point{X: r.Between(0, w), Y: r.Between(0, h)}
	if r.Intn(3) > 0 {
		return change{kind: killed, object: c.crowd.Body(m.Agent), agent: m.Agent, to: to}, true
	}
	return change{kind: moved, object: c.crowd.Body(m.Agent), agent: m.Agent, to: to}, true
}

// drawClaim reports that a holder claims something, or that the object that it has claimed is free again.
func (c *copy) drawClaim(r *det.Rand, id agent.ID) (change, bool) {
	o := c.gripped(id)
	if o == 0 {
		o = c.something(r)
	}
	return change{kind: claimed, object: o, agent: id}, o != 0
}

// apply makes the change.
func (w *watching) apply() bool {
	switch w.kind {
	case taken:
		return w.other.play.Take(w.object)
	case killed:
		return w.other.play.Kill(w.agent)
	case claimed:
		if w.one.gripped(w.agent) == w.object {
			w.other.grip(w.agent, 0)
		} else {
			w.other.grip(w.agent, w.object)
		}
		return true
	}
	return w.other.play.Put(w.agent, w.to) == nil
}

func newWatching(r *result, c change, one, other *copy) *watching {
	w := &watching{change: c, one: one, other: other, result: r, free: map[agent.ID]bool{}, remembers: map[agent.ID]bool{}, squad: map[agent.ID]agent.ID{}, teams: map[agent.ID]int64{}, claims: map[sharers]bool{}}
	for place := range one.play.Len() {
		id := one.play.Character(place).Agent
		mind := one.crowd.Memory(id)
		if id == c.agent || mind == nil {
			continue
		}
		w.list = append(w.list, id)
		if i, known := mind.Find(sense.ObjectID(c.object)); known {
			w.remembers[id] = true
			w.free[id] = mind.Fact(i).Sensed
		}
	}
	for _, id := range append(w.list[:len(w.list):len(w.list)], c.agent) {
		w.sharersOf(id)
	}
	for _, s := range one.play.Scene().Squads {
		w.squads = append(w.squads, one.play.Squad(s.Name))
	}
	return w
}

// run continues both games.
func (w *watching) run(ticks int) {
	if !w.apply() {
		return
	}
	w.result.moments++
	w.freeSquads()
	for range ticks {
		w.step()
	}
}

// step makes a tick of both games.
func (w *watching) step() {
	w.one.step()
	w.other.step()
	w.result.heard += w.one.heard(w.list)
	w.compareAll(w.list)
	w.freeSquads()
	w.compareAll(w.squads)
}

func (w *watching) compareAll(list []agent.ID) {
	for _, id := range list {
		w.show(id)
		with := w.sharersOf(id)
		if w.claims[with] {
			w.free[id] = true
		}
		if !w.free[id] {
			w.compare(id)
		}
		if with != (sharers{}) && w.actsApart(id) {
			w.claims[with] = true
		}
	}
}

// squadOf returns the squad of an agent in the game in which it lives; if it has died in both, the squad that it was
// in; 0: none.
func (w *watching) squadOf(id agent.ID) agent.ID {
	for _, c := range []*copy{w.one, w.other} {
		if s := c.crowd.View().SquadOf(id); s != 0 {
			w.squad[id] = s
			return s
		}
	}
	return w.squad[id]
}

// sharers are agents that know each other's claims: a squad, or the team of those without one; the zero value: nobody.
type sharers struct {
	squad agent.ID
	team  int64
}

// sharersOf returns those with whom an agent shares claims; if it has died in both games, those with whom it did.
func (w *watching) sharersOf(id agent.ID) sharers {
	if s := w.squadOf(id); s != 0 {
		return sharers{squad: s}
	}
	for _, c := range []*copy{w.one, w.other} {
		if c.crowd.Has(id) {
			w.teams[id] = c.crowd.View().Team(id)
			break
		}
	}
	return sharers{team: w.teams[id]}
}

// actsApart reports whether an agent did something else in one of the games, for whatever reason.
func (w *watching) actsApart(id agent.ID) bool {
	_, _, differ, _ := differs(w.one.own[id], w.other.own[id])
	return differ || w.one.crowd.Has(id) != w.other.crowd.Has(id)
}

// compare looks at what an agent decided.
func (w *watching) compare(id agent.ID) {
	w.result.ticks++
	if w.remembers[id] {
		w.result.remembered++
	}
	if !w.one.crowd.Has(id) && !w.other.crowd.Has(id) { // its last percepts are not known
		w.free[id] = w.actsApart(id)
		return
	}
	if !w.one.crowd.Has(id) || !w.other.crowd.Has(id) || !w.samePercepts(id) || !slices.Equal(w.one.queues[id], w.other.queues[id]) || !slices.Equal(w.one.refused(id), w.other.refused(id)) {
		w.free[id] = true
		return
	}
	if same, sensed := sameClaims(w.one, w.other, id); !same {
		if w.free[id] = true; !sensed {
			w.result.noteText(w, id, "what was claimed is known")
		}
		return
	}
	if _, _, differ, _ := differs(w.one.told[id], w.other.told[id]); differ {
		w.free[id] = true
		return
	}
	x, y, differ, again := differs(w.one.own[id], w.other.own[id])
	w.result.again += again
	switch {
	case differ && (x != nil && x.isInput() || y != nil && y.isInput()):
		w.free[id] = true
	case differ:
		w.free[id] = true
		w.result.note(w, id, x, y)
	case !sameShown(w.one, w.other, id, w.object):
		w.free[id] = true
	}
}

// freeSquads frees squads one of whose members is free, since it may have reported, or lives in one of the games only.
func (w *watching) freeSquads() {
	for _, id := range w.list {
		if s := w.squadOf(id); s != 0 && (w.free[id] || w.one.crowd.Has(id) != w.other.crowd.Has(id)) {
			w.free[s] = true
		}
	}
	if s := w.squadOf(w.agent); s != 0 {
		w.free[s] = true // it lost a member, or knows where its members are
	}
	if with := w.sharersOf(w.agent); with != (sharers{}) {
		w.claims[with] = true
	}
}

// samePercepts reports whether an agent perceived the same in the last tick.
func (w *watching) samePercepts(id agent.ID) bool {
	a, b := w.one.crowd.Memory(id), w.other.crowd.Memory(id)
	if a == nil || b == nil {
		return a == b
	}
	return percepts(a, w.one.crowd.Tick()) == percepts(b, w.other.crowd.Tick())
}

// percepts returns what a mind perceived in a tick.
func percepts(m *sense.Mind, tick int64) string {
	var b strings.Builder
	for _, e := range m.Events() {
		switch e.Kind {
		case sense.Noticed, sense.Updated, sense.Lost, sense.Missed, sense.Heard:
			fmt.Fprint(&b, e.Kind, e.Object, e.Sensor)
			if i, known := m.Find(e.Object); known {
				fmt.Fprint(&b, m.Fact(i).Said)
				for a := range sense.Attr(sense.Kind + 5) {
					if r, ok := m.Reading(i, a); ok && r.Tick == tick {
						fmt.Fprint(&b, a, r)
					}
				}
			}
		}
	}
	return b.String()
}

// leak is a way in which characters knew too early.
type leak struct {
	kind    string // of the change
	count   int
	example string
}

// result is the result of watching a game.
type result struct {
	game       string
	moments    int
	ticks      int // of all characters that were compared
	remembered int // of them, those that remembered the changed object
	again      int // how often one planned or chose again, and kept its activity
	heard      int // how often one heard what another said
	leaks      map[string]*leak
}

// note counts a decision that a character should not have made.
func (r *result) note(w *watching, id agent.ID, x, y *decision) {
	r.noteText(w, id, fmt.Sprintf("%s, not %s", y.name(), x.name()))
}

func (r *result) noteText(w *watching, id agent.ID, text string) {
	name := w.kind + ": " + text
	if r.leaks[name] == nil {
		r.leaks[name] = &leak{kind: w.kind, example: fmt.Sprintf("agent %d, tick %d; -again %q", id, w.one.crowd.Tick(), w.change)}
	}
	r.leaks[name].count++
}

// String returns the result for people.
func (r *result) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d changes, %d decisions compared, %d of them of those who remembered what was changed; %d times one thought again and kept to it; %d calls heard\n", r.game, r.moments, r.ticks,
		r.remembered, r.again, r.heard)
	for _, name := range slices.Sorted(maps.Keys(r.leaks)) {
		l := r.leaks[name]
		fmt.Fprintf(&b, "  %5d  %s (%s)\n", l.count, name, l.example)
	}
	return b.String()
}
