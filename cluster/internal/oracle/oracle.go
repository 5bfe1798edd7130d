// Package oracle plays the log of a zone on one machine, and compares with what games received: no command may be lost,
// repeated or another, and each input is in the log once and in order.
package oracle

import (
	"errors"
	"fmt"

	"github.com/karakuri-ai/karakuri/cluster/internal/zone"
)

// Play is what a zone should have said.
type Play struct {
	Deliveries map[int64]*zone.Delivery // by their first tick
	Last       int64                    // tick
	Epochs     int
	Upgrades   int               // changes of the program
	Expelled   int               // agents that were removed because the engine panicked with them
	Sights     int               // times that a neighbour showed something else than before
	Inputs     map[string]uint64 // how many each game has in the log
	Machine    *zone.Machine     // at the end
}

// Run plays a whole log. The error is the rule that it breaks.
func Run(spec zone.Spec, p *zone.Programs, engine string, log []zone.Entry) (*Play, error) {
	m, err := zone.NewMachine(spec, p, engine)
	if err != nil {
		return nil, err
	}
	return RunOn(m, log)
}

// RunOn is Run on a machine that has just been made.
func RunOn(m *zone.Machine, log []zone.Entry) (*Play, error) {
	play := &Play{Deliveries: map[int64]*zone.Delivery{}, Inputs: map[string]uint64{}, Machine: m}
	for _, e := range log {
		d, r, err := m.Apply(e)
		if err != nil {
			return nil, fmt.Errorf("oracle: message %d: %w", e.Seq, err)
		}
		if r != nil && r.Kind == zone.KindEpoch {
			play.Epochs++
		}
		if d == nil {
			continue
		}
		for i := range r.Moves {
			if x := &r.Moves[i]; x.Kind == zone.MoveProgram && string(x.Data) == m.Program() {
				play.Upgrades++
			} else if x.Kind == zone.MoveExpel {
				play.Expelled++
			} else if x.Kind == zone.MoveSight {
				play.Sights++
			}
		}
		for _, in := range r.Inputs {
			if play.Inputs[in.Client]++; in.Seq != play.Inputs[in.Client] {
				return nil, fmt.Errorf("oracle: input %d of %s is in the log where %d should be", in.Seq, in.Client, play.Inputs[in.Client])
			}
		}
		play.Deliveries[d.From], play.Last = d, d.To
	}
	return play, nil
}

// Compare compares what a game took after a tick with what it should have taken. It returns the tick after the last.
func (p *Play) Compare(after int64, took []*zone.Delivery) (next int64, err error) {
	if len(took) == 0 {
		return after + 1, errors.New("it has received nothing")
	}
	next = after + 1
	for _, d := range took {
		want := p.Deliveries[next]
		if want == nil || d.From != next {
			return next, fmt.Errorf("it took ticks %d to %d, and tick %d was next", d.From, d.To, next)
		}
		if string(d.Append(nil)) != string(want.Append(nil)) {
			return next, fmt.Errorf("ticks %d to %d of epoch %d differ from those of the oracle", d.From, d.To, d.Epoch)
		}
		next = d.To + 1
	}
	return next, nil
}

// Neighbours compares what zones that are quiet show with the ghosts that their neighbours have: each agent near a
// border must be perceptible beyond it, where it is, and no other one.
func Neighbours(zones []*zone.Machine) error {
	for _, here := range zones {
		ghosts := map[string]bool{}
		for _, g := range here.Ghosts() {
			ghosts[fmt.Sprintf("%s/%d at %v", g.Zone, g.Agent, g.At)] = true
		}
		area, n := here.Spec().Area, 0
		for _, there := range zones {
			if there == here || area == nil || there.Spec().Area == nil {
				continue
			}
			for _, f := range there.Border(area) {
				n++
				if is := fmt.Sprintf("%s/%d at %v", there.Spec().Zone, f.Agent, f.Is.At); !ghosts[is] {
					return fmt.Errorf("zone %s has no ghost of agent %s", here.Spec().Zone, is)
				}
			}
		}
		if n != len(ghosts) {
			return fmt.Errorf("zone %s has %d ghosts, and %d agents are near its borders: %v", here.Spec().Zone, len(ghosts), n, ghosts)
		}
	}
	return nil
}
