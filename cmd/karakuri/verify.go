package main

import (
	"errors"
	"io"
	"io/fs"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/hddl"
	"github.com/karakuri-ai/karakuri/internal/plan/verify"
)

type verifyCmd struct {
	Domain  string `arg:"" help:"HDDL file of the domain."`
	Problem string `arg:"" help:"HDDL file of the problem."`
	Plan    string `arg:"" help:"Plan in the competition's format; - is standard input."`
	JSON    bool   `help:"Print one JSON object."`
}

// Help returns the text of --help.
func (*verifyCmd) Help() string {
	return `Checks a plan and its decomposition against an HDDL domain and problem. The verifier shares no search code with the planner.
Prints "valid"; or the first error and its place in the plan, and exits with 1.

    karakuri verify domain.hddl problem.hddl problem.plan

The JSON object is
    {"valid": true|false, "reason", "findings": [...]}
where "reason" is "valid", "faulty input" (domain or problem), "malformed plan", or the error in two or three words, and
"findings" has the form of check --json.`
}

// Run judges and prints.
func (cmd *verifyCmd) Run(c *console) error {
	d, p, ds := readHDDL(cmd.Domain, cmd.Problem)
	if ds.HasErrors() {
		if !cmd.JSON {
			printFindings(c.err, &ds)
		}
		return cmd.answer(c, io.Discard, "faulty input", ds)
	}
	name, text, err := readPlan(c, cmd.Plan)
	if err != nil {
		unreadable(&ds, name, err)
		if !cmd.JSON {
			printFindings(c.err, &ds)
		}
		return cmd.answer(c, io.Discard, "faulty input", ds)
	}
	plan, ds := verify.ReadPlan(name, text)
	if ds.HasErrors() {
		return cmd.answer(c, c.out, "malformed plan", ds)
	}
	v := verify.Plan(d, p, plan)
	if v.Valid() {
		return cmd.answer(c, c.out, v.Reason.String(), diag.List{})
	}
	return cmd.answer(c, c.out, v.Reason.String(), diag.List{All: []diag.Diagnostic{v.Found}})
}

// verifyReport is the answer; its JSON form is a promise to other programs.
type verifyReport struct {
	Valid    bool          `json:"valid"`
	Reason   string        `json:"reason"`
	Findings []diag.Record `json:"findings"`
}

// answer prints the answer, for people to w, and returns the error that decides the exit code.
func (cmd *verifyCmd) answer(c *console, w io.Writer, reason string, ds diag.List) error {
	ds.Sort()
	valid := reason == verify.Valid.String()
	var err error
	switch {
	case cmd.JSON:
		err = printJSON(c.out, verifyReport{valid, reason, ds.Records()})
	case valid:
		_, err = io.WriteString(w, "valid\n")
	default:
		err = diag.Render(w, ds)
	}
	if err != nil || valid {
		return err
	}
	return answer(exitNo)
}

// readHDDL reads a domain and a problem and checks them together. When there are errors, both may be nil.
func readHDDL(domain, problem string) (*hddl.Domain, *hddl.Problem, diag.List) {
	var ds diag.List
	var d *hddl.Domain
	var p *hddl.Problem
	for _, name := range []string{domain, problem} {
		if isPDDL(name) {
			ds.Warnf(diag.HDDLSpelling, diag.Span{}, "%s is read as HDDL", name).Hint = "such files are called .hddl"
		}
	}
	if text, err := readWhole(domain); err != nil {
		unreadable(&ds, domain, err)
	} else {
		var found diag.List
		d, found = hddl.ParseDomain(diag.NewSource(domain, string(text)))
		ds.Append(found)
	}
	if text, err := readWhole(problem); err != nil {
		unreadable(&ds, problem, err)
	} else {
		var found diag.List
		p, found = hddl.ParseProblem(diag.NewSource(problem, string(text)))
		ds.Append(found)
	}
	if !ds.HasErrors() {
		ds.Append(hddl.Check(d, p))
	}
	ds.Sort()
	return d, p, ds
}

// readPlan reads a plan file and returns how it is called in findings.
func readPlan(c *console, file string) (name, text string, err error) {
	if file == "-" {
		data, err := io.ReadAll(c.in)
		return "standard input", string(data), err
	}
	data, err := readWhole(file)
	return file, string(data), err
}

func unreadable(ds *diag.List, name string, err error) {
	var path *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		ds.Errorf(diag.ImportMissing, diag.Span{}, "cannot read %s: there is no such file", name)
	case errors.As(err, &path):
		ds.Errorf(diag.ImportMissing, diag.Span{}, "cannot read %s: %v", name, path.Err)
	default:
		ds.Errorf(diag.ImportMissing, diag.Span{}, "cannot read %s: %v", name, err)
	}
}
