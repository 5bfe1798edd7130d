package remote

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/karakuri-ai/karakuri"
)

// Setup is options as JSON, for games in other languages. Missing fields have their defaults.
type Setup struct {
	TPS               int          `json:"tps"`
	Seed              uint64       `json:"seed"`
	Workers           int          `json:"workers"`
	Nodes             int          `json:"nodes"`  // of each planning
	Depth             int          `json:"depth"`  // of each planning
	Memory            int          `json:"memory"` // of each planning, in bytes
	NodesPerTick      int          `json:"nodes_per_tick"`
	CrowdNodesPerTick int          `json:"crowd_nodes_per_tick"`
	TurnsPerTick      int          `json:"turns_per_tick"`
	RoundsPerTick     int          `json:"rounds_per_tick"`
	Rays              int          `json:"rays"`
	Levels            []SetupLevel `json:"levels"`
	Events            []string     `json:"events"` // families: plans, goals, squads, trees
	Texts             bool         `json:"texts"`  // events end with a text for people
	Barks             bool         `json:"barks"`  // what agents say is reported
}

// SetupLevel is a level of detail.
type SetupLevel struct {
	Name         string  `json:"name"`
	Seconds      float64 `json:"seconds"` // between two turns; below 0: it has turns only when it is woken
	Significance float64 `json:"significance"`
	Deaf         bool    `json:"deaf"`
	Look         float64 `json:"look"` // least seconds between two looks; 0: as sensors say
}

// ReadOptions returns the options that a [Setup] in JSON says; empty text: the defaults. A member that is not of a
// Setup is a mistake.
func ReadOptions(text []byte) (o Options, err error) {
	var s Setup
	if len(bytes.TrimSpace(text)) > 0 {
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(&s); err != nil {
			return o, fmt.Errorf("remote: options: %w", err)
		}
		if _, err := d.Token(); err != io.EOF {
			return o, fmt.Errorf("remote: options: there is something behind the object")
		}
	}
	return s.Options()
}

// Options returns the same as options.
func (s *Setup) Options() (o Options, err error) {
	o.Texts, o.Barks = s.Texts, s.Barks
	o.Crowd = karakuri.Options{TPS: s.TPS, Seed: s.Seed, Workers: s.Workers, Limits: karakuri.Limits{Nodes: s.Nodes, Depth: s.Depth, Memory: s.Memory},
		NodesPerTick: s.NodesPerTick, CrowdNodesPerTick: s.CrowdNodesPerTick, TurnsPerTick: s.TurnsPerTick, RoundsPerTick: s.RoundsPerTick, Rays: s.Rays}
	for _, l := range s.Levels {
		if l.Seconds < 0 {
			l.Seconds = karakuri.Asleep
		}
		o.Crowd.Levels = append(o.Crowd.Levels, karakuri.Level(l))
	}
	for _, name := range s.Events {
		family, known := families[name]
		if !known {
			return o, fmt.Errorf("remote: options: there are no events %q; there are plans, goals, squads and trees", name)
		}
		o.Events |= family
	}
	return o, nil
}

var families = map[string]karakuri.Families{"plans": karakuri.Plans, "goals": karakuri.Goals, "squads": karakuri.Squads, "trees": karakuri.Trees}
