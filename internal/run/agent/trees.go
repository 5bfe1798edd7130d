package agent

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/world"
)

// trees carries out the behaviour trees of a crowd, those of minds as well as those that steps of plans do.
type trees struct {
	core     *core
	agents   *population
	families *families

	env   bt.Env
	slots slots[bt.Tree]
	words slab     // of trees
	saved bt.Saved // how trees are read
}

// newTrees returns the driver of the trees of a crowd.
func (f *families) newTrees(in *action.Instances, m expr.Machine) *trees {
	t := &trees{core: f.core, agents: f.agents, families: f}
	t.env = bt.Env{Ctx: f.core.stage.Ctx, Instances: in, Machine: &expr.Machine{Funcs: m.Funcs, Asks: m.Asks, Allowance: m.Allowance}, Sink: (*treeReporter)(&f.journal.reporter), Coarse: f.core.options.TreeSink == nil}
	t.saved.Instances = in
	return t
}

// Start implements [action.Driver].
func (t *trees) Start(c *action.Ctx, id int32, words []world.Word) int32 {
	p := t.core.model.Trees.Program(id)
	slot := t.take(c, p)
	tree := t.slots.at(slot)
	tree.Reset(p, serial(c.DrawTick(), id, words), true)
	tree.Start(words)
	return slot
}

// take returns a slot for a tree of a program.
func (t *trees) take(c *action.Ctx, p *bt.Program) int32 {
	slot := t.slots.take(c.Agent())
	if tree := t.slots.at(slot); tree.Program() == nil {
		tree.Use(t.words.take(p.Words(), t.slots.running()))
	}
	return slot
}

// serial distinguishes what starts at different times, or with different arguments: a step that does a tree again draws
// other random numbers. The tick is that of [action.Ctx.DrawTick], so that an agent that was moved draws what it would
// have drawn.
func serial(tick int64, id int32, words []world.Word) uint32 {
	h := det.Mix(uint64(tick)<<32 | uint64(uint32(id)))
	for _, w := range words {
		h = det.Mix(h ^ uint64(w))
	}
	return uint32(h)
}

// Update implements [action.Driver]. A panic in the host's code ends the whole tree, so that its caller can leave the
// agent alone. The tree of a mind continues when it has ended, since it starts again and keeps what its nodes remember:
// cooldowns, limits, random numbers.
func (t *trees) Update(c *action.Ctx, slot int32) action.Status {
	tree := t.slots.at(slot)
	outer, _ := t.env.TakeFault() // of a tree that this one is within
	return t.follow(c, slot, tree.Tick(&t.env), outer)
}

// follow follows up on the result of a tick of a tree. Outer is a panic in a tick that contains this one.
func (t *trees) follow(c *action.Ctx, slot int32, status bt.Status, outer action.Fault) action.Status {
	fault, broken := t.env.TakeFault()
	if broken {
		t.slots.at(slot).Abort(&t.env, action.Quarantined)
		t.env.TakeFault() // one is enough to report
		c.PutFault(fault)
		status = bt.Failure
	}
	t.env.PutFault(outer)
	if status == bt.Running || !broken && t.restarts(slot) {
		return action.Running
	}
	t.slots.release(slot)
	c.TakeFailReason() // of an action within
	if status == bt.Success {
		return action.Success
	}
	return action.Failure
}

// restarts reports whether a tree that has ended is that of a mind, and starts again.
func (t *trees) restarts(slot int32) bool {
	h := action.HandleOf(t.core.model.Info.TreeActivity(t.slots.at(slot).Program().Info), slot)
	return t.agents.list[t.slots.agent(slot)].runner.RestartTree(h)
}

// Abort implements [action.Driver].
func (t *trees) Abort(c *action.Ctx, slot int32, r action.Reason) {
	t.slots.at(slot).Abort(&t.env, r)
	if fault, broken := t.env.TakeFault(); broken {
		c.PutFault(fault)
	}
	t.slots.release(slot)
}

// notice reports writes to an agent's state to its trees, before the state forgets them.
func (t *trees) notice(agent int, st *world.State) {
	changes := st.Changes(world.Mark{})
	if len(changes) == 0 {
		return
	}
	for slot := t.slots.first(agent); slot >= 0; slot = t.slots.next(slot) {
		t.slots.at(slot).Notice(changes)
	}
}

// Running implements [action.Driver].
func (t *trees) Running() int { return t.slots.running() }

// Fresh implements [action.Driver].
func (t *trees) Fresh(in *action.Instances) action.Driver {
	return t.families.newTrees(in, *t.env.Machine)
}

// Clear implements [action.Driver].
func (t *trees) Clear() { t.slots.clear() }

// Append implements [action.Driver].
func (t *trees) Append(b []byte, slot int32) []byte {
	tree := t.slots.at(slot)
	b = codec.AppendUint(b, tree.Program().Info.ID)
	b = t.families.moves.appendSlot(b, slot)
	return tree.Append(b, t.env.Instances)
}

// Read implements [action.Driver].
func (t *trees) Read(c *action.Ctx, saved *world.Reader, rs *action.Restorer) (id, slot int32, why string) {
	r := (*codec.Reader)(saved)
	was := int32(r.Below(t.savedPrograms()))
	from := t.families.moves.slotBefore(r)
	if r.Failed() {
		return 0, 0, ""
	}
	p := t.program(was)
	if p == nil {
		return 0, 0, "tree " + t.saved.Names.Name(was) + " is gone"
	}
	id, slot = p.Info.ID, t.take(c, p)
	tree := t.slots.at(slot)
	tree.Reset(p, 0, true)
	t.saved.Restorer = rs
	cuts, why := tree.Read(r, &t.saved, was)
	if why != "" || r.Failed() {
		t.slots.release(slot)
		return id, slot, why
	}
	t.cut(c.Agent(), severed{of: driverTrees, tree: was, was: from, is: slot, cuts: cuts})
	return id, slot, ""
}

// cut notes which branches of a tree that was read do not continue.
func (t *trees) cut(id ID, s severed) {
	if len(s.cuts) == 0 {
		return
	}
	name := t.saved.Names.Name(s.tree)
	for _, c := range s.cuts {
		t.families.lost = append(t.families.lost, Loss{Kind: LostBranch, Name: name + ": " + c.Label, Why: c.Why, Text: c.Text(name)})
	}
	s.agent = id
	t.families.moves.sever(s)
}

// program returns what a tree is now that had an ID when it was saved; nil: it is gone.
func (t *trees) program(was int32) *bt.Program {
	if t.saved.Names == nil {
		return t.core.model.Trees.Program(was)
	}
	return t.core.model.Trees.Named(t.saved.Names.Name(was))
}

// savedPrograms returns the number of trees at the time of the saved data.
func (t *trees) savedPrograms() int {
	if t.saved.Names != nil {
		return t.saved.Names.Len()
	}
	return t.core.model.Trees.Len()
}

// Restored implements [action.Driver].
func (t *trees) Restored(_ *action.Ctx, slot int32) bool {
	return t.slots.at(slot).Restored(&t.env)
}

// Drop implements [action.Driver].
func (t *trees) Drop(slot int32) {
	t.slots.at(slot).Drop(t.env.Instances)
	t.slots.release(slot)
}
