package edit_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/edit"
	"github.com/karakuri-ai/karakuri/internal/lang"
)

// TestShownMarks collapses and frames random statements of every example, in both layouts, and moves and removes others
// around them: the laws of editing hold, a mark stays with its statement, and no frame loses its end.
func TestShownMarks(t *testing.T) {
	accepted, framed, collapsed := map[string]int{}, 0, 0
	for i, s := range samples(t) {
		for layout, text := range []string{s.text, untidy(s.text, uint64(i))} {
			r := rand.New(rand.NewPCG(uint64(i), uint64(layout+100)))
			present := text
			for k := range max(6, 12000/(len(text)+500)) {
				o := outlineOf(t, present)
				if len(o.paths) == 0 {
					break
				}
				op := anyMark(r, o)
				if layout > 0 && op.Op != "mark" { // TestLaws has those
					continue
				}
				in := edit.Input{FS: s.with(present), Main: s.name, Ops: []edit.Op{op}, Unchecked: true}
				result, ds := edit.Apply(in)
				where := fmt.Sprintf("%s, layout %d, edit %d, %+v", s.name, layout, k, op)
				if result == nil {
					if !ds.HasErrors() {
						t.Fatalf("%s: refused without a reason", where)
					}
					continue
				}
				if accepted[op.Op]++; len(result.Files) == 0 {
					continue
				}
				checkLaws(t, where, s, in, present, result)
				now := result.Files[0].New
				if begins, ends := strings.Count(now, "// karakuri: frame f"), strings.Count(now, "// karakuri: frame ends"); begins != ends && op.Op != "remove" {
					t.Errorf("%s: %d frames begin, %d end:\n%s", where, begins, ends, now)
				}
				list, _ := edit.Sketch(s.name, now)
				f, c := marksOf(t, where, list)
				framed, collapsed = framed+f, collapsed+c
				if t.Failed() {
					return
				}
				if present = now; k%10 == 9 || len(now) < len(text)/2 {
					present = text
				}
			}
		}
	}
	if framed == 0 || collapsed == 0 || accepted["mark"] < 100 || accepted["move"] < 20 {
		t.Errorf("%d framed, %d collapsed, %v", framed, collapsed, accepted)
	}
	for _, word := range slices.Sorted(maps.Keys(accepted)) {
		t.Logf("%-10s %5d accepted", word, accepted[word])
	}
}

// marksOf counts the marks of a sketch: each frame ends with a statement of the body that it begins in.
func marksOf(t *testing.T, where string, list []*edit.Sketched) (frames, collapsed int) {
	t.Helper()
	for i, p := range list {
		if p.Frame != "" {
			frames++
			if !slices.ContainsFunc(list[i:], func(q *edit.Sketched) bool { return q.Path == p.Until && q.Body == p.Body }) {
				t.Errorf("%s: the frame %q of %s ends with %q", where, p.Frame, p.Path, p.Until)
			}
		}
		if p.Closed {
			collapsed++
		}
		if slices.ContainsFunc(strings.Split(p.Remark, "\n"), edit.IsMark) {
			t.Errorf("%s: %s is remarked %q", where, p.Path, p.Remark)
		}
		f, c := marksOf(t, where, p.Lines)
		frames, collapsed = frames+f, collapsed+c
	}
	return frames, collapsed
}

func anyMark(r *rand.Rand, o *outline) edit.Op {
	at := o.paths[r.IntN(len(o.paths))]
	beside := []string{at}
	for _, p := range o.paths {
		if o.outer[p] == o.outer[at] {
			beside = append(beside, p)
		}
	}
	other := beside[r.IntN(len(beside))]
	op := edit.Op{At: at, Off: r.IntN(5) == 0}
	switch r.IntN(10) {
	case 0, 1, 2:
		op.Op, op.To = "mark", "collapsed"
		return op
	case 3, 4, 5:
		op.Op, op.To, op.Name = "mark", "frame", fmt.Sprintf("f%d", r.IntN(100))
		if r.IntN(3) > 0 {
			op.Through = other
		}
		return op
	case 6, 7:
		return edit.Op{Op: "move", At: at, Before: other}
	case 8:
		return edit.Op{Op: "move", At: at, After: other}
	}
	return edit.Op{Op: "remove", At: at}
}

// TestFrames: what a frame is about stays in it when statements around and in it come and go.
func TestFrames(t *testing.T) {
	const text = "tree a {\n    sequence {\n        // first\n        wait 1s\n        wait 2s // two\n        wait 3s\n        wait 4s\n    }\n}\n"
	do := func(from string, ops ...edit.Op) string {
		t.Helper()
		r, ds := edit.Apply(edit.Input{FS: lang.Texts{"x.krk": from}, Main: "x.krk", Ops: ops, Unchecked: true})
		if r == nil {
			t.Fatalf("%+v: %v", ops, ds.All)
		}
		if back := applied(t, r.Files[0].New, r.Inverse); back != from {
			t.Errorf("%+v is undone to:\n%s", ops, back)
		}
		if got := format(r.Files[0].New); got != r.Files[0].New {
			t.Errorf("%+v formats to:\n%s", ops, got)
		}
		return r.Files[0].New
	}
	holds := func(text, frame string, want ...string) {
		t.Helper()
		list, _ := edit.Sketch("x.krk", text)
		var got []string
		in := false
		for _, p := range list[0].Lines[0].Lines {
			if p.Frame == frame {
				in = true
			}
			if in {
				got = append(got, p.Head)
			}
			for _, q := range list[0].Lines[0].Lines {
				if q.Frame == frame && q.Until == p.Path {
					in = false
				}
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q holds %v, not %v, in:\n%s", frame, got, want, text)
		}
	}
	framed := do(text, edit.Op{Op: "mark", At: "tree a / 0.0", Through: "tree a / 0.2", To: "frame", Name: "slow  part"})
	holds(framed, "slow part", "wait 1s", "wait 2s", "wait 3s")
	holds(do(framed, edit.Op{Op: "insert", After: "tree a / 0.1", Text: "wait 9s"}), "slow part", "wait 1s", "wait 2s", "wait 9s", "wait 3s")
	holds(do(framed, edit.Op{Op: "remove", At: "tree a / 0.0"}), "slow part", "wait 2s", "wait 3s")
	holds(do(framed, edit.Op{Op: "remove", At: "tree a / 0.2"}), "slow part", "wait 1s", "wait 2s")
	holds(do(framed, edit.Op{Op: "move", At: "tree a / 0.2", After: "tree a / 0.3"}), "slow part", "wait 1s", "wait 2s")
	holds(do(framed, edit.Op{Op: "move", At: "tree a / 0.0", After: "tree a / 0.3"}), "slow part", "wait 2s", "wait 3s")
	holds(do(framed, edit.Op{Op: "move", At: "tree a / 0.3", Before: "tree a / 0.1"}), "slow part", "wait 1s", "wait 4s", "wait 2s", "wait 3s")
	holds(do(framed, edit.Op{Op: "mark", At: "tree a / 0.0", Through: "tree a / 0.2", To: "frame", Name: "other"}), "other", "wait 1s", "wait 2s", "wait 3s")
	if got := do(framed, edit.Op{Op: "mark", At: "tree a / 0.0", To: "frame", Off: true}); got != text {
		t.Errorf("without the frame the text is:\n%s", got)
	}
	shut := do(framed, edit.Op{Op: "mark", At: "tree a / 0", To: "collapsed"})
	if list, _ := edit.Sketch("x.krk", shut); !list[0].Lines[0].Closed || list[0].Closed {
		t.Errorf("it is not collapsed:\n%s", shut)
	}
	if got := do(shut, edit.Op{Op: "mark", At: "tree a / 0", To: "collapsed", Off: true}); got != framed {
		t.Errorf("opened, the text is:\n%s", got)
	}
	for _, op := range []edit.Op{{Op: "mark", At: "tree a / 0.1", To: "frame"}, {Op: "mark", At: "tree a / 0.1", To: "red"}, {Op: "mark", At: "tree a / 0.1", To: "frame", Off: true},
		{Op: "mark", At: "tree a / 0.1", Through: "tree a / 0.3", To: "frame", Name: "x"}, {Op: "mark", At: "tree a / 0.1", To: "frame", Name: "ends"}} {
		if r, ds := edit.Apply(edit.Input{FS: lang.Texts{"x.krk": framed}, Main: "x.krk", Ops: []edit.Op{op}}); r != nil || !ds.HasErrors() {
			t.Errorf("%+v is not refused", op)
		}
	}
}
