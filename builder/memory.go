package builder

import "github.com/karakuri-ai/karakuri/internal/model/def"

// Memory is a part of the memory of agents. docs/reference.md lists the clauses of each kind of memory.
//
//	d.Memory("short").Span("8s").Capacity(32).Decay(0.1)
//	d.Memory("long").Keep()
type Memory struct{ clauses }

// Memory declares a memory by its kind, "short" or "long"; or by a name of its own with the kind behind it, "brief:
// short".
func (d *Domain) Memory(name string) *Memory {
	d, at := d.live(), caller()
	decl := &def.Memory{}
	decl.Head, decl.Name, decl.Kind = d.kinded(at, name)
	d.declare(decl)
	return &Memory{clauses{d, "memory " + decl.Name, &decl.Clauses, def.MemoryTable.Body[0].Rows}}
}
