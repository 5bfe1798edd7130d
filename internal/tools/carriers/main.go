// Command carriers measures what games in other languages and processes pay to reach the engine, beside a game in Go,
// in one run: a write, a command, a tick of 1,000 soldiers, and what the built files weigh. Each carrier plays the same
// recorded game and must give the same answers to the byte; the game in Go must have the same hash in each tick.
//
//	go run ./internal/tools/carriers
//
// It needs Linux, and uses what is there of gcc, node and godot3-server. Run it from the top folder of the repository,
// with nothing else running.
package main

import (
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/pprof"
	"strings"
	"text/tabwriter"
	"time"
)

func main() {
	ticks := flag.Int("ticks", 300, "ticks of each game that are measured")
	plays := flag.Int("plays", 5, "how often each carrier plays a game; of each tick the least counts")
	only := flag.String("only", "", "measure only the parts whose names hold this text: "+strings.Join(partNames(), ", "))
	profile := flag.String("profile", "", "only write a profile of both games to this file: cmd/libkarakuri/default.pgo, by which the library is compiled")
	flag.Parse()
	if *profile != "" {
		if err := writeProfile(*profile); err != nil {
			fmt.Fprintln(os.Stderr, "carriers:", err)
			os.Exit(1)
		}
		return
	}
	if err := measureAll(*ticks, *plays, *only); err != nil {
		fmt.Fprintln(os.Stderr, "carriers:", err)
		os.Exit(1)
	}
}

// row is a figure with its bar. The zero limit: there is no bar.
type row struct {
	what, figure  string
	value, limit  float64
	least         bool // the limit is a lower one
	beside, ratio string
}

type table []row

// add adds a figure, and beside it what the same takes in Go.
func (t *table) add(r row) { *t = append(*t, r) }

func (t table) write(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "what\tfigure\tin Go\t\tbar\tmet")
	for _, r := range t {
		bar, met := "", ""
		if r.limit > 0 {
			bar, met = fmt.Sprintf("≤ %g", r.limit), "yes"
			if r.least {
				bar = fmt.Sprintf("≥ %g", r.limit)
			}
			if r.least && r.value < r.limit || !r.least && r.value > r.limit {
				met = "no"
			}
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\t%s\n", r.what, r.figure, r.beside, r.ratio, bar, met)
	}
	return tw.Flush()
}

// parts are what is measured, in order.
var parts = []struct {
	name    string
	measure func(*bench, *table, int, int) error
}{{"writes", writes}, {"commands", commands}, {"soldiers", soldiersTick}, {"WebSocket", wire}, {"Godot", godot}, {"sizes", sizes}}

func partNames() (names []string) {
	for _, p := range parts {
		names = append(names, p.name)
	}
	return names
}

// measureAll builds everything, plays the games by each carrier, and prints the table.
func measureAll(ticks, plays int, only string) error {
	began := time.Now()
	say := func(format string, args ...any) {
		fmt.Fprintf(os.Stderr, "%6.1fs %s\n", time.Since(began).Seconds(), fmt.Sprintf(format, args...))
	}
	dir, err := os.MkdirTemp("", "karakuri-carriers")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b, err := newBench(dir, say)
	if err != nil {
		return err
	}
	var t table
	for _, part := range parts {
		if !strings.Contains(part.name, only) {
			continue
		}
		say("measuring %s", part.name)
		if err := part.measure(b, &t, ticks, plays); err != nil {
			return err
		}
	}
	return t.write(os.Stdout)
}

// writes measures a write in a batch against one by a symbol.
func writes(b *bench, t *table, _, plays int) error {
	g := recruits(1000)
	if err := g.play(1); err != nil {
		return err
	}
	inGo, err := g.writeInGo(plays)
	if err != nil {
		return err
	}
	if b.c != "" {
		write, call, err := b.writesInC(g, noteNumber)
		if err != nil {
			return err
		}
		t.add(row{what: "C: a write in a batch", figure: nanos(write), value: write, limit: 40, beside: nanos(inGo)})
		t.add(row{what: "C: the same against Go", figure: times2(write / inGo), value: write / inGo, limit: 1.2})
		t.add(row{what: "C: an empty exchange", figure: nanos(call)})
	}
	if b.js != "" {
		write, call, err := b.writesInWasm(g, noteNumber)
		if err != nil {
			return err
		}
		t.add(row{what: "WebAssembly: a write in a batch", figure: nanos(write), beside: nanos(inGo), ratio: times2(write / inGo)})
		t.add(row{what: "WebAssembly: a call", figure: nanos(call)})
	}
	return nil
}

// commands measures ticks in which 1,000 agents start an action each.
func commands(b *bench, t *table, ticks, plays int) error {
	g := recruits(1000)
	direct, others, err := b.compare(g, ticks, plays)
	if err != nil {
		return err
	}
	for _, o := range others {
		more := float64(o.took-direct) / g.commands()
		r := row{what: o.name + ": a command and its report, beyond Go", figure: nanos(more), beside: nanos(float64(direct) / g.commands())}
		if o.name == "C" {
			r.value, r.limit = more, 100
		}
		t.add(r)
	}
	return nil
}

// soldiersTick measures ticks of 1,000 soldiers, a tenth of whom see an enemy come or go.
func soldiersTick(b *bench, t *table, ticks, plays int) error {
	g, err := soldiers("soldiers", 1000, 0)
	if err != nil {
		return err
	}
	direct, others, err := b.compare(g, ticks, plays)
	if err != nil {
		return err
	}
	for _, o := range others {
		ratio := float64(o.took) / float64(direct)
		r := row{what: o.name + ": a tick of 1,000 soldiers", figure: o.took.Round(time.Microsecond).String(), beside: direct.Round(time.Microsecond).String(), ratio: times2(ratio), value: ratio}
		r.limit = map[string]float64{"C": 1.05, "WebAssembly": 5}[o.name]
		t.add(r)
	}
	return nil
}

// way is a way to play a game. The first one, without a name, is the library in Go.
type way struct {
	name string
	play func() (times, error)
}

// taken is what a carrier takes for a tick.
type taken struct {
	name string
	took time.Duration
}

// compare plays a game by all carriers in turn, several times.
func (b *bench) compare(g *game, ticks, plays int) (direct time.Duration, others []taken, err error) {
	if err := g.play(ticks); err != nil {
		return 0, nil, err
	}
	ways := []way{{"", g.inGo}, {"Go, by batches", g.inSession}}
	if b.c != "" {
		ways = append(ways, way{"C", func() (times, error) { return b.inC(g) }})
	}
	if b.js != "" {
		ways = append(ways, way{"WebAssembly", func() (times, error) { return b.inWasm(g) }})
	}
	least := make([]times, len(ways))
	for range plays {
		for i, w := range ways {
			played, err := w.play()
			if err != nil {
				return 0, nil, err
			}
			least[i] = least[i].least(played)
		}
	}
	for i, w := range ways[1:] {
		others = append(others, taken{w.name, least[i+1].mean()})
	}
	return least[0].mean(), others, nil
}

// wire measures 1,000 soldiers over WebSocket, with ten writes each.
func wire(_ *bench, t *table, ticks, _ int) error {
	g, err := soldiers("wire", 1000, 10)
	if err != nil {
		return err
	}
	if err := g.play(ticks); err != nil {
		return err
	}
	w, err := g.overWire()
	if err != nil {
		return err
	}
	t.add(row{what: "WebSocket: 1,000 soldiers, 30 ticks, 10 writes each: part of a core", figure: fmt.Sprintf("%.0f %%", 100*w.core), value: 100 * w.core, limit: 25})
	t.add(row{what: "WebSocket: from a batch to its answer, p99, in ms", figure: millis(w.p99), value: w.p99.Seconds() * 1e3, limit: 15})
	t.add(row{what: "WebSocket: ticks that began too late", figure: fmt.Sprint(w.late)})
	return nil
}

// godot measures 200 soldiers in Godot.
func godot(b *bench, t *table, ticks, _ int) error {
	if b.gd == "" {
		return nil
	}
	g, err := soldiers("godot", 200, 10)
	if err != nil {
		return err
	}
	if err := g.play(ticks); err != nil {
		return err
	}
	r, err := b.inGodot(g)
	if err != nil {
		return err
	}
	t.add(row{what: "Godot 3: 200 soldiers, 10 writes each: ticks a second of 30", figure: fmt.Sprintf("%.1f", r.rate), value: r.rate, limit: 29.7, least: true})
	t.add(row{what: "Godot 3: packing a write, in µs", figure: fmt.Sprintf("%.1f", r.write)})
	t.add(row{what: "Godot 3: from a batch to its answer, p99, in ms", figure: millis(r.p99)})
	return nil
}

// sizes measures the files that games ship.
func sizes(b *bench, t *table, _, _ int) error {
	mega := func(what string, bytes int64, limit float64) {
		t.add(row{what: what + ", in MB", figure: fmt.Sprintf("%.1f", float64(bytes)/1e6), value: float64(bytes) / 1e6, limit: limit})
	}
	if b.c != "" {
		for _, l := range []struct{ dir, what string }{{"lib", "libkarakuri.so, stripped"}, {"libsmall", "the same with -small"}} {
			info, err := os.Stat(filepath.Join(b.dir, l.dir, "libkarakuri.so"))
			if err != nil {
				return err
			}
			mega(l.what, info.Size(), 10)
		}
	}
	for _, w := range []struct{ dir, what string }{{"wasm", "karakuri.wasm, gzip -9"}, {"small", "the same with -wasm -small"}} {
		n, err := packed(os.DirFS(filepath.Join(b.dir, w.dir)), "karakuri.wasm")
		if err != nil {
			return err
		}
		mega(w.what, n, 4)
	}
	play := filepath.Join(b.dir, "play")
	if err := run("go", "run", "./internal/tools/play", "-o", play); err != nil {
		return err
	}
	all, page := os.DirFS(play), int64(0)
	err := fs.WalkDir(all, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if strings.HasSuffix(path, ".gz") {
			info, err := d.Info()
			page += info.Size()
			return err
		}
		n, err := packed(all, path)
		page += n
		return err
	})
	if err != nil {
		return err
	}
	mega("the whole playground, gzip -9", page, 7)
	return nil
}

// writeProfile plays the games by batches, which is what the library does all the time, and writes where the time goes.
func writeProfile(file string) error {
	army, err := soldiers("soldiers", 1000, 10)
	if err != nil {
		return err
	}
	drill := recruits(1000)
	if err := errors.Join(army.play(600), drill.play(1500)); err != nil {
		return err
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := pprof.StartCPUProfile(f); err != nil {
		return err
	}
	for range 4 {
		for _, g := range []*game{army, drill} {
			if _, err := g.inSession(); err != nil {
				return err
			}
		}
	}
	pprof.StopCPUProfile()
	return f.Close()
}

// packed returns how long a file is as gzip -9 packs it.
func packed(dir fs.FS, name string) (int64, error) {
	data, err := fs.ReadFile(dir, name)
	if err != nil {
		return 0, err
	}
	var n counter
	w, err := gzip.NewWriterLevel(&n, gzip.BestCompression)
	if err != nil {
		return 0, err
	}
	if _, err := w.Write(data); err != nil {
		return 0, err
	}
	return int64(n), w.Close()
}

type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

func nanos(f float64) string        { return fmt.Sprintf("%.1f ns", f) }
func times2(f float64) string       { return fmt.Sprintf("%.2f times", f) }
func millis(d time.Duration) string { return fmt.Sprintf("%.1f", d.Seconds()*1e3) }
