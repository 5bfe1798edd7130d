package btcpp

import (
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
)

// oldNames are nodes that version 3 called otherwise.
var oldNames = map[string]string{
	"SequenceStar":           "SequenceWithMemory",
	"FallbackStar":           "Fallback",
	"RetryUntilSuccesful":    "RetryUntilSuccessful",
	"SubTreePlus":            subTreeID,
	"SubtreePlus":            subTreeID,
	"Subtree":                subTreeID,
	"BlackboardCheckInt":     "Precondition",
	"BlackboardCheckDouble":  "Precondition",
	"BlackboardCheckString":  "Precondition",
	"BlackboardCheckBool":    "Precondition",
	"BlackboardPrecondition": "Precondition",
}

// oldAttributes are ports and attributes that version 3 called otherwise, by node.
var oldAttributes = map[string]map[string]string{
	subTreeID:  {"__autoremap": "_autoremap", "__shared_blackboard": "_autoremap"},
	"Parallel": {"threshold": "success_count", "success_threshold": "success_count", "failure_threshold": "failure_count"},
}

// modern returns an element as version 4 says it, with a warning for each old name.
func (r *reader) modern(e *xmlElement, version int) *xmlElement {
	old := e.name
	idAttr := e.attr("ID")
	explicit := categoryOf(old) != NoCategory && old != subTreeID
	if explicit && idAttr != nil {
		old = idAttr.Value
	}
	name := old
	if newer, ok := oldNames[old]; ok && r.models[old] == nil && r.treeOf[old] == nil {
		name = newer
		r.ds.Warnf(diag.BTOldName, e.at, "%s is now %s", old, newer)
	}
	m := *e
	m.attrs = r.modernAttributes(e, name)
	switch {
	case name != old && strings.HasPrefix(old, "Blackboard"):
		m.attrs = precondition(m.attrs)
	case r.treeOf[name] != nil && (r.models[name] == nil || r.models[name].Category == SubTree) && !explicit && name != subTreeID:
		r.ds.Warnf(diag.BTOldName, e.at, "<%s> means the tree of that name", name).Hint = `write <SubTree ID="` + name + `"/>`
		m.attrs = append([]Attr{{Name: "ID", Value: name, At: e.at, NameAt: e.at}}, m.attrs...)
		name = subTreeID
	case version == 3 && e.name == subTreeID:
		r.braces(m.attrs)
	}
	if name == old {
		return &m
	}
	if explicit {
		for i := range m.attrs {
			if m.attrs[i].Name == "ID" {
				m.attrs[i].Value = name
			}
		}
		return &m
	}
	m.name = name
	return &m
}

// modernAttributes renames attributes.
func (r *reader) modernAttributes(e *xmlElement, name string) []Attr {
	newer := oldAttributes[name]
	if newer == nil {
		return e.attrs
	}
	var attrs []Attr
	for _, a := range e.attrs {
		if n, ok := newer[a.Name]; ok && e.attr(n) == nil {
			r.ds.Warnf(diag.BTOldName, a.NameAt, "%s is now %s", a.Name, n)
			a.Name = n
		}
		attrs = append(attrs, a)
	}
	return attrs
}

// braces turns the values that a SubTree of version 3 has into keys: there they were keys without braces.
func (r *reader) braces(attrs []Attr) {
	for i := range attrs {
		a := &attrs[i]
		if _, isKey := a.Key(); isKey || a.Name == "ID" || a.Name == "name" || a.Name[0] == '_' {
			continue
		}
		r.ds.Warnf(diag.BTOldName, a.At, "in version 4 the key %s must be in braces", a.Value).Hint = `write ` + a.Name + `="{` + a.Value + `}"`
		a.Value = "{" + a.Value + "}"
	}
}

// precondition makes the script of a Precondition from the ports of a BlackboardCheck.
func precondition(attrs []Attr) []Attr {
	var kept []Attr
	var a, b string
	at := -1
	for _, x := range attrs {
		switch x.Name {
		case "value_A", "value_B":
			if x.Name == "value_A" {
				a = operand(&x)
			} else {
				b = operand(&x)
			}
			if at >= 0 {
				continue
			}
			at = len(kept)
			x.Name = "if"
		case "return_on_mismatch":
			x.Name = "else"
		}
		kept = append(kept, x)
	}
	if at >= 0 {
		kept[at].Value = a + " == " + b
	}
	return kept
}

// operand returns a port's value as a script says it.
func operand(a *Attr) string {
	if key, isKey := a.Key(); isKey {
		return key
	}
	if isDouble(a.Value) || a.Value == "true" || a.Value == "false" {
		return a.Value
	}
	return "'" + strings.ReplaceAll(a.Value, "'", "") + "'"
}
