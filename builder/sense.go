package builder

import "github.com/karakuri-ai/karakuri/internal/model/def"

// Sense is a sensor. [def.SenseClauses] tells which of its clauses each kind of sense has.
//
//	d.Sense("sight").Range(12).Cone("110deg").LineOfSight().Reaction("0.2s")
type Sense struct{ clauses }

// Sense declares a sensor by its kind, "sight", "hearing", "touch", "damage" or "talk"; or by a name of its own with the kind behind it,
// "eagle_eyes: sight". Lengths are in metres.
func (d *Domain) Sense(name string) *Sense {
	d, at := d.live(), caller()
	decl := &def.Sense{}
	decl.Head, decl.Name, decl.Kind = d.kinded(at, name)
	d.declare(decl)
	return &Sense{clauses{d, "sense " + decl.Name, &decl.Clauses}}
}

// Range gives how far it reaches; sight and touch need it.
func (s *Sense) Range(metres any) *Sense {
	if s != nil {
		s.numbers(caller(), "range", metres)
	}
	return s
}

// LoseRange gives how far away sight still sees what it saw in its last look.
func (s *Sense) LoseRange(metres any) *Sense {
	if s != nil {
		s.numbers(caller(), "lose_range", metres)
	}
	return s
}

// TouchRange gives how near a thing must be for sight to need neither cone nor line of sight.
func (s *Sense) TouchRange(metres any) *Sense {
	if s != nil {
		s.numbers(caller(), "touch_range", metres)
	}
	return s
}

// Cone gives the whole angle that sight looks into: "110deg", or a number of radians; without it all around.
func (s *Sense) Cone(angle any) *Sense {
	if s != nil {
		s.numbers(caller(), "cone", angle)
	}
	return s
}

// LineOfSight says that sight asks the host whether anything is in the way.
func (s *Sense) LineOfSight() *Sense {
	if s != nil {
		s.flag(caller(), "line_of_sight")
	}
	return s
}

// Falloff gives what a sound loses with each metre.
func (s *Sense) Falloff(loss any) *Sense {
	if s != nil {
		s.numbers(caller(), "falloff", loss)
	}
	return s
}

// Damping gives what is left of a sound behind each wall, 0..1.
func (s *Sense) Damping(share any) *Sense {
	if s != nil {
		s.numbers(caller(), "damping", share)
	}
	return s
}

// Blur gives how unsure the position of a sound is, in metres for each metre of distance.
func (s *Sense) Blur(metres any) *Sense {
	if s != nil {
		s.numbers(caller(), "blur", metres)
	}
	return s
}

// Threshold gives the least that is heard or felt.
func (s *Sense) Threshold(least any) *Sense {
	if s != nil {
		s.numbers(caller(), "threshold", least)
	}
	return s
}

// Confidence gives that of what it perceives, 0..1.
func (s *Sense) Confidence(share any) *Sense {
	if s != nil {
		s.numbers(caller(), "confidence", share)
	}
	return s
}

// Reaction gives the time from the stimulus until the agent knows, for what it does not remember.
func (s *Sense) Reaction(time any) *Sense {
	if s != nil {
		s.time(caller(), "reaction", time)
	}
	return s
}

// Jitter gives the most that is added to the reaction time, drawn anew each time.
func (s *Sense) Jitter(time any) *Sense {
	if s != nil {
		s.time(caller(), "jitter", time)
	}
	return s
}
