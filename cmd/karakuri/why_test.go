package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/explain"
	answers "github.com/karakuri-ai/karakuri/internal/answer"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// askedWhy is a question of the corpus, with the answer as it was worked out by hand.
type askedWhy struct {
	line  int
	tick  int64
	agent string
	about string
	want  explain.Verdict
	parts []string // that the answer's first finding, or what is under it, holds: subject, failing part, values
}

// corpus is a file of testdata/why: a run, and questions about it.
type corpus struct {
	name, args string
	list       []askedWhy
}

// readCorpus reads a file of questions: "run ARGS", "tick TICK AGENT", and "ABOUT: VERDICT; PART; PART". What follows "//" is a remark.
func readCorpus(t *testing.T, file string) (c corpus) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c.name = strings.TrimSuffix(filepath.Base(file), ".txt")
	var tick int64
	var who string
	for i, line := range strings.Split(string(text), "\n") {
		line, _, _ = strings.Cut(line, " //")
		line = strings.TrimSpace(line)
		switch word, rest, _ := strings.Cut(line, " "); {
		case line == "" || strings.HasPrefix(line, "//"):
		case word == "run":
			c.args = rest
		case word == "tick":
			n, name, _ := strings.Cut(rest, " ")
			if tick, err = strconv.ParseInt(n, 10, 64); err != nil {
				t.Fatalf("%s:%d: %v", file, i+1, err)
			}
			who = name
		default:
			about, answer, ok := strings.Cut(line, ": ")
			parts := strings.Split(answer, "; ")
			v, known := explain.VerdictOf(parts[0])
			if !ok || !known {
				t.Fatalf("%s:%d: %q is no question with a verdict", file, i+1, line)
			}
			c.list = append(c.list, askedWhy{i + 1, tick, who, about, v, parts[1:]})
		}
	}
	return c
}

// TestWhyCorpus asks the questions of testdata/why live, of a recording, and by the command line: all answers are those that were worked out by hand, and the same.
func TestWhyCorpus(t *testing.T) {
	files, err := filepath.Glob("testdata/why/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no corpus", err)
	}
	asked := 0
	for _, file := range files {
		c := readCorpus(t, file)
		asked += len(c.list)
		t.Run(c.name, func(t *testing.T) { c.ask(t) })
	}
	if asked < leastAsked {
		t.Errorf("%d questions are asked, want %d at least", asked, leastAsked)
	}
}

// leastAsked is how many questions the corpus has at least.
const leastAsked = 150

func (c corpus) ask(t *testing.T) {
	trace := filepath.Join(t.TempDir(), "run.ktrace")
	var g grammar
	con := &console{in: strings.NewReader(""), out: &strings.Builder{}, err: &strings.Builder{}}
	if _, err := newParser(&g, con).Parse(append([]string{"run", "--trace", trace}, strings.Fields(c.args)...)); err != nil {
		t.Fatal(err)
	}
	p, err := load(con, g.Run.File)
	if err != nil {
		t.Fatal(err)
	}
	s, err := newStage(con, p, &g.Run)
	if err != nil {
		t.Fatal(err)
	}
	live, show := map[int]string{}, newPlainLines(con, s)
	last := c.list[len(c.list)-1].tick
	for s.crowd.Tick() < last {
		s.happen(s.crowd.Tick() + 1)
		s.step()
		show.tick()
		for _, q := range c.list {
			if q.tick == s.crowd.Tick() {
				live[q.line] = q.check(t, s.crowd, actorNamed(s, q.agent))
			}
		}
	}
	if err := s.trace.close(); err != nil {
		t.Fatal(err)
	}
	var r *agent.Replay
	for i, q := range c.list {
		if i == 0 || q.tick != c.list[i-1].tick {
			var f interface{ Close() error }
			if r, f, err = openReplay(trace, agent.ReplayOptions{}); err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			r.RunTo(q.tick)
			r.Settle()
		}
		id, ok := r.AgentNamed(q.agent)
		if !ok {
			t.Errorf("line %d: there is no %s in the recording", q.line, q.agent)
			continue
		}
		if got := answers.Ask(r.Crowd(), id, explain.Question{Kind: explain.WhyNot, About: q.about}).String(); got != live[q.line] {
			t.Errorf("line %d: of the recording: %s\nlive: %s", q.line, got, live[q.line])
		}
	}
	if d := r.Difference(); d != nil {
		t.Errorf("the recording is another run than the one that was asked about: %+v", d)
	}
	for i, q := range c.list {
		if i%7 == 0 { // each is a replay of its own
			if got := said(t, "explain", trace, "--agent", q.agent, "--tick", fmt.Sprint(q.tick), "--why-not", q.about); got != live[q.line] {
				t.Errorf("line %d: the command line says %q, want %q", q.line, got, live[q.line])
			}
		}
	}
}

func actorNamed(s *stage, name string) agent.ID {
	for _, a := range s.actors {
		if a.name == name {
			return a.id
		}
	}
	return 0
}

// check asks, compares with what was worked out by hand, and returns the answer's text.
func (q *askedWhy) check(t *testing.T, c *agent.Crowd, id agent.ID) string {
	t.Helper()
	if id == 0 {
		t.Errorf("line %d: there is no %s at tick %d", q.line, q.agent, q.tick)
		return ""
	}
	a := answers.Ask(c, id, explain.Question{Kind: explain.WhyNot, About: q.about})
	text := a.String()
	if a.Verdict() != q.want {
		t.Errorf("line %d, %s of %s at tick %d: %s, want %s\n%s", q.line, q.about, q.agent, q.tick, a.Verdict().Code(), q.want.Code(), text)
		return text
	}
	for _, part := range q.parts {
		if !strings.Contains(text, part) {
			t.Errorf("line %d, %s of %s at tick %d: nothing of %q\n%s", q.line, q.about, q.agent, q.tick, part, text)
		}
	}
	return text
}
