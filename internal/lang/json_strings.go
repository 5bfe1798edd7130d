package lang

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// How the strings of the JSON form are read and written: each method of jsonDecoder has its counterpart of jsonEncoder.
// All of them skip what is absent.

func (d *jsonDecoder) expr(v *jsonValue) expr.Node {
	if !v.isString() {
		return nil
	}
	return expr.ParseString(v.source(), d.ds)
}

func (e *jsonEncoder) expr(n expr.Node) string {
	if n == nil {
		return ""
	}
	return e.complete(expr.Print(n))
}

// complete returns a printed text; it fails if the printer wrote "?" for an unreadable part.
func (e *jsonEncoder) complete(text string) string {
	if holed(text) && e.err == nil {
		e.err = fmt.Errorf("encode JSON: the file has syntax errors: %s", text)
	}
	return text
}

// holed reports whether a printed text has a "?" outside of names in backquotes and of strings.
func holed(text string) bool {
	within := byte(0)
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case within == '"' && b == '\\':
			i++
		case within != 0 && b == within:
			within = 0
		case within == 0 && (b == '"' || b == '`'):
			within = b
		case within == 0 && b == '?':
			return true
		}
	}
	return false
}

func (d *jsonDecoder) effects(v *jsonValue) []expr.Effect {
	if !v.isString() {
		return nil
	}
	return expr.ParseEffectString(v.source(), d.ds)
}

// effects writes effects; one that stood on several lines in the text has line breaks in the string as well.
func (e *jsonEncoder) effects(list []expr.Effect) string {
	if slices.ContainsFunc(list, e.layout.blockEffect) {
		lines := layout{src: e.layout.src}
		lines.effects(0, "", list, "")
		return e.complete(strings.TrimSuffix(lines.text(), "\n"))
	}
	return e.complete(expr.PrintEffects(list))
}

func (d *jsonDecoder) call(v *jsonValue) *def.Call {
	if !v.isString() {
		return nil
	}
	ref := expr.ParseCallString(v.source(), d.ds)
	if ref == nil {
		return nil
	}
	c := callOf(ref)
	return &c
}

func (e *jsonEncoder) call(c *def.Call) string {
	return e.complete(callText(c))
}

// cooldown reads a time, the name it is shared by, and how long a step waits for its end.
func (d *jsonDecoder) cooldown(v *jsonValue) (c def.Cooldown) {
	d.text(v, func(p *parser) { c = p.cooldown() })
	return c
}

// nameTexts reads names from one text.
func (d *jsonDecoder) nameTexts(v *jsonValue) []def.Name {
	if !v.isString() {
		return nil
	}
	var list []def.Name
	for _, n := range expr.ParseNamesString(v.source(), d.ds) {
		list = append(list, def.Name{At: n.At, Name: n.Name})
	}
	return list
}

// steps reads what a test expects.
func (d *jsonDecoder) steps(v *jsonValue) def.Expect {
	var x def.Expect
	if !v.isString() {
		return x
	}
	switch strings.Join(strings.Fields(v.text), "") {
	case "none":
		x.None = true
		return x
	case "{}": // a plan without steps
		return x
	case "":
		d.ds.Errorf(diag.JSONText, v.at, "no step is expected").Hint = `write "none" for no plan, "{ }" for one without steps`
		return x
	}
	for _, ref := range expr.ParseCallsString(v.source(), d.ds) {
		x.Steps = append(x.Steps, callOf(ref))
		x.Bare = append(x.Bare, !ref.Call)
	}
	return x
}

func (e *jsonEncoder) steps(x *def.Expect) string {
	if x.None {
		return "none"
	}
	if len(x.Steps) == 0 {
		return "{ }"
	}
	texts := make([]string, len(x.Steps))
	for i := range x.Steps {
		texts[i] = e.complete(stepText(x, i))
	}
	return strings.Join(texts, ", ")
}

func (d *jsonDecoder) typeName(v *jsonValue) *expr.TypeName {
	if !v.isString() {
		return nil
	}
	t, ok := expr.ParseTypeString(v.source(), d.ds)
	if !ok {
		return nil
	}
	return &t
}

func (e *jsonEncoder) typeName(t *expr.TypeName) string {
	if t == nil {
		return ""
	}
	return e.complete(expr.PrintType(*t))
}

// params reads parameters; with several set, each may have several types.
func (d *jsonDecoder) params(v *jsonValue, several bool) []def.Param {
	if !v.isString() {
		return nil
	}
	var params []def.Param
	for _, p := range expr.ParseParamsString(v.source(), several, d.ds) {
		if !several && len(p.Types) > 1 {
			p.Types = p.Types[:1] // reported
		}
		if len(p.Types) > 0 {
			params = append(params, def.Param(p))
		}
	}
	return params
}

func (e *jsonEncoder) params(list []def.Param) string {
	params := make([]expr.Param, len(list))
	for i, p := range list {
		params[i] = expr.Param(p)
	}
	return e.complete(expr.PrintParams(params))
}

func (d *jsonDecoder) vars(v *jsonValue) []expr.Var {
	if !v.isString() {
		return nil
	}
	return expr.ParseVarsString(v.source(), d.ds)
}

// name returns a string that must be a name.
func (d *jsonDecoder) name(v *jsonValue) def.Name {
	if !v.isString() {
		return def.Name{}
	}
	if !expr.CanName(v.text) {
		d.ds.Errorf(diag.JSONText, v.at, "%q is not a name", v.text).Hint = nameHint
	}
	return def.Name{At: v.inner(), Name: nameLike(v.text)}
}

const nameHint = "a name cannot contain backquotes or control characters, and its length is limited"

// nameLike turns an invalid name into a valid one, so that it is reported once only.
func nameLike(text string) string {
	if expr.CanName(text) {
		return text
	}
	return "_" + strings.Map(func(r rune) rune {
		if expr.IsName("_" + string(r)) {
			return r
		}
		return '_'
	}, text)
}

func (d *jsonDecoder) names(list *jsonValue) []def.Name {
	var names []def.Name
	for _, v := range list.list() {
		if v.isString() {
			names = append(names, d.name(v))
		}
	}
	return names
}
