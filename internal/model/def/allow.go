package def

import (
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// Allow is a comment that silences warnings in place: "karakuri: allow K183, K190", and perhaps a reason behind it.
type Allow struct {
	At    diag.Span   // the comment
	On    diag.Span   // its range: warnings that begin in it
	Codes []diag.Code // as written; without a reason, at least one
	Meant string      // a word instead of allow that was probably meant so; empty: none
}

// AllowIn returns what a comment allows on a stretch of the text, and false for any other comment.
func AllowIn(comment string, at, on diag.Span) (Allow, bool) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(comment), "karakuri:")
	if !ok {
		return Allow{}, false
	}
	words := strings.FieldsFunc(rest, func(r rune) bool { return r == ' ' || r == '\t' || r == ',' })
	switch {
	case len(words) == 0 || expr.Suggest(words[0], []string{"allow"}) == "" && words[0] != "allow":
		return Allow{}, false
	case words[0] != "allow":
		return Allow{At: at, On: on, Meant: words[0]}, true
	}
	a := Allow{At: at, On: on}
	for _, word := range words[1:] {
		if len(word) < 2 || word[0] != 'K' && word[0] != 'k' || word[1] < '0' || word[1] > '9' {
			break // the reason begins
		}
		a.Codes = append(a.Codes, diag.Code("K"+strings.TrimRight(word[1:], ".:;")))
	}
	return a, true
}

// silence drops the warnings that files allow. If all warnings were looked for, it warns of allowances of the first
// file, the main one, that match no warning. It does not check those of an imported file, because many warnings do not
// apply there.
func silence(files []*File, ds *diag.List, all bool) {
	silenced := map[silencing]bool{}
	for _, f := range files {
		for i := range f.Allows {
			a := &f.Allows[i]
			for k := range ds.All {
				if a.covers(&ds.All[k]) {
					silenced[silencing{a, ds.All[k].Code}] = true
				}
			}
		}
	}
	ds.All = slices.DeleteFunc(ds.All, func(d diag.Diagnostic) bool {
		return slices.ContainsFunc(files, func(f *File) bool {
			return slices.ContainsFunc(f.Allows, func(a Allow) bool { return a.covers(&d) })
		})
	})
	for i := 0; all && len(files) > 0 && i < len(files[0].Allows); i++ {
		files[0].Allows[i].inVain(silenced, ds)
	}
}

// silencing is a comment with a code of which it silences warnings.
type silencing struct {
	by   *Allow
	code diag.Code
}

// inVain warns of codes of which the comment silences nothing.
func (a *Allow) inVain(silenced map[silencing]bool, ds *diag.List) {
	if len(a.Codes) == 0 {
		d := ds.Warnf(diag.AllowsNothing, a.At, "this comment silences nothing: it names no warning code")
		d.Hint = "write karakuri: allow CODE, as in karakuri: allow K183"
		if a.Meant != "" {
			d.Meant(a.Meant, expr.Suggest(a.Meant, []string{"allow"}))
		}
	}
	for k, code := range a.Codes {
		if silenced[silencing{a, code}] || slices.Contains(a.Codes[:k], code) {
			continue
		}
		d := ds.Warnf(diag.AllowsNothing, a.At, "this comment silences nothing: no warning %s starts here", code)
		d.Hint = "remove it"
		if !slices.ContainsFunc(diag.Codes(), func(i diag.Info) bool { return i.Code == code }) {
			d.Hint = "there is no such code; karakuri check --codes lists them"
		}
	}
}

// covers reports whether a finding is a warning that the comment allows.
func (a *Allow) covers(d *diag.Diagnostic) bool {
	if d.Severity != diag.Warning || d.Code == diag.AllowsNothing || d.Span.Src == nil || !slices.Contains(a.Codes, d.Code) {
		return false
	}
	at, from := d.Span.Position(), a.On.Position()
	to := diag.Span{Src: a.On.Src, Start: a.On.End}.Position()
	return at.File == from.File && !before(at, from) && !before(to, at)
}

// before reports whether a place of a file stands before another.
func before(p, q diag.Position) bool { return p.Line < q.Line || p.Line == q.Line && p.Col < q.Col }
