package studio

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/world"
)

// wideProgram is one whose plannings take 100⁴ looks within one condition.
func wideProgram(t *testing.T) string {
	var names []string
	for i := range 100 {
		names = append(names, fmt.Sprint("t", i))
	}
	text := "type thing max 100\nobjects " + strings.Join(names, ", ") + ": thing\nstate agent { flag(t: thing): bool; n: int 0..9 }\n" +
		"operator o { when exists(a: thing, b: thing, c: thing, d: thing where flag(d)) }\ntask go { method m { o } }\nagent a { plan go }\n"
	file := filepath.Join(t.TempDir(), "wide.krk")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// Taking a planning apart ends where its limits end it, says which and within what, and ends at once when no client
// waits for it any more.
func TestExploringIsBounded(t *testing.T) {
	s := open(t, wideProgram(t), Options{Seed: 1})
	id := s.stage.Crowd()
	s.stage.Step()
	for agent := range id.All {
		e, answer, err := explore(t.Context(), s.stage, agent, s.source.program, 0, nil)
		if err != nil || e.Limit != "nodes" || !strings.Contains(answer.Reason(), "longer than the limits allow") {
			t.Fatalf("%+v, %v", e, err)
		}
		gone, leave := context.WithCancel(t.Context())
		leave()
		if _, answer, err = explore(gone, s.stage, agent, s.source.program, 0, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("%+v, %v", answer, err)
		}
	}
}

// impatient is a context that ends by itself when it has been asked some times.
type impatient struct {
	context.Context
	asked, patience int
}

func (c *impatient) Err() error {
	if c.asked++; c.asked > c.patience {
		return context.Canceled
	}
	return nil
}

// TestSetsAreBounded: changed values for a question are computed in the rounds of one evaluation, all of them together,
// and only while a client waits.
func TestSetsAreBounded(t *testing.T) {
	s := open(t, wideProgram(t), Options{Seed: 1})
	s.stage.Step()
	all := func(k int) Setting { // 100^k rounds
		text := "exists("
		for i := range k {
			text += fmt.Sprintf("x%d: thing, ", i)
		}
		return Setting{"flag(t0)", strings.TrimSuffix(text, ", ") + fmt.Sprintf(" where flag(x%d))", k-1)}
	}
	for _, c := range []struct {
		name  string
		sets  []Setting
		asked int // how often the context is asked
		err   string
	}{
		{"within the rounds", []Setting{all(3)}, 20_000, ""},
		{"one that takes too long", []Setting{all(4)}, 20_000, "that value cannot be worked out"},
		{"some that do together", []Setting{all(3), all(3), all(3)}, 20_000, "that value cannot be worked out"},
		{"nobody waits any more", []Setting{all(3)}, 5, "context canceled"},
		{"nobody has waited", []Setting{{"n", "1"}}, 0, "context canceled"},
	} {
		for id := range s.stage.Crowd().All {
			st := world.NewState(s.stage.Crowd().Schema())
			st.CopyFrom(s.stage.Crowd().State(id))
			ctx := &impatient{Context: t.Context(), patience: c.asked}
			err := sets(ctx, s.source.program.Info, c.sets)(st)
			if (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: %v", c.name, err)
			}
			if ctx.asked > c.asked+3 {
				t.Errorf("%s: it went on for %d looks at the context", c.name, ctx.asked-c.asked)
			}
			if e, _, err := explore(ctx, s.stage, id, s.source.program, 0, sets(ctx, s.source.program.Info, c.sets)); c.err != "" && err == nil {
				t.Errorf("%s: the planning was taken apart all the same: %+v", c.name, e)
			}
		}
	}
}
