package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/ktrace"
)

// An agent under an order is asked about its wants: the order is compared with them, but is not a want.
func TestExplainUnderOrders(t *testing.T) {
	file := filepath.Join(t.TempDir(), "fireteam.ktrace")
	said(t, "run", "../../examples/fireteam/fireteam.krk", "--for", "16s", "--seed", "1", "--trace", file)
	for name, want := range map[string]string{
		"engage":  "no candidate: want engage: looked at 10",
		"order 1": "runs now: order 1; it says hold",
		"hold":    "runs now: goal hold",
		"hurl":    "no candidate: method stand_ground/fight: looked at 10",
		"dive":    "condition false: reaction dive: grenade_near = false",
	} {
		got := said(t, "explain", file, "--agent", "rifleman#1", "--tick", "150", "--why-not", name)
		if !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// An agent is explained by the personality that it had at the moment.
func TestExplainAfterAChangeOfPersonality(t *testing.T) {
	p, err := karakuri.Load(fstest.MapFS{"a.krk": {Data: []byte(`
action toil
action doze
goal work { toil }
goal rest { doze }
brain daily { want work { score 0.6 }; want rest { score 0.4 }; every 1s }
personality lazy { work never }
personality eager { work * 1.5 }
agent villager { brain daily as eager }`)}}, "a.krk")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "a.ktrace")
	out, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	rec := ktrace.NewRecorder(out, ktrace.Options{})
	goesOn := func(*karakuri.Ctx, *struct{}, *struct{}) karakuri.Status { return karakuri.Running }
	crowd, err := karakuri.New(p, karakuri.Options{Recorder: rec}, karakuri.Bind("toil", goesOn), karakuri.Bind("doze", goesOn))
	if err != nil {
		t.Fatal(err)
	}
	a := crowd.Spawn("villager")
	for tick := range 60 {
		if tick == 30 {
			if err := a.SetPersonality("lazy"); err != nil {
				t.Fatal(err)
			}
		}
		crowd.Step()
	}
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	ask := func(tick string, more ...string) string {
		return said(t, append([]string{"explain", file, "--agent", "villager#1", "--tick", tick}, more...)...)
	}
	if early, late := ask("20", "--json"), ask("50", "--json"); !strings.Contains(early, `"personality":"eager"`) || !strings.Contains(late, `"personality":"lazy"`) {
		t.Errorf("as JSON: %s, later %s", early, late)
	}
	if got := ask("50", "--why-not", "work"); !strings.Contains(got, "never by personality: want work: personality lazy") {
		t.Error(got)
	}
	if a.Personality() != "lazy" || !strings.Contains(a.WhyNot("work").String(), "personality lazy") {
		t.Error(a.Personality(), a.WhyNot("work"))
	}
}

// said runs a command that succeeds, and returns its output.
func said(t *testing.T, args ...string) string {
	t.Helper()
	var out, err bytes.Buffer
	c := &console{in: strings.NewReader(""), out: &out, err: &err, now: func() time.Duration { return 0 }, stop: make(chan struct{})}
	if code := run(args, c); code != exitOK {
		t.Fatalf("karakuri %v: exit code %d\n%s%s", args, code, out.String(), err.String())
	}
	return out.String()
}
