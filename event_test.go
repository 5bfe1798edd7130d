package karakuri_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// TestEventKindsAreNamedAsTracesNameThem: each number of a trace has a constant, of the name that the trace gives it.
func TestEventKindsAreNamedAsTracesNameThem(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "event_kind.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var declared []string
	ast.Inspect(file, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok {
			declared = append(declared, v.Names[0].Name)
		}
		return true
	})
	kinds := agent.EventNames().Kinds
	if len(declared)+1 != len(kinds) {
		t.Fatalf("%d kinds are declared, of %d", len(declared), len(kinds)-1)
	}
	for i, name := range declared {
		k := karakuri.EventKind(i + 1)
		if k.String() != kinds[i+1] {
			t.Errorf("%d is %q, want %q", k, k, kinds[i+1])
		}
		want := k.String()
		for _, word := range strings.Fields(inWords(name)) {
			if !slices.Contains([]string{"goal", "tree", "node", "squad"}, word) && !strings.Contains(want, word[:min(4, len(word))]) {
				t.Errorf("%s is called %q", name, want)
			}
		}
	}
}

// inWords returns a Go name in words: "plan adopted".
func inWords(name string) string {
	var b strings.Builder
	for _, r := range name {
		if unicode.IsUpper(r) {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

const herd = `
action graze
action stand
state agent { hungry: bool = true }
operator eat { do graze; effect hungry = false }
task dine { method "eat" { eat } }
goal rest { stand }
brain calm { want rest { score 0.5 } }
tree idle { sequence { stand } }
squad flock { idle stand }
agent sheep { plan dine when hungry; squad flock }
agent cow { brain calm }
agent goat { tree idle }
`

// herded makes a crowd with one agent of each family, and a sink.
func herded(t testing.TB, events karakuri.Families, sink func(karakuri.Event)) *karakuri.Crowd {
	t.Helper()
	p, err := karakuri.Load(fstest.MapFS{"herd.krk": {Data: []byte(herd)}}, "herd.krk")
	if err != nil {
		t.Fatal(err)
	}
	done := func(*karakuri.Ctx, *none, *none) karakuri.Status { return karakuri.Success }
	crowd, err := karakuri.New(p, karakuri.Options{Sink: karakuri.SinkFunc(sink), Events: events}, karakuri.Bind("graze", done), karakuri.Bind("stand", done))
	if err != nil {
		t.Fatal(err)
	}
	flock, sheep := crowd.SpawnSquad("flock"), crowd.Spawn("sheep")
	if err := flock.Join(sheep); err != nil {
		t.Fatal(err)
	}
	crowd.Spawn("cow")
	crowd.Spawn("goat")
	return crowd
}

// TestASinkReceivesTheFamiliesThatItIsToReceive: by default all but trees; and the sink changes nothing.
func TestASinkReceivesTheFamiliesThatItIsToReceive(t *testing.T) {
	all := []karakuri.Families{karakuri.Plans, karakuri.Goals, karakuri.Squads, karakuri.Trees}
	hashes := map[uint64]bool{}
	for _, asked := range append(all, 0, karakuri.MostEvents|karakuri.Trees) {
		heard := map[karakuri.Families]int{}
		crowd := herded(t, asked, func(e karakuri.Event) {
			heard[e.Kind.Family()]++
			if e.Text() == "" || e.Agent == 0 || e.Tick == 0 && e.Kind.Family() != karakuri.Squads {
				t.Errorf("%v: agent %d, tick %d, %q", e.Kind, e.Agent, e.Tick, e.Text())
			}
		})
		for range 10 {
			crowd.Step()
		}
		hashes[crowd.TraceHash()] = true
		if asked == 0 {
			asked = karakuri.MostEvents
		}
		for _, f := range all {
			if want := asked&f != 0; (heard[f] > 0) != want {
				t.Errorf("asked for %v: %d events of %v", asked, heard[f], f)
			}
		}
	}
	if len(hashes) != 1 {
		t.Errorf("who is told changes what is decided: %v", hashes)
	}
}

// TestTellingDoesNotAllocate: a sink of all families, trees node by node, costs no memory.
func TestTellingDoesNotAllocate(t *testing.T) {
	var heard [karakuri.SquadFaulted + 1]int
	crowd := herded(t, karakuri.MostEvents|karakuri.Trees, func(e karakuri.Event) { heard[e.Kind]++ })
	for range 200 {
		crowd.Step()
	}
	before := heard
	if n := testing.AllocsPerRun(500, crowd.Step); n > 0 {
		t.Errorf("a tick allocates %v times", n)
	}
	for _, k := range []karakuri.EventKind{karakuri.NodeStarted, karakuri.GoalStepEnded} {
		if heard[k] <= before[k] {
			t.Errorf("no %v is told of meanwhile", k)
		}
	}
}

// TestCausesAreThoseOfAllFamilies: the constants are those that the families share, in their order.
func TestCausesAreThoseOfAllFamilies(t *testing.T) {
	declared := func(name string) (list []string) {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if v, ok := n.(*ast.ValueSpec); ok && strings.HasPrefix(v.Names[0].Name, "Cause") {
				list = append(list, v.Names[0].Name)
			}
			return true
		})
		return list
	}
	if got, want := declared("event_cause.go"), declared("internal/fact/cause.go"); len(got) != int(fact.LastCause) || !slices.Equal(got, want) {
		t.Errorf("%v\nand %v are declared, %d in all", got, want, fact.LastCause)
	}
}

// TestEventsSayWhy: a step has the reason of its failure, an agent the reason why it is idle, a goal the reason of its
// end.
func TestEventsSayWhy(t *testing.T) {
	p, err := karakuri.Load(fstest.MapFS{"herd.krk": {Data: []byte(herd)}}, "herd.krk")
	if err != nil {
		t.Fatal(err)
	}
	causes := map[karakuri.EventKind]karakuri.Cause{}
	sink := karakuri.SinkFunc(func(e karakuri.Event) {
		if causes[e.Kind] == 0 {
			causes[e.Kind] = e.Cause
		}
	})
	fails := func(*karakuri.Ctx, *none, *none) karakuri.Status { return karakuri.Failure }
	crowd, err := karakuri.New(p, karakuri.Options{Sink: sink}, karakuri.Bind("graze", fails), karakuri.Bind("stand", fails))
	if err != nil {
		t.Fatal(err)
	}
	flock, sheep := crowd.SpawnSquad("flock"), crowd.Spawn("sheep")
	if err := flock.Join(sheep); err != nil {
		t.Fatal(err)
	}
	crowd.Spawn("cow")
	for range 30 {
		crowd.Step()
	}
	sheep.Leave()
	crowd.Step()
	for kind, want := range map[karakuri.EventKind]karakuri.Cause{
		karakuri.StepStarted: 0, karakuri.StepFailed: karakuri.CauseActionFailed, karakuri.IdleStarted: karakuri.CauseNoLine,
		karakuri.GoalFailed: karakuri.CauseWaysFailed, karakuri.MemberLeft: karakuri.CauseLeft,
	} {
		if got := causes[kind]; got != want {
			t.Errorf("%v: %q, want %q", kind, got, want)
		}
	}
}
