package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/cluster"
)

// command runs a command line to its end.
func command(t *testing.T, args ...string) (out string, code int) {
	t.Helper()
	var b bytes.Buffer
	code = run(args, &console{out: &b, err: &b, ctx: t.Context()})
	return b.String(), code
}

// serve runs a node, and returns its address and what ends it.
func serve(t *testing.T, args ...string) (url string, stop func() int) {
	t.Helper()
	read, write := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan int, 1)
	go func() {
		code := run(append([]string{"serve", "--name", "one", "--addr", "127.0.0.1:0", "--nats-listen", "127.0.0.1:0", "--data", t.TempDir()}, args...), &console{out: write, err: io.Discard, ctx: ctx})
		write.Close()
		done <- code
	}()
	line, err := bufio.NewReader(read).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "node one serves at http://127.0.0.1:") {
		t.Fatalf("it says %q, %v", line, err)
	}
	go io.Copy(io.Discard, read)
	return strings.TrimSuffix(strings.Fields(line)[4], ","), func() int { cancel(); return <-done }
}

// TestCommands: a user runs a node, creates a zone, and watches its characters.
func TestCommands(t *testing.T) {
	dir := t.TempDir()
	admin, games := filepath.Join(dir, "admin"), filepath.Join(dir, "games")
	for file, text := range map[string]string{admin: "secret\n", games: "play\n"} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	url, stop := serve(t, "--token-file", games, "--admin-token-file", admin)
	zones := func(args ...string) (string, int) {
		t.Helper()
		return command(t, append([]string{"zones", "--node", url, "--token-file", admin}, args...)...)
	}
	meal := "../../../examples/meal/meal.krk"
	for name, text := range map[string]string{"lib.krk": "state agent { hungry: bool }", "game/main.krk": "import \"../lib.krk\"\nagent villager { }"} {
		file := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	above := filepath.Join(dir, "game", "main.krk")
	for _, x := range []struct {
		args []string
		want string
		code int
	}{
		{[]string{"create", "village", meal, "--options", `{"tps": 60}`}, "zone village runs meal.krk", 0},
		{[]string{"create", "village", meal}, "there is a zone village already", 1},
		{[]string{"create", "other", "none.krk"}, "none.krk", 1},
		{[]string{"create", "other", meal, "--options", "{"}, "no JSON", 1},
		{[]string{"create", "above", above}, "--root", 1},
		{[]string{"create", "above", above, "--root", filepath.Join(dir, "other")}, "lies outside --root", 1},
		{[]string{"create", "above", above, "--root", dir}, "zone above runs game/main.krk", 0},
		{[]string{"upgrade", "village", meal}, "zone village continues with meal.krk", 0},
		{[]string{"upgrade", "village", above, "--root", dir}, "make a new zone", 1},
		{[]string{"upgrade", "nowhere", meal}, "there is no such zone", 1},
		{[]string{"create", "west", meal, "--area", "0,0,9"}, "give two corners", 1},
		{[]string{"create", "west", meal, "--area", "0,0,9,0"}, "the second corner must be beyond the first", 1},
		{[]string{"create", "west", meal, "--area", "0,0,9,9", "--margin", "4"}, "zone west runs", 0},
		{[]string{"move", "village", "two"}, `there is no node "two"; there are one`, 1},
		{[]string{"move", "village", "one"}, "zone village moves to one", 0},
		{[]string{"move", "village"}, "where hashing puts it", 0},
		{[]string{"drain", "one"}, "the zones of node one move away", 0},
		{[]string{"list"}, "drained", 0},
		{[]string{"drain", "one", "--off"}, "may come back", 0},
		{[]string{"list", "--json"}, `"zone": "village"`, 0},
		{[]string{"list"}, "village", 0},
	} {
		if out, code := zones(x.args...); code != x.code || !strings.Contains(out, x.want) {
			t.Errorf("zones %v: exit code %d, %s", x.args, code, out)
		}
	}
	if out, code := command(t, "zones", "--node", url, "--token-file", games, "list"); code != 1 || !strings.Contains(out, "token") {
		t.Errorf("with the token of games: exit code %d, %s", code, out)
	}
	if out, code := command(t, "zones", "--node", url, "--token-file", games, "watch", "village", "--spawn", "dragon"); code != 1 || !strings.Contains(out, "villager") {
		t.Errorf("a kind that there is not: exit code %d, %s", code, out)
	}
	for batch, want := range map[string]string{`[{"op": "spawn", "kind": "villager", "ref": 7}]`: `"spawned", "ref": 7`, `[{"op": "step", "ticks": 2}]`: "the zone's owner makes the ticks", `[{"op": "fly"}]`: "fly"} {
		if out, code := command(t, "zones", "--node", url, "--token-file", games, "send", "village", batch); !strings.Contains(out, want) || (code == 0) != (want[0] == '"') {
			t.Errorf("%s: exit code %d, %s", batch, code, out)
		}
	}
	read, write := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan int, 1)
	go func() {
		done <- run([]string{"zones", "--node", url, "--token-file", games, "watch", "village", "--spawn", "villager", "--done"}, &console{out: write, err: io.Discard, ctx: ctx})
	}()
	lines := bufio.NewReader(read)
	var said strings.Builder
	for !strings.Contains(said.String(), `"start"`) {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		said.WriteString(line)
	}
	if !strings.Contains(said.String(), `"spawned"`) {
		t.Errorf("it said %s", said.String())
	}
	cancel()
	go io.Copy(io.Discard, read)
	if code := <-done; code != 0 {
		t.Errorf("watch ended with %d", code)
	}
	if code := stop(); code != 0 {
		t.Errorf("serve ended with %d", code)
	}
}

// TestWrongUsage: what is wrong is said before anything starts.
func TestWrongUsage(t *testing.T) {
	data := t.TempDir()
	for _, x := range []struct {
		args []string
		want string
		code int
	}{
		{[]string{"--help"}, "zones create", 0},
		{[]string{}, "zones create", 0},
		{[]string{"serve", "--help"}, "docs/cluster.md", 0},
		{[]string{"fly"}, "fly", 2},
		{[]string{"serve", "--tls-cert", "x"}, "go together", 2},
		{[]string{"serve", "--creds", "x"}, "are for --nats", 2},
		{[]string{"serve", "--replicas", "3"}, "needs --nats", 2},
		{[]string{"serve", "--addr", "0.0.0.0:0"}, "--token-file is needed", 1},
		{[]string{"serve", "--addr", "nowhere"}, "cannot listen", 1},
		{[]string{"serve", "--addr", "127.0.0.1:0", "--token-file", "none"}, "none", 1},
		{[]string{"serve", "--addr", "127.0.0.1:0", "--nats", "nats://127.0.0.1:1"}, "--nats nats://127.0.0.1:1", 1},
		{[]string{"serve", "--addr", "127.0.0.1:0", "--data", data, "--nats-listen", "0.0.0.0:0"}, "loopback", 1},
		{[]string{"serve", "--addr", "127.0.0.1:0", "--data", data, "--nats-listen", "127.0.0.1:0", "--lease", "1ms"}, "Lease", 1},
		{[]string{"zones", "--node", "http://127.0.0.1:1", "list"}, "127.0.0.1:1", 1},
	} {
		if out, code := command(t, x.args...); code != x.code || !strings.Contains(out, x.want) {
			t.Errorf("%v: exit code %d, %s", x.args, code, out)
		}
	}
}

// TestStates: the list says what is special about a node.
func TestStates(t *testing.T) {
	n := cluster.NodeInfo{Gone: 11.2, Drain: true, Unable: []string{"a", "b"}}
	if got := strings.Join(stateOf(n), ", "); got != "gone for 12 s, drained, cannot replay a b" {
		t.Error(got)
	}
	if got := stateOf(cluster.NodeInfo{}); len(got) > 0 {
		t.Error(got)
	}
}

// TestFinish: the error is printed before anything that may block, and what blocks does not block for ever.
func TestFinish(t *testing.T) {
	var b bytes.Buffer
	said, over := "", make(chan time.Time)
	block := make(chan struct{})
	defer close(block)
	code := finish(&console{out: &b, err: &b, end: func() {
		said = b.String()
		close(over)
		<-block
	}}, errors.New("it is wrong"), over)
	if code != exitNo || !strings.Contains(said, "it is wrong") {
		t.Errorf("exit code %d, and at the end it had said %q", code, said)
	}
	if !strings.Contains(b.String(), "does not stop") {
		t.Errorf("it said %q", b.String())
	}
}

// TestInterruptedStart: a signal ends a node that has not started yet.
func TestInterruptedStart(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0") // it accepts, and says nothing
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var b bytes.Buffer
	code := run([]string{"serve", "--addr", "127.0.0.1:0", "--nats", "nats://" + silent.Addr().String()}, &console{out: &b, err: &b, ctx: ctx})
	if code != exitNo || !strings.Contains(b.String(), "interrupted") {
		t.Errorf("exit code %d, %s", code, b.String())
	}
}

// serverOf serves a node's answers, and returns the address.
func serverOf(t *testing.T, n *cluster.Node) string {
	t.Helper()
	s := httptest.NewServer(n.Handler())
	t.Cleanup(func() { s.CloseClientConnections(); s.Close() })
	return s.URL
}
