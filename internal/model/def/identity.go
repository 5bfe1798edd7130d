package def

import (
	"crypto/sha256"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// Identity distinguishes models: two with the same identity always decide alike. It covers names, types, objects,
// initial values, expressions with the values of their constants, operators, tasks, trees, goals, brains, senses,
// memories, squads and agents, but not comments, layout, tests (except for texts and lists that only they name) and the
// names of parameters and variables.
type Identity [sha256.Size]byte

// Identity returns the identity of the model. It takes time in proportion to its size: keep the result.
func (i *Info) Identity() Identity { return i.hash(false) }

// Shape is Identity without numbers: it is equal for models that differ in constants, durations, curves,
// considerations and scores alone. Data saved with one of them has the same meaning in the other.
func (i *Info) Shape() Identity { return i.hash(true) }

func (i *Info) hash(shape bool) Identity {
	d := &digest{shape: shape, actionCount: len(i.Actions), firstGoal: int(i.firstGoal()), firstOrder: int(i.firstOrder())}
	d.b = i.Schema.Append(d.b)
	d.b = i.Initial.Append(d.b, nil)
	d.count(len(i.Functions))
	for _, f := range i.Functions {
		d.text(f.Name)
		d.types(f.Params)
		d.b = f.Result.Append(d.b)
		if f.Set {
			d.text("set")
		}
	}
	d.count(len(i.Derived))
	for _, v := range i.Derived {
		d.text(v.Name)
		d.types(v.Params)
		d.b = v.Type.Append(d.b)
		d.term(v.Body)
	}
	d.actions(i.Actions)
	d.count(len(i.Operators))
	for _, o := range i.Operators {
		d.operator(o)
	}
	d.count(len(i.Tasks))
	for _, t := range i.Tasks {
		d.task(t)
	}
	d.count(len(i.Agents))
	for _, a := range i.Agents {
		d.agent(a)
	}
	d.trees(i)
	d.goals(i)
	d.minds(i)
	d.squads(i)
	return sha256.Sum256(d.b)
}

// digest is the input of an identity's hash.
type digest struct {
	b           []byte
	shape       bool // numbers are omitted
	actionCount int  // trees are numbered after the actions where both can be called
	firstGoal   int  // and goals behind those
	firstOrder  int  // and orders behind those and minds
}

func (d *digest) count(n int)       { d.b = codec.AppendUint(d.b, n) }
func (d *digest) text(s string)     { d.b = codec.AppendText(d.b, s) }
func (d *digest) flag(v bool)       { d.b = codec.AppendBool(d.b, v) }
func (d *digest) word(w world.Word) { d.b = codec.AppendInt(d.b, w) }

func (d *digest) float(f float64) {
	if !d.shape {
		d.b = codec.AppendFloat(d.b, f)
	}
}

func (d *digest) words(list []world.Word) {
	d.count(len(list))
	for _, w := range list {
		d.word(w)
	}
}

func (d *digest) types(list []world.Type) {
	d.count(len(list))
	for _, t := range list {
		d.b = t.Append(d.b)
	}
}

func (d *digest) slots(list []Slot) {
	d.count(len(list))
	for _, s := range list {
		d.b = s.Type.Append(d.b)
	}
}

func (d *digest) terms(list []*expr.Term) {
	d.count(len(list))
	for _, t := range list {
		d.term(t)
	}
}

func (d *digest) actions(list []*ActionInfo) {
	d.count(len(list))
	for _, a := range list {
		d.text(a.Name)
		d.count(len(a.Params))
		for _, p := range a.Params {
			d.types(p.Types)
		}
		d.count(len(a.Uses))
		for _, name := range a.Uses {
			d.text(name)
		}
	}
}

func (d *digest) call(c *ActionCall) {
	if d.flag(c != nil); c == nil {
		return
	}
	switch {
	case c.Tree != nil:
		d.count(d.actionCount + int(c.Tree.ID))
	case c.Goal != nil:
		d.count(d.firstGoal + int(c.Goal.ID))
	case c.Order != nil:
		d.count(d.firstOrder + int(c.Order.ID))
	default:
		d.count(int(c.Action.ID))
	}
	d.terms(c.Args)
	for _, w := range c.Which {
		d.count(w)
	}
}

func (d *digest) operator(o *OperatorInfo) {
	d.text(o.Name)
	d.slots(o.Params)
	d.count(len(o.Do))
	for _, c := range o.Do {
		d.call(c)
	}
	d.count(int(o.Join))
	d.clauses(OperatorTable.Body, o)
	d.symbol(o.Cooling)
	if o.Wait != 0 {
		d.text("wait")
		d.float(o.Wait)
	}
}

func (d *digest) symbol(s *world.Symbol) {
	if s == nil {
		d.count(0)
		return
	}
	d.count(int(s.ID) + 1)
}

func (d *digest) task(t *TaskInfo) {
	d.text(t.Name)
	d.slots(t.Params)
	d.count(len(t.Methods))
	for _, m := range t.Methods {
		d.text(m.Name)
		d.slots(m.Each)
		d.term(m.When)
		d.term(m.Where)
		for _, t := range m.From {
			d.term(t)
		}
		d.clauses(MethodTable.Head, m)
		d.block(m.Body)
	}
}

func (d *digest) block(b *BlockInfo) {
	if d.flag(b != nil); b == nil {
		return
	}
	d.flag(b.Unordered)
	d.count(len(b.Items))
	for i := range b.Items {
		switch it := &b.Items[i]; {
		case it.Operator != nil:
			d.b = append(d.b, 'o')
			d.count(int(it.Operator.ID))
			d.terms(it.Args)
		case it.Task != nil:
			d.b = append(d.b, 't')
			d.count(int(it.Task.ID))
			d.terms(it.Args)
		default:
			d.b = append(d.b, 'b')
			d.block(it.Block)
		}
	}
}

func (d *digest) agent(a *AgentInfo) {
	d.text(a.Name)
	d.count(len(a.Plans))
	for i := range a.Plans {
		p := &a.Plans[i]
		if d.flag(p.Call.Task != nil); p.Call.Task != nil {
			d.count(int(p.Call.Task.ID))
		} else {
			d.count(int(p.Call.Operator.ID))
		}
		d.words(p.Call.Args)
		d.clauses(PlanTable.Head, p)
	}
	d.call(a.Idle)
}
