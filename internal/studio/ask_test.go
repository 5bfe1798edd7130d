package studio

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/internal/asked"
)

// requestOf is a question as a page asks it, of a moment that has passed.
func requestOf(q *asked.Question) Request {
	r := Request{Op: "ask", Ask: q.Kind.String(), Agent: q.Agent, Name: q.About, Tick: &q.Tick}
	for _, c := range q.Changes {
		r.Sets = append(r.Sets, Setting{c.Symbol, c.Value})
	}
	return r
}

// nameOnPage returns the name of an agent on a page: squads of a scene have the scene's names there, and kind and
// number on the command line.
func nameOnPage(agents []AgentLine, name string) string {
	kind, number, _ := strings.Cut(name, "#")
	var squads []string
	for _, a := range agents {
		if a.Name == name {
			return name
		}
		if a.Kind == kind {
			squads = append(squads, a.Name)
		}
	}
	if n, err := strconv.Atoi(number); err == nil && n >= 1 && n <= len(squads) {
		return squads[n-1]
	}
	return name
}

// TestPagesAskTheCorpus asks every tenth question of the corpus of plans, trees, brains and squads, and every one that
// is not why not, as a page does: of moments that have passed.
func TestPagesAskTheCorpus(t *testing.T) {
	for _, c := range []struct {
		name  string
		files []string
	}{
		{"meal", []string{meal}}, {"kitchen", []string{"../../examples/kitchen/kitchen.krk"}}, {"guards", []string{guards}}, {"gatherer", []string{gatherer, oldScene}},
		{"fireteam", []string{"../../examples/fireteam/fireteam.krk", "../../cmd/karakuri/testdata/why/fireteam.scene"}},
		{"search", []string{"../../examples/search/search.krk", "../../examples/search/search.scene"}},
	} {
		file := "../../cmd/karakuri/testdata/why/" + c.name + ".txt"
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		corpus, err := asked.Parse(file, string(text))
		if err != nil {
			t.Fatal(err)
		}
		address, _ := serve(t, Options{}, c.files...)
		page := dial(t, address)
		page.openAt(filepath.Base(c.files[0]), int(corpus.List[len(corpus.List)-1].Tick)+5)
		var agents []AgentLine
		page.ask(Request{Op: "agents"}, &agents)
		for i, q := range corpus.List {
			if i%10 != 0 && q.Kind == explain.WhyNot {
				continue
			}
			q.Agent = nameOnPage(agents, q.Agent)
			var a Reply
			page.ask(requestOf(&q), &a)
			v, _ := explain.VerdictOf(a.Verdict)
			if wrong := q.Check(v, a.Text); wrong != "" {
				t.Errorf("%s: %s", c.name, wrong)
			}
		}
	}
}

// TestAnswersAreOfTheMoment: the same question has the same answer live, of the past, and of a recording.
func TestAnswersAreOfTheMoment(t *testing.T) {
	questions := []Request{
		{Ask: "why"}, {Ask: "why not", Name: "eat"}, {Ask: "why not", Name: "wander"}, {Ask: "why not", Name: "buy first"}, {Ask: "what would", Name: "wander"}, {Ask: "what would", Name: "eat"},
		{Ask: "what if", Sets: []Setting{{"money", "5"}}}, {Ask: "who made", Name: "money"}, {Ask: "who made", Name: "has_meal"}, {Ask: "what changed"},
	}
	address, _ := serve(t, Options{}, record(t, meal, 160), meal)
	live, taped := dial(t, address), dial(t, address)
	live.openAt("meal.krk", 0)
	ticks, now := []int{5, 21, 25, 70, 150}, 0
	said := map[int][]string{}
	for _, tick := range ticks {
		live.ask(Request{Op: "step", Count: tick - now}, nil)
		now = tick
		for _, r := range questions {
			r.Op, r.Agent = "ask", "villager#1"
			var a Reply
			live.ask(r, &a)
			said[tick] = append(said[tick], a.Text)
		}
	}
	taped.ask(Request{Op: "open", File: "run.ktrace"}, nil)
	for _, tick := range ticks {
		for i, r := range questions {
			r.Op, r.Agent, r.Tick = "ask", "villager#1", ptr(int64(tick))
			for of, page := range map[string]*client{"of the past": live, "of the recording": taped} {
				var a Reply
				if page.ask(r, &a); a.Text != said[tick][i] || a.Tick != int64(tick) {
					t.Errorf("%s %s at tick %d, %s:\n%s\nlive:\n%s", r.Ask, r.Name, tick, of, a.Text, said[tick][i])
				}
			}
		}
	}
}

// TestWhatAPageWroteIsOfTheNextTick: a write between two ticks, by a page as by the game, belongs to the second, as for
// a crowd that keeps its origins; and the steps that follow are those of the run that has it.
func TestWhatAPageWroteIsOfTheNextTick(t *testing.T) {
	address, _ := serve(t, Options{}, meal)
	c := dial(t, address)
	c.openAt("meal.krk", 10)
	c.ask(Request{Op: "set", Agent: "villager#1", Sets: []Setting{{"money", "50"}}}, nil)
	made := func(symbol string, tick *int64, want string) {
		t.Helper()
		var a Reply
		if c.ask(Request{Op: "ask", Ask: "who made", Agent: "villager#1", Name: symbol, Tick: tick}, &a); !strings.Contains(a.Text, want) {
			t.Errorf("%s, want %s", a.Text, want)
		}
	}
	made("money", nil, "tick 11, game: the game wrote money = 50")
	forkOf(t, c, Request{Until: 5}) // keeps another snapshot of the tick
	c.ask(Request{Op: "step", Count: 15}, nil)
	made("money", ptr(int64(20)), "tick 11, game: the game wrote money = 50")
	made("money", ptr(int64(5)), "money = 0")
}

// A question of no kind, and one about nothing, are refused with what can be asked.
func TestQuestionsThatCannotBeAsked(t *testing.T) {
	address, _ := serve(t, Options{}, meal)
	c := dial(t, address)
	c.openAt("meal.krk", 5)
	for _, q := range []struct {
		r    Request
		want string
	}{
		{Request{Ask: "whether", Agent: "villager#1"}, `nothing can be asked by "whether"`},
		{Request{Ask: "what would", Agent: "villager#1", Name: "dance"}, `"dance": nothing has this name`},
		{Request{Ask: "who made", Agent: "villager#1", Name: "luck"}, `"luck": nothing has this name`},
		{Request{Ask: "who made", Agent: "villager#9", Name: "money"}, ""},
	} {
		q.r.Op = "ask"
		data, wrong := c.try(q.r)
		if q.want != "" && !strings.Contains(wrong, q.want) || q.want == "" && !strings.Contains(string(data), `"gone"`) {
			t.Errorf("%+v: %q %s", q.r, wrong, data)
		}
	}
}
