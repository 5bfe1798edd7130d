package hddl

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
)

// typeDecls checks the types: a type may be mentioned several times, but must not be its own ancestor.
func (c *checker) typeDecls(list []TypeDecl) {
	declared := map[string]bool{ObjectType: true}
	var names []string
	for i := range list {
		if name := list[i].Name.Text; !declared[name] {
			declared[name] = true
			names = append(names, name)
		}
	}
	said := map[string]bool{}
	for i := range list {
		t := &list[i]
		c.parents(t, declared, names)
		for _, p := range t.Parents.Names {
			if t.Name.Text == "" || t.Name.Text == p.Text || said[t.Name.Text] || p.Text == ObjectType {
				continue
			}
			if t.Name.Text == ObjectType {
				c.ds.Errorf(diag.HDDLTypeCycle, t.Name.At, `"object" is above all types: it has no parent`)
			} else if way := c.typeCycle(list, p.Text, t.Name.Text); way != nil {
				for _, name := range way {
					said[name] = true
				}
				c.ds.Errorf(diag.HDDLTypeCycle, t.Name.At, "cycle of parent types: %s", chainOf(append([]string{t.Name.Text}, way...)))
			}
		}
	}
}

// parents looks at parents that are declared nowhere else. That is allowed, they stand under object; but one that
// is nearly the name of another type is probably a slip.
func (c *checker) parents(t *TypeDecl, declared map[string]bool, names []string) {
	for _, p := range t.Parents.Names {
		if p.Text == "" || declared[p.Text] {
			continue
		}
		if hint := c.didYouMean(p.Text, names); hint != "" {
			c.ds.Warnf(diag.HDDLUnknownType, p.At, "type %s occurs only as a parent", quote(p.Text)).Hint = hint
		}
	}
}

// typeCycle returns the types on a way from parent up to name, both included, or nil.
func (c *checker) typeCycle(list []TypeDecl, parent, name string) []string {
	if !c.types.Is(parent, name) {
		return nil
	}
	above := map[string][]string{}
	for i := range list {
		for _, p := range list[i].Parents.Names {
			above[list[i].Name.Text] = append(above[list[i].Name.Text], p.Text)
		}
	}
	from := map[string]string{parent: ""}
	for todo := []string{parent}; len(todo) > 0; todo = todo[1:] {
		if todo[0] == name {
			var way []string
			for t := name; t != ""; t = from[t] {
				way = append([]string{t}, way...)
			}
			return way
		}
		for _, up := range above[todo[0]] {
			if _, seen := from[up]; !seen {
				from[up] = todo[0]
				todo = append(todo, up)
			}
		}
	}
	return nil
}

func chainOf(names []string) string {
	if len(names) > maxChain {
		names = append(append(names[:maxChain-1:maxChain-1], "..."), names[len(names)-1])
	}
	return strings.Join(names, " - ")
}

// String returns a type as written after a dash.
func (t Type) String() string {
	if len(t.Names) == 1 {
		return t.Names[0].Text
	}
	if len(t.Names) == 0 {
		return ObjectType
	}
	return fmt.Sprintf("(either %s)", strings.Join(t.choices(), " "))
}
