package builder

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// ObjectType is a declared type of objects.
type ObjectType struct {
	d    *Domain
	decl *def.TypeDecl
}

// ObjectType declares a type of objects that may come and go while the game runs: type enemy
func (d *Domain) ObjectType(name string) *ObjectType {
	d, at := d.live(), caller()
	decl := &def.TypeDecl{}
	decl.Head, decl.Name = d.named(at, name)
	d.declare(decl)
	return &ObjectType{d, decl}
}

// Is names the types that this one is a kind of.
func (t *ObjectType) Is(parents ...string) *ObjectType {
	if t != nil {
		t.decl.Parents = append(t.decl.Parents, t.d.names(caller(), parents)...)
	}
	return t
}

// Max sets the maximum number of objects of the type that exist at one time.
func (t *ObjectType) Max(n int) *ObjectType {
	if t == nil {
		return nil
	}
	at := caller()
	if n < 1 {
		t.d.findings.Errorf(diag.BuildValue, at.span(fmt.Sprint(n)), "at most %d objects of type %s", n, t.decl.Name).Hint = "give a number from 1 on"
	} else if t.d.once(at, fmt.Sprint(n), t.decl.Max != 0, "the most objects of "+t.decl.Name) {
		t.decl.Max = n
	}
	return t
}

// Action is a declared action of the host.
type Action struct {
	d    *Domain
	decl *def.Action
}

// Action declares what the host program really does: "move_to(p: place | enemy)".
func (d *Domain) Action(signature string) *Action {
	d, at := d.live(), caller()
	sig := d.signature(at, signature, withTypes)
	decl := &def.Action{Head: sig.head, Name: sig.name, Params: sig.params}
	d.declare(decl)
	return &Action{d, decl}
}

// Needs adds tokens of a squad, and parameters whose objects are slots, that the action holds while it runs.
func (a *Action) Needs(what ...string) *Action {
	if a != nil {
		a.needs(caller(), what, "")
	}
	return a
}

// NeedsAt is Needs with a priority: an int or a constant expression; the lower, the more urgent. Without one it is 0.
func (a *Action) NeedsAt(priority any, what ...string) *Action {
	if a == nil {
		return nil
	}
	at := caller()
	if text, ok := a.d.number(at, priority); ok {
		a.needs(at, what, text)
	}
	return a
}

func (a *Action) needs(at place, what []string, priority string) {
	for _, name := range what {
		n := &def.Need{What: a.d.reference(at, name)}
		if priority != "" {
			n.Priority = a.d.expr(at, priority)
		}
		a.decl.Needs = append(a.decl.Needs, n)
	}
}

// say gives the action a clause.
func (a *Action) say(at place, word string, value any) {
	a.d.say(at, def.ActionTable.Clause(word), a.decl, a.decl.Name, value)
}
