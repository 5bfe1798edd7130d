package btexact_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/internal/tree/btexact"
	"pgregory.net/rapid"
)

// What follows are nodes of the library, written once more as a host would write its own: run in their place they must
// do the same.

// inOrder is Sequence, which continues at Success, or Fallback. Its memory is the child that is next and how many were
// skipped.
func inOrder(goOn, end btexact.Status) btexact.Branch {
	reset := func(c *btexact.Call) { *c.Memory() = btexact.Memory{} }
	return btexact.Branch{Announce: true, Halted: reset, Tick: func(c *btexact.Call, kids btexact.Children) btexact.Status {
		m := c.Memory()
		for int(m[0]) < kids.Len() {
			switch kids.Tick(int(m[0])) {
			case btexact.Running:
				return btexact.Running
			case end:
				reset(c)
				return end
			case btexact.Skipped:
				m[1]++
			}
			m[0]++
		}
		defer reset(c)
		if int(m[1]) == kids.Len() {
			return btexact.Skipped
		}
		return goOn
	}}
}

// reactive is ReactiveSequence or ReactiveFallback.
func reactive(goOn, end btexact.Status) btexact.Branch {
	return btexact.Branch{Announce: true, Tick: func(_ *btexact.Call, kids btexact.Children) btexact.Status {
		all := true
		for i := range kids.Len() {
			s := kids.Tick(i)
			all = all && s == btexact.Skipped
			switch s {
			case btexact.Running:
				for j := range kids.Len() {
					if j != i {
						kids.Halt(j)
					}
				}
				return s
			case end:
				return s
			case btexact.Skipped:
				kids.Halt(i)
			}
		}
		if all {
			return btexact.Skipped
		}
		return goOn
	}}
}

func inverter(_ *btexact.Call, kids btexact.Children) btexact.Status {
	switch s := kids.Tick(0); s {
	case btexact.Success:
		kids.HaltAll()
		return btexact.Failure
	case btexact.Failure:
		kids.HaltAll()
		return btexact.Success
	default:
		return s
	}
}

var hosted = map[string]btexact.Branch{
	"Sequence": inOrder(btexact.Success, btexact.Failure), "Fallback": inOrder(btexact.Failure, btexact.Success),
	"ReactiveSequence": reactive(btexact.Success, btexact.Failure), "ReactiveFallback": reactive(btexact.Failure, btexact.Success),
	"Inverter": {Announce: true, Tick: inverter},
}

// TestHostedBranchesConform plays the recorded trees with nodes of the host instead of some of the library's.
func TestHostedBranchesConform(t *testing.T) {
	for _, file := range traceFiles(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			passed, failed := 0, 0
			eachTrace(t, file, func(c *traceCase) {
				if _, err := playTrace(c, hosted); err == nil {
					passed++
				} else if failed++; failed <= 5 {
					t.Errorf("%s: %v\n%s", c.ID, err, c.XML)
				}
			})
			t.Logf("%d passed, %d failed", passed, failed)
		})
	}
}

// TestHostedBranches: a random tree does the same with nodes of the host instead of the library's, saved and restored
// before every tick.
func TestHostedBranches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := 0
		hostedAgree(t, drawTree(t, 4, &names))
	})
}

// TestASkippedDecoratorLeavesItsChild: the node below a skipped decorator of the host stays as it is, as below one of
// the library.
func TestASkippedDecoratorLeavesItsChild(t *testing.T) {
	hostedAgree(t, `<Inverter name="n1"><Sequence name="n2"><Sequence name="n3"><SkipUnlessUpdated name="n4" entry="b"><A name="n5" seq="F"/></SkipUnlessUpdated></Sequence></Sequence></Inverter>`)
}

// hostedAgree compares a tree with the same one in which the host's nodes replace the library's.
func hostedAgree(t rapid.TB, xml string) {
	plain := start(t, xml)
	own := start(t, xml, hosted)
	for i := range 12 {
		if i%5 == 4 {
			_, _ = plain.tree.Halt(), own.tree.Halt()
		}
		bytes, err := own.tree.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		if own.tree, err = own.tree.Program().Restore(bytes); err != nil {
			t.Fatalf("%v\n%s", err, xml)
		}
		own.tree.Observe(own)
		now := time.Duration(i) * ms
		if want, got := plain.step(now), own.step(now); got != want {
			t.Fatalf("tick %d: %s, want\n%s\n%s", i, got, want, xml)
		}
	}
}

// TestHostedFaults: what goes wrong in a node of the host, or in a child that it ticks, is an error of the tick that
// names the node; the tree continues with the next tick.
func TestHostedFaults(t *testing.T) {
	var kept btexact.Children
	tick := func(f func(kids btexact.Children) btexact.Status) btexact.Branch {
		return btexact.Branch{Announce: true, Tick: func(_ *btexact.Call, kids btexact.Children) btexact.Status { return f(kids) }}
	}
	for name, c := range map[string]struct {
		branch btexact.Branch
		says   string
	}{
		"panic":   {tick(func(btexact.Children) btexact.Status { panic("ouch") }), `node "own" (Sequence): panic: ouch`},
		"child":   {tick(func(kids btexact.Children) btexact.Status { return kids.Tick(0) }), `node "bad" (A): panic: no script`},
		"caught":  {tick(func(kids btexact.Children) btexact.Status { defer func() { _ = recover() }(); return kids.Tick(0) }), `node "own" (Sequence): it continues after a fault of a child`},
		"missing": {tick(func(kids btexact.Children) btexact.Status { return kids.Tick(2) }), `node "own" (Sequence): it has no child 2`},
		"idle":    {tick(func(kids btexact.Children) btexact.Status { return btexact.Idle }), `node "own" (Sequence): a node cannot become IDLE of its own accord`},
		"endless": {tick(func(kids btexact.Children) btexact.Status {
			for {
				kids.Tick(1)
				kids.Halt(1)
			}
		}), `node "own" (Sequence): its children are ticked more than 1000 times in a tick`},
		"kept": {tick(func(kids btexact.Children) btexact.Status { kept = kids; return btexact.Running }), ""},
	} {
		t.Run(name, func(t *testing.T) {
			f := build(t, `<Sequence name="own"><A name="bad" seq=""/><A name="b" seq="SR"/></Sequence>`, func(o *btexact.Options) {
				o.Branches = map[string]btexact.Branch{"Sequence": c.branch}
			})
			for range 2 {
				_, err := f.tree.Tick(0)
				var fault *btexact.Error
				if c.says == "" && err == nil {
					continue
				}
				if !errors.As(err, &fault) || !strings.HasPrefix(fault.Error(), c.says) {
					t.Fatalf("%v, want %s", err, c.says)
				}
				if f.idle() != "" {
					t.Errorf("it still runs: %s", f.idle())
				}
			}
		})
	}
	defer func() {
		if recover() == nil {
			t.Error("children are ticked outside of a call")
		}
	}()
	kept.Tick(0)
}

// TestHostedHalt: a node of the host is interrupted before its children, and children that it does not tick do not run.
func TestHostedHalt(t *testing.T) {
	f := &fixture{}
	first := btexact.Branch{Tick: func(c *btexact.Call, kids btexact.Children) btexact.Status {
		f.event("children", strings.Join(c.Children(), " "), kids.Status(1).String())
		m := c.Memory()
		m[0]++
		return kids.Tick(int(m[0]-1) % kids.Len())
	}, Halted: func(c *btexact.Call) { f.event("halted", c.Name()) }}
	f = build(t, `<Sequence name="own"><A name="a" seq="RR"/><A name="b" seq="R"/></Sequence>`, func(o *btexact.Options) {
		o.Branches = map[string]btexact.Branch{"Sequence": first}
	})
	for range 3 {
		if _, err := f.tree.Tick(0); err != nil {
			t.Error(err)
		}
	}
	if err := f.tree.Halt(); err != nil {
		t.Error(err)
	}
	var said []string
	for _, e := range f.events {
		said = append(said, strings.Join(e, " "))
	}
	want := "children a b IDLE, start a R, children a b IDLE, start b R, children a b RUNNING, running a R, halted own, halted a, halted b"
	if got := strings.Join(said, ", "); got != want {
		t.Errorf("%s, want\n%s", got, want)
	}
}
