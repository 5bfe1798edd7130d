package btcpp

// infer finds out the type of a part of a script.
func (c *converter) infer(t *treeKeys, x *ScriptExpr) *typeVar {
	v := c.inferNew(t, x)
	c.types[x] = v
	return v
}

func (c *converter) inferNew(t *treeKeys, x *ScriptExpr) *typeVar {
	if x.Op == ScriptName {
		return c.key(t, x.Text, x.At).typ
	}
	v := c.newType(x.At, x.String(), "text")
	switch x.Op {
	case ScriptInt:
		v.likeInt = true
	case ScriptReal:
		v.likeFloat = true
	case ScriptBool:
		v.likeBool = true
	case ScriptString:
		v.addText(x.Text)
	case ScriptNot:
		c.truth(t, x.Args[0])
		v.likeBool = true
	case ScriptAnd, ScriptOr:
		c.truth(t, x.Args[0])
		c.truth(t, x.Args[1])
		v.likeBool = true
	case ScriptCompare:
		first := c.infer(t, x.Args[0])
		for _, y := range x.Args[1:] {
			c.unify(first, c.infer(t, y))
		}
		v.likeBool = true
	case ScriptChoose:
		c.truth(t, x.Args[0])
		v = c.infer(t, x.Args[1])
		c.unify(v, c.infer(t, x.Args[2]))
	case ScriptNegate, ScriptAdd, ScriptSub, ScriptMul, ScriptDiv:
		v = c.inferNumber(t, x)
	default:
		c.cannot(x.At, "%s has no counterpart", x)
	}
	return v
}

// inferNumber finds out the type of a sum and the like, which is that of its parts.
func (c *converter) inferNumber(t *treeKeys, x *ScriptExpr) *typeVar {
	v := c.infer(t, x.Args[0])
	for _, y := range x.Args[1:] {
		c.unify(v, c.infer(t, y))
	}
	if v = v.find(); x.Op == ScriptDiv {
		v.likeFloat = true
	} else {
		v.likeInt = true
	}
	return v
}

// truth infers the type of an expression that is used as a condition.
func (c *converter) truth(t *treeKeys, x *ScriptExpr) {
	c.infer(t, x).find().likeBool = true
}
