package btexact_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/internal/tree/btexact"
	"pgregory.net/rapid"
)

// drawTree makes the XML of a random tree out of every node that needs no host, with conditions and scripts.
func drawTree(t *rapid.T, depth int, names *int) string {
	*names++
	name := fmt.Sprintf(`name="n%d"`, *names)
	for _, attr := range []string{`_skipIf="a&gt;2"`, `_successIf="b==3"`, `_failureIf="c==2"`, `_while="a&lt;4"`, `_onHalted="b+=1"`, `_onSuccess="a+=1"`, `_onFailure="c+=1"`, `_post="b+=2"`} {
		if rapid.IntRange(0, 11).Draw(t, "attr") == 11 {
			name += " " + attr
		}
	}
	leaf := func() string {
		seq := rapid.StringMatching(`[SFR]{1,4}`).Draw(t, "seq")
		return rapid.SampledFrom([]string{
			`<A ` + name + ` seq="` + seq + `"/>`, `<A ` + name + ` seq="` + seq + `"/>`,
			`<C ` + name + ` seq="` + strings.ReplaceAll(seq, "R", "F") + `"/>`,
			`<Script ` + name + ` code="a = a&gt;5 ? 0 : a+1"/>`, `<Script ` + name + ` code="m = m=='1' ? '2' : '1'"/>`, `<ScriptCondition ` + name + ` code="a&lt;3 || b&gt;c"/>`,
			`<Sleep ` + name + ` msec="3"/>`, `<AlwaysSuccess ` + name + `/>`, `<WasEntryUpdated ` + name + ` entry="a"/>`,
			`<SetBlackboard ` + name + ` value="1" output_key="c"/>`, `<PopFromQueue ` + name + ` queue="{q}" popped_item="{x}"/>`,
		}).Draw(t, "leaf")
	}
	if depth == 0 {
		return leaf()
	}
	kids := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(drawTree(t, depth-1, names))
		}
		return b.String()
	}
	element := func(tag, attrs string, n int) string {
		return `<` + tag + ` ` + name + ` ` + attrs + `>` + kids(n) + `</` + tag + `>`
	}
	many := rapid.IntRange(1, 3).Draw(t, "children")
	few := rapid.IntRange(-1, 2).Draw(t, "few")
	number := fmt.Sprintf(`"%d"`, few)
	switch rapid.IntRange(0, 26).Draw(t, "node") {
	case 0:
		return element("Sequence", "", many)
	case 1:
		return element("Fallback", "", many)
	case 2:
		return element("SequenceWithMemory", "", many)
	case 3:
		return element("ReactiveSequence", "", many)
	case 4:
		return element("ReactiveFallback", "", many)
	case 5:
		return element("AsyncFallback", "", many)
	case 6:
		return element("Parallel", `success_count=`+number, many)
	case 7:
		return element("ParallelAll", `max_failures=`+number, many)
	case 8:
		return element("IfThenElse", "", rapid.IntRange(2, 3).Draw(t, "branches"))
	case 9:
		return element("WhileDoElse", "", rapid.IntRange(2, 3).Draw(t, "branches"))
	case 10:
		return element("Switch2", `variable="{m}" case_1="1" case_2="2"`, 3)
	case 11:
		return element("TryCatch", `catch_on_halt="true"`, many+1)
	case 12:
		return element("TryCatch", "", many+1)
	case 13:
		return element("Inverter", "", 1)
	case 14:
		return element("ForceSuccess", "", 1)
	case 15:
		return element("KeepRunningUntilFailure", "", 1)
	case 16:
		return element("Repeat", `num_cycles=`+number, 1)
	case 17:
		return element("RetryUntilSuccessful", `num_attempts=`+number, 1)
	case 18:
		return element("RunOnce", `then_skip="`+rapid.SampledFrom([]string{"true", "false"}).Draw(t, "skip")+`"`, 1)
	case 19:
		return element("Precondition", `if="a&lt;3" else="`+rapid.SampledFrom([]string{"SUCCESS", "FAILURE", "SKIPPED"}).Draw(t, "else")+`"`, 1)
	case 20:
		return element("Delay", `delay_msec="2"`, 1)
	case 21:
		return element("Timeout", `msec="4"`, 1)
	case 22:
		return element("LoopInt", `queue="`+rapid.SampledFrom([]string{"1;2;3", "{q}", "{v}"}).Draw(t, "queue")+`" value="{x}"`, 1)
	case 23:
		return element("SkipUnlessUpdated", `entry="b"`, 1)
	case 24:
		return element("WaitValueUpdate", `entry="c"`, 1)
	case 25:
		return element("PipelineSequence", "", many)
	}
	return element("RecoveryNode", `number_of_retries="2"`, 2)
}

// start makes a player of a random tree, with queues on its blackboard.
func start(t rapid.TB, xml string, branches ...map[string]btexact.Branch) *player {
	p, err := newPlayerOf(document(xml), models(), branches...)
	if err != nil {
		t.Skip(err) // two asynchronous children of a ReactiveSequence, for example
	}
	values := []btexact.Value{btexact.Int(5), btexact.Int(6), btexact.Int(7), btexact.Int(8)}
	p.tree.Blackboard().Set("q", btexact.Queue(&btexact.List{Values: values}))
	p.tree.Blackboard().Set("v", btexact.Vector(values[:2]...))
	return p
}

// step ticks and says everything that can be seen.
func (p *player) step(now time.Duration) string {
	p.events, p.trans, p.stopped = nil, nil, false
	s, err := p.tree.Tick(now)
	wait, waits := p.tree.Wait()
	text := fmt.Sprint(s, err, p.events, p.trans, p.tree.Woken(), wait, waits)
	for _, key := range p.tree.Blackboard().Keys() {
		v, _ := p.tree.Blackboard().Get(key)
		text += fmt.Sprintf(" %s=%v:%v:%+v", key, v.Kind(), v, p.tree.Blackboard().Stamp(key))
	}
	return text
}

// TestSnapshotChangesNothing: a tree that is saved and restored before every tick behaves like one that is not; and a
// restored tree saves to the same bytes.
func TestSnapshotChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := 0
		xml := drawTree(t, 4, &names)
		plain, saved := start(t, xml), start(t, xml)
		for i := range 12 {
			bytes, err := saved.tree.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			restored, err := saved.tree.Program().Restore(bytes)
			if err != nil {
				t.Fatalf("%v\n%s", err, xml)
			}
			again, err := restored.Snapshot()
			if err != nil || !slices.Equal(bytes, again) {
				t.Fatalf("tick %d: saved otherwise after restoring: %v\n%s", i, err, xml)
			}
			saved.tree = restored
			restored.Observe(saved)
			now := time.Duration(i) * ms
			if want, got := plain.step(now), saved.step(now); got != want {
				t.Fatalf("tick %d: %s, want\n%s\n%s", i, got, want, xml)
			}
		}
	})
}

// TestHaltLeavesNothing: after halting every node is Idle, every action that was running was halted once, and the tree
// can be ticked on.
func TestHaltLeavesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := 0
		xml := drawTree(t, 4, &names)
		p := start(t, xml)
		for i := range 10 {
			p.step(time.Duration(i) * ms)
			if i%3 != 2 {
				continue
			}
			running := map[string]bool{}
			for n := range p.tree.Program().Len() {
				info := p.tree.Program().Node(btexact.NodeID(n))
				running[info.Name] = info.ID == "A" && p.tree.Status(btexact.NodeID(n)) == btexact.Running
			}
			p.events, p.trans, p.stopped = nil, nil, false
			_ = p.tree.Halt() // a catch block may go wrong on the way
			for n := range p.tree.Program().Len() {
				if s := p.tree.Status(btexact.NodeID(n)); s != btexact.Idle {
					t.Fatalf("node %d is %v\n%s", n, s, xml)
				}
			}
			for _, e := range p.events {
				if e[0] == "halted" && running[e[1]] {
					running[e[1]] = false
				}
			}
			for name, left := range running {
				if left {
					t.Fatalf("%s was not told\n%s", name, xml)
				}
			}
		}
	})
}

// TestRootBetweenTicks: a tree that is done, or that a fault has stopped, has an idle root; after a fault all nodes
// are.
func TestRootBetweenTicks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := 0
		xml := drawTree(t, 4, &names)
		p := start(t, xml)
		for i := range 10 {
			s, err := p.tree.Tick(time.Duration(i) * ms)
			if err == nil && s != btexact.Running && s != btexact.Skipped && p.tree.Status(0) != btexact.Idle {
				t.Fatalf("the root is %v after %v\n%s", p.tree.Status(0), s, xml)
			}
			if err != nil {
				for n := range p.tree.Program().Len() {
					if s := p.tree.Status(btexact.NodeID(n)); s != btexact.Idle {
						t.Fatalf("node %d is %v after %v\n%s", n, s, err, xml)
					}
				}
			}
		}
	})
}
