package hddl_test

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/hddl"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/plan/verify"
	"github.com/karakuri-ai/karakuri/world"
)

// modelOf reads a domain and a problem and says them as a model.
func modelOf(t *testing.T, domain, problem string) (*hddl.Domain, *hddl.Problem, *def.Model) {
	t.Helper()
	d, ds := hddl.ParseDomain(read(t, domain))
	p, more := hddl.ParseProblem(read(t, problem))
	ds.Append(more)
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	m, ds := modelOfHDDL(d, p)
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	return d, p, m
}

// checked returns what def.Check computes of a model, which must have no mistakes.
func checked(t *testing.T, m *def.Model) *def.Info {
	t.Helper()
	info, ds := def.Check(m)
	if err := ds.Err(); err != nil {
		t.Fatalf("the model has mistakes: %v\n%s", err, lang.Format(m.Files[0]))
	}
	return info
}

// writtenAgain checks that a model, written as a karakuri file and read again, is the same.
func writtenAgain(t *testing.T, m *def.Model) *def.Model {
	t.Helper()
	text := lang.Format(m.Files[0])
	f, ds := lang.Parse(diag.NewSource("written.krk", text))
	if err := ds.Err(); err != nil {
		t.Fatalf("what was written is refused: %v\n%s", err, text)
	}
	if again := lang.Format(f); again != text {
		t.Errorf("written again it differs:\n%s\n---\n%s", text, again)
	}
	return &def.Model{Files: []*def.File{f}}
}

// planFor plans for the root task of a model.
func planFor(t *testing.T, info *def.Info, nodes int) (*htn.Plan, htn.Result) {
	t.Helper()
	d := htn.Compile(info)
	r := htn.NewPlanner(d, htn.Options{Limits: htn.Limits{Nodes: nodes}}).Plan(info.Initial, htn.GoalOf(info.Agents[0].Plans[0].Call))
	return r.Plan, r
}

// competitionPlan writes a plan of a model in the competition's format.
func competitionPlan(info *def.Info, plan *htn.Plan) string {
	var b strings.Builder
	call := func(name string, params []def.Slot, args []world.Word) string {
		for _, p := range params {
			name += " " + world.FormatWord(info.Schema, info.Initial, p.Type, args[p.Index:])
		}
		return name
	}
	subtasks := map[int][]int{} // of a node, ids
	b.WriteString("==>\n")
	for i := range plan.Len() {
		s := plan.Step(i)
		if op := info.Operators[s.Operator]; len(op.Do) > 0 { // all but the goal
			fmt.Fprintf(&b, "%d %s\n", i, call(op.Name, op.Params, s.Args))
			subtasks[s.Node] = append(subtasks[s.Node], i)
		}
	}
	for n := 1; n < plan.Nodes(); n++ {
		subtasks[plan.Node(n).Parent] = append(subtasks[plan.Node(n).Parent], plan.Len()+n)
	}
	ids := func(n int) string { return strings.Trim(fmt.Sprint(subtasks[n]), "[]") }
	fmt.Fprintf(&b, "root %s\n", ids(0))
	for n := 1; n < plan.Nodes(); n++ {
		node := plan.Node(n)
		task := info.Tasks[node.Task]
		method, _, _ := strings.Cut(task.Methods[node.Method].Name, " ")
		fmt.Fprintf(&b, "%d %s -> %s %s\n", plan.Len()+n, call(task.Name, task.Params, node.Args), method, ids(n))
	}
	b.WriteString("<==\n")
	return b.String()
}

// smallest returns the smallest problem of each domain below a folder.
func smallest(t *testing.T, dir string) []string {
	t.Helper()
	best, size := map[string]string{}, map[string]int64{}
	var folders []string
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".hddl" || strings.HasSuffix(path, "domain.hddl") {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		folder := filepath.Dir(path)
		if n, known := size[folder]; !known {
			folders = append(folders, folder)
		} else if n <= info.Size() {
			return nil
		}
		best[folder], size[folder] = path, info.Size()
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, f := range folders {
		list = append(list, best[f])
	}
	return list
}

func TestModelOfCompetitionFiles(t *testing.T) {
	dir := dataDir(t)
	for _, path := range smallest(t, dir) {
		name, _ := filepath.Rel(dir, path)
		t.Run(name, func(t *testing.T) {
			d, p, m := modelOf(t, domainFor(path), path)
			checked(t, m)
			info := checked(t, writtenAgain(t, m))
			plan, r := planFor(t, info, 100_000)
			t.Logf("%v %v, %d nodes", r.Status, r.Limit, r.Stats.Nodes)
			if plan != nil {
				judged(t, d, p, info, plan)
			}
		})
	}
}

// judged wants a plan to be accepted by the verifier.
func judged(t *testing.T, d *hddl.Domain, p *hddl.Problem, info *def.Info, plan *htn.Plan) {
	t.Helper()
	text := competitionPlan(info, plan)
	file, ds := verify.ReadPlan("plan", text)
	if err := ds.Err(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if v := verify.Plan(d, p, file); !v.Valid() {
		t.Errorf("%v: %v\n%s", v.Reason, v.Found.Error(), text)
	}
}

// smallDomains are the domains in the testdata of this package and of the verifier.
func smallDomains(t *testing.T) (domains []string) {
	t.Helper()
	for _, pattern := range []string{"testdata/*domain.hddl", "../internal/plan/verify/testdata/*.domain.hddl"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("nothing is called %s: %v", pattern, err)
		}
		domains = append(domains, found...)
	}
	return domains
}

func problemFor(domain string) string {
	return strings.Replace(domain, "domain.hddl", "problem.hddl", 1)
}

func TestPlansOfModelsAreValid(t *testing.T) {
	for _, domain := range smallDomains(t) {
		t.Run(domain, func(t *testing.T) {
			d, p, m := modelOf(t, domain, problemFor(domain))
			info := checked(t, writtenAgain(t, m))
			if strings.Contains(domain, "garden") {
				t.Skip("depth-first search goes on refilling in this domain")
			}
			plan, r := planFor(t, info, 5_000_000)
			if plan == nil {
				t.Fatalf("no plan: %v %v\n%s", r.Status, r.Limit, lang.Format(m.Files[0]))
			}
			judged(t, d, p, info, plan)
		})
	}
}

// TestModelsDoWhatActionsDo compares random sequences of actions with the verifier: the model has a plan of them
// exactly if they can be carried out and lead to the goal.
func TestModelsDoWhatActionsDo(t *testing.T) {
	const sequences, longest = 200, 5
	for _, domain := range smallDomains(t) {
		t.Run(domain, func(t *testing.T) {
			d, p, _ := modelOf(t, domain, problemFor(domain))
			random := rand.New(rand.NewPCG(1, 2))
			possible := 0
			for range sequences {
				q := *p
				q.HTN = &hddl.HTN{Network: hddl.Network{Ordered: true, Constraints: &hddl.And{}}}
				q.Goal = &hddl.And{}
				if random.IntN(4) == 0 {
					q.Goal = p.Goal
				}
				for range 1 + random.IntN(longest) {
					q.HTN.Network.Subtasks = append(q.HTN.Network.Subtasks, hddl.Subtask{Call: anyAction(random, d, p)})
				}
				m, ds := modelOfHDDL(d, &q)
				if ds.HasErrors() {
					continue // an argument that is never of the type of its parameter
				}
				plan, _ := planFor(t, checked(t, m), 1000)
				v := verify.Plan(d, &q, sequencePlan(t, &q))
				if v.Valid() {
					possible++
				}
				if v.Valid() != (plan != nil) {
					t.Fatalf("the model has a plan: %v, the verifier: %v %s\n%v\n%s", plan != nil, v.Reason, v.Found.Error(), &q, lang.Format(m.Files[0]))
				}
			}
			t.Logf("%d of %d sequences are possible", possible, sequences)
			if possible == 0 {
				t.Error("no sequence is possible")
			}
		})
	}
}

// anyAction draws an action and objects for its parameters, mostly of types that fit.
func anyAction(random *rand.Rand, d *hddl.Domain, p *hddl.Problem) hddl.Call {
	a := &d.Actions[random.IntN(len(d.Actions))]
	c := hddl.Call{Name: a.Name}
	objects := slices.Concat(d.Constants, p.Objects)
	h := hddl.NewHierarchy(d.Types)
	for _, param := range a.Params {
		fitting := slices.DeleteFunc(slices.Clone(objects), func(o hddl.Object) bool { return !h.Fits(o.Type, param.Type) })
		if len(fitting) == 0 || random.IntN(20) == 0 {
			fitting = objects
		}
		c.Args = append(c.Args, fitting[random.IntN(len(fitting))].Name)
	}
	return c
}

// sequencePlan is the plan that does just what a network of actions says.
func sequencePlan(t *testing.T, p *hddl.Problem) *verify.File {
	t.Helper()
	text, root := "==>\n", "root"
	for i, s := range p.HTN.Network.Subtasks {
		text += fmt.Sprint(i, " ", s.Call.Name.Text)
		for _, arg := range s.Call.Args {
			text += " " + arg.Text
		}
		text += "\n"
		root += fmt.Sprint(" ", i)
	}
	plan, ds := verify.ReadPlan("plan", text+root+"\n<==\n")
	if err := ds.Err(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return plan
}
