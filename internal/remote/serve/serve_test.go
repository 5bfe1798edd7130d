package serve

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/coder/websocket"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/remote"
	"github.com/karakuri-ai/karakuri/internal/remote/exchange"
)

var (
	long   = flag.Bool("long", false, "cut connections at every byte, not only at some")
	random = flag.Duration("random", 0, "how long to cut connections at random, at least")
)

// served starts a server and returns its address for games.
func served(t testing.TB, change func(*Options)) (s *Server, base string) {
	t.Helper()
	p, err := karakuri.Load(fstest.MapFS{"outpost.krk": {Data: []byte(exchange.Outpost)}}, "outpost.krk")
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Programs: map[string]*karakuri.Program{"outpost": p}, Log: func(line string) { t.Log(line) }}
	if change != nil {
		change(&o)
	}
	s, err = New(o)
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(s.Handler())
	t.Cleanup(func() { s.Stop(); h.Close() })
	return s, "ws" + strings.TrimPrefix(h.URL, "http")
}

func connect(t testing.TB, base, token string, frame int) *Client {
	t.Helper()
	c, err := Connect(t.Context(), base, token, "outpost", exchange.Setup, frame)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.socket.CloseNow() })
	return c
}

// ask sends a batch and returns the answer.
func ask(ctx context.Context, c *Client, in []byte) ([]byte, error) {
	if err := c.Send(ctx, in); err != nil {
		return nil, err
	}
	return c.Receive(ctx)
}

// TestTheRecordedExchange over a WebSocket gives the recorded answers, in one frame or in many.
func TestTheRecordedExchange(t *testing.T) {
	r, err := exchange.Record(2000)
	if err != nil {
		t.Fatal(err)
	}
	_, base := served(t, nil)
	for _, frame := range []int{0, 1024} {
		c := connect(t, base, "", frame)
		if err := r.Replay(func(in []byte) ([]byte, error) { return ask(t.Context(), c, in) }); err != nil {
			t.Errorf("frames of %d: %v", frame, err)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestTheRecordedExchangeInJSON: a game that speaks JSON gets the recorded answers, in JSON.
func TestTheRecordedExchangeInJSON(t *testing.T) {
	r, err := exchange.Record(2000)
	if err != nil {
		t.Fatal(err)
	}
	s, base := served(t, nil)
	m := remote.ManifestOf(s.options.Programs["outpost"])
	q := url.Values{"program": {"outpost"}, "options": {exchange.Setup}, "format": {"json"}}
	socket, _, err := websocket.Dial(t.Context(), base+"/v1/session?"+q.Encode(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer socket.CloseNow()
	socket.SetReadLimit(-1)
	if _, _, err := socket.Read(t.Context()); err != nil { // what the server is
		t.Fatal(err)
	}
	for i, round := range r.Rounds {
		seq := uint64(i) + 1
		ask, err := Message{Seq: seq, Ack: seq - 1, Batch: round.In}.json(m)
		if err != nil {
			t.Fatal(err)
		}
		want, err := Message{Seq: seq, Ack: seq, Batch: round.Out}.json(m)
		if err != nil {
			t.Fatal(err)
		}
		if err := socket.Write(t.Context(), websocket.MessageText, ask); err != nil {
			t.Fatal(err)
		}
		if _, got, err := socket.Read(t.Context()); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("round %d: %.300s, want %.300s; %v", i, got, want, err)
		}
	}
}

// cutter passes bytes between a game and a server, and cuts each connection after so many of them; -1: never.
type cutter struct {
	listen net.Listener
	to     string
	lock   sync.Mutex
	left   int
	open   sync.WaitGroup
}

func newCutter(t testing.TB, to string) *cutter {
	listen, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cutter{listen: listen, to: to, left: -1}
	go func() {
		for {
			game, err := listen.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("tcp", to)
			if err != nil {
				game.Close()
				return
			}
			c.open.Add(2)
			go c.pass(game, server)
			go c.pass(server, game)
		}
	}()
	t.Cleanup(func() { listen.Close() })
	return c
}

// pass passes one byte after the other.
func (c *cutter) pass(from, to net.Conn) {
	defer c.open.Done()
	defer from.Close()
	defer to.Close()
	b := make([]byte, 4096)
	for {
		n, err := from.Read(b)
		if n > 0 {
			c.lock.Lock()
			cut := c.left >= 0 && n >= c.left
			if cut {
				n = c.left
			}
			if c.left >= 0 {
				c.left -= n
			}
			c.lock.Unlock()
			if _, wrong := to.Write(b[:n]); wrong != nil || cut {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// cutAfter has connections live for so many bytes from now on, both ways together.
func (c *cutter) cutAfter(n int) {
	c.lock.Lock()
	c.left = n
	c.lock.Unlock()
}

// play plays an exchange through a cutter, sending ahead, and returns how often it had to connect again. next says
// after how many bytes that connection is cut; -1: it is not.
func (c *cutter) play(ctx context.Context, r *exchange.Recording, next func() int) (again int, err error) {
	through := "ws://" + c.listen.Addr().String()
	var game *Client
	for game == nil {
		if game, err = Connect(ctx, through, "", "outpost", exchange.Setup, 0); err != nil {
			c.cutAfter(next())
			game = nil
			again++
		}
	}
	resume := func() error {
		for {
			n := next()
			c.cutAfter(n)
			again++
			if err := game.Resume(ctx); err == nil || n < 0 {
				return err
			}
		}
	}
	for _, round := range r.Rounds {
		if err := game.Send(ctx, round.In); err != nil {
			if err := resume(); err != nil {
				return again, err
			}
		}
	}
	for i := 0; i < len(r.Rounds); {
		out, err := game.Receive(ctx)
		if err != nil {
			if err := resume(); err != nil {
				return again, err
			}
			continue
		}
		if !bytes.Equal(out, r.Rounds[i].Out) {
			return again, fmt.Errorf("round %d differs", i)
		}
		i++
	}
	game.Close() // may be cut as well
	return again, nil
}

// cut returns a server behind a cutter.
func cut(t testing.TB) (*Server, *cutter) {
	s, base := served(t, func(o *Options) { o.Sessions = 100_000; o.Keep, o.Log = time.Hour, nil })
	return s, newCutter(t, strings.TrimPrefix(base, "ws://"))
}

// TestNothingIsLostAndNothingComesTwice: a connection is cut at some bytes of a short exchange, or with -long at every
// byte, and what both sides have got in the end is the same as without.
func TestNothingIsLostAndNothingComesTwice(t *testing.T) {
	r, err := exchange.Record(4)
	if err != nil {
		t.Fatal(err)
	}
	s, proxy := cut(t)
	never := func() int { return -1 }
	const most = 1 << 20
	proxy.cutAfter(most)
	if again, err := proxy.play(t.Context(), r, never); err != nil || again != 0 {
		t.Fatalf("without a cut: %d connections more, %v", again, err)
	}
	length := most - proxy.left
	stride := 17
	if *long {
		stride = 1
	}
	cuts := 0
	for n := 0; n < length; n += stride {
		proxy.cutAfter(n)
		again, err := proxy.play(t.Context(), r, never)
		if err != nil {
			t.Fatalf("cut after %d bytes of %d: %v", n, length, err)
		}
		cuts += again
	}
	if cuts < length/stride/2 {
		t.Errorf("of %d exchanges, %d were cut", length/stride, cuts)
	}
	t.Logf("%d bytes, cut %d times; %d sessions made", length, cuts, s.count.made)
}

// TestRandomCuts: connections of longer exchanges are cut again and again, also while they are resumed; some of them,
// or with -random for so long.
func TestRandomCuts(t *testing.T) {
	r, err := exchange.Record(100)
	if err != nil {
		t.Fatal(err)
	}
	s, proxy := cut(t)
	rand := det.NewRand(21, 0, 0)
	next := func() int { // every second connection breaks early, the others live longer
		return int(rand.Uint64() % []uint64{2_000, 100_000}[rand.Uint64()%2])
	}
	cuts, exchanges, end := 0, 0, time.Now().Add(*random)
	for exchanges < 5 || time.Now().Before(end) {
		proxy.cutAfter(next())
		again, err := proxy.play(t.Context(), r, next)
		if err != nil {
			t.Fatalf("exchange %d, after %d cuts: %v", exchanges, cuts, err)
		}
		cuts, exchanges = cuts+again, exchanges+1
	}
	if cuts < exchanges {
		t.Errorf("%d exchanges were cut %d times", exchanges, cuts)
	}
	t.Logf("%d exchanges of %d rounds, cut %d times; %d sessions made", exchanges, len(r.Rounds), cuts, s.count.made)
}

// status returns what a request is answered with.
func status(t testing.TB, base, path string, header http.Header) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", "http"+strings.TrimPrefix(base, "ws")+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header = header
	if host := header.Get("Host"); host != "" {
		r.Host = host
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, _ := io.ReadAll(answer.Body)
	return answer.StatusCode, string(body)
}

// TestWhoMayConnect: games with the token, from allowed pages, for programs that there are, as long as there is room.
func TestWhoMayConnect(t *testing.T) {
	_, base := served(t, func(o *Options) { o.Token, o.Sessions, o.Origins = "secret", 1, []string{"game.example"} })
	bearer := http.Header{"Authorization": {"Bearer secret"}}
	for _, tc := range []struct {
		path   string
		header http.Header
		want   int
	}{
		{"/healthz", nil, 200}, {"/metrics", nil, 403}, {"/metrics", bearer, 200}, {"/metrics?token=secret", nil, 200}, {"/metrics?token=secrets", nil, 403},
		{"/v1/manifest", bearer, 200}, {"/v1/manifest?program=none", bearer, 404}, {"/v1/session?program=none", bearer, 404}, {"/v1/session?session=none", bearer, 404},
		{"/v1/session?options={", bearer, 400}, {"/v1/session?options=" + url.QueryEscape(`{"tps":-1}`), bearer, 400}, {"/v1/session?received=x", bearer, 400}, {"/v1/session?received=1", bearer, 400}, {"/v1/session?frame=3", bearer, 400},
		{"/v1/session?format=json&frame=2048", bearer, 400}, // a text message is one frame
		{"/v1/session?manifest=0123456789abcdef", bearer, 409}, {"/v1/session?manifest=" + url.QueryEscape(strings.Repeat("\xff\x00", 2000)), bearer, 409},
		{"/metrics", http.Header{"Authorization": {"Bearer secret"}, "Origin": {"https://elsewhere.example"}}, 403},
		{"/metrics", http.Header{"Authorization": {"Bearer secret"}, "Origin": {"https://game.example"}}, 200},
		{"/v1/session", bearer, 426}, // it is not a WebSocket: the session that was made for it is gone again
	} {
		if got, body := status(t, base, tc.path, tc.header); got != tc.want {
			t.Errorf("%s %v: %d, want %d: %s", tc.path, tc.header, got, tc.want, body)
		}
	}
	connect(t, base, "secret", 0)
	if _, err := Connect(t.Context(), base, "secret", "outpost", "", 0); err == nil {
		t.Error("there is a second session")
	}
	if _, err := Connect(t.Context(), base, "wrong", "outpost", "", 0); err == nil {
		t.Error("a wrong token is good")
	}
	_, open := served(t, nil)
	if got, _ := status(t, open, "/metrics", http.Header{"Host": {"rebound.example"}}); got != 403 {
		t.Errorf("another name for this machine is answered: %d", got)
	}
}

// TestDamageEndsTheSession with a reason, and a message that is missing does not.
func TestDamageEndsTheSession(t *testing.T) {
	s, base := served(t, func(o *Options) { o.Message = 4096 })
	closed := func(m Message, raw []byte) string {
		c := connect(t, base, "", 0)
		frames := slices.Collect(m.frames(new([]byte), 0))
		if raw != nil {
			frames = [][]byte{raw}
		}
		if err := c.socket.Write(t.Context(), websocket.MessageBinary, frames[0]); err != nil {
			return err.Error()
		}
		_, err := c.Receive(t.Context())
		return fmt.Sprint(websocket.CloseStatus(err), " ", err)
	}
	for name, tc := range map[string]struct{ got, want string }{
		"a damaged batch": {closed(Message{Seq: 1, Batch: []byte{1, 2, 3}}, nil), "item 0"},
		"a gap":           {closed(Message{Seq: 3}, nil), "a message is missing"},
		"no frame":        {closed(Message{}, []byte{1, 2}), "not a message"},
		"a long frame":    {closed(Message{Seq: 1, Batch: make([]byte, 5000)}, nil), "MessageTooBig"},
	} {
		if !strings.Contains(tc.got, tc.want) {
			t.Errorf("%s: %s", name, tc.got)
		}
	}
	_ = s
}

// TestJSONFrames say the same in names.
func TestJSONFrames(t *testing.T) {
	_, base := served(t, nil)
	socket, _, err := websocket.Dial(t.Context(), base+"/v1/session?format=json", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer socket.CloseNow()
	if _, hello, err := socket.Read(t.Context()); err != nil || !strings.Contains(string(hello), `"program":"outpost"`) {
		t.Fatalf("%s, %v", hello, err)
	}
	text := `{"seq": 1, "ack": 0, "items": [{"op": "spawn", "kind": "villager", "ref": 4}, {"op": "step", "ticks": 2}]}`
	if err := socket.Write(t.Context(), websocket.MessageText, []byte(text)); err != nil {
		t.Fatal(err)
	}
	_, answer, err := socket.Read(t.Context())
	if err != nil || !strings.Contains(string(answer), `"op":"start","action":"wander"`) || !strings.Contains(string(answer), `"ack":1`) {
		t.Errorf("%s, %v", answer, err)
	}
}

// TestTheServersClock makes ticks by itself, waits for a game that does not acknowledge, and stops once the session has
// ended.
func TestTheServersClock(t *testing.T) {
	ticks, stopped := make(chan time.Time), make(chan bool)
	_, base := served(t, func(o *Options) {
		o.Ticks = func(tps int) (<-chan time.Time, func()) {
			if tps != 20 {
				t.Errorf("%d ticks in a second", tps)
			}
			return ticks, func() { close(stopped) }
		}
	})
	c := &Client{base: base, header: http.Header{}, next: 1}
	if err := c.dial(t.Context(), url.Values{"options": {exchange.Setup}, "clock": {"server"}}); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		ticks <- time.Time{}
		out, err := c.Receive(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for it := range remote.Items(out) {
			if it.Op != remote.OpTick || it.Int(0) != int64(i+1) {
				t.Errorf("tick %d: %s of %d", i+1, it.Op, it.Int(0))
			}
		}
	}
	for range MaxPending + 50 { // the game does not acknowledge
		ticks <- time.Time{}
	}
	var b remote.Batch
	last := int64(0)
	if err := c.Send(t.Context(), b.Bytes()); err == nil { // it acknowledges three, so that there is room for the answer
		for {
			out, err := c.Receive(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if len(out) == 0 { // the answer
				break
			}
			for it := range remote.Items(out) {
				last = it.Int(0)
			}
		}
	}
	if last != MaxPending {
		t.Errorf("%d ticks were made without an acknowledgement, want %d", last, MaxPending)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	<-stopped
}

// TestStopping ends sessions with a reason and completes their recordings.
func TestStopping(t *testing.T) {
	dir := t.TempDir()
	s, base := served(t, func(o *Options) { o.Record = dir })
	c := connect(t, base, "", 0)
	r, err := exchange.Record(30)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Replay(func(in []byte) ([]byte, error) { return ask(t.Context(), c, in) }); err != nil {
		t.Fatal(err)
	}
	done := make(chan string)
	go func() {
		_, err := c.Receive(t.Context())
		done <- fmt.Sprint(err)
	}()
	s.Stop()
	if why := <-done; !strings.Contains(why, "the server stops") {
		t.Error(why)
	}
	if got, _ := status(t, base, "/healthz", nil); got != 503 {
		t.Errorf("healthz: %d", got)
	}
	if err := c.Resume(t.Context()); err == nil {
		t.Error("a session goes on after the server has stopped")
	}
	data, err := os.ReadFile(filepath.Join(dir, c.Hello.Session+".ktrace"))
	if err != nil {
		t.Fatal(err)
	}
	replay, err := karakuri.NewReplay(bytes.NewReader(data), karakuri.ReplayOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for replay.Step() {
	}
	if !replay.Ended() || replay.Crowd().Tick() != 30 {
		t.Errorf("the trace has %d ticks, ended %t: %v", replay.Crowd().Tick(), replay.Ended(), replay.Err())
	}
}

// TestASecondConnectionReplacesTheFirst.
func TestASecondConnectionReplacesTheFirst(t *testing.T) {
	_, base := served(t, nil)
	c := connect(t, base, "", 0)
	first := c.socket
	c.socket = nil
	if err := c.Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, _, err := first.Read(t.Context()); err == nil || !strings.Contains(err.Error(), "connected again") {
		t.Errorf("the first connection: %v", err)
	}
	if _, err := ask(t.Context(), c, nil); err != nil {
		t.Error(err)
	}
}

// TestAReplacedConnectionEndsNothing when its game closes it in good order.
func TestAReplacedConnectionEndsNothing(t *testing.T) {
	_, base := served(t, nil)
	c := connect(t, base, "", 0)
	for range 5 {
		first := c.socket
		c.socket = nil
		if err := c.Resume(t.Context()); err != nil {
			t.Fatal(err)
		}
		first.Close(websocket.StatusNormalClosure, "")
		if _, err := ask(t.Context(), c, nil); err != nil {
			t.Fatal(err)
		}
	}
}

// TestMetrics count what happened.
func TestMetrics(t *testing.T) {
	_, base := served(t, nil)
	c := connect(t, base, "", 0)
	var b remote.Batch
	b.Add(remote.OpStep, 0, 7)
	if _, err := ask(t.Context(), c, b.Bytes()); err != nil {
		t.Fatal(err)
	}
	_, text := status(t, base, "/metrics", nil)
	for _, want := range []string{"karakuri_sessions 1\n", "karakuri_ticks_total 7\n", "karakuri_batches_total 1\n", "karakuri_in_bytes_total 8\n", "# TYPE karakuri_sessions gauge\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
}
