package studio

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coder/websocket"
)

const meal = "../../examples/meal/meal.krk"

// Whoever is no page of the server's own is refused; the server answers the others as before.
func TestWhoIsRefused(t *testing.T) {
	address, _ := serve(t, Options{}, meal)
	own := strings.TrimPrefix(address, "http://")
	for _, c := range []struct {
		name, path, host, origin string
		want                     int
	}{
		{"the page", "/", "", "", http.StatusOK},
		{"the page, from itself", "/", "", address, http.StatusOK},
		{"by another name that leads here", "/", "evil.example:80", "", http.StatusForbidden},
		{"from another origin", "/ws", "", "http://evil.example", http.StatusForbidden},
		{"from another port", "/ws", "", "http://127.0.0.1:1", http.StatusForbidden},
		{"from an origin that is none", "/ws", "", "null", http.StatusForbidden},
		{"no socket", "/ws", "", address, http.StatusUpgradeRequired},
		{"out of the folder", "/../../server.go", "", "", http.StatusNotFound},
		{"out of the folder, hidden", "/%2e%2e/%2e%2e/server.go", "", "", http.StatusNotFound},
		{"localhost", "/", "localhost:" + own[strings.LastIndex(own, ":")+1:], "", http.StatusOK},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := get(t, address+c.path, c.host, c.origin); got != c.want {
				t.Errorf("status %d, want %d", got, c.want)
			}
		})
	}
	dial(t, address).openAt("meal.krk", 1)
}

// Where others can reach the server a token is needed, and is made when none is given.
func TestToken(t *testing.T) {
	address, _ := serve(t, Options{Token: "secret"}, meal)
	for _, c := range []struct {
		query string
		want  int
	}{{"", http.StatusForbidden}, {"?token=other", http.StatusForbidden}, {"?token=secret", http.StatusUpgradeRequired}} {
		if got := get(t, address+"/ws"+c.query, "", ""); got != c.want {
			t.Errorf("%q: status %d, want %d", c.query, got, c.want)
		}
	}
	library, err := NewLibrary([]string{meal})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for addr, token := range map[string]bool{"127.0.0.1:0": false, "0.0.0.0:0": true} {
		s, err := Listen(ctx, library, Options{Addr: addr})
		if err != nil {
			t.Fatal(err)
		}
		s.listen.Close()
		if got := strings.Contains(s.URL(), "token="); got != token {
			t.Errorf("%s: token %t, want %t", addr, got, token)
		}
	}
}

// Messages that are too long end the page, others that cannot be understood are answered; the server continues.
func TestHostileMessages(t *testing.T) {
	address, _ := serve(t, Options{}, meal)
	for _, text := range []string{"", "{", "[]", `{"op":"open"} {}`, `{"op":"nothing"}`, `{"op":"step","count":1e9}`, `{"op":"open","file":"../../../etc/passwd"}`,
		`{"op":"open","file":"/etc/passwd"}`, `{"op":"open","file":"meal.scene"}`, `{"op":"mind","agent":"villager#1"}`, `{"op":"speed","speed":-1}`, `{"op":"files","extra":1}`} {
		c := dial(t, address)
		if err := c.socket.Write(c.ctx, websocket.MessageText, []byte(text)); err != nil {
			t.Fatal(err)
		}
		_, data, err := c.socket.Read(c.ctx)
		if err != nil || !strings.Contains(string(data), `"error":`) {
			t.Errorf("%s is answered by %s, %v", text, data, err)
		}
	}
	c := dial(t, address)
	huge := []byte(`{"op":"check","text":"` + strings.Repeat("x", MaxRequestBytes) + `"}`)
	_ = c.socket.Write(c.ctx, websocket.MessageText, huge) // the server may have closed before all is written
	if _, _, err := c.socket.Read(c.ctx); err == nil {
		t.Error("a message that is too long is answered")
	}
	dial(t, address).openAt("meal.krk", 1)
}

// Only the files of the program that is looked at are read and written.
func TestForeignFiles(t *testing.T) {
	address, folder := serve(t, Options{}, meal)
	secret := filepath.Join(folder, "secret.krk")
	if err := os.WriteFile(secret, []byte("kept"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := dial(t, address)
	c.openAt("meal.krk", 0)
	for _, name := range []string{"secret.krk", "./meal.krk", "../" + filepath.Base(folder) + "/meal.krk", "/etc/passwd", "", "meal.krk\x00"} {
		for _, op := range []string{"source", "check", "save"} {
			if data, wrong := c.try(Request{Op: op, File: name, Text: "x"}); wrong == "" {
				t.Errorf("%s of %q is answered: %s", op, name, data)
			}
		}
	}
	if text, _ := os.ReadFile(secret); string(text) != "kept" {
		t.Errorf("a file that is not of the program has become %q", text)
	}
}

// A page that does not read gets no pictures and keeps no other page waiting: another page sees time continue as
// before.
func TestStalledPage(t *testing.T) {
	address, _ := serve(t, Options{}, "testdata/camp.krk")
	for range 5 { // they ask for much, and never read
		stalled := dial(t, address)
		for range 20 {
			if err := stalled.socket.Write(stalled.ctx, websocket.MessageText, []byte(`{"id":1,"op":"open","file":"camp.krk"}`)); err != nil {
				t.Fatal(err)
			}
		}
	}
	c := dial(t, address)
	var o Opened
	c.ask(Request{Op: "open", File: "camp.krk"}, &o)
	first := o.Frame.Tick
	for o.Frame.Tick < first+5 {
		c.ask(Request{Op: "open", File: "camp.krk"}, &o)
	}
}

// Two pages look at the same simulation.
func TestTwoPages(t *testing.T) {
	address, _ := serve(t, Options{}, meal)
	a, b := dial(t, address), dial(t, address)
	a.openAt("meal.krk", 7)
	var o Opened
	b.ask(Request{Op: "open", File: "meal.krk"}, &o)
	if o.Frame.Tick != 7 {
		t.Errorf("the other page sees tick %d, want 7", o.Frame.Tick)
	}
	b.ask(Request{Op: "step"}, nil)
	if got := a.mind("villager#1", nil).Tick; got != 8 {
		t.Errorf("the first page sees tick %d, want 8", got)
	}
}

func TestMailboxKeepsTheLast(t *testing.T) {
	m := newMailbox()
	m.put(picture{data: []byte("a")})
	m.put(picture{data: []byte("b")})
	<-m.full
	if got := string(m.take().data); got != "b" {
		t.Errorf("%q, want the last", got)
	}
	select {
	case <-m.full:
		t.Error("one picture is told of twice")
	default:
	}
}
