package btcpp

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// checkPorts compares the values of a node's ports with its model.
func (r *reader) checkPorts(e *Element) {
	m := e.Model
	if m == nil {
		return
	}
	for i := range e.Attrs {
		a := &e.Attrs[i]
		if m.Port(a.Name) == nil && !r.inferPort(m, a) {
			r.ds.Errorf(diag.BTUnknownPort, a.NameAt, "%s has no port %s", e.ID, a.Name).Hint = hintPort(m, a.Name)
			continue
		}
		if _, isKey := a.Key(); !isKey {
			r.checkLiteral(e, m.Port(a.Name), a)
		}
	}
	for i := range m.Ports {
		p := &m.Ports[i]
		if !m.needs(p) || e.Attr(p.Name) != nil {
			continue
		}
		const format = "%s has no value for %s"
		if m.isSwitch() { // it runs, but never takes the case
			r.ds.Warnf(diag.BTMissingPort, e.At, format, e.ID, p.Name)
		} else {
			r.ds.Errorf(diag.BTMissingPort, e.At, format, e.ID, p.Name)
		}
	}
}

// hintPort names the port that is probably meant, or all of them.
func hintPort(m *Model, name string) string {
	names := make([]string, len(m.Ports))
	for i := range m.Ports {
		names[i] = m.Ports[i].Name
	}
	if hint := expr.DidYouMean(name, names); hint != "" {
		return hint
	}
	switch n := len(names); {
	case n == 0:
		return "it has none"
	case n <= 8:
		return "its ports are " + strings.Join(names, ", ")
	}
	return ""
}

// checkLiteral checks a value that is not a key.
func (r *reader) checkLiteral(e *Element, p *Port, a *Attr) {
	if p.Direction == Out {
		r.ds.Warnf(diag.BTNoKey, a.At, "%s of %s is an output, but %q is not a key", p.Name, e.ID, a.Value).Hint = fmt.Sprintf("write %s=\"{%s}\"", a.Name, strings.TrimSpace(a.Value))
		return
	}
	if isScript(e.Model, p.Name) {
		ParseScript(a.Source(), &r.ds)
		return
	}
	typ := p.Type
	if p.Name == "queue" && e.Model.Builtin {
		typ = "std::vector<" + e.Model.Port("value").Type + ">"
	}
	if !r.accepts(typ, a.Value) {
		r.ds.Errorf(diag.BTLiteral, a.At, "%q is not a valid %s, the type of %s of %s", a.Value, typ, p.Name, e.ID).Hint = hintLiteral(TypeOf(typ).Kind, a.Value)
	}
}

// hintLiteral says what could stand there: of few values all, or a key where a name without braces was given.
func hintLiteral(kind Kind, value string) string {
	switch {
	case kind == KindBool:
		return "write true or false"
	case kind == KindStatus:
		return "write SUCCESS, FAILURE, SKIPPED, RUNNING or IDLE"
	case value == "" || strings.IndexFunc(value, isForbidden) >= 0 || !isNameByte(value[0], true):
		return ""
	}
	return "write a key of the blackboard in braces: {" + value + "}"
}

// isScript reports whether a port of a node of the library holds a script.
func isScript(m *Model, port string) bool {
	if !m.Builtin {
		return false
	}
	switch m.ID {
	case "Script", "ScriptCondition":
		return port == "code"
	case "Precondition":
		return port == "if"
	}
	return false
}

func count(n int) string {
	if n == 1 {
		return "1 child"
	}
	return fmt.Sprintf("%d children", n)
}
