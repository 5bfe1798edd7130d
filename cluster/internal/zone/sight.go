package zone

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/remote"
	"github.com/karakuri-ai/karakuri/internal/remote/library"
)

// Zones with areas show each other the bodies of their agents that are near the border. The owner of a zone sends what
// its neighbours can see of it, over a carrier that may lose or delay it. The owner of a neighbour brings what it
// receives into its log, as a move; the machine makes ghosts of it, objects that agents perceive like others. So the
// log alone determines what is perceived, although what arrives does not.

// Area is the part of a world that a zone covers. All areas of a cluster have the same coordinates, those of bodies.
type Area struct {
	MinX, MinY, MaxX, MaxY float64
	// Margin is how far the zone's agents perceive beyond its borders, in metres.
	Margin float64
}

// Check returns the mistake in an area.
func (a *Area) Check() error {
	for _, f := range [...]float64{a.MinX, a.MinY, a.MaxX, a.MaxY, a.Margin} {
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return errors.New("the area of a zone must have finite numbers")
		}
	}
	if a.MinX >= a.MaxX || a.MinY >= a.MaxY || a.Margin < 0 {
		return fmt.Errorf("the area of a zone goes from (%g, %g) to (%g, %g) with a margin of %g: the second corner must be beyond the first, and the margin not below 0", a.MinX, a.MinY, a.MaxX, a.MaxY, a.Margin)
	}
	return nil
}

// distance returns how far a place is from the area; 0: it is in it.
func (a *Area) distance(p action.Vec2) float64 {
	return max(a.MinX-p.X, p.X-a.MaxX, a.MinY-p.Y, p.Y-a.MaxY, 0)
}

func everywhere(action.Vec2) bool { return true }

// sees reports whether agents of an area can perceive something of another one.
func (a *Area) sees(b *Area) bool {
	return a.MinX-a.Margin <= b.MaxX && b.MinX <= a.MaxX+a.Margin && a.MinY-a.Margin <= b.MaxY && b.MinY <= a.MaxY+a.Margin
}

// Limits of what zones show each other.
const (
	// MaxGhosts is the maximum number of agents that a zone shows to one neighbour: those nearest to its area.
	MaxGhosts = 256
	// showTime is how often a zone shows what has changed, and showAgain how often what has not.
	showTime  = 250 * time.Millisecond
	showAgain = time.Second
	// ghostTime is after how long without news of a neighbour its ghosts are hidden.
	ghostTime = 4 * time.Second
	// hiddenSeconds is for how long a zone keeps the ghost of an agent that is no longer shown.
	hiddenSeconds = 30
)

// Views carry what zones show to their neighbours. What is sent may arrive late, in another order, or never. Safe for
// concurrent use; every call returns at once.
type Views interface {
	Show(to, from string, data []byte)
	// Seen returns what has arrived last, and how many have; 0: none has.
	Seen(to, from string) (data []byte, n uint64)
}

// viewMark is a moment of a zone that shows something.
type viewMark struct {
	epoch uint64
	tick  int64
}

func (v viewMark) before(o viewMark) bool {
	return v.epoch < o.epoch || v.epoch == o.epoch && v.tick < o.tick
}

// appendView appends what a zone shows. The mark comes first, so that the rest is the same as long as nothing moves.
func appendView(at viewMark, body []byte) []byte {
	return append(appendUint(appendUint(nil, at.epoch), uint64(at.tick)), body...)
}

// openView returns the mark of a view and the rest.
func openView(data []byte) (at viewMark, body []byte, ok bool) {
	r := reader{b: data}
	at = viewMark{r.uint(), int64(r.uint())}
	return at, r.b, !r.bad
}

func appendFigures(b []byte, list []remote.Figure) []byte {
	b = appendUint(b, uint64(len(list)))
	for i := range list {
		f := &list[i]
		fixed := uint64(0)
		if f.Is.Fixed {
			fixed = 1
		}
		b = appendUint(appendUint(appendBytes(appendUint(b, uint64(f.Agent)), f.Type), fixed), uint64(f.Is.Has))
		b = binary.AppendVarint(b, f.Is.Kind)
		for _, n := range f.Numbers() {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(*n))
		}
	}
	return b
}

// readFigures reads what appendFigures has written; ok is false if it is damaged or too much.
func readFigures(b []byte) (list []remote.Figure, ok bool) {
	r := reader{b: b}
	for range min(r.count(), MaxGhosts) {
		f := remote.Figure{Agent: karakuri.AgentID(r.uint()), Type: r.text()}
		f.Is.Fixed, f.Is.Has = r.uint() == 1, action.SenseParts(min(r.uint(), uint64(action.AllSenseParts)+1))
		kind, n := binary.Varint(r.b)
		if n <= 0 {
			return nil, false
		}
		f.Is.Kind, r.b = kind, r.b[n:]
		for _, x := range f.Numbers() {
			if len(r.b) < 8 {
				return nil, false
			}
			*x, r.b = math.Float64frombits(binary.LittleEndian.Uint64(r.b)), r.b[8:]
		}
		if !f.IsSound() {
			return nil, false
		}
		list = append(list, f)
	}
	if r.end() != nil {
		return nil, false
	}
	return list, true
}

// sights is what a zone knows of its neighbours. It is part of the state.
type sights struct {
	seen   []viewed
	ghosts []ghost // in order of zones, then of agents
	made   uint64  // ghosts so far
}

// viewed is the newest view of a zone.
type viewed struct {
	zone string
	at   viewMark
}

// ghost is an object that shows an agent of another zone.
type ghost struct {
	zone   string
	agent  karakuri.AgentID // there
	kind   string           // its type
	object karakuri.Object
	hidden int64 // the tick since which it is no longer shown; 0: it is shown
}

func compareGhosts(a, b ghost) int {
	return cmp.Or(cmp.Compare(a.zone, b.zone), cmp.Compare(a.agent, b.agent))
}

func (s *sights) append(b []byte) []byte {
	b = appendUint(appendUint(b, s.made), uint64(len(s.seen)))
	for _, v := range s.seen {
		b = appendUint(appendUint(appendBytes(b, v.zone), v.at.epoch), uint64(v.at.tick))
	}
	b = appendUint(b, uint64(len(s.ghosts)))
	for _, g := range s.ghosts {
		b = appendBytes(appendUint(appendBytes(b, g.zone), uint64(g.agent)), g.kind)
		b = appendUint(appendUint(b, uint64(g.object)), uint64(g.hidden))
	}
	return b
}

func (s *sights) read(r *reader) {
	s.made = r.uint()
	for range r.count() {
		s.seen = append(s.seen, viewed{r.text(), viewMark{r.uint(), int64(r.uint())}})
	}
	for range r.count() {
		s.ghosts = append(s.ghosts, ghost{r.text(), karakuri.AgentID(r.uint()), r.text(), karakuri.Object(r.uint()), int64(r.uint())})
	}
}

// last returns the newest view of a zone.
func (s *sights) last(zone string) viewMark {
	if i := slices.IndexFunc(s.seen, func(v viewed) bool { return v.zone == zone }); i >= 0 {
		return s.seen[i].at
	}
	return viewMark{}
}

func (s *sights) note(zone string, at viewMark) {
	i := slices.IndexFunc(s.seen, func(v viewed) bool { return v.zone == zone })
	if i < 0 {
		s.seen = append(s.seen, viewed{zone, at})
		return
	}
	s.seen[i].at = at
}

// shows reports whether a zone has ghosts here that are shown.
func (s *sights) shows(zone string) bool {
	return slices.ContainsFunc(s.ghosts, func(g ghost) bool { return g.zone == zone && g.hidden == 0 })
}

// see makes the ghosts of a zone those that a view has. An older view than the newest one does nothing; one without
// data hides them all.
func (m *Machine) see(x *Move) (out []byte, err error) {
	s, list := &m.sights, []remote.Figure(nil)
	if len(x.Data) > 0 {
		at, body, ok := openView(x.Data)
		if !ok || !s.last(x.Zone).before(at) {
			return nil, nil
		}
		s.note(x.Zone, at)
		if x.Rejected == "" {
			list, _ = readFigures(body) // none of what is damaged
		}
	}
	now, rest := m.session.Crowd().Tick()+1, s.ghosts[:0:0]
	var shown []remote.Ghost
	var of []ghost // the same ghosts
	var hidden, removed []karakuri.Object
	var said remote.Batch
	for _, f := range list {
		if slices.ContainsFunc(of, func(g ghost) bool { return g.agent == f.Agent }) {
			continue
		}
		g := ghost{zone: x.Zone, agent: f.Agent, kind: f.Type}
		if i, found := slices.BinarySearchFunc(s.ghosts, g, compareGhosts); found && s.ghosts[i].kind == f.Type {
			g.object = s.ghosts[i].object
		}
		s.made++
		of = append(of, g)
		shown = append(shown, remote.Ghost{Object: g.object, Name: fmt.Sprintf("agent %d of zone %s, ghost %d", f.Agent, x.Zone, s.made), Type: f.Type, Is: f.Is})
	}
	for _, g := range s.ghosts {
		kept := slices.IndexFunc(of, func(o ghost) bool { return o.zone == g.zone && o.agent == g.agent })
		switch {
		case g.zone != x.Zone:
			rest = append(rest, g)
		case kept >= 0 && of[kept].object == g.object:
		case kept < 0 && g.hidden == 0 && len(rest) < MaxGhosts:
			g.hidden = now
			hidden, rest = append(hidden, g.object), append(rest, g)
		case kept < 0 && g.hidden > now-int64(hiddenSeconds*m.TPS()) && len(rest) < MaxGhosts:
			rest = append(rest, g)
		default:
			removed = append(removed, g.object)
			said.Add(remote.OpAdded, 0, 0, int64(g.agent), 0)
		}
	}
	err = library.Guard(func() error {
		out = m.session.Haunt(shown, hidden, removed)
		return nil
	})
	for i, g := range of {
		if shown[i].Object == 0 {
			continue
		}
		if g.object != shown[i].Object {
			said.Add(remote.OpAdded, 0, 0, int64(g.agent), int64(shown[i].Object))
			said.AddText(remote.OpText, 0, g.zone, int64(shown[i].Object))
		}
		g.object = shown[i].Object
		rest = append(rest, g)
	}
	slices.SortFunc(rest, compareGhosts)
	s.ghosts = rest
	return append(out, said.Bytes()...), err
}

// Ghost is an agent of another zone that a zone's agents can perceive.
type Ghost struct {
	Zone   string
	Agent  karakuri.AgentID
	Object karakuri.Object
	At     action.Vec2
}

// Ghosts returns the agents of other zones that can be perceived here now.
func (m *Machine) Ghosts() (list []Ghost) {
	for _, g := range m.sights.ghosts {
		if g.hidden == 0 {
			list = append(list, Ghost{g.zone, g.agent, g.object, m.session.PlaceOf(g.object)})
		}
	}
	return list
}

// Border returns the bodies of agents that a neighbour with an area can perceive, those nearest to it first, at most
// MaxGhosts.
func (m *Machine) Border(of *Area) []remote.Figure {
	list := m.session.Figures(func(at action.Vec2) bool { return of.distance(at) <= of.Margin })
	slices.SortStableFunc(list, func(a, b remote.Figure) int { return cmp.Compare(of.distance(a.Is.At), of.distance(b.Is.At)) })
	return list[:min(len(list), MaxGhosts)]
}

// outlook is what an owner knows of what its zone and a neighbour show each other.
type outlook struct {
	body   []byte        // of what it has shown
	showed time.Duration // when
	n      uint64        // of what it has seen
	heard  time.Duration // when that came
	took   []byte        // the body of what it has taken into the log
}

// outlook returns what the owner knows of a neighbour.
func (w *Owner) outlook(zone string) *outlook {
	if w.outlooks == nil {
		w.outlooks = map[string]*outlook{}
	}
	if w.outlooks[zone] == nil {
		w.outlooks[zone] = &outlook{heard: w.env.Now(), showed: -showAgain}
	}
	return w.outlooks[zone]
}

// neighbours returns the zones between which and this one something can be perceived.
func (w *Owner) neighbours() (list []Spec) {
	mine := w.m.spec.Area
	if mine == nil || w.zones == nil || w.stores.Views == nil {
		return nil
	}
	for _, s := range w.zones() {
		if s.Zone != w.m.spec.Zone && s.Area != nil && (s.Area.sees(mine) || mine.sees(s.Area)) {
			list = append(list, s)
		}
	}
	return list
}

// look adds what neighbours have shown lately.
func (w *Owner) look(moves []Move) []Move {
	now := w.env.Now()
	for _, z := range w.neighbours() {
		o := w.outlook(z.Zone)
		data, n := w.stores.Views.Seen(w.m.spec.Zone, z.Zone)
		if n != o.n {
			o.n = n
			if at, body, ok := openView(data); ok && w.m.sights.last(z.Zone).before(at) {
				if o.heard = now; !bytes.Equal(body, o.took) || o.took == nil {
					o.took = body
					moves = append(moves, Move{Kind: MoveSight, Zone: z.Zone, Data: data})
				}
			}
		}
		if now-o.heard > ghostTime && w.m.sights.shows(z.Zone) {
			o.heard, o.took = now, nil
			moves = append(moves, Move{Kind: MoveSight, Zone: z.Zone})
		}
	}
	return moves
}

// show sends neighbours what they can see of the zone. Bodies change by inputs alone, and all that were carried out are
// in the log.
func (w *Owner) show() {
	now := w.env.Now()
	if now-w.shown < showTime || len(w.expelled)+len(w.again)+len(w.arriving) > 0 {
		return
	}
	w.shown = now
	at := viewMark{w.m.epoch, w.m.session.Crowd().Tick()}
	for _, z := range w.neighbours() {
		if !z.Area.sees(w.m.spec.Area) {
			continue
		}
		o, body := w.outlook(z.Zone), appendFigures(nil, w.m.Border(z.Area))
		if bytes.Equal(body, o.body) && now-o.showed < showAgain {
			continue
		}
		o.body, o.showed = body, now
		w.stores.Views.Show(z.Zone, w.m.spec.Zone, appendView(at, body))
	}
}
