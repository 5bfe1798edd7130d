package btcpp_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/tree/btexact"
)

// grower makes trees at random, of actions and conditions with scripts, and of what can be translated without a
// warning.
type grower struct {
	*rand.Rand
	names int
	inner int // the SubTree that leaves may be; 0: none
}

func (g *grower) of(words ...string) string { return words[g.IntN(len(words))] }

// name names a node, and gives it conditions and scripts at times.
func (g *grower) name() string {
	g.names++
	name := fmt.Sprintf(` name="n%d"`, g.names)
	for _, a := range []string{`_skipIf="a&gt;2"`, `_successIf="b==3"`, `_failureIf="c==2"`, `_while="d&lt;4"`, `_onHalted="b+=1"`, `_onSuccess="a+=1"`, `_onFailure="c+=1"`, `_post="b+=2"`} {
		if g.IntN(14) == 0 {
			name += " " + a
		}
	}
	return name
}

func (g *grower) outcomes(of ...string) string {
	text := ` seq="`
	for range 1 + g.IntN(4) {
		text += g.of(of...)
	}
	return text + `"`
}

func (g *grower) leaf() string {
	name := g.name()
	switch g.IntN(14) {
	case 0:
		return `<Script` + name + ` code="a = a&gt;5 ? 0 : a+1"/>`
	case 1:
		return `<ScriptCondition` + name + ` code="a&lt;3 || b&gt;c"/>`
	case 2:
		return `<Sleep` + name + ` msec="` + g.of("100", "200", "300") + `"/>`
	case 3:
		return g.of(`<AlwaysSuccess`, `<AlwaysFailure`) + name + `/>`
	case 4:
		return `<SetBlackboard` + name + ` value="1" output_key="c"/>`
	case 5:
		if g.inner > 0 {
			return fmt.Sprintf(`<SubTree ID="T%d"`, g.inner) + name + g.of(` _autoremap="true"`, ` a="{b}"`, ` a="{a}" c="{c}"`, ``) + `/>`
		}
	case 6, 7, 8:
		return `<C` + name + g.outcomes("S", "F") + `/>`
	}
	return `<A` + name + g.outcomes("S", "F", "R") + `/>`
}

func (g *grower) node(depth int) string {
	if depth == 0 || g.IntN(5) == 0 {
		return g.leaf()
	}
	many := 1 + g.IntN(3)
	kinds := []struct {
		tag, ports string
		children   int
	}{
		{"Sequence", "", many}, {"Fallback", "", many}, {"ReactiveSequence", "", many}, {"ReactiveFallback", "", many},
		{"Parallel", `success_count="` + g.of("-1", "1", "2", "-2") + `" failure_count="` + g.of("1", "2") + `"`, many},
		{"ParallelAll", `max_failures="` + g.of("1", "2", "-1") + `"`, many},
		{"IfThenElse", "", 2}, {"IfThenElse", "", 3}, {"WhileDoElse", "", 2}, {"WhileDoElse", "", 3}, {"TryCatch", "", many + 1},
		{"Switch2", `variable="` + g.of("1", "2", "3") + `" case_1="1" case_2="2"`, 3},
		{"Inverter", "", 1}, {g.of("ForceSuccess", "ForceFailure"), "", 1}, {"KeepRunningUntilFailure", "", 1}, {"Delay", `delay_msec="200"`, 1},
		{"RunOnce", `then_skip="` + g.of("true", "false") + `"`, 1},
		{"HostRobin", "", many}, {"HostInvert", "", 1},
		{"Precondition", `if="a&lt;3" else="` + g.of("SUCCESS", "FAILURE", "SKIPPED") + `"`, 1},
	}
	k := kinds[g.IntN(len(kinds))]
	var b strings.Builder
	fmt.Fprintf(&b, "<%s%s %s>", k.tag, g.name(), k.ports)
	for range k.children {
		b.WriteString(g.node(depth - 1))
	}
	return b.String() + "</" + k.tag + ">"
}

func (g *grower) document() string {
	var b strings.Builder
	b.WriteString(`<root BTCPP_format="4" main_tree_to_execute="Main">`)
	for i, id := range []string{"Main", "T1", "T2"} {
		if g.inner = i + 1; g.inner > 2 {
			g.inner = 0
		}
		fmt.Fprintf(&b, `<BehaviorTree ID="%s">%s</BehaviorTree>`, id, g.node(3-i))
	}
	return b.String() + "</root>"
}

// exact is a tree that package btexact runs, with scripted leaves, and a log of the last tick.
type exact struct {
	tree   *btexact.Tree
	events []string
	tick   int
}

func newExact(t *testing.T, d *btcpp.Document) *exact {
	x := &exact{}
	next := func(word string) func(c *btexact.Call) btexact.Status {
		return func(c *btexact.Call) btexact.Status {
			seq, _ := c.Text("seq")
			at := &c.Memory()[0]
			outcome := seq[*at%int64(len(seq))]
			*at++
			x.events = append(x.events, fmt.Sprint(word, " ", c.Name(), " ", string(outcome)))
			return map[byte]btexact.Status{'S': btexact.Success, 'F': btexact.Failure, 'R': btexact.Running}[outcome]
		}
	}
	p, ds := btexact.Compile(d, btexact.Options{Leaves: map[string]btexact.Leaf{
		"A": btexact.Async(next("start"), next("running"), func(c *btexact.Call) { x.events = append(x.events, "halted "+c.Name()) }),
		"C": btexact.Sync(next("cond")),
	}, Branches: map[string]btexact.Branch{
		"HostRobin": {Announce: true, Tick: exactRobin, Halted: func(c *btexact.Call) { c.Memory()[0] = 0 }}, "HostInvert": {Announce: true, Tick: exactInvert}}})
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	x.tree = p.NewTree()
	for _, key := range []string{"a", "b", "c", "d"} {
		if err := x.tree.Blackboard().Set(key, btexact.Int(0)); err != nil {
			t.Fatal(err)
		}
	}
	return x
}

// exactRobin ticks one child, and when that has ended the next one in the next tick. It succeeds with a child that
// fails.
func exactRobin(c *btexact.Call, kids btexact.Children) btexact.Status {
	at := &c.Memory()[0]
	child := int(*at % int64(kids.Len()))
	s := kids.Tick(child)
	if s == btexact.Running {
		return s
	}
	kids.Halt(child)
	if *at++; s == btexact.Failure {
		*at = 0
		return btexact.Success
	}
	return btexact.Running
}

func exactInvert(_ *btexact.Call, kids btexact.Children) btexact.Status {
	switch s := kids.Tick(0); s {
	case btexact.Success:
		return btexact.Failure
	case btexact.Failure:
		return btexact.Success
	default:
		return s
	}
}

// step ticks the tree; not ok: with an error, after which nothing can be compared.
func (x *exact) step() (status string, ok bool) {
	x.events = nil
	s, err := x.tree.Tick(time.Duration(x.tick) * 100 * time.Millisecond)
	x.tick++
	return asNative(s.String()), err == nil
}

// asNative returns the status of a translated tree for a status of the library.
func asNative(status string) string {
	if status == "SKIPPED" {
		return "FAILURE"
	}
	return status
}

// warnedOf reports whether a translation says that something differs.
func warnedOf(ds diag.List) bool {
	return slices.ContainsFunc(ds.All, func(d diag.Diagnostic) bool { return d.Code == diag.BTNotInModel })
}

// Random trees that are translated without a warning do the same as package btexact does with them, whether they
// evaluate everything in each tick or only what has changed.
func TestTranslatedTreesDoTheSameAsExactOnes(t *testing.T) {
	seeds := 3000
	if testing.Short() {
		seeds = 800
	}
	o, silent := btcpp.Options{Nodes: testNodes(t)}, 0
	for seed := range seeds {
		g := &grower{Rand: rand.New(rand.NewPCG(uint64(seed), 1))}
		xml := g.document()
		scripted, ds := btcpp.ReadString("case.xml", xml, o)
		if ds.HasErrors() {
			t.Fatalf("seed %d: %v\n%s", seed, ds.Err(), xml)
		}
		scripts, looks := ownActions(scripted)
		m, ds := toModel(scripted)
		if m == nil || warnedOf(ds) {
			continue
		}
		silent++
		for _, polling := range []bool{true, false} {
			info, _ := def.Check(m)
			s := newStage(t, info, scripts, looks)
			s.polling = polling
			d, _ := btcpp.ReadString("case.xml", xml, o)
			x := newExact(t, d)
			for tick := range 8 {
				want, ok := x.step()
				if !ok {
					break
				}
				if got := s.step(); got != want || !slices.Equal(s.events, x.events) {
					t.Errorf("seed %d, polling %t, tick %d: %s %v, exactly %s %v\n%s", seed, polling, tick+1, got, s.events, want, x.events, xml)
					break
				}
			}
		}
	}
	t.Logf("%d of %d trees are translated without a warning", silent, seeds)
	if silent < seeds/4 {
		t.Error("few trees are translated without a warning")
	}
}
