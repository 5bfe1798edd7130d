package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/explain"
	answers "github.com/karakuri-ai/karakuri/internal/answer"
	"github.com/karakuri-ai/karakuri/internal/asked"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// TestWhyCorpus asks the questions of testdata/why live, of a recording, and by the command line: all answers are those
// that were computed by hand, and the same.
func TestWhyCorpus(t *testing.T) {
	files, err := filepath.Glob("testdata/why/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no corpus", err)
	}
	count := map[bool]int{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c, err := asked.Parse(file, string(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range c.List {
			count[q.Kind == explain.WhyNot]++
		}
		t.Run(c.Name, func(t *testing.T) { askCorpus(t, c) })
	}
	if count[true] < leastWhyNot || count[false] < leastOthers {
		t.Errorf("%d questions why not and %d others are asked, want %d and %d at least", count[true], count[false], leastWhyNot, leastOthers)
	}
}

// How many questions the corpus has at least: why not, and of the other kinds.
const (
	leastWhyNot = 150
	leastOthers = 60
)

func askCorpus(t *testing.T, c asked.Corpus) {
	trace := filepath.Join(t.TempDir(), "run.ktrace")
	live := askLive(t, c, trace)
	var r *agent.Replay
	var err error
	for i, q := range c.List {
		if i == 0 || q.Tick != c.List[i-1].Tick {
			var f interface{ Close() error }
			if r, f, err = openReplay(trace, agent.ReplayOptions{}); err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			r.RunTo(q.Tick)
			r.Settle()
		}
		id, ok := r.AgentNamed(q.Agent)
		switch {
		case !ok:
			t.Errorf("line %d: there is no %s in the recording", q.Line, q.Agent)
		case q.Kind == explain.WhoMade:
			if got := madeThen(t, trace, &q).String(); got != live[q.Line] {
				t.Errorf("line %d: of the recording: %s\nlive: %s", q.Line, got, live[q.Line])
			}
		default:
			if got := answers.Ask(r.Crowd(), id, q.Question).String(); withoutMemory(got) != withoutMemory(live[q.Line]) {
				t.Errorf("line %d: of the recording: %s\nlive: %s", q.Line, got, live[q.Line])
			}
		}
	}
	if d := r.Difference(); d != nil {
		t.Errorf("the recording is another run than the one that was asked about: %+v", d)
	}
	for i, q := range c.List {
		if i%7 == 0 { // each is a replay of its own
			if got := said(t, append([]string{"explain", trace, "--agent", q.Agent, "--tick", fmt.Sprint(q.Tick)}, flagsOf(&q)...)...); withoutMemory(got) != withoutMemory(live[q.Line]) {
				t.Errorf("line %d: the command line says %q, want %q", q.Line, got, live[q.Line])
			}
		}
	}
}

// askLive makes the run of a corpus, asks while it continues, and returns the answers by line.
func askLive(t *testing.T, c asked.Corpus, trace string) map[int]string {
	var g grammar
	con := &console{in: strings.NewReader(""), out: &strings.Builder{}, err: &strings.Builder{}}
	if _, err := newParser(&g, con).Parse(append([]string{"run", "--trace", trace}, strings.Fields(c.Args)...)); err != nil {
		t.Fatal(err)
	}
	p, err := load(con, g.Run.File)
	if err != nil {
		t.Fatal(err)
	}
	s, err := newStageThat(con, p, &g.Run, &answers.Ledger{})
	if err != nil {
		t.Fatal(err)
	}
	live, show := map[int]string{}, newPlainLines(con, s)
	for s.crowd.Tick() < c.List[len(c.List)-1].Tick {
		s.happen(s.crowd.Tick() + 1)
		s.step()
		show.tick()
		for _, q := range c.List {
			if q.Tick != s.crowd.Tick() {
				continue
			}
			a := answers.Ask(s.crowd, actorNamed(s, q.Agent), q.Question)
			if live[q.Line] = a.String(); q.Check(a.Verdict(), a.String()) != "" {
				t.Error(q.Check(a.Verdict(), a.String()))
			}
		}
	}
	if err := s.trace.close(); err != nil {
		t.Fatal(err)
	}
	return live
}

// madeThen asks what set a value of a recording.
func madeThen(t *testing.T, trace string, q *asked.Question) *explain.Answer {
	w := &answers.Witness{}
	r, f, err := openReplay(trace, w.Options())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	return answers.Made(nil, r, w, func() (agent.ID, bool) { return r.AgentNamed(q.Agent) }, q.Tick, q.About)
}

// flagsOf returns how the command line asks a question.
func flagsOf(q *asked.Question) (flags []string) {
	switch q.Kind {
	case explain.WhyNot:
		return []string{"--why-not", q.About}
	case explain.WhatWould:
		return []string{"--what-would", q.About}
	case explain.WhoMade:
		return []string{"--who-made", q.About}
	case explain.WhatChanged:
		return []string{"--what-changed"}
	case explain.WhatIf:
		for _, c := range q.Changes {
			flags = append(flags, "--what-if", c.Symbol+" = "+c.Value)
		}
	}
	return flags
}

// withoutMemory returns an answer without the memories. A recording knows only the symbols that memories write; a
// running crowd also knows the sense.
func withoutMemory(text string) string {
	text, _, _ = strings.Cut(text, "\nwhat it remembers")
	return text
}

func actorNamed(s *stage, name string) agent.ID {
	for _, a := range s.actors {
		if a.name == name {
			return a.id
		}
	}
	return 0
}
