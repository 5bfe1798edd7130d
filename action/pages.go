package action

import (
	"math/bits"
	"unsafe"

	"github.com/karakuri-ai/karakuri/world"
)

const (
	// pageBytes is the approximate size of a page of running instances: large enough to be worth an allocation, small
	// enough for an action with a single instance.
	pageBytes = 4 << 10
	// minPageBits and maxPageBits bound how many instances share a page, as powers of two: one word marks the running
	// ones.
	minPageBits, maxPageBits = 3, 6
	// periodStarts is how often each running instance is replaced, on average, before pages that stayed empty in that
	// time are freed, and minPeriod the minimum number of starts: the number of running instances varies, and memory
	// should not be requested each time.
	periodStarts, minPeriod = 4, 1 << 10
)

// actionKind is a bound action.
type actionKind[P, S any] struct {
	name   string
	params params
	update func(*Ctx, *P, *S) Status
	awake  func(*Ctx, *P, *S)
	start  func(*Ctx, *P, *S)
	end    func(*Ctx, *P, *S, Status)
	abort  func(*Ctx, *P, *S, Reason)

	suspend, resume func(*Ctx, *P, *S)

	restored func(*Ctx, *P, *S)
	released func(*S)
	state    *layout // of S
	own      bool    // *S writes and reads itself
	schema   *world.Schema
}

// Hook is a function that the engine calls at one point of an instance's life; see [OnAwake], [OnStart], [OnEnd],
// [OnAbort], [OnSuspend], [OnResume] and [OnRestored].
type Hook[P, S any] func(*actionKind[P, S])

// OnAwake is called once when an instance is made, before OnStart. Prepare the private state here. An instance that
// continues from a snapshot, after a reload or after a suspension is not made again. If the hook panics, OnStart is
// not called and the instance fails with its first update.
func OnAwake[P, S any](f func(c *Ctx, p *P, s *S)) Hook[P, S] {
	return func(k *actionKind[P, S]) { k.awake = f }
}

// OnStart is called once, before the first update.
func OnStart[P, S any](f func(c *Ctx, p *P, s *S)) Hook[P, S] {
	return func(k *actionKind[P, S]) { k.start = f }
}

// OnEnd is called once, after the update that returned Success or Failure.
func OnEnd[P, S any](f func(c *Ctx, p *P, s *S, status Status)) Hook[P, S] {
	return func(k *actionKind[P, S]) { k.end = f }
}

// OnAbort is called once, instead of OnEnd, if the engine aborts the instance. While [Ctx.Ending] is true the call is
// a request: the action has declared grace, and is updated for at most that time, until it ends by itself.
func OnAbort[P, S any](f func(c *Ctx, p *P, s *S, reason Reason)) Hook[P, S] {
	return func(k *actionKind[P, S]) { k.abort = f }
}

// OnReleased is called last, when the memory of an instance becomes free, however it ended: also after grace, and if
// an instance that was read from a snapshot does not continue. It is not called when all instances are dropped at once
// ([Instances.Clear]). It is for drivers of the engine that keep data for each instance; it must not panic, nor call
// back.
func OnReleased[P, S any](f func(s *S)) Hook[P, S] {
	return func(k *actionKind[P, S]) { k.released = f }
}

func (k *actionKind[P, S]) newStore(begun *int64) store {
	cells := pageBytes / unsafe.Sizeof(cell[P, S]{})
	return &pages[P, S]{kind: k, begun: begun, shift: uint8(min(max(bits.Len(uint(cells))-1, minPageBits), maxPageBits))}
}

// pages is the store of one action. Instances never move. A new instance takes the lowest free slot, so that pages
// become empty when fewer instances run. Unused pages are freed after a while: memory depends on what runs now, not on
// the maximum so far.
type pages[P, S any] struct {
	kind   *actionKind[P, S]
	begun  *int64 // of the crowd: see Instances
	shift  uint8  // a page has 1<<shift cells
	pages  [][]cell[P, S]
	free   []uint64 // by page: bits of the free cells
	first  int      // no page before has a free cell
	spares [][]cell[P, S]
	low    int // as many spares have not been needed since the last trim
	starts int // since then
	live   int
}

type cell[P, S any] struct {
	p P
	s S
	standing
}

func (ps *pages[P, S]) at(slot int32) *cell[P, S] {
	page := ps.pages[slot>>ps.shift]
	return &page[int(slot)&(len(page)-1)]
}

func (ps *pages[P, S]) running() int { return ps.live }

func (ps *pages[P, S]) start(c *Ctx, words []world.Word) int32 {
	slot, at := ps.wake(c, words)
	if ps.kind.start != nil {
		ps.prepare(c, slot, at, ps.kind.start)
	}
	return slot
}

func (ps *pages[P, S]) awakes() bool { return ps.kind.awake != nil }

// awake makes an instance and calls its awake hook.
func (ps *pages[P, S]) awake(c *Ctx, words []world.Word) int32 {
	slot, _ := ps.wake(c, words)
	return slot
}

// wake is awake, and returns the cell as well.
func (ps *pages[P, S]) wake(c *Ctx, words []world.Word) (int32, *cell[P, S]) {
	slot, at := ps.enter(words, standingOf(ownerOf(c.agent), *ps.begun))
	if ps.kind.awake != nil {
		ps.prepare(c, slot, at, ps.kind.awake)
	}
	return slot, at
}

// begin calls the start hook of an instance that was made.
func (ps *pages[P, S]) begin(c *Ctx, slot int32) {
	if ps.kind.start != nil {
		ps.prepare(c, slot, ps.at(slot), ps.kind.start)
	}
}

// prepare calls one of the hooks before the first update.
func (ps *pages[P, S]) prepare(c *Ctx, slot int32, at *cell[P, S], hook func(*Ctx, *P, *S)) {
	if !at.has(isBroken) {
		c.starting = slot
		if !ps.guard(c, at, func() { hook(c, &at.p, &at.s) }) {
			at.standing |= isBroken
		}
	}
}

// take makes room for an instance with the given arguments and no state yet.
func (ps *pages[P, S]) take(words []world.Word) int32 {
	slot, _ := ps.enter(words, 0)
	return slot
}

// enter takes a slot for an instance of a standing.
func (ps *pages[P, S]) enter(words []world.Word, s standing) (int32, *cell[P, S]) {
	if ps.starts++; ps.starts > max(minPeriod, periodStarts*ps.live) {
		ps.trim()
	}
	slot := ps.lowest()
	ps.live++
	at := ps.at(slot)
	*at = cell[P, S]{standing: s}
	ps.kind.params.fill(unsafe.Pointer(&at.p), words)
	return slot, at
}

// none is the bits of an unused page.
func (ps *pages[P, S]) none() uint64 { return ^uint64(0) >> (64 - 1<<ps.shift) }

// lowest takes the lowest free slot.
func (ps *pages[P, S]) lowest() int32 {
	for ps.first < len(ps.free) && ps.free[ps.first] == 0 {
		ps.first++
	}
	p := ps.first
	if p == len(ps.pages) {
		ps.pages, ps.free = append(ps.pages, nil), append(ps.free, ps.none())
	}
	if ps.pages[p] == nil {
		ps.pages[p] = ps.newPage()
	}
	i := bits.TrailingZeros64(ps.free[p])
	ps.free[p] &^= 1 << i
	return int32(p<<ps.shift | i)
}

func (ps *pages[P, S]) newPage() []cell[P, S] {
	last := len(ps.spares) - 1
	if last < 0 {
		return make([]cell[P, S], 1<<ps.shift)
	}
	page := ps.spares[last]
	ps.spares[last] = nil
	ps.spares, ps.low = ps.spares[:last], min(ps.low, last)
	return page
}

// trim frees pages that were not needed since the last call.
func (ps *pages[P, S]) trim() {
	left := copy(ps.spares, ps.spares[ps.low:])
	clear(ps.spares[left:])
	ps.spares, ps.low, ps.starts = ps.spares[:left], left, 0
}

func (ps *pages[P, S]) update(c *Ctx, slot int32) (status Status) {
	at := ps.at(slot)
	if at.has(isBroken) {
		return Failure
	}
	c.standing, c.begun = at.standing, *ps.begun
	status = unreturned
	defer func() {
		if status == unreturned {
			c.broken(ps.kind.name, recover())
			status = Failure
		}
	}()
	status = ps.kind.update(c, &at.p, &at.s)
	if status == Inactive || status > Failure {
		status = c.mistaken(ps.kind.name, status)
	}
	return status
}

// unreturned is the status of an update that has not returned yet.
const unreturned Status = 255

func (ps *pages[P, S]) end(c *Ctx, slot int32, s Status) {
	if at := ps.at(slot); ps.kind.end != nil && !at.has(isEnding) {
		at.standing |= isEnding
		ps.guard(c, at, func() { ps.kind.end(c, &at.p, &at.s, s) })
	}
	ps.release(slot)
}

func (ps *pages[P, S]) abort(c *Ctx, slot int32, r Reason) {
	if at := ps.at(slot); ps.kind.abort != nil && !at.has(isEnding) {
		at.standing |= isEnding
		ps.guard(c, at, func() { ps.kind.abort(c, &at.p, &at.s, r) })
	}
	ps.release(slot)
}

func (ps *pages[P, S]) ask(c *Ctx, slot int32, r Reason) bool {
	at := ps.at(slot)
	if at.standing |= isEnding; ps.kind.abort != nil {
		ps.guard(c, at, func() {
			c.standing |= isEnding
			ps.kind.abort(c, &at.p, &at.s, r)
		})
	}
	return true
}

func (ps *pages[P, S]) asked(slot int32) { ps.at(slot).standing |= isEnding }

func (ps *pages[P, S]) release(slot int32) {
	if ps.kind.released != nil {
		ps.kind.released(&ps.at(slot).s)
	}
	ps.live--
	p := int(slot >> ps.shift)
	ps.free[p] |= 1 << (int(slot) & (1<<ps.shift - 1))
	ps.first = min(ps.first, p)
	if ps.free[p] != ps.none() {
		return
	}
	ps.spares = append(ps.spares, ps.pages[p])
	ps.pages[p] = nil
}

// guard calls a hook of the host and reports whether it came back.
func (ps *pages[P, S]) guard(c *Ctx, at *cell[P, S], hook func()) (ok bool) {
	defer func() {
		if !ok {
			c.failed(ps.kind.name, recover())
		}
	}()
	c.standing, c.begun = at.standing&^isEnding, *ps.begun
	hook()
	return true
}
