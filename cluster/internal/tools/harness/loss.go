//go:build unix

package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/karakuri-ai/karakuri/cluster"
	"github.com/karakuri-ai/karakuri/cluster/internal/jets"
	"github.com/karakuri-ai/karakuri/cluster/internal/oracle"
	"github.com/karakuri-ai/karakuri/cluster/internal/zone"
)

// lossTime is how long zones have to go on after NATS has lost what it had confirmed.
const lossTime = 30 * time.Second

// judgeLoss says what was lost when NATS may have lost what it had confirmed. Zones must go on from what is left, and a
// game that took what is not in the log any more must have been told.
func (h *harness) judgeLoss(nc *nats.Conn) error {
	stores, err := jets.Open(nc, 1)
	if err != nil {
		return err
	}
	programs := zone.NewPrograms(stores.Objects)
	gone, ticks, told := 0, int64(0), 0
	for _, g := range h.games {
		v, err := stores.KV.Get(zone.ZonePrefix + g.zone)
		if errors.Is(err, zone.ErrNotFound) {
			gone++
			continue
		}
		if err != nil {
			return err
		}
		spec, err := zone.ReadSpec(v.Data)
		if err != nil {
			return err
		}
		f := &follower{logs: map[string][]zone.Entry{}}
		if _, err := f.fill(stores.Log, g.zone, func() (uint64, error) { return 0, nil }); err != nil {
			return fmt.Errorf("%s: %w", g.zone, err)
		}
		play, err := oracle.Run(spec, programs, cluster.Engine(), f.logs[g.zone])
		if err != nil {
			return fmt.Errorf("%s: %w", g.zone, err)
		}
		next, wrong := play.Compare(g.took[0].From-1, g.took)
		if wrong == nil {
			continue
		}
		if !errors.Is(g.ended, cluster.ErrEnded) {
			return fmt.Errorf("%s: the game was not told: %w", g.zone, wrong)
		}
		told++
		ticks += g.took[len(g.took)-1].To - next + 1
	}
	fmt.Printf("%d zones: of %d nothing is left; %d games took %d ticks in all that the log has lost, and were told; what is left can be played\n", len(h.games), gone, told, ticks)
	return nil
}
