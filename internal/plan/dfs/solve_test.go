package dfs_test

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/hddl"
	"github.com/karakuri-ai/karakuri/internal/plan/dfs"
	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
	"github.com/karakuri-ai/karakuri/internal/plan/verify"
)

// files is a domain with a problem.
type files struct {
	d *hddl.Domain
	p *hddl.Problem
}

// parse reads a domain and a problem that are given without their frames.
func parse(t testing.TB, domain, problem string) files {
	t.Helper()
	return check(t, diag.NewSource("domain.hddl", "(define (domain d) "+domain+")"), diag.NewSource("problem.hddl", "(define (problem p) (:domain d) "+problem+")"))
}

func check(t testing.TB, domain, problem *diag.Source) files {
	t.Helper()
	d, ds := hddl.ParseDomain(domain)
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	p, ds := hddl.ParseProblem(problem)
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	ds = hddl.Check(d, p)
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	return files{d, p}
}

func (f files) compile(t testing.TB) *lifted.Problem {
	t.Helper()
	p, err := lifted.Compile(f.d, f.p, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// search searches, and has the plan verified if there is one.
func (f files) search(t testing.TB, o dfs.Options) (dfs.Result, string) {
	t.Helper()
	p := f.compile(t)
	r := dfs.Search(p, o)
	if (r.Outcome == dfs.Found) != (r.Plan != nil) || (r.Outcome == dfs.Limit) != (r.Limit != "") {
		t.Fatalf("the result does not fit together: %+v", r)
	}
	if r.Outcome != dfs.Found {
		return r, ""
	}
	var text strings.Builder
	if err := p.WritePlan(&text, r.Plan); err != nil {
		t.Fatal(err)
	}
	plan, ds := verify.ReadPlan("plan", text.String())
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	if v := verify.Plan(f.d, f.p, plan); v.Reason != verify.Valid {
		t.Fatalf("the plan is not valid: %s\n%s", v.Found.Error(), text.String())
	}
	return r, text.String()
}

// steps returns the actions of a written plan, without their numbers.
func steps(plan string) string {
	var list []string
	for line := range strings.Lines(plan) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "root") {
			break
		}
		if _, action, numbered := strings.Cut(line, " "); numbered {
			list = append(list, action)
		}
	}
	return strings.Join(list, ", ")
}
