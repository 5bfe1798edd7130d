package lifted

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/hddl"
)

// Limits of compilation.
const (
	// MaxAlternatives is the maximum number of alternatives of one condition in disjunctive normal form: each becomes a
	// schema.
	MaxAlternatives = 4096
	// MaxLiterals is the maximum number of literals of one condition after expanding forall, in all alternatives
	// together. It includes literals that are known to be true or false.
	MaxLiterals = 1 << 20
)

// Compile compiles a domain and a problem without errors of hddl.Check. The error is a list of diagnostics for what the
// searches do not support: numbers in conditions, and too many alternatives.
//
// Stop, if not nil, is called every fraction of a millisecond; once it returns true, Compile ends with [ErrStopped].
func Compile(d *hddl.Domain, p *hddl.Problem, stop func() bool) (out *Problem, err error) {
	over := false
	defer func() {
		if over {
			out, err = nil, ErrStopped
		}
	}()
	defer unwound(&over)
	return newCompiler(d, p, stop).compile()
}

func newCompiler(d *hddl.Domain, p *hddl.Problem, stop func() bool) *compiler {
	return &compiler{
		d: d, in: p, hier: hddl.NewHierarchy(d.Types), meter: meter{stop: stop},
		out:     &Problem{Goal: -1, meets: map[[2]TypeID]TypeID{}, sets: map[string]TypeID{}},
		objects: map[string]Object{}, preds: map[string]int32{}, tasks: map[string]int32{}, types: map[string]TypeID{},
	}
}

func (c *compiler) compile() (*Problem, error) {
	c.declareObjects()
	c.declarePredicates()
	c.findCosts()
	c.facts()
	c.declareTasks()
	c.actions()
	c.methods()
	c.goal()
	c.root()
	c.diags.Sort()
	if err := c.diags.Err(); err != nil {
		return nil, err
	}
	infer(c.out, &c.meter)
	return c.out, nil
}

type compiler struct {
	meter
	d    *hddl.Domain
	in   *hddl.Problem
	hier *hddl.Hierarchy
	out  *Problem

	objects map[string]Object
	kinds   []hddl.Type // of the objects
	preds   map[string]int32
	tasks   map[string]int32
	types   map[string]TypeID // by the text of hddl types

	costs   string                        // the function that plans minimise; "": none
	tables  map[string]map[string]float64 // initial values of functions, by CostKey
	changed map[string]bool               // functions that actions change
	initial map[string]bool               // facts of the initial state, by factKey
	diags   diag.List
}

func (c *compiler) unsupported(at diag.Span, hint, format string, args ...any) {
	c.diags.Errorf(diag.NotSearchable, at, format, args...).Hint = hint
}

// typeOf returns the type that an HDDL type names.
func (c *compiler) typeOf(t hddl.Type) TypeID {
	key := ""
	for _, n := range t.Names {
		key += n.Text + " "
	}
	if id, known := c.types[key]; known {
		return id
	}
	set := make([]uint64, (len(c.out.Objects)+63)/64)
	for o, kind := range c.kinds {
		c.tick(1)
		if c.hier.Fits(kind, t) {
			set[o>>6] |= 1 << (o & 63)
		}
	}
	id := c.out.intern(set)
	c.types[key] = id
	return id
}

func (c *compiler) paramTypes(params []hddl.Param) []TypeID {
	list := make([]TypeID, len(params))
	for i := range params {
		list[i] = c.typeOf(params[i].Type)
	}
	return list
}

func (c *compiler) declareObjects() {
	for _, list := range [][]hddl.Object{c.d.Constants, c.in.Objects} {
		for _, o := range list {
			c.tick(1)
			if _, known := c.objects[o.Name.Text]; !known {
				c.objects[o.Name.Text] = Object(len(c.out.Objects))
				c.out.Objects = append(c.out.Objects, o.Name.Text)
				c.kinds = append(c.kinds, o.Type)
			}
		}
	}
	c.out.intern(make([]uint64, (len(c.out.Objects)+63)/64)) // Empty
	c.out.all = c.typeOf(hddl.Type{})
}

func (c *compiler) declarePredicates() {
	for _, p := range c.d.Predicates {
		c.preds[p.Name.Text] = int32(len(c.out.Preds))
		c.out.Preds = append(c.out.Preds, Predicate{Name: p.Name.Text, Types: c.paramTypes(p.Params), Static: true})
	}
	for i := range c.d.Actions {
		eachAtom(c.d.Actions[i].Effect, func(a *hddl.Atom) { c.out.Preds[c.preds[a.Name.Text]].Static = false })
	}
}

// eachAtom calls visit for each atom that an effect adds or deletes.
func eachAtom(e hddl.Effect, visit func(*hddl.Atom)) {
	switch e := e.(type) {
	case *hddl.Add:
		visit(e.Atom)
	case *hddl.Delete:
		visit(e.Atom)
	case *hddl.AndEffect:
		for _, part := range e.Parts {
			eachAtom(part, visit)
		}
	case *hddl.ForallEffect:
		eachAtom(e.Body, visit)
	case *hddl.When:
		eachAtom(e.Then, visit)
	}
}

func (c *compiler) facts() {
	seen := map[string]bool{}
	for _, f := range c.in.Init {
		c.tick(1)
		a, positive := f.(*hddl.Atom)
		if !positive {
			continue
		}
		fact := Fact{Pred: c.preds[a.Name.Text], Args: make([]Object, len(a.Args))}
		for i, n := range a.Args {
			fact.Args[i] = c.objects[n.Text]
		}
		if key := factKey(fact.Pred, fact.Args); !seen[key] {
			seen[key] = true
			c.out.Init = append(c.out.Init, fact)
		}
	}
	c.initial = seen
}

func factKey(pred int32, args []Object) string {
	b := make([]byte, 0, 4+4*len(args))
	b = append(b, byte(pred), byte(pred>>8), byte(pred>>16))
	for _, o := range args {
		b = append(b, byte(o), byte(o>>8), byte(o>>16), byte(o>>24))
	}
	return string(b)
}

// declareTasks numbers the tasks: the actions first, then the compound ones.
func (c *compiler) declareTasks() {
	for i := range c.d.Actions {
		a := &c.d.Actions[i]
		c.tasks[a.Name.Text] = c.task(Task{Name: a.Name.Text, Params: c.paramTypes(a.Params), Action: -1})
	}
	for i := range c.d.Tasks {
		t := &c.d.Tasks[i]
		c.tasks[t.Name.Text] = c.task(Task{Name: t.Name.Text, Params: c.paramTypes(t.Params), Action: -1})
	}
}

func (c *compiler) task(t Task) int32 {
	c.out.Tasks = append(c.out.Tasks, t)
	return int32(len(c.out.Tasks) - 1)
}
