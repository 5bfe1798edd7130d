package builder

import "github.com/karakuri-ai/karakuri/internal/model/def"

// Sense is a sensor. docs/reference.md lists the clauses of each kind of sense.
//
//	d.Sense("sight").Range(12).Cone("110deg").LineOfSight().Reaction("0.2s")
type Sense struct{ clauses }

// Sense declares a sensor by its kind, "sight", "hearing", "touch", "damage" or "talk"; or by a name of its own with
// the kind behind it, "eagle_eyes: sight". Lengths are in metres.
func (d *Domain) Sense(name string) *Sense {
	d, at := d.live(), caller()
	decl := &def.Sense{}
	decl.Head, decl.Name, decl.Kind = d.kinded(at, name)
	d.declare(decl)
	return &Sense{clauses{d, "sense " + decl.Name, &decl.Clauses, def.SenseTable.Body[0].Rows}}
}
