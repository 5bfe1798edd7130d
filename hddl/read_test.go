package hddl_test

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/hddl"
)

// traps are constructs in files of the competition that other readers cannot parse.
const traps = `
; comments ; of every ; kind
(DEFINE (Domain traps)
  (:Requirements :typing)
  (:types object at - object a - (either at lorry) a - place)   ; a type named as a predicate, object listed
  (:predicates (at ?t2 - at ?T2 - place) (a) (x--y_1/2#[z] ?n))
  (:task do :parameters () :precondition () :effect ())
  (:task nothing)
  (:action no-effect :parameters (?t2 ?T2 - a) :precondition (at ?t2 ?T2))
  (:action empty :precondition () :effect ())
  (:method bare :parameters (?n - a) :task (do) :subtasks (no-effect ?n ?n))
  (:method labelled :parameters (?n - a) :task (do) :ordered-tasks (t1 (no-effect ?n ?n)))
  (:method order :task (do) :tasks (and (b (do)) (a (do))) :ordering (a < b) :constraints ( ))
  (:method typed :parameters (?n - place) :task (do) :constraints (and (not (typeof ?n - a)) (= ?n ?n)))
)`

func TestTrapsOfTheCompetitionsFiles(t *testing.T) {
	d, ds := hddl.ParseDomain(diag.NewSource("traps.hddl", traps))
	report(t, "traps", ds)
	report(t, "traps", hddl.Check(d, nil))
	domainAgain(t, d)
	p, ds := hddl.ParseProblem(diag.NewSource("p.hddl", `(define (problem p) (:domain traps) (:objects 1 2.5e - a x ? y - object)
		(:htn :subtasks ()) (:init (a) (a) (at 1 2.5e) (x--y_1/2#[z] x)) (:goal ()))`))
	if len(ds.All) != 1 || ds.All[0].Code != diag.HDDLName {
		t.Error(ds.Err()) // "?" alone
	}
	if len(p.Objects) != 4 || len(p.Init) != 4 {
		t.Errorf("objects %v, facts %v", p.Objects, p.Init)
	}
	report(t, "p", hddl.Check(d, p))
}

func TestTypesUnderSeveralParents(t *testing.T) {
	d, _ := hddl.ParseDomain(diag.NewSource("d.hddl", "(define (domain d) (:types a - b a - c b c - top d - (either e f) g - e))"))
	h := hddl.NewHierarchy(d.Types)
	for _, c := range []struct {
		name, above string
		want        bool
	}{
		{"a", "b", true}, {"a", "c", true}, {"a", "top", true}, {"b", "c", false}, {"d", "e", true}, {"d", "f", true},
		{"top", "object", true}, {"object", "top", false}, {"unknown", "object", true}, {"unknown", "top", false},
	} {
		if got := h.Is(c.name, c.above); got != c.want {
			t.Errorf("%s is %s: %t", c.name, c.above, got)
		}
	}
	typ := func(names ...string) (t hddl.Type) {
		for _, n := range names {
			t.Names = append(t.Names, hddl.Name{Text: n})
		}
		return t
	}
	if !h.Overlap(typ("b"), typ("c")) || h.Overlap(typ("b"), typ("e")) || !h.Overlap(typ("b", "e"), typ("f")) {
		t.Error("a is both b and c, d is both e and f, nothing is both b and e")
	}
	if !h.Fits(typ("a"), typ("e", "c")) || h.Fits(typ("a", "g"), typ("b")) || !h.Fits(typ("a"), typ()) || h.Fits(typ(), typ("a")) {
		t.Error("each alternative must descend from one that is wanted")
	}
}

func TestWritingBreaksLongLines(t *testing.T) {
	var none mistake
	src, _ := none.spoil(t)
	d, _ := hddl.ParseDomain(src)
	text := d.String()
	for line := range strings.Lines(text) {
		if len(line) > 115 {
			t.Errorf("long line: %s", line)
		}
	}
	for _, want := range []string{
		"    truck train - vehicle\n    vehicle package - thing\n",
		"    :parameters (?k - package ?to ?from - place ?v - (either truck train))\n",
		"    :ordered-subtasks (and))\n",
		"    :ordered-subtasks (and (drive ?v ?from ?to)))\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}
