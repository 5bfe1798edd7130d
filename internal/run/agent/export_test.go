package agent

// Shallow has steady trees and plans be looked at in each tick, which comes to the same.
func (c *Crowd) Shallow() { c.routines.shallow = true }

// Deep returns how many agents have routines that name innermost actions.
func (c *Crowd) Deep() (count int) {
	for i := range c.routines.list {
		if c.routines.list[i].inner > 0 {
			count++
		}
	}
	return count
}

// Everything returns the crowd of a replay as a snapshot in a trace holds it.
func (t *Replay) Everything() []byte { return t.crowd.snapshots.appendTraced(nil, t.came) }

// Glanced returns how many agents did not decide in the last tick though their state had been written to, since their tree alone was asked.
func (c *Crowd) Glanced() int { return c.routines.glanced }

// CrowdMagic is what snapshots of crowds begin with.
const CrowdMagic = crowdMagic
