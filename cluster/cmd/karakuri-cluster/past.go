package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/url"
	"reflect"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/cluster"
	"github.com/karakuri-ai/karakuri/cluster/internal/jets"
	"github.com/karakuri-ai/karakuri/cluster/internal/zone"
	"github.com/karakuri-ai/karakuri/studio"
)

type zoneStudioCmd struct {
	Zone  string `arg:"" help:"The zone."`
	NATS  string `name:"nats" default:"nats://127.0.0.1:4231" placeholder:"URL" help:"NATS servers of the cluster, separated by commas: the log is there."`
	Creds string `placeholder:"FILE" help:"Credentials for --nats."`
	From  int64  `placeholder:"TICK" help:"Begin at the last checkpoint before this tick. Default: at the oldest that is kept, see serve --history."`
	Addr  string `default:"127.0.0.1:7420" placeholder:"HOST:PORT" help:"Where the studio is."`
}

// Help returns the text of --help.
func (*zoneStudioCmd) Help() string {
	return `Plays the log of a zone again, beside the cluster, and follows it. The studio shows the zone: go back to any moment since the oldest checkpoint, and ask why. Pausing there stops the studio, not the zone. Where the zone continues with another program, the studio begins anew at the same address, and pages connect again. The engine must have the version of the zone's owners.`
}

// Run shows the zone until the user interrupts.
func (cmd *zoneStudioCmd) Run(c *console) (err error) {
	var options []nats.Option
	if cmd.Creds != "" {
		options = append(options, nats.UserCredentials(cmd.Creds))
	}
	nc, err := nats.Connect(cmd.NATS, options...)
	if err != nil {
		return fmt.Errorf("--nats %s: %w", cmd.NATS, err)
	}
	defer nc.Close()
	stores, err := jets.Open(nc, 1)
	if err != nil {
		return err
	}
	p, err := openPast(c.ctx, stores, cmd.Zone, cmd.From, cmd.Addr)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "zone %s from tick %d on: %s\n", cmd.Zone, p.m.Crowd().Tick(), p.watch.URL())
	p.crossed = func(tick int64) {
		fmt.Fprintf(c.out, "from tick %d on it has another program, and the studio begins there; --from shows what was before\n", tick)
	}
	return p.run(c.ctx)
}

// past is a zone that is played again.
type past struct {
	stores  *zone.Stores
	spec    zone.Spec
	watch   *studio.Watch
	close   func() // ends the studio
	m       *zone.Machine
	begin   []byte // the machine where it began
	history *zone.History
	crossed func(tick int64) // called when the zone has continued with another program; nil: nothing
	ticked  func()           // for tests: called after each turn; nil: nothing
}

// openPast opens a zone at a checkpoint that is not after a tick, or at the oldest, and shows it in a studio.
func openPast(ctx context.Context, stores *zone.Stores, name string, from int64, addr string) (*past, error) {
	v, err := stores.KV.Get(zone.ZonePrefix + name)
	if errors.Is(err, zone.ErrNotFound) {
		return nil, fmt.Errorf("there is no zone %q", name)
	}
	if err != nil {
		return nil, err
	}
	p := &past{stores: stores}
	if p.spec, err = zone.ReadSpec(v.Data); err != nil {
		return nil, err
	}
	if from <= 0 {
		from = math.MinInt64
	}
	first, err := zone.OpenPast(p.spec, stores, zone.NewPrograms(stores.Objects), cluster.Engine(), from)
	if err != nil {
		return nil, err
	}
	p.begin, p.history = first.Snapshot(), zone.NewHistory(first)
	return p, p.show(ctx, first.Program(), addr)
}

// show has a studio show the zone from where it begins, with the program that it has there, until the context ends.
func (p *past) show(ctx context.Context, hash string, addr string) (err error) {
	program, err := zone.NewPrograms(p.stores.Objects).Get(hash)
	if err != nil {
		return err
	}
	ctx, p.close = context.WithCancel(ctx)
	defer func() {
		if err != nil {
			p.close()
		}
	}()
	if p.watch, err = studio.NewWatch(ctx, program, studio.Options{Addr: addr}); err != nil {
		return err
	}
	game, err := p.game(p.watch.Hear)
	if err != nil {
		return err
	}
	p.m = game.m
	return p.watch.Show(game.Game)
}

// cross goes on with the program that the zone continues with: in a studio of its own at the same address, which has
// nothing of what was before.
func (p *past) cross(ctx context.Context) error {
	if err := p.m.Cross(p.history); err != nil {
		return err
	}
	at, err := url.Parse(p.watch.URL())
	if err != nil {
		return err
	}
	p.begin = p.m.Snapshot()
	p.close()
	for n := 0; ; n++ { // until the studio that has ended no longer listens
		if err = p.show(ctx, p.m.Program(), at.Host); err == nil || n == closeTurns || ctx.Err() != nil {
			break
		}
		time.Sleep(followTime)
	}
	if err == nil && p.crossed != nil {
		p.crossed(p.m.Crowd().Tick())
	}
	return err
}

// closeTurns is how often a studio is started at the address of one that ends.
const closeTurns = 100

// game is a machine as the studio sees it.
type pastGame struct {
	studio.Game
	m *zone.Machine
}

// game returns the zone where it began, with a studio that listens.
func (p *past) game(tap func(karakuri.Options) karakuri.Options) (*pastGame, error) {
	programs := zone.NewPrograms(p.stores.Objects)
	programs.Tap = tap
	m, err := zone.RestoreMachine(p.spec, programs, cluster.Engine(), p.begin)
	if err != nil {
		return nil, err
	}
	g := &pastGame{m: m}
	g.Crowd, g.Snapshot, g.Rollback = m.Crowd(), m.Snapshot, m.Rollback
	g.Step = func() error { return m.Step(p.history) }
	g.Figures = func(buf []studio.Figure) []studio.Figure {
		for _, b := range m.Bodies() {
			buf = append(buf, studio.Figure{Name: m.Crowd().Agent(b.Agent).Name(), X: b.Is.At.X, Y: b.Is.At.Y, Health: -1})
		}
		return buf
	}
	if a := p.spec.Area; a != nil {
		g.Land = func() studio.Land {
			return studio.Land{Min: [2]float64{a.MinX, a.MinY}, Max: [2]float64{a.MaxX, a.MaxY}}
		}
	}
	g.Again = func(o karakuri.Options) (*studio.Game, error) {
		again, err := p.game(func(base karakuri.Options) karakuri.Options { return listened(base, o) })
		if err != nil {
			return nil, err
		}
		return &again.Game, nil
	}
	return g, nil
}

// listened returns the options of a crowd with those by which somebody listens.
func listened(base, o karakuri.Options) karakuri.Options {
	to, from := reflect.ValueOf(&o).Elem(), reflect.ValueOf(base)
	for i := range to.NumField() {
		if f := to.Field(i); f.CanSet() && f.IsZero() {
			f.Set(from.Field(i))
		}
	}
	return o
}

// followTime is how often the log is read, and pages are answered, when there is nothing new.
const followTime = 50 * time.Millisecond

// run follows the log until the context ends.
func (p *past) run(ctx context.Context) error {
	for ctx.Err() == nil {
		end, err := p.history.Follow(p.stores.Log, 256)
		if err != nil {
			return err
		}
		for plays := true; plays && ctx.Err() == nil; {
			if plays = p.watch.Tick(); plays {
				err = p.m.Step(p.history)
				plays = err == nil
			}
			if p.ticked != nil {
				p.ticked()
			}
		}
		switch {
		case errors.Is(err, zone.ErrProgram):
			if err := p.cross(ctx); err != nil {
				return err
			}
		case err != nil && !errors.Is(err, zone.ErrEnd):
			return err
		}
		if end || err == nil {
			select {
			case <-ctx.Done():
			case <-time.After(followTime):
			}
		}
	}
	return nil
}
