package htn

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// beside makes the block that repairs plan in; see [Planner.Repair]. They fill in its branches.
func (c *compiler) beside() {
	c.d.blocks = append(c.d.blocks, block{})
	branch := item{kind: itemBlock, id: int32(len(c.d.blocks) - 1)}
	last := branch
	last.preds = 1
	c.d.blocks = append(c.d.blocks, block{items: []item{branch, branch, last}, partial: true})
	c.d.beside = int32(len(c.d.blocks) - 1)
}

// roots makes, for each task and then each operator, the block that holds it alone.
func (c *compiler) roots() {
	for i := range c.d.tasks {
		c.d.tasks[i].root = c.single(rooted(itemTask, int32(i), c.d.Info.Tasks[i].Params, c.d.tasks[i].params))
	}
	for i := range c.d.operators {
		c.single(rooted(itemOperator, int32(i), c.d.Info.Operators[i].Params, c.d.operators[i].params))
	}
}

func (c *compiler) single(it item) int32 {
	c.d.blocks = append(c.d.blocks, block{items: []item{it}})
	return int32(len(c.d.blocks) - 1)
}

// rooted is the item of a goal: its arguments are its own parameters.
func rooted(kind itemKind, id int32, params []def.Slot, words int32) item {
	it := item{kind: kind, id: id, args: make([]arg, words)}
	for i := range it.args {
		it.args[i].slot = int32(i)
	}
	for _, s := range params {
		if s.Type.Kind == world.KindObject {
			it.args[s.Index].named, it.args[s.Index].typ, it.named = true, s.Type.ID, true
		}
	}
	return it
}
