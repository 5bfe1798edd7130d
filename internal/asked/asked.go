// Package asked reads questions with the answers that were computed by hand, for tests.
package asked

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/explain"
)

// Corpus is a run, and questions about it. Parse sorts them by their ticks.
type Corpus struct {
	Name string // of its file, without its ending
	Args string // of karakuri run
	List []Question
}

// Question is a question at a moment of a run, with the answer.
type Question struct {
	explain.Question
	Line   int
	Tick   int64
	Agent  string
	Family Family
	Want   explain.Verdict // why not only
	Parts  []string        // texts that the answer holds: subject, failing part, values
}

// Family is what a question is about: one of [Families].
type Family string

// Families lists the families of questions.
var Families = []Family{"plans", "trees", "brains and goals", "reactions", "layers", "orders and roles", "plans within trees and goals", "alertness",
	"senses and memory", "forks"}

// Parse reads a file of questions: "run ARGS", "family FAMILY", "tick TICK AGENT", "ABOUT: VERDICT; PART; PART" of why
// not, and "? KIND ABOUT: PART; PART" of the other kinds of questions. "//" starts a comment.
func Parse(file, text string) (c Corpus, err error) {
	c.Name = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	var q Question
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, " //")
		line = strings.TrimSpace(line)
		q.Line = i + 1
		switch word, rest, _ := strings.Cut(line, " "); {
		case line == "" || strings.HasPrefix(line, "//"):
			continue
		case word == "run":
			c.Args = rest
		case word == "family":
			if q.Family = Family(rest); !slices.Contains(Families, q.Family) {
				err = fmt.Errorf("there is no family %q", rest)
			}
		case word == "tick":
			var n string
			n, q.Agent, _ = strings.Cut(rest, " ")
			q.Tick, err = strconv.ParseInt(n, 10, 64)
		case word == "?":
			err = q.other(rest)
			c.List = append(c.List, q)
		default:
			err = q.whyNot(line)
			c.List = append(c.List, q)
		}
		if err != nil {
			return c, fmt.Errorf("%s:%d: %w", file, i+1, err)
		}
	}
	slices.SortStableFunc(c.List, func(a, b Question) int { return cmp.Compare(a.Tick, b.Tick) })
	return c, nil
}

func (q *Question) whyNot(line string) error {
	about, answer, ok := strings.Cut(line, ": ")
	parts := strings.Split(answer, "; ")
	v, known := explain.VerdictOf(parts[0])
	if !ok || !known {
		return fmt.Errorf("%q is not a question with a verdict", line)
	}
	q.Question, q.Want, q.Parts = explain.Question{Kind: explain.WhyNot, About: about}, v, parts[1:]
	return nil
}

// other reads a question of another kind.
func (q *Question) other(line string) error {
	text, answer, ok := strings.Cut(line, ": ")
	for k := explain.WhatChanged; ok; k-- {
		if rest, is := strings.CutPrefix(text, k.String()); is {
			q.Question, q.Want, q.Parts = explain.Question{Kind: k, About: strings.TrimSpace(rest)}, explain.Unknown, strings.Split(answer, "; ")
			if k == explain.WhatIf {
				q.Changes, q.About = explain.Changes(strings.Split(q.About, " and ")...), ""
			}
			return nil
		}
		if k == explain.Why {
			break
		}
	}
	return fmt.Errorf("%q is not a question with an answer", line)
}

// Check returns the mistakes in an answer, or "".
func (q *Question) Check(verdict explain.Verdict, text string) string {
	if q.Kind == explain.WhyNot && verdict != q.Want {
		return fmt.Sprintf("line %d, %s of %s at tick %d: %s, want %s\n%s", q.Line, q.About, q.Agent, q.Tick, verdict.Code(), q.Want.Code(), text)
	}
	for _, part := range q.Parts {
		if !strings.Contains(text, part) {
			return fmt.Sprintf("line %d, %s %s of %s at tick %d: nothing of %q\n%s", q.Line, q.Kind, q.About, q.Agent, q.Tick, part, text)
		}
	}
	return ""
}
