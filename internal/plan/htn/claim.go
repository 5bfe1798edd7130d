package htn

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// Met is a claim of others that a search came across.
type Met struct {
	Object   world.Object
	Operator OperatorID // whose step would have claimed the object; of several operators the most urgent one
}

// Met returns the claims of others because of which the search left out steps, each object once, in the order in which they came up. It is valid until the
// next Begin.
func (p *Planner) Met() []Met { return p.met }

// claim is what the planner knows of the operators that claim.
type claim struct {
	words []int // of the frame
	acts  bool  // the operator does something: a step after it cannot start in the same tick
}

func compileClaim(o *def.OperatorInfo) claim { return claim{o.Claims, len(o.Do) > 0} }

// startsNow reports whether the next step can start as soon as the plan does: no step before it does anything.
func (p *Planner) startsNow() bool {
	for i := range p.steps {
		if p.d.claims[p.steps[i].operator].acts {
			return false
		}
	}
	return true
}

// isClaimed reports whether others have claimed what a step needs that can start now, or in a repair any new step, and takes note of it. Steps that a repair keeps
// wait at their own place.
func (p *Planner) isClaimed(id, parent int32, args []world.Word) bool {
	words := p.d.claims[id].words
	if len(words) == 0 || p.repair.active && parent < p.repair.base || !p.repair.active && !p.startsNow() {
		return false
	}
	for _, i := range words {
		if _, claimed := slices.BinarySearch(p.o.Claimed, args[i]); claimed {
			p.meet(args[i], OperatorID(id))
			p.recordClaim(id, parent, args, args[i])
			return true
		}
	}
	return false
}

// meet takes note of a claim of others.
func (p *Planner) meet(o world.Object, id OperatorID) {
	for i := range p.met {
		if m := &p.met[i]; m.Object == o {
			if p.d.Info.Operators[id].Claim.Priority < p.d.Info.Operators[m.Operator].Claim.Priority {
				m.Operator = id
			}
			return
		}
	}
	p.met = append(p.met, Met{o, id})
}

func (p *Planner) recordClaim(id, parent int32, args []world.Word, o world.Object) {
	r := p.o.Record
	if r == nil {
		return
	}
	text := "another agent has claimed " + p.state.ObjectName(o, p.state.TypeOf(o))
	r.within(p, parent, Event{Kind: EventFailed, Operator: OperatorID(id), Args: clone(args), Count: len(p.steps) - 1, Reason: pruneClaimed, Ban: text})
}
