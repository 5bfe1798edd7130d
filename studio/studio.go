package studio

import (
	"context"
	"io"
	"io/fs"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/studio"
)

// Options set up a studio. Serve and NewWatch refuse values out of range.
type Options struct {
	// Addr is the address to listen on, as in "127.0.0.1:7420"; port 0 picks a free port.
	Addr string
	// Token is the secret that requests must contain, if it is not empty. The studio makes one itself if other
	// machines can reach the address.
	Token string
	// Seed seeds simulations until a page requests another seed. A [Watch] uses neither this nor the following fields.
	Seed uint64
	// Agents is the number of agents in the small world, which runs files without a scene or a world of their own. 0:
	// one of each kind.
	Agents int
	// TPS is the number of ticks per second; 0: that of the scene, or 10 in the small world.
	TPS int
	// Files holds the shown file, by its base name, for programs that embed it. The studio uses it if the file is not
	// on this machine; pages cannot write it then. It may be nil.
	Files fs.FS
	// Worlds are games of your own. A file without a scene runs in the first world that it fits into.
	Worlds []World
}

func (o *Options) inner() studio.Options {
	return studio.Options{Addr: o.Addr, Token: o.Token, Seed: o.Seed, Agents: o.Agents, TPS: o.TPS, Worlds: each(o.Worlds, World.inner)}
}

// Serve shows files: karakuri files, recorded runs, or folders of them. Pages can change and save the files. It writes
// the address to out, and returns when the context ends. The error is that of an unreadable file, an option, or the
// listener.
func Serve(ctx context.Context, files []string, o Options, out io.Writer) error {
	library, err := studio.NewLibrary(files)
	if err != nil && o.Files != nil && len(files) == 1 {
		library, err = studio.NewLibraryOr(files[0], o.Files)
	}
	if err != nil {
		return err
	}
	return studio.Serve(ctx, library, o.inner(), out)
}

// Watch shows a game that keeps its own loop. Make all calls from the goroutine that ticks the game: the studio reads
// the game only within these calls.
type Watch struct {
	in *studio.Watch
}

// NewWatch starts to listen, and serves pages until the context ends.
func NewWatch(ctx context.Context, p *karakuri.Program, o Options) (*Watch, error) {
	w, err := studio.NewWatch(ctx, p, o.inner())
	if err != nil {
		return nil, err
	}
	return &Watch{w}, nil
}

// URL returns the address to open in a browser.
func (w *Watch) URL() string { return w.in.URL() }

// Hear returns options that make a crowd report its events to the studio: create the crowd with them. A Sink that is
// already set still receives them.
func (w *Watch) Hear(o karakuri.Options) karakuri.Options { return w.in.Hear(o) }

// Show makes pages show a game from now on. After an error, such as a panic in Snapshot, they do not. The studio does
// not use the game's Step, because the game makes the ticks. Call Show once, between two ticks.
func (w *Watch) Show(g Game) error { return w.in.Show(*g.inner()) }

// Tick answers the requests of pages: call it in each turn of the loop, also while the game is paused. It takes some
// milliseconds at most, and no time without requests. It returns false while pages have paused the game, except for
// requested single ticks. A game that cannot pause ignores the result.
func (w *Watch) Tick() bool { return w.in.Tick() }
