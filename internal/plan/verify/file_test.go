package verify_test

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/plan/verify"
)

func TestReadPlan(t *testing.T) {
	f, ds := verify.ReadPlan("p.plan", "\xef\xbb\xbfsearching\n==> ; begins\r\n\r\n\t07  drive  Truck_0\ta ; north\r\nroot 5  \n; nothing\n5 Go -> m 07\n6 none->x -> m->n\n<==\nrubbish\n")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	if len(f.Actions) != 1 || len(f.Methods) != 2 || len(f.Root.Subtasks) != 1 {
		t.Fatalf("%+v", f)
	}
	a, m := f.Actions[0], f.Methods[1]
	if a.ID != 7 || a.Name.Text != "drive" || a.Args[0].Text != "Truck_0" || a.Args[0].Span.Text() != "Truck_0" || a.Args[1].Span.Text() != "a" {
		t.Errorf("%+v", a)
	}
	if m.Name.Text != "none->x" || m.Method.Text != "m->n" || len(m.Subtasks) != 0 || m.Span.Text() != "6 none->x -> m->n" {
		t.Errorf("%+v", m)
	}
}

func TestReadPlanFindsMistakes(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string // "line:col: message", the beginning of it
	}{
		{"", []string{`1:1: there is no plan`}},
		{"1 a\nroot 1\n", []string{`3:1: there is no plan`}},
		{"==>\n", []string{`2:1: there is no line "root"`, `2:1: the plan is truncated`}},
		{"==>\nroot", []string{`2:5: the plan is truncated`}},
		{"==>\n<==", []string{`2:1: there is no line "root"`}},
		{"==> 1 a\nroot\n<==", []string{`1:5: "==>" stands on a line of its own`}},
		{"==>\nroot\n<== 1", []string{`3:5: "<==" stands on a line of its own`}},
		{"==>\n==>\nroot\n<==", []string{`2:1: "==>" a second time`}},
		{"==>\nroot 1\nroot 2\n<==", []string{`3:1: a second line "root"`}},
		{"==>\n1\nroot\n<==", []string{`2:1: the name of a task is missing`}},
		{"==>\nroot\n1 -> m\n<==", []string{`3:1: the name of a task is missing`}},
		{"==>\nroot\n1 t ->\n<==", []string{`3:5: the name of a method is missing`}},
		{"==>\n1 t -> m\nroot\n<==", []string{`2:1: a decomposition before the line "root"`}},
		{"==>\nroot\n1 a\n<==", []string{`3:1: an action after the line "root"`}},
		{"==>\n-1 a\nx b\nroot 1x\n1 t -> m ?\n<==", []string{`2:1: "-1" is not an id`, `3:1: "x" is not an id`, `4:6: "1x" is not an id`, `5:10: "?" is not an id`}},
		{"==>\n99999999999 a\nroot\n<==", []string{`2:1: the id 99999999999 is too large`}},
	} {
		_, ds := verify.ReadPlan("p", tt.text)
		var got []string
		for i := range ds.All {
			got = append(got, strings.TrimPrefix(ds.All[i].Error(), "p:"))
		}
		ok := len(got) == len(tt.want)
		for i := 0; ok && i < len(got); i++ {
			ok = strings.HasPrefix(got[i], tt.want[i])
		}
		if !ok {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}

// FuzzReadPlan wants places that exist, and a verdict on whatever can be read.
func FuzzReadPlan(f *testing.F) {
	w := loadWorld(f, "courier")
	f.Add(courierPlan)
	f.Add("==>\n1 drive van1 depot A\nroot 2\n2 tidy -> m-tidy 1\n<==\n")
	f.Add("log\n==> ; x\r\n0 a -> b\n\nroot\n<==")
	f.Fuzz(func(t *testing.T, text string) {
		file, ds := verify.ReadPlan("p", text)
		for _, d := range ds.All {
			if d.Span.Src == nil || d.Span.Start > d.Span.End || int(d.Span.End) > len(text) || d.Message == "" {
				t.Fatalf("%+v", d)
			}
		}
		if ds.HasErrors() {
			return
		}
		for _, l := range file.Actions {
			if l.Name.Span.Text() != l.Name.Text || !strings.HasPrefix(l.Span.Text(), text[l.Span.Start:l.Name.Span.End]) {
				t.Fatalf("%+v", l)
			}
		}
		v := verify.Plan(w.d, w.p, file)
		if v.Valid() != (v.Found.Message == "") || !v.Valid() && v.Found.Span.Src == nil {
			t.Fatalf("%+v", v)
		}
	})
}
