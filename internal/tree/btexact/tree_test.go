package btexact_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/internal/tree/btexact"
)

// TestFaultInLeaf: a leaf that panics ends the tick with an error that names it; the tree is halted and continues.
func TestFaultInLeaf(t *testing.T) {
	angry := true
	f := build(t, `<ParallelAll name="p"><A name="a" seq="RRS" _onHalted="h:=1"/><SubTree ID="S" name="sub"/></ParallelAll></BehaviorTree><BehaviorTree ID="S"><Say name="bad" message="x"/>`,
		func(o *btexact.Options) {
			o.Leaves["Say"] = btexact.Sync(func(c *btexact.Call) btexact.Status {
				if angry {
					panic("angry")
				}
				return btexact.Success
			})
		})
	s, err := f.tree.Tick(0)
	var e *btexact.Error
	var p *btexact.Panic
	if s != btexact.Idle || !errors.As(err, &e) || !errors.As(err, &p) || p.Value != "angry" || e.Path != "sub/bad" || e.ID != "Say" {
		t.Fatalf("%v %v", s, err)
	}
	if err.Error() != `node "sub/bad" (Say): panic: angry` {
		t.Error(err)
	}
	if f.idle() != "" || f.board() != "h=1" || !f.stopped {
		t.Errorf("not halted: %s; %s", f.idle(), f.board())
	}
	angry = false
	if got := f.tick(0); got != "RUNNING a>R" {
		t.Error(got)
	}
}

// TestFaultsWhileHalting: what goes wrong in one node keeps no other from being halted.
func TestFaultsWhileHalting(t *testing.T) {
	reported := ""
	f := build(t, `<ParallelAll><A name="a" seq="R" _onHalted="nowhere+=1"/><A name="b" seq="R"/><A name="c" seq="R"/><A name="d" seq="R" _onHalted="x:=1"/></ParallelAll>`,
		func(o *btexact.Options) {
			running := func(*btexact.Call) btexact.Status { return btexact.Running }
			o.Leaves["A"] = btexact.Async(running, running, func(c *btexact.Call) {
				reported += c.Name()
				if c.Name() == "c" {
					panic("c")
				}
			})
		})
	f.tick(0)
	var e *btexact.Error
	if err := f.tree.Halt(); !errors.As(err, &e) || e.Path != "a" {
		t.Error(err)
	}
	if f.idle() != "" || reported != "abcd" || f.board() != "x=1" || !f.stopped {
		t.Errorf("%s; %s; %s", f.idle(), reported, f.board())
	}
}

func TestFaults(t *testing.T) {
	for _, c := range []struct{ xml, want string }{
		{`<Repeat num_cycles="{n}"><AlwaysSuccess/></Repeat>`, `node "Repeat::1" (Repeat): port "num_cycles"`},
		{`<Sequence><Script name="s" code="a:=b"/></Sequence>`, `node "s" (Script): script "a:=b"`},
		{`<AlwaysSuccess name="x" _skipIf="a"/>`, `node "x" (AlwaysSuccess): script "a"`},
		{`<AlwaysSuccess name="x" _skipIf="'text'"/>`, `neither true nor false`},
		{`<Say message="x" name="running"/>`, `RUNNING`},
		{`<Copy in="idle" name="idle"/>`, `IDLE`},
		{`<ManualSelector name="m"><AlwaysSuccess/></ManualSelector>`, `does not choose`},
		{`<Sleep msec="{x}"/>`, `port "msec"`},
		{`<Precondition if="true" else="{x}"><AlwaysSuccess/></Precondition>`, `port "else"`},
		{`<Sequence><Script code="x:=1.5"/><Parallel success_count="{x}"><AlwaysSuccess/></Parallel></Sequence>`, `fraction`},
	} {
		f := build(t, c.xml, func(o *btexact.Options) {
			o.Leaves["Say"] = btexact.Sync(func(*btexact.Call) btexact.Status { return btexact.Running })
			o.Leaves["Copy"] = btexact.Sync(func(*btexact.Call) btexact.Status { return btexact.Idle })
		})
		_, err := f.tree.Tick(0)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.xml, err, c.want)
		}
		if f.idle() != "" {
			t.Errorf("%s: %s", c.xml, f.idle())
		}
	}
}

// TestOwnPanics: a mistake outside the host's leaves is not taken for one of theirs.
func TestOwnPanics(t *testing.T) {
	f := build(t, `<AlwaysSuccess/>`)
	f.tree.Observe(angryObserver{})
	defer func() {
		if recover() == nil {
			t.Error("the panic was swallowed")
		}
	}()
	f.tree.Tick(0)
}

type angryObserver struct{}

func (angryObserver) Transition(time.Duration, btexact.NodeID, btexact.Status, btexact.Status) {
	panic("observer")
}

func TestBusy(t *testing.T) {
	var inner []error
	var f *fixture
	f = build(t, `<Say message="x"/>`, func(o *btexact.Options) {
		o.Leaves["Say"] = btexact.Sync(func(*btexact.Call) btexact.Status {
			_, err := f.tree.Tick(0)
			_, err2 := f.tree.Snapshot()
			inner = []error{err, f.tree.Halt(), err2}
			return btexact.Success
		})
	})
	if got := f.tick(0); got != "SUCCESS" {
		t.Error(got)
	}
	for _, err := range inner {
		if !errors.Is(err, btexact.ErrBusy) {
			t.Error(err)
		}
	}
}

// TestLeafForms: actions registered as a function only show that they were running; conditions may be running.
func TestLeafForms(t *testing.T) {
	f := build(t, `<Sequence name="s"><Say name="say" message="x"/><C name="k" seq="R"/></Sequence>`, func(o *btexact.Options) {
		o.Leaves["Say"] = btexact.Leaf{Announce: true, Tick: func(*btexact.Call) btexact.Status { return btexact.Success }}
	})
	if got := f.tick(0); got != "RUNNING k?R" {
		t.Error(got)
	}
	want := "[[s IDLE RUNNING] [say IDLE RUNNING] [say RUNNING SUCCESS] [k IDLE RUNNING]]"
	if fmt.Sprint(f.trans) != want {
		t.Error(f.trans)
	}
	defer func() {
		if recover() == nil {
			t.Error("a leaf without functions was bound")
		}
	}()
	build(t, `<Say message="x"/>`, func(o *btexact.Options) { o.Leaves["Say"] = btexact.Leaf{} })
}

func TestTickOnceAndWait(t *testing.T) {
	f := build(t, `<Sequence><Repeat num_cycles="3"><A name="a" seq="S"/></Repeat><Sleep msec="20"/></Sequence>`)
	if s, err := f.tree.TickOnce(0); s != btexact.Running || err != nil || f.what() != "a>S a>S a>S" || f.tree.Woken() {
		t.Error(s, err, f.what())
	}
	if d, ok := f.tree.Wait(); d != 20*ms || !ok {
		t.Error(d, ok)
	}
	if s, _ := f.tree.TickOnce(15 * ms); s != btexact.Running {
		t.Error(s)
	}
	if d, ok := f.tree.Wait(); d != 5*ms || !ok {
		t.Error(d, ok)
	}
	if s, _ := f.tree.TickOnce(20 * ms); s != btexact.Success || f.tree.Now() != 20*ms {
		t.Error(s)
	}
	if d, ok := f.tree.Wait(); d != 0 || ok {
		t.Error(d, ok)
	}
	endless := build(t, `<Repeat num_cycles="-1"><AlwaysSuccess/></Repeat>`)
	if s, err := endless.tree.TickOnce(0); s != btexact.Running || err != nil || !endless.tree.Woken() {
		t.Error(s, err)
	}
	asked := build(t, `<A name="a" seq="R"/>`, func(o *btexact.Options) {
		o.Leaves["A"] = btexact.Async(func(c *btexact.Call) btexact.Status { c.Wake(); return btexact.Running },
			func(c *btexact.Call) btexact.Status { return btexact.Success }, nil)
	})
	if s, err := asked.tree.TickOnce(0); s != btexact.Success || err != nil {
		t.Error(s, err)
	}
}

func TestQueues(t *testing.T) {
	xml := `<Sequence><QueueSize queue="{q}" size="{n}"/><PopFromQueue queue="{q}" popped_item="{x}"/>
		<LoopInt queue="{q}" value="{v}"><Say message="{v}"/></LoopInt></Sequence>`
	f := build(t, xml)
	queue := &btexact.List{Values: []btexact.Value{btexact.Int(1), btexact.Int(2), btexact.Int(3)}}
	f.tree.Blackboard().Set("q", btexact.Queue(queue))
	for i, want := range []string{"RUNNING say:2", "RUNNING say:3", "SUCCESS", "FAILURE"} {
		if got := f.tick(0); got != want {
			t.Fatalf("%d: %s, want %s", i, got, want)
		}
	}
	if f.board() != "n=3 q= v=3 x=1" || len(queue.Values) != 0 {
		t.Error(f.board())
	}

	f = build(t, `<LoopInt queue="{q}" value="{v}"><Say message="{v}"/></LoopInt>`)
	f.tree.Blackboard().Set("q", btexact.Vector(btexact.Int(7), btexact.Int(8)))
	for i, want := range []string{"RUNNING say:7", "RUNNING say:8", "SUCCESS", "RUNNING say:7"} {
		if got := f.tick(0); got != want {
			t.Fatalf("vector %d: %s, want %s", i, got, want)
		}
	}

	f = build(t, `<ConsumeQueue queue="{q}" popped_item="{v}"><Sequence><Say message="{v}"/><A name="a" seq="SRSF"/></Sequence></ConsumeQueue>`)
	f.tree.Blackboard().Set("q", btexact.Queue(&btexact.List{Values: []btexact.Value{btexact.Int(1), btexact.Int(2), btexact.Int(3), btexact.Int(4)}}))
	for i, want := range []string{"RUNNING say:1 a>S say:2 a>R", "FAILURE a.S say:3 a>F", "SUCCESS say:4 a>S", "SUCCESS"} {
		if got := f.tick(0); got != want {
			t.Fatalf("consume %d: %s, want %s", i, got, want)
		}
	}
}

func TestManualSelector(t *testing.T) {
	choices := []int{1, btexact.ChooseSuccess, btexact.ChooseFailure, btexact.ChooseRunning, 0, 5}
	names := ""
	f := build(t, `<ManualSelector><A name="a" seq="R"/><A name="b" seq="S"/></ManualSelector>`, func(o *btexact.Options) {
		o.Choose = func(c *btexact.Call) int {
			names = strings.Join(c.Children(), ",")
			next := choices[0]
			choices = choices[1:]
			return next
		}
	})
	for i, want := range []string{"SUCCESS b>S", "SUCCESS", "FAILURE", "RUNNING", "RUNNING a>R", "ERROR"} {
		if got := f.tick(0); got != want {
			t.Fatalf("%d: %s, want %s", i, got, want)
		}
	}
	if names != "a,b" {
		t.Error(names)
	}
}

// TestSteadyTicksDoNotAllocate: once warm, with numbers on the blackboard, a tick costs no memory.
func TestSteadyTicksDoNotAllocate(t *testing.T) {
	doc, ds := btcpp.ReadString("t.xml", document(steadyTree), btcpp.Options{Nodes: models()})
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	p, ds := btexact.Compile(doc, btexact.Options{Leaves: map[string]btexact.Leaf{"In": btexact.Sync(func(c *btexact.Call) btexact.Status {
		if n, err := c.Int("any"); err != nil || n < 0 {
			return btexact.Failure
		}
		return btexact.Success
	})}})
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	tree := p.NewTree()
	if err := tree.Blackboard().Set("n", btexact.Int(0)); err != nil {
		t.Fatal(err)
	}
	now := time.Duration(0)
	tick := func() {
		now += 10 * ms
		if _, err := tree.Tick(now); err != nil {
			t.Fatal(err)
		}
	}
	for range 10 {
		tick()
	}
	if n := testing.AllocsPerRun(200, tick); n != 0 {
		t.Errorf("%v allocations a tick", n)
	}
}

const steadyTree = `<BehaviorTree ID="Main"><ReactiveSequence>
	<In any="{n}"/>
	<Script code="n+=1; x:=n*2.5; y := x &gt; 3 ? n : 0"/>
	<Switch3 variable="{n}" case_1="1" case_2="20" case_3="3.5"><AlwaysSuccess/><AlwaysSuccess/><AlwaysSuccess/><AlwaysSuccess/></Switch3>
	<Switch2 variable="{x}" case_1="1" case_2="20"><AlwaysSuccess/><AlwaysSuccess/><AlwaysSuccess/></Switch2>
	<SubTree ID="S" m="{n}" lit="5"/>
	<LoopInt queue="1;2;3" value="{v}"><ScriptCondition code="v&gt;0" _onSuccess="z:=v"/></LoopInt>
	</ReactiveSequence></BehaviorTree>
	<BehaviorTree ID="S"><Parallel><Fallback><ScriptCondition code="m&gt;1e9"/><AlwaysSuccess _skipIf="m &lt; 0"/></Fallback>
	<RetryUntilSuccessful num_attempts="2"><Inverter><AlwaysFailure/></Inverter></RetryUntilSuccessful>
	<TryCatch><AlwaysSuccess/><AlwaysFailure/></TryCatch><Sleep msec="0"/></Parallel></BehaviorTree>`

func BenchmarkTick(b *testing.B) {
	doc, ds := btcpp.ReadString("t.xml", document(steadyTree), btcpp.Options{Nodes: models()})
	if ds.HasErrors() {
		b.Fatal(ds.All)
	}
	p, ds := btexact.Compile(doc, btexact.Options{Leaves: map[string]btexact.Leaf{"In": btexact.Sync(func(*btexact.Call) btexact.Status { return btexact.Success })}})
	if ds.HasErrors() {
		b.Fatal(ds.All)
	}
	tree := p.NewTree()
	tree.Blackboard().Set("n", btexact.Int(0))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := tree.Tick(0); err != nil {
			b.Fatal(err)
		}
	}
}
