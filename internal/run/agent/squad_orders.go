package agent

import (
	"slices"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// orders is the driver of the orders that squads give. An order goes to all members with its role, and succeeds when
// all of them have carried it out.
type orders struct {
	opaque
	core     *core
	agents   *population
	families *families
	squads   *squads
	view     *View

	slots slots[issue]
}

// issue is an order to a role that runs.
type issue struct {
	what    int32 // def.OrderInfo.ID
	words   []world.Word
	charges []charge
}

// charge is the part of an issue that one member carries out.
type charge struct {
	member squad.ID
	number int64 // number in the squad's ledger; 0: the ledger was full
	state  squad.State
	why    squad.Why
}

func (f *families) newOrders() *orders {
	return &orders{core: f.core, agents: f.agents, families: f, squads: f.squads, view: f.view}
}

func (d *orders) info(o *issue) *def.OrderInfo { return d.core.model.Info.Orders[o.what] }

// squad returns the band of the squad that gives an order; nil if the agent is not a squad.
func (d *orders) squad(slot int32) *band {
	return d.squads.bandOf(d.agents.list[d.slots.agent(slot)])
}

// Start implements [action.Driver].
func (d *orders) Start(c *action.Ctx, id int32, words []world.Word) int32 {
	slot := d.slots.take(c.Agent())
	o := d.slots.at(slot)
	o.what, o.words, o.charges = id, append(o.words[:0], words...), o.charges[:0]
	return slot
}

// Update implements [action.Driver].
func (d *orders) Update(c *action.Ctx, slot int32) action.Status {
	s := d.goOn(c, slot)
	if s != action.Running {
		d.withdraw(slot, squad.Replanned)
		d.slots.release(slot)
	}
	return s
}

// goOn passes the order to members that get the role, and returns the order's status. It succeeds if the role needs no
// member and has none.
func (d *orders) goOn(c *action.Ctx, slot int32) action.Status {
	b, o := d.squad(slot), d.slots.at(slot)
	if b == nil || b.kind.Places[o.what] == squad.NoRole {
		return action.Failure
	}
	role := b.kind.Places[o.what]
	d.relieve(b, o, role)
	d.charge(c, b, o, role)
	open := 0
	for i := range o.charges {
		switch ch := &o.charges[i]; {
		case !ch.state.Ended():
			open++
		case ch.state != squad.Done:
			c.SetFailReason(ch.failReason())
			return action.Failure
		}
	}
	switch {
	case open > 0:
		return action.Running
	case len(o.charges) > 0 || b.kind.Roles.List[role].Min == 0:
		return action.Success
	}
	c.SetFailReason(action.NobodyInRole)
	return action.Failure
}

// failReason returns why the order was not carried out.
func (ch *charge) failReason() action.FailReason {
	switch ch.state {
	case squad.Declined:
		return action.OrderDeclined
	case squad.Preempted:
		return action.OrderPreempted
	case squad.Lost:
		return action.MemberLost
	}
	return action.OrderFailed
}

// relieve withdraws the order from members that no longer have the role.
func (d *orders) relieve(b *band, o *issue, role int) {
	n := 0
	for _, ch := range o.charges {
		at, is := b.members.Find(ch.member)
		if is && b.members.At(at).Role != role && !ch.state.Ended() {
			b.ledger.Withdraw(ch.number, squad.RoleTaken)
			continue
		}
		o.charges[n] = ch
		n++
	}
	o.charges = o.charges[:n]
}

// charge gives the order to members with the role that do not have it yet.
func (d *orders) charge(c *action.Ctx, b *band, o *issue, role int) {
	for i := range b.members.Len() {
		m := b.members.At(i)
		if m.Role != role || slices.ContainsFunc(o.charges, func(ch charge) bool { return ch.member == m.ID }) {
			continue
		}
		ch := charge{member: m.ID, state: squad.Given}
		ch.number = b.ledger.Give(squad.Command{Member: m.ID, Role: role, Activity: b.kind.Orders[o.what], Args: o.words, Urgent: d.info(o).Urgent}, c.Tick())
		if ch.number == 0 {
			ch.state, ch.why = squad.Declined, squad.Why{Cause: squad.Full, Retry: true}
		}
		o.charges = append(o.charges, ch)
	}
}

// withdraw withdraws an order from all members that have not ended it, unless another step of the squad has given the
// same order.
func (d *orders) withdraw(slot int32, why squad.Cause) {
	b, o := d.squad(slot), d.slots.at(slot)
	if b == nil {
		return
	}
	for _, ch := range o.charges {
		if !ch.state.Ended() && !d.isShared(slot, ch.number) {
			b.ledger.Withdraw(ch.number, why)
		}
	}
}

// isShared reports whether another step has given the same order.
func (d *orders) isShared(slot int32, number int64) bool {
	for i := d.slots.first(d.slots.agent(slot)); i >= 0; i = d.slots.next(i) {
		if i != slot && slices.ContainsFunc(d.slots.at(i).charges, func(ch charge) bool { return ch.number == number }) {
			return true
		}
	}
	return false
}

// heed applies an event of an order to the issues of the squad in a slot.
func (d *orders) heed(agent int, e squad.OrderEvent) {
	for slot := d.slots.first(agent); slot >= 0; slot = d.slots.next(slot) {
		o := d.slots.at(slot)
		for i := range o.charges {
			if ch := &o.charges[i]; ch.number == e.Number || e.Kind == squad.OrderChanged && ch.number == e.Old {
				ch.settle(e)
			}
		}
	}
}

func (ch *charge) settle(e squad.OrderEvent) {
	if ch.number != e.Number {
		ch.state, ch.why = squad.Withdrawn, squad.Why{Cause: squad.Changed}
		return
	}
	ch.state, ch.why = e.State, e.Why
}

// Abort implements [action.Driver].
func (d *orders) Abort(_ *action.Ctx, slot int32, _ action.Reason) {
	d.withdraw(slot, squad.Replanned)
	d.slots.release(slot)
}

// Running implements [action.Driver].
func (d *orders) Running() int { return d.slots.running() }

// Fresh implements [action.Driver].
func (d *orders) Fresh(*action.Instances) action.Driver { return d.families.newOrders() }

// Clear implements [action.Driver].
func (d *orders) Clear() { d.slots.clear() }

// Append implements [action.Driver].
func (d *orders) Append(b []byte, slot int32) []byte {
	var c codec.Coder
	d.code(c.Write(b), d.slots.at(slot))
	return c.Written()
}

// Read implements [action.Driver]. From another program, an order continues if its squad can still give it. From
// another crowd, it does not.
func (d *orders) Read(c *action.Ctx, saved *world.Reader, _ *action.Restorer) (id, slot int32, why string) {
	r := (*codec.Reader)(saved)
	if d.families.alone {
		return 0, 0, "an order that it gave does not go over to another crowd"
	}
	slot = d.slots.take(c.Agent())
	o := d.slots.at(slot)
	d.code(r.Coder(), o)
	switch forms := d.families.forms; {
	case r.Failed():
	case forms != nil:
		why = forms.order(o, d.core.model.Info, d.families.migration)
	case !fitsTypes(d.core.world.Schema(), d.info(o).Params, o.words):
		r.Fail("the arguments of an order do not match its parameters")
	}
	if r.Failed() || why != "" {
		d.slots.release(slot)
	}
	return o.what, slot, why
}

// code saves or reads an order.
func (d *orders) code(c *codec.Coder, o *issue) {
	count := len(d.core.model.Info.Orders)
	if d.families.forms != nil {
		count = len(d.families.forms.orders)
	}
	codec.Below(c, &o.what, count)
	codeWords(c, &o.words)
	n := len(o.charges)
	codec.Below(c, &n, squad.MaxMembers+1)
	if c.Reader() != nil {
		o.charges = slices.Grow(o.charges[:0], n)[:n]
	}
	for i := range o.charges {
		ch := &o.charges[i]
		codec.Whole(c, (*int64)(&ch.member))
		codec.Whole(c, &ch.number)
		codec.Byte(c, &ch.state)
		codec.Byte(c, &ch.why.Cause)
		codec.Int(c, &ch.why.Detail)
		if c.Bool(&ch.why.Retry); c.Reads() && (ch.state < squad.Given || ch.state > squad.Lost || ch.why.Cause > squad.Disbanded) {
			c.Fail("an order has an unknown state")
		}
		if c.Failed() {
			o.charges = o.charges[:i]
			return
		}
	}
}

// Restored implements [action.Driver].
func (d *orders) Restored(*action.Ctx, int32) bool { return true }

// Drop implements [action.Driver].
func (d *orders) Drop(slot int32) { d.slots.release(slot) }

// codeWords saves or reads words with their number.
func codeWords(c *codec.Coder, words *[]world.Word) {
	for w := range codec.Each(c, words, codec.NoLimit) {
		codec.Int(c, w)
	}
}

// fitsTypes reports whether the words have the types.
func fitsTypes(schema *world.Schema, types []world.Type, words []world.Word) bool {
	n := 0
	for _, t := range types {
		for range t.Width() {
			if n == len(words) || !schema.Fits(t, words[n]) {
				return false
			}
			n++
		}
	}
	return n == len(words)
}
