package def

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// checkOperators checks the signatures of all that subtasks can call, then the operators.
func (c *checker) checkOperators() {
	c.signatures()
	for _, e := range c.entriesOf(kindOperator) {
		c.checkOperator(e.operator)
	}
}

// signatures resolves the parameters of operators, tasks, goals and trees: bodies may call later declarations.
func (c *checker) signatures() {
	for _, e := range c.entriesOf(kindOperator) {
		c.info.addOperator(e, c.slots(e.decl.(*Operator).Params, expr.ResolveArgument))
	}
	for _, e := range c.entriesOf(kindTask) {
		d := e.decl.(*Task)
		slots := c.slots(d.Params, expr.ResolveArgument)
		e.task = &TaskInfo{Decl: d, ID: int32(len(c.info.Tasks)), Name: e.name, Params: slots, Frame: frame(slots)}
		if !e.lost {
			c.info.Tasks = append(c.info.Tasks, e.task)
		}
	}
	for _, e := range c.entriesOf(kindGoal) {
		c.goalSignature(e)
	}
	for _, e := range c.entriesOf(kindTree) {
		c.treeSignature(e)
	}
}

// addOperator adds an operator, of which only its signature is known.
func (i *Info) addOperator(e *entry, params []Slot) {
	e.operator = &OperatorInfo{Decl: e.decl.(*Operator), ID: int32(len(i.Operators)), Name: e.name, Params: params, Frame: frame(params)}
	if !e.lost {
		i.Operators = append(i.Operators, e.operator)
	}
}

func (c *checker) checkOperator(op *OperatorInfo) {
	d := op.Decl
	sc := c.scope(op.Params)
	c.clauses(OperatorTable.Body, d, op, sc)
	op.Do, op.Join = c.actions(d, sc)
	op.Claims = c.claims(op)
	c.checkBan(d.Ban, &op.Ban, op.Params, diag.OperatorPart)
	addBark(c, d.Say, "operator "+op.Name, &op.Say)
	for _, do := range op.Do {
		if do != nil && do.Order != nil && do.Order.Say == 0 {
			do.Order.Say = op.Say.ID
		}
	}
	c.checkNeeds(d)
	c.checkShared(d)
	if d.Cooldown.Wait != nil {
		op.Wait = c.duration(d.Cooldown.Wait, sc)
	} else if d.Cooldown.Waits {
		op.Wait = -1
	}
	c.cool(op)
}

// checkNeeds reports clauses that require an action in an operator without one: such a step ends as soon as it starts.
func (c *checker) checkNeeds(d *Operator) {
	if d.Do != nil || d.Parallel != nil || c.partial {
		return
	}
	for i := range OperatorTable.Body {
		if row := &OperatorTable.Body[i]; row.NeedDo && row.Has(d) {
			c.diags.Errorf(diag.OperatorPart, row.Span(d), "%s needs an action", row.Word).Hint = "operator " + expr.NameText(d.Name) + " ends as soon as it starts: write do and an action"
		}
	}
}

// number checks an expression that must be an int or a float.
func (r *resolver) number(n expr.Node, sc *Scope, what string) *expr.Term {
	t := r.term(n, sc, none)
	if t != nil && t.Type.Kind != world.KindInt && t.Type.Kind != world.KindFloat {
		r.diags.Errorf(diag.TypeMismatch, n.Span(), "%s must be a number, not %s", what, world.FormatType(r.names.schema, t.Type))
		return nil
	}
	return t
}

// number returns the number that a word denotes.
func number(w world.Word, t world.Type) float64 {
	if t.Kind == world.KindFloat {
		return w.Float()
	}
	return float64(w)
}
