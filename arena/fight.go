package arena

import "github.com/karakuri-ai/karakuri/internal/fact"

// Blow is the result of an attack.
type Blow uint8

const (
	Hit        Blow = iota // the target lost health
	Kill                   // the target lost its last health
	NotReady               // the cooldown since the last hit is not over
	OutOfReach             // the target is too far away
	Walled                 // a wall is between them
	NoTarget               // attacker or target is dead or does not exist, or they are the same
)

// String returns the result in a word or two.
func (b Blow) String() string {
	return fact.Name(b, "hit", "kill", "not ready", "out of reach", "walled", "no target")
}

// Attack makes a character hit another. The edge of the target must be within its reach, with no wall between their
// centres; the facing does not matter. A hit takes Damage and Power, sets Power to 0 and starts the cooldown; any other
// result changes nothing.
func (a *Arena) Attack(attacker, target ID) Blow {
	c, t := a.able(attacker), a.able(target)
	switch {
	case c == nil || t == nil || c == t:
		return NoTarget
	case a.now < c.ReadyAt:
		return NotReady
	case !within(c.At, t.At, c.Body.Reach+t.Body.Radius):
		return OutOfReach
	case !a.m.Visible(c.At, t.At):
		return Walled
	}
	c.ReadyAt = a.now + c.Body.Cooldown
	t.Health = max(0, t.Health-c.Body.Damage-c.Power)
	c.Power = 0
	if !t.Alive() {
		t.Going = 0
		return Kill
	}
	return Hit
}
