package activity

import (
	"fmt"
	"unsafe"

	"github.com/karakuri-ai/karakuri/world"
)

// pageCells is how many instances share a page: large enough that a page is an allocation worth making, small enough that
// an action of which there is one does not take much.
const pageCells = 64

// actionKind is a bound action.
type actionKind[P, S any] struct {
	name   string
	params params
	update func(*Ctx, *P, *S) Status
	start  func(*Ctx, *P, *S)
	end    func(*Ctx, *P, *S, Status)
	abort  func(*Ctx, *P, *S, Reason)

	restored func(*Ctx, *P, *S)
	state    *layout // of S
	own      bool    // *S writes and reads itself
	schema   *world.Schema
}

// Hook is called beside the update function at a turn of an instance's life; see [OnStart], [OnEnd], [OnAbort] and [OnRestored].
type Hook[P, S any] func(*actionKind[P, S])

// OnStart is called once, before the first update.
func OnStart[P, S any](f func(c *Ctx, p *P, s *S)) Hook[P, S] {
	return func(k *actionKind[P, S]) { k.start = f }
}

// OnEnd is called once, after the update that returned Success or Failure.
func OnEnd[P, S any](f func(c *Ctx, p *P, s *S, status Status)) Hook[P, S] {
	return func(k *actionKind[P, S]) { k.end = f }
}

// OnAbort is called once, instead of OnEnd, when the instance is ended from outside.
func OnAbort[P, S any](f func(c *Ctx, p *P, s *S, reason Reason)) Hook[P, S] {
	return func(k *actionKind[P, S]) { k.abort = f }
}

func (k *actionKind[P, S]) newStore() store { return &pages[P, S]{kind: k} }

// pages is the store of one action: pages never move, slots are used again.
type pages[P, S any] struct {
	kind  *actionKind[P, S]
	pages []*[pageCells]cell[P, S]
	free  []int32
	live  int
}

type cell[P, S any] struct {
	p      P
	s      S
	broken bool // the start hook panicked
}

func (ps *pages[P, S]) at(slot int32) *cell[P, S] {
	return &ps.pages[slot/pageCells][slot%pageCells]
}

func (ps *pages[P, S]) running() int { return ps.live }

func (ps *pages[P, S]) start(c *Ctx, words []world.Word) int32 {
	slot := ps.take(words)
	if at := ps.at(slot); ps.kind.start != nil {
		at.broken = !ps.guard(c, func() { ps.kind.start(c, &at.p, &at.s) })
	}
	return slot
}

// take makes room for an instance with the given arguments and no state yet.
func (ps *pages[P, S]) take(words []world.Word) int32 {
	if len(ps.free) == 0 {
		ps.grow()
	}
	slot := ps.free[len(ps.free)-1]
	ps.free = ps.free[:len(ps.free)-1]
	ps.live++
	at := ps.at(slot)
	*at = cell[P, S]{}
	ps.kind.params.fill(unsafe.Pointer(&at.p), words)
	return slot
}

func (ps *pages[P, S]) grow() {
	first := int32(len(ps.pages) * pageCells)
	ps.pages = append(ps.pages, new([pageCells]cell[P, S]))
	for i := int32(pageCells) - 1; i >= 0; i-- {
		ps.free = append(ps.free, first+i)
	}
}

func (ps *pages[P, S]) update(c *Ctx, slot int32) (status Status) {
	at := ps.at(slot)
	if at.broken {
		return Failure
	}
	defer func() {
		if v := recover(); v != nil {
			c.failed(ps.kind.name, v)
			status = Failure
		}
	}()
	status = ps.kind.update(c, &at.p, &at.s)
	if status == Inactive || status > Failure {
		c.fault = Fault{Action: ps.kind.name, Message: "the update function returned " + status.name() + "; it must return Running, Success or Failure"}
		status = Failure
	}
	return status
}

func (ps *pages[P, S]) end(c *Ctx, slot int32, s Status) {
	if ps.kind.end != nil {
		at := ps.at(slot)
		ps.guard(c, func() { ps.kind.end(c, &at.p, &at.s, s) })
	}
	ps.release(slot)
}

func (ps *pages[P, S]) abort(c *Ctx, slot int32, r Reason) {
	if ps.kind.abort != nil {
		at := ps.at(slot)
		ps.guard(c, func() { ps.kind.abort(c, &at.p, &at.s, r) })
	}
	ps.release(slot)
}

func (ps *pages[P, S]) release(slot int32) {
	ps.free = append(ps.free, slot)
	ps.live--
}

// guard calls a hook of the host and reports whether it came back.
func (ps *pages[P, S]) guard(c *Ctx, hook func()) (ok bool) {
	defer func() {
		if v := recover(); v != nil {
			c.failed(ps.kind.name, v)
		}
	}()
	hook()
	return true
}

func (s Status) name() string {
	if s > Failure {
		return fmt.Sprintf("Status(%d)", s)
	}
	return s.String()
}
