package hddl_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/hddl"
)

const mebibyte = 1 << 20

func TestNoiseIsAnsweredAtOnce(t *testing.T) {
	for _, c := range []struct{ name, text, first string }{
		{"opening parentheses", strings.Repeat("(", mebibyte), "x.hddl:1:201: parentheses are nested more than 200 deep [K253]"},
		{"closing parentheses", strings.Repeat(")", mebibyte), `x.hddl:1:1: ")" closes nothing [K251]`},
		{"a goal of negations", "(define (problem p) (:domain d) (:goal " + strings.Repeat("(not ", mebibyte/5),
			"x.hddl:1:1030: parentheses are nested more than 200 deep [K253]"},
		{"one word", strings.Repeat("a", mebibyte), `x.hddl:1:1: expected (define, found "` + strings.Repeat("a", 60) + `..." [K254]`},
		{"zeros", strings.Repeat("\x00", mebibyte), `x.hddl:1:1: stray character '\x00' [K252]`},
		{"UTF-16", "\xff\xfe(\x00", "x.hddl:1:1: the file is in UTF-16 [K252]"},
	} {
		_, domain := hddl.ParseDomain(diag.NewSource("x.hddl", c.text))
		_, problem := hddl.ParseProblem(diag.NewSource("x.hddl", c.text))
		for _, ds := range []diag.List{domain, problem} {
			if len(ds.All) == 0 || len(ds.All) > 2 || ds.All[0].Error() != c.first {
				t.Errorf("%s: got %d findings, %v; want %s", c.name, len(ds.All), ds.Err(), c.first)
			}
		}
	}
}

func TestFindingsAreBounded(t *testing.T) {
	for _, text := range []string{strings.Repeat("(:", mebibyte/2), strings.Repeat("a\x00", mebibyte/2), "(define (domain d)" + strings.Repeat("(:task)", mebibyte/8)} {
		_, ds := hddl.ParseDomain(diag.NewSource("x.hddl", text))
		if len(ds.All) == 0 || len(ds.All) > diag.MaxDiagnostics {
			t.Errorf("%q...: %d findings", text[:20], len(ds.All))
		}
	}
}

func TestConditionsMayBeAsDeepAsTheLimit(t *testing.T) {
	const around = 3 // define, :goal and the atom
	deep := func(n int) string {
		return "(define (problem p) (:domain d) (:goal " + strings.Repeat("(not ", n) + "(a)" + strings.Repeat(")", n) + "))"
	}
	p, ds := hddl.ParseProblem(diag.NewSource("x.hddl", deep(hddl.MaxDepth-around)))
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	problemAgain(t, p)
	if _, ds = hddl.ParseProblem(diag.NewSource("x.hddl", deep(hddl.MaxDepth-around+1))); len(ds.All) != 1 || ds.All[0].Code != diag.HDDLLimit {
		t.Error("one more:", ds.Err())
	}
}

func TestEveryLimitIsNamed(t *testing.T) {
	many := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	for _, c := range []struct{ text, want string }{
		{"(:task t :parameters (" + many(hddl.MaxParams+1, "?a%d ") + "))", "x.hddl:1:1468: more than 256 variables [K285]"},
		{"(:types a - (either " + many(hddl.MaxEither+1, "b%d ") + "))", "x.hddl:1:286: more than 64 alternatives [K285]"},
		{"(:types " + many(hddl.MaxTypes+1, "a%d ") + ")", "x.hddl:1:48070: more than 8192 names in :types [K285]"},
		{"(:method m :task (t) :subtasks (and " + many(hddl.MaxSubtasks+1, "(a%d) ") + "))", "x.hddl:1:578770: more than 65536 subtasks [K285]"},
	} {
		_, ds := hddl.ParseDomain(diag.NewSource("x.hddl", "(define (domain d) "+c.text+")"))
		if len(ds.All) != 1 || ds.All[0].Error() != c.want {
			t.Errorf("got %v, want %s", ds.Err(), c.want)
		}
	}
	_, ds := hddl.ParseDomain(diag.NewSource("x.hddl", strings.Repeat(" ", hddl.MaxSourceBytes+1)))
	if len(ds.All) != 1 || ds.All[0].Error() != "x.hddl:1:1: the file has 67108865 bytes; the limit is 67108864 [K253]" {
		t.Error(ds.Err())
	}
}

// A chain of subtasks as long as the limit must be checked without recursion, and a chain of types in bearable time.
func TestLongChainsAreChecked(t *testing.T) {
	var b strings.Builder
	b.WriteString("(define (domain d) (:types")
	for i := range hddl.MaxTypes/2 - 1 {
		fmt.Fprintf(&b, " a%d - a%d", i+1, i)
	}
	b.WriteString(" a0) (:task t) (:action x) (:method m :task (t) :subtasks (and")
	for i := range hddl.MaxSubtasks {
		fmt.Fprintf(&b, " (s%d (x))", i)
	}
	b.WriteString(") :ordering (and")
	for i := range hddl.MaxSubtasks {
		fmt.Fprintf(&b, " (< s%d s%d)", i, (i+1)%hddl.MaxSubtasks)
	}
	b.WriteString(")))")
	d, ds := hddl.ParseDomain(diag.NewSource("x.hddl", b.String()))
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	ds = hddl.Check(d, nil)
	if len(ds.All) != 1 || ds.All[0].Code != diag.HDDLOrderCycle {
		t.Error(ds.Err())
	}
}
