package serve

import (
	"bytes"
	"context"
	"encoding/binary"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/karakuri-ai/karakuri/internal/remote"
	"github.com/karakuri-ai/karakuri/internal/remote/exchange"
)

// TestTenThousandSessions: those beyond the limit are refused with a reason, and the game that has one continues.
func TestTenThousandSessions(t *testing.T) {
	s, base := served(t, func(o *Options) { o.Sessions, o.Log = 3, nil })
	games := []*Client{connect(t, base, "", 0), connect(t, base, "", 0), connect(t, base, "", 0)}
	h := s.Handler()
	for i := range 10_000 {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", "http://localhost/v1/session?program=outpost", nil)
		if h.ServeHTTP(w, r); w.Code != 503 || !strings.Contains(w.Body.String(), "there are 3 sessions already") {
			t.Fatalf("session %d: %d %s", i, w.Code, w.Body)
		}
	}
	for _, c := range games {
		if _, err := ask(t.Context(), c, nil); err != nil {
			t.Error(err)
		}
	}
	if s.count.refused != 10_000 || s.count.made != 3 {
		t.Errorf("%d were refused and %d made", s.count.refused, s.count.made)
	}
}

// TestReplayedFrames are not carried out again, and no answer comes twice.
func TestReplayedFrames(t *testing.T) {
	const rounds = 5
	r, err := exchange.Record(rounds)
	if err != nil {
		t.Fatal(err)
	}
	s, base := served(t, nil)
	c := connect(t, base, "", 0)
	for i, round := range r.Rounds {
		if err := c.Send(t.Context(), round.In); err != nil {
			t.Fatal(err)
		}
		for _, m := range c.sent { // all that was said so far and not acknowledged, and each twice
			for range 2 {
				if err := c.write(t.Context(), m); err != nil {
					t.Fatal(err)
				}
			}
		}
		out, err := c.Receive(t.Context())
		if err != nil || !bytes.Equal(out, round.Out) {
			t.Fatalf("round %d differs: %v", i, err)
		}
	}
	if n := s.count.batches; n != int64(len(r.Rounds)) {
		t.Errorf("%d batches were carried out, want %d", n, len(r.Rounds))
	}
}

// TestBytesInTheWrongOrder are refused: a frame leaves the session as it was, a batch ends it.
func TestBytesInTheWrongOrder(t *testing.T) {
	_, base := served(t, nil)
	c := connect(t, base, "", 0)
	frame := binary.BigEndian.AppendUint64(nil, 1)
	frame = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(frame, 0), 8<<32)
	frame = binary.BigEndian.AppendUint64(frame, 0) // the batch
	if err := c.socket.Write(t.Context(), websocket.MessageBinary, frame); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Receive(t.Context()); websocket.CloseStatus(err) != websocket.StatusUnsupportedData {
		t.Errorf("the frame: %v", err)
	}
	if err := c.Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := ask(t.Context(), c, nil); err != nil {
		t.Fatal(err)
	}
	batch := binary.BigEndian.AppendUint64(nil, uint64(remote.OpStep)|1<<32)
	if _, err := ask(t.Context(), c, batch); websocket.CloseStatus(err) != websocket.StatusPolicyViolation || !strings.Contains(err.Error(), "words must be little-endian") {
		t.Errorf("the batch: %v", err)
	}
	if err := c.Resume(t.Context()); err == nil {
		t.Error("the session goes on")
	}
}

// TestASlowReader does not read its messages: it gets an error when there are too many, other games continue meanwhile,
// and it continues when it has read.
func TestASlowReader(t *testing.T) {
	s, base := served(t, nil)
	slow, other := connect(t, base, "", 0), connect(t, base, "", 0)
	var b remote.Batch
	b.Add(remote.OpStep, 0, 20_000) // 800 KB of answers, so that the connection is full long before the limit
	const most = MaxPendingBytes/800_000 + 2
	for range most {
		if err := slow.Send(t.Context(), b.Bytes()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := ask(t.Context(), other, nil); err != nil {
		t.Error(err)
	}
	read := 0
	var err error
	for err == nil {
		if _, err = slow.Receive(t.Context()); err == nil {
			read++
		}
	}
	if websocket.CloseStatus(err) != websocket.StatusTryAgainLater || !strings.Contains(err.Error(), "not acknowledged") {
		t.Fatalf("after %d answers: %v", read, err)
	}
	if err := slow.Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	for ; read < most; read++ {
		if _, err := slow.Receive(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if s.count.batches != most+1 {
		t.Errorf("%d batches were carried out, want %d", s.count.batches, most+1)
	}
}

// TestStoppingWithinABatch waits for its current tick, not for all that it asks for.
func TestStoppingWithinABatch(t *testing.T) {
	within, stopping := make(chan bool), make(chan bool)
	var first sync.Once
	s, base := served(t, func(o *Options) {
		o.Log = func(string) { close(stopping) } // it says why a session ends
		o.Now = func() time.Duration {
			first.Do(func() { close(within); <-stopping })
			return 0
		}
	})
	c := connect(t, base, "", 0)
	var b remote.Batch
	b.Add(remote.OpStep, 0, remote.MaxTicks)
	if err := c.Send(t.Context(), b.Bytes()); err != nil {
		t.Fatal(err)
	}
	<-within
	go s.Stop()
	if _, err := c.Receive(t.Context()); websocket.CloseStatus(err) != websocket.StatusGoingAway || !strings.Contains(err.Error(), "the server stops") {
		t.Errorf("the connection ends with %v", err)
	}
	s.Stop()
	if s.count.ticks != 0 {
		t.Errorf("%d ticks were made", s.count.ticks)
	}
}

// TestAGameEndsItsSession by closing the connection in good order.
func TestAGameEndsItsSession(t *testing.T) {
	said := make(chan string, 1)
	s, base := served(t, func(o *Options) { o.Log = func(line string) { said <- line } })
	c := connect(t, base, "", 0)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if why := <-said; !strings.HasSuffix(why, "the game has ended it") {
		t.Error(why)
	}
	s.Stop()
	if err := c.Resume(context.Background()); err == nil {
		t.Error("the session goes on")
	}
}

// TestNothingIsLeft of sessions that games have ended, and of those whose connections were lost, when the server has
// stopped: neither sessions nor goroutines.
func TestNothingIsLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	t.Run("sessions", func(t *testing.T) {
		s, base := served(t, func(o *Options) { o.Sessions, o.Log = 200, nil })
		for i := range 100 {
			c, err := Connect(t.Context(), base, "", "outpost", exchange.Setup, 0)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := ask(t.Context(), c, nil); err != nil {
				t.Fatal(err)
			}
			if i%2 == 0 {
				err = c.Close()
			} else {
				err = c.socket.CloseNow()
			}
			if err != nil {
				t.Error(err)
			}
		}
		s.Stop()
		if s.lock.Lock(); len(s.sessions) > 0 {
			t.Errorf("%d sessions are left", len(s.sessions))
		}
		s.lock.Unlock()
	})
	http.DefaultClient.CloseIdleConnections()
	for range 10_000_000 { // goroutines end some time after what they did
		if runtime.NumGoroutine() <= before {
			return
		}
		runtime.Gosched()
	}
	stacks := make([]byte, 1<<20)
	t.Errorf("%d goroutines are left of %d\n%s", runtime.NumGoroutine()-before, before, stacks[:runtime.Stack(stacks, true)])
}
