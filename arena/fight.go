package arena

import "strconv"

// Blow is what became of an attack.
type Blow uint8

const (
	Hit        Blow = iota // the target has lost health
	Kill                   // and it was its last
	NotReady               // the last hit is less than the cooldown ago
	OutOfReach             // the target is too far away
	Walled                 // a wall is between the two
	NoTarget               // attacker or target is dead or not there, or they are the same
)

// String returns a word or two.
func (b Blow) String() string {
	names := [...]string{"hit", "kill", "not ready", "out of reach", "walled", "no target"}
	if int(b) >= len(names) {
		return "Blow(" + strconv.Itoa(int(b)) + ")"
	}
	return names[b]
}

// Attack lets a character hit another one: the edge of the target must be within its reach, with no wall between their middles. It
// need not look there. A hit takes Damage and Power, uses the power up and begins the cooldown; anything else changes nothing.
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
