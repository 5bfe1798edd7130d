//go:build unix

package main

import (
	"fmt"

	"github.com/nats-io/nats.go"

	"github.com/karakuri-ai/karakuri/cluster"
	"github.com/karakuri-ai/karakuri/cluster/internal/jets"
	"github.com/karakuri-ai/karakuri/cluster/internal/oracle"
	"github.com/karakuri-ai/karakuri/cluster/internal/zone"
	"github.com/karakuri-ai/karakuri/internal/remote"
)

// judge asks the oracle.
func (h *harness) judge(nc *nats.Conn) error {
	f := h.follow
	stores, err := jets.Open(nc, 1)
	if err != nil {
		return err
	}
	f.lock.Lock()
	defer f.lock.Unlock()
	filled := 0
	for _, g := range h.games {
		n, err := f.fill(stores.Log, g.zone, func() (uint64, error) {
			c, err := zone.NewestCheckpoint(stores.KV, g.zone)
			return c.Trimmed(), err
		})
		if err != nil {
			return fmt.Errorf("%s: %w", g.zone, err)
		}
		filled += n
	}
	if filled > 0 {
		h.note("%d messages of the log had not reached the harness, and were read from NATS", filled)
	}
	programs := zone.NewPrograms(stores.Objects)
	ticks, inputs, epochs, took, lost, upgrades := 0, 0, 0, 0, 0, 0
	agents, sent, sights := 0, 0, 0
	var machines []*zone.Machine
	for _, g := range h.games {
		list, err := stores.KV.Get(zone.ZonePrefix + g.zone)
		if err != nil {
			return err
		}
		spec, err := zone.ReadSpec(list.Data)
		if err != nil {
			return err
		}
		play, err := oracle.Run(spec, programs, cluster.Engine(), f.logs[g.zone])
		if err != nil {
			return fmt.Errorf("%s: %w", g.zone, err)
		}
		if len(g.took) == 0 {
			return fmt.Errorf("%s: the game has received nothing", g.zone)
		}
		if _, err := play.Compare(g.took[0].From-1, g.took); err != nil {
			return fmt.Errorf("%s: %w", g.zone, err)
		}
		if n := g.client.Unacknowledged(); n > 0 {
			return fmt.Errorf("%s: %d inputs are not acknowledged", g.zone, n)
		}
		ticks, epochs, took, lost = ticks+int(play.Last), epochs+play.Epochs, took+len(g.took), lost+g.lost
		machines, sights = append(machines, play.Machine), sights+play.Sights
		inputs += int(play.Inputs[g.client.Name()])
		upgrades += play.Upgrades
		if n := play.Machine.Leaving(); n > 0 {
			return fmt.Errorf("%s: %d agents are on their way", g.zone, n)
		}
		agents += play.Machine.Crowd().Len()
		for _, d := range play.Deliveries {
			for it := range remote.Items(d.Out) {
				if it.Op == remote.OpSpawned {
					sent++
				}
			}
		}
	}
	if want := agentsEach * len(h.games); agents != want {
		return fmt.Errorf("%d agents are there, of %d", agents, want)
	}
	if err := oracle.Neighbours(machines); err != nil {
		return err
	}
	if want := h.upgrades * len(h.games); upgrades != want {
		return fmt.Errorf("zones have continued with another program %d times, and should have %d times", upgrades, want)
	} else if want > 0 {
		h.note("zones continued with another program %d times", want)
	}
	fmt.Printf("the oracle agrees: %d zones, %d ticks, %d inputs, %d deliveries, %d epochs, %d lost connections, %d agents went to another zone, %d views of neighbours; nothing lost, nothing twice\n", len(h.games), ticks, inputs, took, epochs, lost, sent, sights)
	return nil
}
