package agent

// Shallow has steady trees and plans be looked at in each tick, which has the same result.
func (c *Crowd) Shallow() { c.routines.shallow = true }

// Deep returns the number of agents that have routines that name innermost actions.
func (c *Crowd) Deep() (count int) {
	for i := range c.routines.list {
		if c.routines.list[i].inner > 0 {
			count++
		}
	}
	return count
}

// Everything returns the crowd of a replay as a snapshot in a trace holds it.
func (t *Replay) Everything() []byte { return t.append(nil) }

// Glanced returns the number of agents that did not decide in the last tick although their state had been written to,
// because evaluating their tree was enough.
func (c *Crowd) Glanced() int { return c.routines.glanced }

// CrowdMagic is the beginning of snapshots of crowds.
const CrowdMagic = crowdMagic

// Rewritten reports whether an agent's state changes when all that it remembers is written to it once more: it would be
// wrong.
func (c *Crowd) Rewritten(id ID) bool {
	a := c.agents.slot(id)
	m, before := c.perception.memory(a), a.state.Hash()
	for _, n := range a.noted {
		if i, known := m.Find(n.object); known { // else it was forgotten after that was written
			c.perception.senses.table.write(&a.state, m, i, c.core.tick)
		}
	}
	return a.state.Hash() != before
}

// Recalled returns how many times a fact was written to the state of an agent so far.
func (c *Crowd) Recalled() int64 { return c.perception.senses.table.writes.Load() }
