package hddl_test

import (
	"os"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/hddl"
)

// fuzzSeeds are the files of the tests and short texts around rare constructs.
func fuzzSeeds(f *testing.F, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(text))
	f.Add(traps)
	for _, seed := range []string{
		"", "(", ")", "(define", "(define (domain d))", "(define (problem p) (:domain d))", "(define (domain d) (:types a (:task t)",
		"(define (domain d)) (:task t) :parameters ())", "(define (domain d) (:action a :effect (forall (?x) (when () (assign (f) (/ 1 -2.5e3))))))",
		"(define (problem p) (:domain d) (:init (= (f a) -1) (not (p))) (:metric maximize (* (f) 2)) (:goal (imply (or) (exists (?x - (either a b)) (= (f) 1)))))",
		"(define (problem p) (:domain d) (:htn :parameters (?x) :tasks (t ?x) :ordering () :constraints (and (= ?x a) (not (typeof ?x - b)))))",
	} {
		f.Add(seed)
	}
}

// spansLie reports findings without a place in the text.
func spansLie(t *testing.T, ds diag.List, src *diag.Source) {
	for _, d := range ds.All {
		if d.Span.Src != src || d.Span.Start < 0 || d.Span.Start > d.Span.End || int(d.Span.End) > len(src.Text) {
			t.Errorf("%s lies at %d to %d of %d bytes", d.Message, d.Span.Start, d.Span.End, len(src.Text))
		}
	}
}

func FuzzParseDomain(f *testing.F) {
	fuzzSeeds(f, "testdata/domain.hddl")
	f.Fuzz(func(t *testing.T, text string) {
		src := diag.NewSource("x.hddl", text)
		d, ds := hddl.ParseDomain(src)
		spansLie(t, ds, src)
		spansLie(t, hddl.Check(d, nil), src)
		if !ds.HasErrors() {
			domainAgain(t, d)
		}
	})
}

func FuzzParseProblem(f *testing.F) {
	domain, err := os.ReadFile("testdata/domain.hddl")
	if err != nil {
		f.Fatal(err)
	}
	d, ds := hddl.ParseDomain(diag.NewSource("domain.hddl", string(domain)))
	if ds.HasErrors() {
		f.Fatal(ds.Err())
	}
	fuzzSeeds(f, "testdata/problem.hddl")
	f.Fuzz(func(t *testing.T, text string) {
		src := diag.NewSource("x.hddl", text)
		p, ds := hddl.ParseProblem(src)
		spansLie(t, ds, src)
		spansLie(t, hddl.Check(d, p), src)
		if !ds.HasErrors() {
			problemAgain(t, p)
		}
	})
}
