package goal_test

import (
	"testing"

	. "github.com/karakuri-ai/karakuri/internal/mind/goal"
)

// TestOrdersAreRefusedInTheirTurn: an order that waits for the current one is not refused because it could not be
// obeyed yet, even if an urgent one precedes it.
func TestOrdersAreRefusedInTheirTurn(t *testing.T) {
	for _, worth := range []string{"", "0.9"} {
		cfg := rivals(0)
		cfg.Goals = append(cfg.Goals, Goal{Name: "barred", When: cond("f"), Ways: steps(act(rest))})
		if worth != "" {
			cfg.Brains[0].Orders = number(worth)
		}
		th := newTheatre(t, cfg)
		th.script("set n 100;act work 3 success;act rest 9 success;order 0;run 1;order 2;urgent 2;run 1")
		if got := waiting(&th.mind); got != "2 " {
			t.Errorf("orders worth %q: %q wait\n%s", worth, got, th.log.String())
		}
		th.script("set f 1;run 2")
		if got := th.mind.Pursued(th.mind.Len() - 1).Order; got != 2 {
			t.Errorf("orders worth %q: order %d is pursued\n%s", worth, got, th.log.String())
		}
		th.finish()
	}
}
