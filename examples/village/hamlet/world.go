package hamlet

import (
	"errors"
	"fmt"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/studio"
	"github.com/karakuri-ai/karakuri/world"
)

// World is the hamlet for the studio: there live the villagers of every program whose actions and kinds of agents are
// known here.
var World = studio.World{Name: "hamlet", Fits: needs.Fit, Open: func(p *karakuri.Program, o karakuri.Options) (*studio.Game, error) {
	h, err := Open(p, o)
	if err != nil {
		return nil, err
	}
	return &studio.Game{Crowd: h.crowd, Step: h.Step, Land: land, Figures: h.figures, Eyes: h.eyes, Move: h.move,
		Snapshot: h.Snapshot, Rollback: h.Rollback, Reload: h.Reload}, nil
}}

var kinds = []string{"farmer", "gossip", "dreamer"}

// needs lists what a program must declare for the villagers of the hamlet.
var needs = studio.Needs{
	Actions: []string{"walk_to", "eat", "drink", "sleep", "work", "talk"},
	Agents:  kinds,
	Symbols: map[string]world.Kind{"hunger": world.KindFloat, "thirst": world.KindFloat, "tired": world.KindFloat, "lonely": world.KindFloat,
		"coins": world.KindInt, "night": world.KindBool},
}

func land() studio.Land {
	l := studio.Land{Max: [2]float64{width, height}}
	for _, p := range places {
		l.Places = append(l.Places, studio.Place{Name: p.name, X: p.at.X, Y: p.at.Y})
	}
	return l
}

func (h *Hamlet) figures(buf []studio.Figure) []studio.Figure {
	for i := range h.villagers {
		v := &h.villagers[i]
		f := studio.Figure{Name: v.name, X: v.at.X, Y: v.at.Y, Health: -1}
		if way := v.to.Sub(v.at); v.doing == "walk_to" && way.Len() > 0 {
			f.Facing = [2]float64{way.X / way.Len(), way.Y / way.Len()}
		}
		buf = append(buf, f)
	}
	return buf
}

// eyes returns the destination of a villager.
func (h *Hamlet) eyes(a karakuri.Agent) (e studio.Eyes) {
	if v := &h.villagers[a.Number()-1]; v.doing == "walk_to" {
		e.Route = []studio.Stop{{Text: v.doing, State: "running", X: v.to.X, Y: v.to.Y}}
		e.Way = [][2]float64{{v.to.X, v.to.Y}}
	}
	return e
}

// move puts a villager somewhere; it walks on from there.
func (h *Hamlet) move(name string, x, y float64) error {
	for i := range h.villagers {
		if v := &h.villagers[i]; v.name == name {
			v.at = karakuri.Vec2{X: min(max(x, 0), width), Y: min(max(y, 0), height)}
			return nil
		}
	}
	return errors.New("it is not in the hamlet")
}

// The frame of a snapshot.
const (
	snapshotMagic   = "KRKHAML\n"
	snapshotVersion = 1
)

// Snapshot returns the hamlet with all that is in it, for [Hamlet.Rollback].
func (h *Hamlet) Snapshot() []byte {
	c := codec.NewWriter(codec.Begin(nil, snapshotMagic, snapshotVersion))
	for i := range h.villagers {
		h.villagers[i].code(c)
	}
	crowd := h.crowd.Snapshot(nil)
	c.Bytes(&crowd)
	return codec.Seal(c.Written(), 0)
}

func (v *villager) code(c *codec.Coder) {
	c.Floats(&v.at.X, &v.at.Y, &v.to.X, &v.to.Y)
	c.Text(&v.doing)
	for i := range v.needs {
		c.Float(&v.needs[i])
	}
	codec.Whole(c, &v.coins)
}

// Rollback restores a snapshot of this hamlet, or of another with the same program and seed. After an error nothing has
// changed.
func (h *Hamlet) Rollback(data []byte) error {
	payload, err := codec.Open(data, snapshotMagic, snapshotVersion)
	if err != nil {
		return fmt.Errorf("hamlet: %w", err)
	}
	r := codec.NewReader(payload)
	c := r.Coder()
	next := make([]villager, len(h.villagers))
	for i := range next {
		next[i] = villager{agent: h.villagers[i].agent, name: h.villagers[i].name}
		next[i].code(c)
	}
	crowd := r.Bytes()
	r.End()
	if err := r.Err(); err != nil {
		return fmt.Errorf("hamlet: %w", err)
	}
	if err := h.crowd.Rollback(crowd); err != nil {
		return err
	}
	h.villagers = next
	return nil
}

// Reload has the villagers continue with another program. After an error nothing has changed.
func (h *Hamlet) Reload(p *karakuri.Program) (*karakuri.Report, error) {
	report, err := h.crowd.Reload(p, h.bindings()...)
	if err != nil {
		return nil, err
	}
	h.know(p)
	return report, nil
}
