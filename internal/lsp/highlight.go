package lsp

import (
	"slices"

	"github.com/karakuri-ai/karakuri/internal/lang/index"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

var (
	tokenTypes     = []string{"keyword", "comment", "string", "number", "operator", "type", "enumMember", "variable", "parameter", "property", "function", "method", "class", "event", "namespace"}
	tokenModifiers = []string{"declaration", "modification", "readonly"}
)

// Bits of the modifiers.
const (
	isDeclaration = 1 << iota
	isModification
	isReadonly
)

var tokenTypeOf = map[index.Kind]string{
	index.Type: "type", index.Value: "enumMember", index.Object: "variable", index.Const: "variable", index.State: "property", index.Derived: "property",
	index.Function: "function", index.Action: "function", index.Operator: "function", index.Task: "method", index.Tree: "class", index.Goal: "event",
	index.Brain: "namespace", index.Squad: "namespace", index.Agent: "class", index.Personality: "namespace", index.Sense: "namespace", index.Memory: "namespace",
	index.Param: "parameter", index.Variable: "parameter", index.Want: "event", index.RoleName: "enumMember", index.Token: "enumMember", index.Layer: "namespace",
	index.Resource: "enumMember", index.Cooldown: "enumMember", index.Method: "string", index.Way: "string", index.Test: "string", index.Consideration: "string", index.File: "string",
}

type tokensResult struct {
	Data []int `json:"data"`
}

// semanticTokens returns what each token of a document is.
func (s *server) semanticTokens(p *documentParams) (any, error) {
	pl, err := s.at(&positionParams{TextDocument: p.TextDocument})
	if err != nil {
		return nil, err
	}
	out := &tokensResult{Data: []int{}}
	names := pl.index().In(pl.file.Src)
	var last position
	for _, t := range scan(pl.file.Src) {
		for len(names) > 0 && names[0].At.Start < t.Start {
			names = names[1:]
		}
		kind, modifiers := tokenClass(t, names)
		r := pl.text.between(int(t.Start), int(t.End))
		if kind < 0 || r.Start.Line != r.End.Line || p.Range != nil && (r.End.Line < p.Range.Start.Line || r.Start.Line > p.Range.End.Line) {
			continue
		}
		start := r.Start.Character
		if r.Start.Line == last.Line {
			start -= last.Character
		}
		out.Data = append(out.Data, r.Start.Line-last.Line, start, r.End.Character-r.Start.Character, kind, modifiers)
		last = r.Start
	}
	return out, nil
}

// tokenClass returns the type of a token, -1 for none, and its modifiers. The first name is at the token or behind it.
func tokenClass(t expr.Token, names []index.Occurrence) (kind, modifiers int) {
	switch {
	case t.Kind == expr.TokComment:
		return tokenType("comment"), 0
	case len(names) > 0 && names[0].At.Start == t.Start && names[0].Sym != nil:
		o := names[0]
		if o.Role == index.Declares {
			modifiers |= isDeclaration
		}
		if o.Role == index.Writes {
			modifiers |= isModification
		}
		if o.Sym.Kind == index.Const || o.Sym.Kind == index.Derived {
			modifiers |= isReadonly
		}
		return tokenType(tokenTypeOf[o.Sym.Kind]), modifiers
	case len(names) > 0 && names[0].At.Start == t.Start: // nothing declares it
		return -1, 0
	case t.Kind == expr.TokString:
		return tokenType("string"), 0
	case t.Kind == expr.TokNumber:
		return tokenType("number"), 0
	case t.Kind == expr.TokName:
		return tokenType("keyword"), 0
	case t.Kind >= expr.TokDefine:
		return tokenType("operator"), 0
	}
	return -1, 0
}

func tokenType(name string) int { return slices.Index(tokenTypes, name) }
