package program_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/world"
)

var tenCoins = map[string]world.Word{"money": 10}

func TestTuneChangesThePlan(t *testing.T) {
	tests := []struct {
		name   string
		values map[string]string
		want   string // the plan with 10 coins
	}{
		{"nothing", nil, "buy eat"},
		{"the same", map[string]string{"price": "5"}, "buy eat"},
		{"dearer", map[string]string{"price": "15"}, "work buy eat"},
		{"an expression", map[string]string{"price": "most / 5"}, "work work buy eat"},
		{"two that need each other", map[string]string{"price": "most / 2", "most": "30"}, "work buy eat"},
		{"beyond what can be earned", map[string]string{"price": "101"}, "none"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := loaded(t, meal)
			tuned, err := p.Tune(test.values)
			if err != nil {
				t.Fatal(err)
			}
			if got := planned(t, tuned, "dine", tenCoins); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
			if got := planned(t, p, "dine", tenCoins); got != "buy eat" {
				t.Errorf("the old program now plans %s", got)
			}
		})
	}
}

func TestTuneKeepsWhatWasTunedBefore(t *testing.T) {
	p := loaded(t, meal+"const wage = 5\ntest \"t\" { given money = wage - 5; expect work, buy, eat }\n")
	dear := tuned(t, p, map[string]string{"price": "20"})
	both := tuned(t, dear, map[string]string{"wage": "15"})
	for _, c := range []struct {
		name string
		p    *program.Program
		want string
	}{{"untouched", p, "buy eat"}, {"dear", dear, "work work buy eat"}, {"both", both, "work work buy eat"},
		{"cheap again", tuned(t, both, map[string]string{"price": "1"}), "buy eat"}} {
		if got := planned(t, c.p, "dine", tenCoins); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
	if p.Info.Schema.Words != both.Info.Schema.Words {
		t.Error("the state is laid out differently")
	}
}

func tuned(t *testing.T, p *program.Program, values map[string]string) *program.Program {
	t.Helper()
	q, err := p.Tune(values)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func TestTuneRefuses(t *testing.T) {
	tests := []struct {
		name   string
		values map[string]string
		want   string // the first error
		hint   string
	}{
		{"an unknown constant", map[string]string{"prise": "7"}, "prise:1:1: unknown constant \"prise\" [K122]", `did you mean "price"?`},
		{"a symbol", map[string]string{"money": "7"}, "money:1:1: unknown constant \"money\" [K122]", ""},
		{"a truth for a number", map[string]string{"price": "true"}, "price:1:1: ", ""},
		{"a fraction for an int", map[string]string{"price": "7.5"}, "price:1:1: ", ""},
		{"what is not constant", map[string]string{"price": "money"}, "price:1:1: ", ""},
		{"itself", map[string]string{"price": "price + 1"}, "", ""},
		{"no expression", map[string]string{"price": "7 +"}, "price:1:", ""},
		{"nothing", map[string]string{"price": ""}, "price:1:1: ", ""},
		{"a range that ends before it begins", map[string]string{"most": "-1"}, "main.krk:7:", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := loaded(t, meal)
			q, err := p.Tune(test.values)
			var failure *diag.Failure
			if q != nil || !errors.As(err, &failure) {
				t.Fatalf("got a program: %v; error %v", q != nil, err)
			}
			first := failure.List.All[0]
			if got := first.Error(); !strings.HasPrefix(got, test.want) || !strings.Contains(first.Hint, test.hint) {
				t.Errorf("got %s (hint %q), want %s (hint %q)", got, first.Hint, test.want, test.hint)
			}
			if got := planned(t, p, "dine", tenCoins); got != "buy eat" {
				t.Errorf("the old program now plans %s", got)
			}
		})
	}
}
