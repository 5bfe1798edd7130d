package town

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/cluster/internal/zone"
)

// State is what the page shows.
type State struct {
	Seconds   float64       `json:"seconds"`
	Size      float64       `json:"size"`
	Kills     int           `json:"kills"`
	Crossings int           `json:"crossings"`
	Lost      string        `json:"lost,omitempty"` // why the game has ended
	Zones     []ZoneState   `json:"zones"`
	Nodes     []Node        `json:"nodes"`
	People    []PersonState `json:"people"`
	Places    [][2]float64  `json:"places"` // the market and the inns
	Events    []Event       `json:"events"`
}

// ZoneState is what the page shows of a zone.
type ZoneState struct {
	Name   string  `json:"name"`
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Side   float64 `json:"side"`
	Owner  string  `json:"owner"`
	Epoch  uint64  `json:"epoch"`
	Tick   int64   `json:"tick"`
	Hash   string  `json:"hash"`
	Silent float64 `json:"silent"` // seconds since the last delivery
	Pause  float64 `json:"pause"`  // seconds without commands at the last take-over
	Ghosts int     `json:"ghosts"` // agents of neighbours that it has seen
	People int     `json:"people"`
}

// PersonState is what the page shows of a person.
type PersonState struct {
	Number    int     `json:"n"`
	X         float64 `json:"x"`
	Y         float64 `json:"y"`
	Doing     string  `json:"doing"`
	Zone      string  `json:"zone"` // empty: between two zones
	Crossings int     `json:"crossings"`
}

// State returns what the page shows now.
func (t *Town) State() *State {
	t.lock.Lock()
	defer t.lock.Unlock()
	return t.state()
}

func (t *Town) state() *State {
	s := &State{Seconds: time.Since(t.began).Seconds(), Size: t.size(), Kills: t.kills, Crossings: t.crossings, Nodes: t.nodes, Events: append([]Event{}, t.events...),
		Zones: []ZoneState{}, People: []PersonState{}}
	if t.failed != nil {
		s.Lost = t.failed.Error()
	}
	for i, g := range t.games {
		z := ZoneState{Name: g.name, X: g.area.MinX, Y: g.area.MinY, Side: t.o.Side, Owner: g.owner, Epoch: g.epoch, Tick: g.tick, Hash: fmt.Sprintf("%016x", g.hash), Pause: g.pause, Ghosts: len(g.ghosts)}
		if !g.last.IsZero() {
			z.Silent = time.Since(g.last).Seconds()
		}
		for _, p := range t.people {
			if p.zone == i && p.agent != 0 {
				z.People++
			}
		}
		s.Zones = append(s.Zones, z)
	}
	for _, p := range t.people {
		x := PersonState{Number: p.number, X: p.x, Y: p.y, Doing: p.doing, Crossings: p.crossings}
		if p.agent != 0 {
			x.Zone = t.games[p.zone].name
		}
		s.People = append(s.People, x)
	}
	s.Places = [][2]float64{{t.size() * 0.5, t.size() * 0.48}, {t.size() * 0.2, t.size() * 0.75}, {t.size() * 0.8, t.size() * 0.75}}
	return s
}

// LookUp reads who owns the zones.
func (t *Town) LookUp() {
	owners := map[string]string{}
	for _, g := range t.games {
		if lease, _, err := zone.ReadLease(t.o.Stores.KV, g.name); err == nil {
			owners[g.name] = lease.Node
		}
	}
	t.do(func() {
		for _, g := range t.games {
			if owner, ok := owners[g.name]; ok {
				g.owner = owner
			}
		}
	})
}

// Handler answers with the page and what it shows.
func (t *Town) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", "default-src 'self'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:")
		w.Write(Page())
	})
	mux.HandleFunc("GET /state", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(t.State())
	})
	return mux
}

// Count plays the logs of all zones to their ends, until each person is in exactly one of them. It is for when the
// game is over: those who are on their way still arrive. The error says who is missing, or is there twice, when the
// context ends.
func (t *Town) Count(ctx context.Context, engine string) error {
	for {
		err := t.count(engine)
		if err == nil || ctx.Err() != nil {
			return err
		}
		select {
		case <-ctx.Done():
		case <-time.After(t.o.Lease / 4):
		}
	}
}

func (t *Town) count(engine string) error {
	programs := zone.NewPrograms(t.o.Stores.Objects)
	where := map[int]string{}
	for _, g := range t.games {
		v, err := t.o.Stores.KV.Get(zone.ZonePrefix + g.name)
		if err != nil {
			return err
		}
		spec, err := zone.ReadSpec(v.Data)
		if err != nil {
			return err
		}
		m, err := zone.Open(spec, t.o.Stores, programs, &zone.Options{Engine: engine})
		if err == nil {
			_, err = m.CatchUp(t.o.Stores.Log, 0)
		}
		if err != nil {
			return err
		}
		p, err := programs.Get(m.Program())
		if err != nil {
			return err
		}
		if n := m.Leaving(); n > 0 {
			return fmt.Errorf("%d people are on their way from zone %s", n, g.name)
		}
		tag := karakuri.Lookup[int](p, "tag")
		for a := range m.Crowd().All {
			n := tag.Of(a)
			if before, twice := where[n]; twice {
				return fmt.Errorf("person %d is in zone %s and in zone %s", n, before, g.name)
			}
			where[n] = g.name
		}
	}
	if len(where) != t.o.People {
		return fmt.Errorf("%d people of %d are in the logs", len(where), t.o.People)
	}
	return nil
}
