package squad

import (
	"cmp"
	"slices"

	"github.com/karakuri-ai/karakuri/internal/codec/pool"
)

// Ledger keeps the orders of a squad to its members, which may be squads themselves. The squad sees its own actions at
// once; members see them in the next tick, as the squad sees their reports. [Ledger.Commit] runs in between. Make it
// with Reset.
//
// Each member has at most one open order in each role. An order that has ended can be looked up in the tick after its
// end; then it is removed.
type Ledger struct {
	squad   ID
	orders  []order // by number
	reports []report
	events  []OrderEvent // reported with the last Commit
	news    []OrderEvent // since
	serial  int64
}

type order struct {
	Order
	known   State // State at the start of the tick; 0: the order is new in this tick
	pressed bool  // the same of Urgent
	heard   State // the last of what its member has reported, in this tick too
}

type report struct {
	member ID
	number int64
	state  State
	why    Why
}

// Reset makes the ledger one without orders, of a squad.
func (l *Ledger) Reset(squad ID) {
	l.squad, l.serial = squad, 0
	l.orders, l.reports, l.events, l.news = l.orders[:0], l.reports[:0], l.events[:0], l.news[:0]
}

// Squad returns the squad of the ledger.
func (l *Ledger) Squad() ID { return l.squad }

// Give gives a member a command, copying the arguments, and returns the number of the order. If the member already has
// an open order in the same role,
//
//   - to do the same with the same arguments, that order remains and its number is returned: it takes over Until, and
//     becomes urgent if the command is;
//   - to do anything else, or with other arguments, the old order is withdrawn and the new one given in its place.
//
// The number is 0, and nothing changes, if the command names no member or the squad itself, its role is not from
// [NoRole] to below [MaxRoles], it has more than [MaxWords] words, or the ledger holds [MaxOrders].
func (l *Ledger) Give(c Command, now int64) (number int64) {
	if !c.Member.named() || c.Member == l.squad || c.Role < NoRole || c.Role >= MaxRoles || len(c.Args) > MaxWords {
		return 0
	}
	old := l.open(c.Member, c.Role)
	if old >= 0 && l.orders[old].same(&c) {
		return l.confirm(old, &c)
	}
	if len(l.orders) == MaxOrders {
		return 0
	}
	l.serial++
	l.enter(c, now)
	o := &l.orders[len(l.orders)-1]
	if old < 0 {
		l.record(OrderGiven, o)
		return l.serial
	}
	w := &l.orders[old]
	w.State, w.Why = Withdrawn, Why{Cause: Changed}
	o.Replaces = w.Number
	l.record(OrderChanged, o)
	return l.serial
}

// Last returns the number of the order that was given last; 0 if none was.
func (l *Ledger) Last() int64 { return l.serial }

// open returns the place of the open order of a member in a role, or -1.
func (l *Ledger) open(member ID, role int) int {
	return slices.IndexFunc(l.orders, func(o order) bool { return o.Member == member && o.Role == role && !o.State.Ended() })
}

// confirm lets an order stand.
func (l *Ledger) confirm(at int, c *Command) (number int64) {
	o := &l.orders[at]
	urged := c.Urgent && !o.Urgent
	o.Until, o.Urgent = c.Until, o.Urgent || c.Urgent
	if urged {
		l.record(OrderUrged, o)
	}
	return o.Number
}

// enter adds an order. The memory of one that was struck off is used again.
func (l *Ledger) enter(c Command, now int64) {
	n := len(l.orders)
	l.orders = pool.Room(l.orders, 1)[:n+1]
	c.Args = append(l.orders[n].Args[:0], c.Args...)
	l.orders[n] = order{Order: Order{Command: c, Number: l.serial, Squad: l.squad, Given: now, State: Given}, heard: Given}
}

// Withdraw takes an order back. It reports whether it was open. A report of the member in the same tick comes too late.
func (l *Ledger) Withdraw(number int64, why Cause) bool {
	at, is := l.find(number)
	if !is || l.orders[at].State.Ended() {
		return false
	}
	l.move(&l.orders[at], Withdrawn, Why{Cause: why})
	return true
}

// WithdrawAll takes all open orders back.
func (l *Ledger) WithdrawAll(why Cause) {
	for i := range l.orders {
		if o := &l.orders[i]; !o.State.Ended() {
			l.move(o, Withdrawn, Why{Cause: why})
		}
	}
}

// goesOn reports whether the order was open at the start of the tick.
func (o *order) goesOn() bool { return o.known != 0 && !o.known.Ended() }

// Report is a member's report about an order: that it is now Accepted, Declined, Running, Done, Failed or Preempted.
// It returns false, and changes nothing, if the order is not this member's or had ended before the tick, or if the
// state cannot follow the reported one: an order is accepted first, then runs, then is done; once accepted it may fail
// or be preempted.
func (l *Ledger) Report(member ID, number int64, s State, why Why) bool {
	at, is := l.find(number)
	if !is {
		return false
	}
	o := &l.orders[at]
	if o.Member != member || !o.goesOn() || !o.heard.may(s) {
		return false
	}
	if s <= Running || s == Done {
		why = Why{}
	}
	o.heard = s
	l.reports = append(pool.Room(l.reports, 1), report{member, number, s, why})
	return true
}

// Lose ends the open orders of a member that is gone, after its earlier reports.
func (l *Ledger) Lose(member ID, why Cause) {
	for i := range l.orders {
		o := &l.orders[i]
		if o.Member == member && !o.State.Ended() && !o.heard.Ended() {
			o.heard = Lost
			l.reports = append(pool.Room(l.reports, 1), report{member, o.Number, Lost, Why{Cause: why}})
		}
	}
}

// Commit ends a tick: it applies the reports, by member, and withdraws orders whose Until has come. It returns the
// events since the last call, for the next tick: the squad's actions, then the reports, then the expired orders. The
// events belong to the ledger until the next Commit.
func (l *Ledger) Commit(now int64) []OrderEvent {
	l.strike()
	slices.SortStableFunc(l.reports, func(a, b report) int { return cmp.Compare(a.member, b.member) })
	for i := range l.reports {
		r := &l.reports[i]
		if at, is := l.find(r.number); is && !l.orders[at].State.Ended() {
			l.move(&l.orders[at], r.state, r.why)
		}
	}
	l.reports = l.reports[:0]
	for i := range l.orders {
		o := &l.orders[i]
		if !o.State.Ended() && o.Until > 0 && now >= o.Until {
			l.move(o, Withdrawn, Why{Cause: TimeOver})
		}
		o.known, o.pressed = o.State, o.Urgent
	}
	l.events, l.news = l.news, l.events[:0]
	for i := range l.events {
		l.events[i].Tick = now
	}
	return l.events
}

// strike removes the orders that were reported as ended. Their memory is kept.
func (l *Ledger) strike() {
	n := 0
	for i := range l.orders {
		if !l.orders[i].known.Ended() {
			l.orders[n], l.orders[i] = l.orders[i], l.orders[n]
			n++
		}
	}
	l.orders = l.orders[:n]
}

func (l *Ledger) move(o *order, s State, why Why) {
	o.State, o.Why = s, why
	l.record(OrderMoved, o)
}

func (l *Ledger) record(k OrderEventKind, o *order) {
	e := OrderEvent{Kind: k, State: o.State, Number: o.Number, Member: o.Member, Role: o.Role}
	switch k {
	case OrderChanged:
		e.Old = o.Replaces
	case OrderMoved:
		e.Why = o.Why
	}
	l.news = append(pool.Room(l.news, 1), e)
}

// Events returns what the last Commit has returned.
func (l *Ledger) Events() []OrderEvent { return l.events }

// Order returns an order as the squad sees it. Its arguments are the ledger's, and valid until it commits or is given
// an order. It is not there once it is struck off.
func (l *Ledger) Order(number int64) (o Order, ok bool) {
	at, is := l.find(number)
	if !is {
		return Order{}, false
	}
	return l.orders[at].Order, true
}

// Open appends the open orders as the squad sees them, by number; see [Ledger.Order] for the arguments.
func (l *Ledger) Open(dst []Order) []Order {
	for i := range l.orders {
		if o := &l.orders[i]; !o.State.Ended() {
			dst = append(dst, o.Order)
		}
	}
	return dst
}

// For appends the orders of a member that were open at the start of the tick, as they were then, by number; see
// [Ledger.Order] for the arguments.
func (l *Ledger) For(dst []Order, member ID) []Order {
	for i := range l.orders {
		if o := &l.orders[i]; o.Member == member && o.goesOn() {
			dst = append(dst, o.Order)
			as := &dst[len(dst)-1]
			as.State, as.Why, as.Urgent = o.known, Why{}, o.pressed
		}
	}
	return dst
}

func (l *Ledger) find(number int64) (at int, is bool) {
	return slices.BinarySearchFunc(l.orders, number, func(o order, n int64) int { return cmp.Compare(o.Number, n) })
}
