package studio

import "testing"

// Client is a page without a browser, for tests of worlds, which this package does not know.
type Client struct{ *client }

// ServeFiles starts a server for copies of some files, and returns a page of it and the folder.
func ServeFiles(t *testing.T, o Options, files ...string) (page Client, folder string) {
	t.Helper()
	address, folder := serve(t, o, files...)
	return Client{dial(t, address)}, folder
}

// DialPage opens a page of a server.
func DialPage(t *testing.T, address string) Client {
	t.Helper()
	return Client{dial(t, address)}
}

// Ask asks for something and expects a successful answer.
func (c Client) Ask(r Request, into any) {
	c.t.Helper()
	c.ask(r, into)
}

// Try asks, and returns what went wrong.
func (c Client) Try(r Request) string {
	c.t.Helper()
	_, wrong := c.try(r)
	return wrong
}

// OpenAt opens a file, pauses it and continues to a tick.
func (c Client) OpenAt(file string, tick int) *Opened {
	c.t.Helper()
	return c.openAt(file, tick)
}

// Mind looks at an agent.
func (c Client) Mind(name string, tick *int64) *Mind {
	c.t.Helper()
	return c.mind(name, tick)
}

// Value returns the value of a cell.
func (m *Mind) Value(name string) string { return m.value(name) }

// StageOf makes a stage of a world.
func StageOf(t *testing.T, w World, file string, seed uint64) Stage {
	t.Helper()
	library, err := NewLibrary([]string{file})
	if err != nil {
		t.Fatal(err)
	}
	from, err := library.open(library.names[0], Options{Seed: seed, Worlds: []World{w}})
	if err != nil {
		t.Fatal(err)
	}
	if from.world == nil {
		t.Fatalf("%s does not live in %s", file, w.Name)
	}
	stage, err := from.stage(silence{})
	if err != nil {
		t.Fatal(err)
	}
	return stage
}

// ReloadStage has a stage continue with its own program, read again.
func ReloadStage(t *testing.T, st Stage, file string) {
	t.Helper()
	library, err := NewLibrary([]string{file})
	if err != nil {
		t.Fatal(err)
	}
	p, ds := library.load(library.names[0], nil)
	if p == nil {
		t.Fatal(ds.Err())
	}
	if _, _, err := st.Reload(p, silence{}); err != nil {
		t.Fatal(err)
	}
}
