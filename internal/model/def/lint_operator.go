package def

import (
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// lintOperators warns of clauses of operators that make no difference.
func (c *checker) lintOperators() {
	for _, op := range c.info.Operators {
		c.lintConstant("until", op.Until, "the step ends as soon as it starts", "it never ends the step")
		c.lintConstant("while", op.While, "it never ends the step", "the step fails as soon as it starts")
		c.lintTimes(op)
	}
	c.lintShared()
}

// lintConstant warns of a condition that is watched although it never changes.
func (c *checker) lintConstant(word string, t *expr.Term, always, never string) {
	value, known := t.Const()
	switch {
	case !known:
	case value[0].Bool():
		c.diags.Warnf(diag.ConstantClause, spanOf(t.Src), "%s is always true: %s", word, always)
	default:
		c.diags.Warnf(diag.ConstantClause, spanOf(t.Src), "%s is always false: %s", word, never)
	}
}

// lintTimes warns of a time after which the step has always ended already.
func (c *checker) lintTimes(op *OperatorInfo) {
	if op.SucceedAfter == 0 || op.FailAfter == 0 {
		return
	}
	d := op.Decl
	switch {
	case op.FailAfter > op.SucceedAfter:
		c.diags.Warnf(diag.NeverComes, d.FailAfter.Span(), "fail_after has no effect: the step has already succeeded by then")
	case op.FailAfter < op.SucceedAfter:
		c.diags.Warnf(diag.NeverComes, d.SucceedAfter.Span(), "succeed_after has no effect: the step has already failed by then")
	default:
		c.diags.Warnf(diag.NeverComes, d.FailAfter.Span(), "succeed_after and fail_after are the same time")
	}
}

// lintShared warns of a cooldown that is said to be shared, and is not. A file of tasks alone may be a library, whose
// operators share it with those of other files.
func (c *checker) lintShared() {
	if len(c.info.Agents)+len(c.info.Tests) == 0 {
		return
	}
	users := map[string]int{}
	for _, op := range c.info.Operators {
		users[op.Decl.Cooldown.Shared.Name]++
	}
	for _, e := range c.entriesOf(kindOperator) {
		if name := e.operator.Decl.Cooldown.Shared; name.Name != "" && !e.operator.Decl.Cooldown.isCommon() && users[name.Name] == 1 && c.isMain(e) {
			at := name.At
			if at.Src == nil {
				at = e.at
			}
			c.diags.Warnf(diag.SharedAlone, at, "no other operator shares the cooldown %q", name.Name).Hint = "leave out shared, or write the same name in others"
		}
	}
}
