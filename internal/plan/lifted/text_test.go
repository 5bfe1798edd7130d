package lifted_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/hddl"
	"github.com/karakuri-ai/karakuri/internal/plan/lifted"
)

// compile reads a domain and a problem without their frames, and compiles them.
func compile(t testing.TB, domain, problem string) (*lifted.Problem, error) {
	t.Helper()
	d, p := parsed(t, domain, problem)
	return lifted.Compile(d, p, nil)
}

// parsed reads a domain and a problem without their frames.
func parsed(t testing.TB, domain, problem string) (*hddl.Domain, *hddl.Problem) {
	t.Helper()
	d, ds := hddl.ParseDomain(diag.NewSource("domain.hddl", "(define (domain d) "+domain+")"))
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	p, ds := hddl.ParseProblem(diag.NewSource("problem.hddl", "(define (problem p) (:domain d) "+problem+")"))
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	ds = hddl.Check(d, p)
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	return d, p
}

func mustCompile(t testing.TB, domain, problem string) *lifted.Problem {
	t.Helper()
	p, err := compile(t, domain, problem)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// printer writes compiled things as people read them. Variables are ?0, ?1 ...
type printer struct{ p *lifted.Problem }

func (w printer) term(t lifted.Term) string {
	switch {
	case t == lifted.Any:
		return "*"
	case t.IsVar():
		return fmt.Sprintf("?%d", int(t))
	}
	return w.p.Objects[t.Object()]
}

func (w printer) call(name string, args []lifted.Term) string {
	words := []string{name}
	for _, a := range args {
		words = append(words, w.term(a))
	}
	return "(" + strings.Join(words, " ") + ")"
}

func (w printer) literal(l lifted.Literal) string {
	var s string
	switch l.Kind {
	case lifted.LitEqual:
		s = w.call("=", l.Args)
	case lifted.LitType:
		s = w.call("is-"+w.set(l.Type), l.Args)
	default:
		s = w.call(w.p.Preds[l.Pred].Name, l.Args)
	}
	if l.Neg {
		return "!" + s
	}
	return s
}

func (w printer) set(t lifted.TypeID) string {
	var names []string
	for _, o := range w.p.Types[t].List {
		names = append(names, w.p.Objects[o])
	}
	return "{" + strings.Join(names, ",") + "}"
}

func (w printer) literals(list []lifted.Literal) string {
	var words []string
	for _, l := range list {
		words = append(words, w.literal(l))
	}
	return strings.Join(words, " ")
}

func (w printer) patterns(list []lifted.Pattern) string {
	var words []string
	for _, pat := range list {
		words = append(words, w.call(w.p.Preds[pat.Pred].Name, pat.Args))
	}
	return strings.Join(words, " ")
}

func (w printer) atoms(list []lifted.Atom) string {
	var words []string
	for _, a := range list {
		words = append(words, w.call(w.p.Preds[a.Pred].Name, a.Args))
	}
	return strings.Join(words, " ")
}

// methods returns the conditions of the methods of a task, one for each line.
func (w printer) methods(task string) string {
	var lines []string
	for i := range w.p.Methods {
		m := &w.p.Methods[i]
		if w.p.Tasks[m.Task].Name != task {
			continue
		}
		line := w.literals(m.Pre)
		if len(m.Pulled) > 0 {
			line += " | " + w.literals(m.Pulled)
		}
		for _, c := range m.Subtasks {
			line += " > " + w.call(w.p.Tasks[c.Task].Name, c.Args)
		}
		if !m.Total {
			line += fmt.Sprint(" ", m.Order)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func (w printer) task(name string) *lifted.Task {
	for i := range w.p.Tasks {
		if w.p.Tasks[i].Name == name {
			return &w.p.Tasks[i]
		}
	}
	return nil
}

// actions returns the actions of a name, one for each line.
func (w printer) actions(name string) string {
	var lines []string
	for i := range w.p.Actions {
		a := &w.p.Actions[i]
		if a.Name != name {
			continue
		}
		line := w.literals(a.Pre) + " > " + w.atoms(a.Add) + " - " + w.atoms(a.Del)
		for _, c := range a.Cond {
			line += " if " + w.literals(c.If) + " > " + w.atoms(c.Add) + " - " + w.atoms(c.Del)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}
