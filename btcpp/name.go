package btcpp

import (
	"strings"
	"unicode"

	"github.com/karakuri-ai/karakuri/diag"
)

// forbidden are the ASCII characters that no name of a node, tree or port has.
const forbidden = " \t\n\r<>&\"'/\\:*?|."

// checkName reports a faulty name of a node or tree.
func (r *reader) checkName(what string, a *Attr) bool {
	var d *diag.Diagnostic
	blank := func(c rune) bool { return c == ' ' && r.o.Blanks && what != "port" }
	bad := strings.IndexFunc(a.Value, func(c rune) bool { return isForbidden(c) && !blank(c) })
	switch {
	case a.Value == "":
		d = r.ds.Errorf(diag.BTName, a.At, "the name of %s is empty", diag.WithArticle(what))
	case strings.TrimSpace(a.Value) == "":
		d = r.ds.Errorf(diag.BTName, a.At, "the name of %s is blank", diag.WithArticle(what))
	case a.Value == "root" || a.Value == "Root":
		d = r.ds.Errorf(diag.BTName, a.At, "%[2]q cannot be the name of a %[1]s", what, a.Value)
	case bad >= 0:
		d = r.ds.Errorf(diag.BTName, a.At, "%q in the name of %s", []rune(a.Value[bad:])[0], diag.WithArticle(what))
		d.Hint = "use letters, digits, _ and -"
		if a.Value[bad] == ' ' && what != "port" {
			d.Hint += "; or accept blanks: karakuri with --blanks, Options.Blanks"
		}
	}
	return d == nil
}

// checkPortName reports a faulty name of a port.
func (r *reader) checkPortName(a *Attr) bool {
	if !r.checkName("port", a) {
		return false
	}
	var d *diag.Diagnostic
	switch first := []rune(a.Value)[0]; {
	case a.Value == "ID" || a.Value == "name" || first == '_':
		d = r.ds.Errorf(diag.BTName, a.At, "no port can be called %q", a.Value)
	case !unicode.IsLetter(first):
		d = r.ds.Errorf(diag.BTName, a.At, "the name of a port begins with a letter, not with %q", first)
	}
	return d == nil
}

// checkInstance reports a faulty name of a node in a tree, which may have all but control characters.
func (r *reader) checkInstance(a *Attr) {
	if strings.IndexFunc(a.Value, unicode.IsControl) >= 0 {
		r.ds.Errorf(diag.BTName, a.At, "a name has a control character")
	}
}

func isForbidden(c rune) bool { return strings.ContainsRune(forbidden, c) || unicode.IsControl(c) }

func hasAnyPrefix(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}
