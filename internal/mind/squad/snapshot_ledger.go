package squad

import (
	"math"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// Append appends the ledger to b.
func (l *Ledger) Append(b []byte) []byte {
	b = codec.AppendUint(codec.AppendUint(b, l.squad), l.serial)
	b = codec.AppendUint(b, len(l.orders))
	for i := range l.orders {
		b = l.orders[i].append(b)
	}
	b = codec.AppendUint(b, len(l.reports))
	for i := range l.reports {
		r := &l.reports[i]
		b = r.why.append(append(codec.AppendUint(appendID(b, r.member), r.number), byte(r.state)))
	}
	return appendEvents(appendEvents(b, l.events), l.news)
}

func (o *order) append(b []byte) []byte {
	b = codec.AppendInt(codec.AppendUint(appendID(b, o.Member), o.Role+1), o.Activity)
	b = codec.AppendUint(b, len(o.Args))
	for _, w := range o.Args {
		b = codec.AppendInt(b, w)
	}
	b = codec.AppendInt(codec.AppendBool(codec.AppendBool(b, o.Urgent), o.pressed), o.Until)
	b = codec.AppendUint(codec.AppendInt(codec.AppendUint(b, o.Number), o.Given), o.Replaces)
	return o.Why.append(append(b, byte(o.State), byte(o.known), byte(o.heard)))
}

func (y Why) append(b []byte) []byte {
	return codec.AppendBool(codec.AppendInt(append(b, byte(y.Cause)), y.Detail), y.Retry)
}

func appendEvents(b []byte, events []OrderEvent) []byte {
	b = codec.AppendUint(b, len(events))
	for i := range events {
		e := &events[i]
		b = codec.AppendUint(codec.AppendUint(append(b, byte(e.Kind), byte(e.State)), e.Number), e.Old)
		b = codec.AppendInt(codec.AppendUint(appendID(b, e.Member), e.Role+1), e.Tick)
		b = e.Why.append(b)
	}
	return b
}

// readingLedger is the reading of one ledger.
type readingLedger struct {
	*codec.Reader
	*Ledger
}

// Read makes the ledger what [Ledger.Append] has written. The reader holds the mistake, if there is one, and then the ledger is empty. Whether
// activities, roles and arguments are what they were is for the caller to see.
func (l *Ledger) Read(r *codec.Reader) {
	l.Reset(0)
	g := readingLedger{r, l}
	l.squad, l.serial = ID(g.Whole()), g.Whole()
	g.readOrders()
	g.readReports()
	l.events, l.news = g.readEvents(l.events), g.readEvents(l.news)
	if r.Failed() {
		l.Reset(0)
	}
}

func (g *readingLedger) readOrders() {
	for range g.Below(MaxOrders + 1) {
		n := len(g.orders)
		g.enter(Command{Member: readID(g.Reader), Role: g.role(), Activity: g.int32(), Args: g.words()}, 0)
		o := &g.orders[n]
		o.Urgent, o.pressed, o.Until = g.Bool(), g.Bool(), g.Int()
		o.Number, o.Given, o.Replaces = g.Whole(), g.Int(), g.Whole()
		o.State, o.known, o.heard = State(g.Byte()), State(g.Byte()), State(g.Byte())
		o.Why = g.why()
		switch {
		case o.State < Given || o.State > lastState || o.known > lastState || o.heard < Given || o.heard > lastState:
			g.Fail("there is no such state of an order")
		case o.Number > g.serial || n > 0 && o.Number <= g.orders[n-1].Number || o.Number == 0:
			g.Fail("its orders are not in order")
		case !o.State.Ended() && g.open(o.Member, o.Role) < n:
			g.Fail("a member has two orders in one role")
		case o.known.Ended() && !o.State.Ended():
			g.Fail("an order in it goes on after its end")
		}
		if g.Failed() {
			g.orders = g.orders[:n]
			return
		}
	}
}

func (g *readingLedger) words() []world.Word {
	n := g.Below(MaxWords + 1)
	words := make([]world.Word, 0, n)
	for range n {
		words = append(words, world.Word(g.Int()))
	}
	return words
}

func (g *readingLedger) role() int { return g.Below(MaxRoles+1) - 1 }

// int32 reads a number that is to fit.
func (g *readingLedger) int32() int32 {
	n := g.Int()
	if n < math.MinInt32 || n > math.MaxInt32 {
		g.Fail("a number in it is out of range: %d", n)
	}
	return int32(n)
}

func (g *readingLedger) why() Why {
	y := Why{Cause: Cause(g.Byte()), Detail: g.int32(), Retry: g.Bool()}
	if y.Cause > lastCause {
		g.Fail("there is no cause %d", y.Cause)
	}
	return y
}

func (g *readingLedger) readReports() {
	for range g.Below(3*MaxOrders + 1) {
		r := report{readID(g.Reader), g.Whole(), State(g.Byte()), g.why()}
		at, is := g.find(r.number)
		if !is || g.orders[at].Member != r.member || r.state <= Given || r.state > lastState || r.state == Withdrawn {
			g.Fail("a report in it is about nothing")
		}
		if g.Failed() {
			return
		}
		g.reports = append(g.reports, r)
	}
}

func (g *readingLedger) readEvents(events []OrderEvent) []OrderEvent {
	for range g.Count() {
		e := OrderEvent{Kind: OrderEventKind(g.Byte()), State: State(g.Byte()), Number: g.Whole(), Old: g.Whole(), Member: readID(g.Reader), Role: g.role(), Tick: g.Int(), Why: g.why()}
		if e.Kind < OrderGiven || e.Kind > lastOrderEvent || e.State < Given || e.State > lastState {
			g.Fail("there is no such event")
		}
		if g.Failed() {
			return events
		}
		events = append(events, e)
	}
	return events
}
