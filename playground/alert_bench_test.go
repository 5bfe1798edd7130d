package playground

import (
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/karakuri-ai/karakuri"
)

// patrollers walk about, see and hear each other, and do the same with alert lines and looks as without.
const patrollers = `
type person max 256
type guard : person
type thief : person
type mood = { calm, suspicious, searching, alert }
state agent { remembered position(p: person): vec2; ALARM LOOKS }
action wander_about uses legs
operator walk { do wander_about }
task rounds { method "walk" { walk } }
sense sight   { range 12; cone 110deg; line_of_sight }
sense hearing { damping 0.7 }
sense talk    { range 40 }
memory short { span 10s; miss_range 2 }
agent sentinel { plan rounds every 0.5s; LINES sense sight; sense hearing; sense talk; memory short; body guard }
agent sneak    { plan rounds every 0.5s; sense sight; memory short; body thief }
`

// patrol returns a scene of forty guards and twenty noisy thieves.
func patrol(t testing.TB, alerts, looks bool) *Playground {
	t.Helper()
	of := func(on bool, text string) string {
		if on {
			return text
		}
		return ""
	}
	file := strings.NewReplacer("ALARM", of(alerts, "remembered alarm: mood; remembered lead: vec2;"), "LOOKS", of(looks, "sensed hunt: vec2;"), "LINES", of(alerts,
		"alert suspicious on hearing each x: thief hold 4s; alert searching on missed each x: thief hold 8s; alert alert on sight each x: thief hold 2s;")).Replace(patrollers)
	s, err := ParseScene("patrol.scene", "size 100 80\nbox 20 20 30 40\nbox 50 10 70 30\nbox 40 50 60 60\nquery hunt around self from 0 to 20 step 5 where looked 30..\n"+
		"cast sentinel 40 team 1 speed 3 noise 8\ncast sneak 20 team 2 speed 4 noise 8")
	if err != nil {
		t.Fatal(err)
	}
	program, err := karakuri.Load(fstest.MapFS{"patrol.krk": {Data: []byte(file)}}, "patrol.krk")
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(program, s, Options{Crowd: karakuri.Options{Seed: 1}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// BenchmarkAlertness shows what alert lines and looks cost, beside the same scene without them. The runs take turns.
//
//	go test -run '^$' -bench Alertness -benchtime 5x ./playground
func BenchmarkAlertness(b *testing.B) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var least [3]time.Duration
	for range b.N {
		for i := range least {
			p := patrol(b, i > 0, i > 1)
			p.Run(5)
			began := worked()
			p.Run(30)
			if took := worked() - began; least[i] == 0 || took < least[i] {
				least[i] = took
			}
		}
	}
	agents := float64(60 * 300)
	b.ReportMetric(float64(least[0])/agents/1e3, "µs/agent-tick")
	b.ReportMetric(float64(least[1])/float64(least[0]), "×alerts")
	b.ReportMetric(float64(least[2])/float64(least[0]), "×alerts+looks")
	b.ReportMetric(0, "ns/op")
}

// TestAlertLinesAndLooksWork in the scene of the benchmark: guards are alerted and look, and walk as they would
// without.
func TestAlertLinesAndLooksWork(t *testing.T) {
	with, without := patrol(t, true, true), patrol(t, false, false)
	alarmed, looked := 0, 0
	for range 100 {
		with.Step()
		without.Step()
		for i := range with.members {
			if a, b := with.at(&with.members[i]), without.at(&without.members[i]); a != b {
				t.Fatalf("character %d is at %v, without at %v", i, a, b)
			}
		}
		for i := range 40 {
			if with.alarm(i) > 0 {
				alarmed++
			}
		}
	}
	for i := range 40 {
		for _, tick := range with.members[i].looked {
			if tick > 0 {
				looked++
			}
		}
	}
	if alarmed < 100 || looked < 1000 {
		t.Errorf("%d times alarmed, %d places looked at", alarmed, looked)
	}
}
