package goal_test

import (
	"strings"
	"testing"

	. "github.com/karakuri-ai/karakuri/internal/mind/goal"
)

// TestExplainedOrdersAreThoseThatAreTaken: the explanation before a tick names the order or want that the tick takes
// up, whatever orders are worth and wait, and whether they can be obeyed; explaining refuses none.
func TestExplainedOrdersAreThoseThatAreTaken(t *testing.T) {
	for _, tc := range []struct {
		name   string
		worth  string // of orders
		script string
		want   int32
		order  int64
	}{
		{"none waits", "0.9", "", 1, 0},
		{"one is worth more", "0.9", ";order 0", -1, 1},
		{"one is worth less", "0.01", ";order 0", 1, 0},
		{"one is worth less than the first want", "0.01", ";set n 300;order 1", 0, 0},
		{"the only one cannot be obeyed", "0.9", ";order 2", 1, 0},
		{"the first cannot be obeyed", "0.9", ";order 2;order 0", -1, 2},
		{"none can be obeyed, and wants rest", "0.9", ";order 2;set a 1", 1, 0},
		{"one is pursued", "0.9", ";order 0;run 1;order 2", -1, 1},
		{"one is pursued, and an urgent one waits", "0.9", ";order 0;run 1;urgent 1", -1, 2},
		{"one is pursued, and an urgent one that cannot be obeyed waits", "0.9", ";order 0;run 1;urgent 2", -1, 1},
		{"and one that cannot be obeyed now waits behind it", "0.9", ";order 0;run 1;order 2;urgent 2", -1, 1},
		{"and one that can be obeyed waits behind it", "0.9", ";order 0;run 1;order 1;urgent 2", -1, 1},
		{"an urgent one is pursued, and another waits", "0.9", ";urgent 0;run 1;urgent 1", -1, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			cfg := rivals(0)
			cfg.Goals = append(cfg.Goals, Goal{Name: "barred", When: cond("f"), Ways: steps(act(rest))})
			cfg.Brains[0].Orders = number(tc.worth)
			th := newTheatre(t, cfg)
			th.script("set n 100;set k 200;act play 9 success;act work 9 success" + tc.script)
			waiting := th.mind.Orders()
			th.tick++
			th.enter()
			r := th.mind.Explain(&th.env)
			if want, _ := th.mind.Foretell(&th.env); want != tc.want {
				t.Errorf("want %d is foretold", want)
			}
			if r.Want != tc.want || r.Order != tc.order || th.mind.Orders() != waiting {
				t.Errorf("want %d and order %d are chosen, %d of %d orders wait; want %d and %d", r.Want, r.Order, th.mind.Orders(), waiting, tc.want, tc.order)
			}
			for _, c := range r.Candidates {
				if c.Why == Chosen && (c.Want != tc.want || strings.HasPrefix(c.Text, "order") != (tc.order > 0)) {
					t.Errorf("%s is the candidate that is chosen", c.Text)
				}
			}
			th.tick--
			th.step()
			top := th.mind.Pursued(th.mind.Len() - 1)
			if top.Order != tc.order || tc.order == 0 && top.Want != tc.want {
				t.Errorf("the tick pursues want %d, order %d", top.Want, top.Order)
			}
			th.finish()
		})
	}
}
