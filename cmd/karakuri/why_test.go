package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/explain"
	answers "github.com/karakuri-ai/karakuri/internal/answer"
	"github.com/karakuri-ai/karakuri/internal/asked"
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// TestWhyCorpus asks the questions of testdata/why live, of a moment that a running crowd was rolled back to, of a
// recording, and by the command line: all answers are those that were computed by hand, and the same. Each verdict
// occurs. With -v it prints the number of questions of each family.
func TestWhyCorpus(t *testing.T) {
	files, err := filepath.Glob("testdata/why/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no corpus", err)
	}
	count, families, codes := map[bool]int{}, map[asked.Family]int{}, map[explain.Verdict]bool{}
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
			families[q.Family]++
			codes[q.Want] = codes[q.Want] || q.Kind == explain.WhyNot
		}
		t.Run(c.Name, func(t *testing.T) { askCorpus(t, c) })
	}
	if count[true] < leastWhyNot || count[false] < leastOthers {
		t.Errorf("%d questions why not and %d others are asked, want %d and %d at least", count[true], count[false], leastWhyNot, leastOthers)
	}
	for _, f := range asked.Families {
		t.Logf("%-30s %3d questions, each asked live, scrubbed back, and of a recording", f, families[f])
		if families[f] < leastOfFamily {
			t.Errorf("%d questions are about %s, want %d at least", families[f], f, leastOfFamily)
		}
	}
	for v := range explain.LastVerdict + 1 {
		if !codes[v] {
			t.Errorf("no question has the verdict %s", v.Code())
		}
	}
	for c := fact.Cause(1); c <= fact.LastCause; c++ {
		if why, is := unsaid[c]; !saidCauses[c] && !is {
			t.Errorf("no answer of the corpus says %q", c)
		} else if saidCauses[c] && is {
			t.Errorf("an answer of the corpus says %q: the list of those that none says has it: %s", c, why)
		}
	}
	for _, code := range closedSets() {
		if !spoken[code] {
			t.Errorf("no answer of the corpus has the %s", code)
		}
	}
}

// saidCauses are the causes whose words the live answers of the corpus have.
var saidCauses = map[fact.Cause]bool{}

// Why no answer of the corpus says a cause.
const (
	keepsOnly = "only events say it: an answer is about what runs, not about a planning that did not replace it"
	liftsOnly = "only events say it: a ban that was lifted keeps nothing from happening"
	noPanics  = "nothing panics in runs of the command line"
	noHost    = "only a game does that: no run of the command line has one"
	noBudget  = "no flag of a run limits how much its agents may plan in a tick"
	oneOrder  = "a squad gives a member one order for each role: never as many as a member lets wait"
	below     = "only events say it: an answer says how the goal above ended"
	lastOrder = "only what a squad says of its last order that came to nothing has it, and snapshots do not keep that"
)

// unsaid are the causes that no answer of the corpus says. A question that leads to one takes it from the list.
var unsaid = map[fact.Cause]string{
	fact.CauseSamePlan: keepsOnly, fact.CauseLowerPlan: keepsOnly, fact.CauseSameTarget: keepsOnly, fact.CauseSameMethods: keepsOnly,
	fact.CauseNothingElse: keepsOnly, fact.CauseOutdated: keepsOnly, fact.CauseNotCheaper: keepsOnly,
	fact.CauseBanChanged: liftsOnly, fact.CauseBanProved: liftsOnly, fact.CauseBanWorked: liftsOnly,
	fact.CauseActionPanicked: noPanics, fact.CauseOutside: noHost, fact.CauseDisbanded: noHost,
	fact.CauseValueRefused: noHost, fact.CauseLeft: noHost, fact.CauseBusy: noHost, fact.CauseProcessFailed: noHost, fact.CauseProcessDone: noHost,
	fact.CauseSeeking: noBudget, fact.CauseFull: oneOrder, fact.CauseParentEnded: below,
	fact.CauseNotWanted: lastOrder, fact.CauseUnknown: lastOrder, fact.CauseDied: lastOrder,
}

// spoken are the values of closed sets, other than verdicts, that the live answers of the corpus have.
var spoken = map[string]bool{}

// closedSets lists the values of the closed sets of answers that programs may switch on. An origin is unknown only of
// what a crowd keeps no longer: TestWhoMadeLive of the root has it.
func closedSets() (list []string) {
	for k := range explain.NotKnown {
		list = append(list, "origin "+k.String())
	}
	for b := range explain.ByHost + 1 {
		list = append(list, "changer "+b.String())
	}
	for k := range explain.Order + 1 {
		list = append(list, "activity "+k.String())
	}
	for k := explain.Task; k <= explain.Complete; k++ {
		list = append(list, "trial "+k.String())
	}
	return list
}

// speak notes which values of closed sets an answer has.
func speak(a *explain.Answer) {
	text := a.String()
	for c := fact.Cause(1); c <= fact.LastCause; c++ {
		saidCauses[c] = saidCauses[c] || strings.Contains(text, c.String())
	}
	for _, o := range a.Origins {
		spoken["origin "+o.Kind.String()] = true
	}
	for _, r := range a.Remedies {
		spoken["changer "+r.By.String()] = true
	}
	for _, r := range a.Running {
		spoken["activity "+r.Kind.String()] = true
	}
	for _, p := range a.Planned {
		for _, tried := range p.Tried {
			spoken["trial "+tried.Kind.String()] = true
		}
	}
}

// How many questions the corpus has at least: why not, and of the other kinds.
const (
	leastWhyNot = 150
	leastOthers = 60
	// leastOfFamily is the least number of questions about a family, of each kind of moment.
	leastOfFamily = 10
)

func askCorpus(t *testing.T, c asked.Corpus) {
	trace := filepath.Join(t.TempDir(), "run.ktrace")
	live := askLive(t, c, trace)
	askBack(t, c, live)
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
		case answers.IsOfHistory(q.Kind):
			if got := askedAgain(t, trace, &q).String(); got != live[q.Line] {
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
	askSought(t, c, trace, live)
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
	s, con := stageOf(t, c, "--trace", trace)
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
			speak(a)
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

// stageOf begins the run of a corpus.
func stageOf(t *testing.T, c asked.Corpus, flags ...string) (*stage, *console) {
	var g grammar
	con := &console{in: strings.NewReader(""), out: &strings.Builder{}, err: &strings.Builder{}}
	if _, err := newParser(&g, con).Parse(append(append([]string{"run"}, flags...), strings.Fields(c.Args)...)); err != nil {
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
	return s, con
}

// askBack makes the run again, rolls it back to each moment, and asks the same. What set a value is asked of a replay:
// see [askedAgain].
func askBack(t *testing.T, c asked.Corpus, live map[int]string) {
	s, con := stageOf(t, c)
	newPlainLines(con, s)
	past := map[int64][]byte{}
	for s.crowd.Tick() < c.List[len(c.List)-1].Tick {
		s.happen(s.crowd.Tick() + 1)
		s.step()
		if slices.ContainsFunc(c.List, func(q asked.Question) bool { return q.Tick == s.crowd.Tick() }) {
			past[s.crowd.Tick()] = s.crowd.Snapshot(nil)
		}
	}
	at := int64(-1)
	for _, q := range slices.Backward(c.List) {
		if answers.IsOfHistory(q.Kind) {
			continue // about a history, which a snapshot does not hold: pages replay up to the moment
		}
		if at != q.Tick {
			if err := s.crowd.Rollback(past[q.Tick]); err != nil {
				t.Fatal(err)
			}
			at = q.Tick
		}
		if got := answers.Ask(s.crowd, stillNamed(s, q.Agent), q.Question).String(); sorted(got) != sorted(live[q.Line]) {
			t.Errorf("line %d: scrubbed back: %s\nlive: %s", q.Line, got, live[q.Line])
		}
	}
}

// askSought asks the same of a recording that is moved back from each moment to the one before: what a planning saw is
// known there although it was made before the snapshot that the recording goes on from.
func askSought(t *testing.T, c asked.Corpus, trace string, live map[int]string) {
	r, f, err := openReplay(trace, agent.ReplayOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	at := int64(-1)
	for _, q := range slices.Backward(c.List) {
		if answers.IsOfHistory(q.Kind) {
			continue
		}
		if at != q.Tick {
			at = q.Tick
			if err := r.SeekTo(at); err != nil {
				t.Fatal(err)
			}
			r.Settle()
		}
		id, ok := r.AgentNamed(q.Agent)
		if got := answers.Ask(r.Crowd(), id, q.Question).String(); !ok || sorted(got) != sorted(live[q.Line]) {
			t.Errorf("line %d: of the recording, after seeking: %s\nlive: %s", q.Line, got, live[q.Line])
		}
	}
}

// askedAgain asks of a recording what set a value, or what changed between two decisions.
func askedAgain(t *testing.T, trace string, q *asked.Question) *explain.Answer {
	w := &answers.Witness{}
	r, f, err := openReplay(trace, w.Options())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	named := func() (agent.ID, bool) { return r.AgentNamed(q.Agent) }
	return answers.Again(nil, r, w, named, q.Tick, q.Question)
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
	text, _, _ = strings.Cut(text, "\nit remembers nothing")
	return text
}

// sorted returns the lines of an answer without memories in the order of their letters: in which order trees that run
// at once are listed depends on which of them the crowd made first, and a crowd that was rolled back makes them anew.
func sorted(text string) string {
	lines := strings.Split(withoutMemory(text), "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// stillNamed returns the agent of a name in a crowd that was rolled back: the stage no longer has those that left
// later.
func stillNamed(s *stage, name string) (id agent.ID) {
	for a := range s.crowd.All {
		if s.crowd.View().NameOf(a) == name {
			return a
		}
	}
	return actorNamed(s, name)
}

func actorNamed(s *stage, name string) agent.ID {
	for _, a := range s.actors {
		if a.name == name {
			return a.id
		}
	}
	return 0
}
