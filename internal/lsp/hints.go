package lsp

import (
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/lang/index"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

type inlayHint struct {
	Position     position `json:"position"`
	Label        string   `json:"label"`
	Kind         int      `json:"kind,omitempty"` // 1: a type, 2: a parameter
	PaddingLeft  bool     `json:"paddingLeft,omitempty"`
	PaddingRight bool     `json:"paddingRight,omitempty"`
}

// inlayHint shows what a text does not say: the types of constants and derived symbols, the names of parameters that
// literals are given for, and the units of numbers.
func (s *server) inlayHint(p *documentParams) (any, error) {
	pl, err := s.at(&positionParams{TextDocument: p.TextDocument})
	if err != nil {
		return nil, err
	}
	first, last := 0, len(pl.text.lines)
	if p.Range != nil {
		first, last = p.Range.Start.Line, p.Range.End.Line
	}
	all := append(pl.typeHints(), pl.unitHints()...)
	list := []inlayHint{}
	for _, h := range append(all, pl.paramHints()...) {
		if first <= h.Position.Line && h.Position.Line <= last {
			list = append(list, h)
		}
	}
	return list, nil
}

func (pl place) typeHints() []inlayHint {
	pl.check()
	if pl.info == nil {
		return nil
	}
	var list []inlayHint
	for _, o := range pl.index().In(pl.file.Src) {
		if o.Role != index.Declares || o.Sym == nil {
			continue
		}
		label := ""
		switch d := o.Sym.Decl.(type) {
		case *def.Const:
			if c := pl.info.Const(o.Sym.Name); d.Type == nil && c != nil && o.Sym.Kind == index.Const {
				label = typeText(pl.info, c.Type)
			}
		case *def.Symbol:
			if sym := pl.info.DerivedSymbol(o.Sym.Name); sym != nil && o.Sym.Kind == index.Derived {
				label = typeText(pl.info, sym.Type)
				if len(d.Params) > 0 {
					label = ""
				}
			}
		}
		if label != "" {
			list = append(list, inlayHint{Position: pl.text.position(int(o.At.End)), Label: ": " + label, Kind: 1})
		}
	}
	return list
}

// typeText returns a type as the language writes it.
func typeText(info *def.Info, t world.Type) string {
	return world.FormatType(info.Scope().Schema(), t)
}

func (pl place) unitHints() []inlayHint {
	var list []inlayHint
	for _, n := range lang.BareNumbers(pl.file.Src) {
		list = append(list, inlayHint{Position: pl.text.position(int(n.At.End)), Label: n.Unit})
	}
	return list
}

// paramHints returns the names of the parameters that literals are given for.
func (pl place) paramHints() []inlayHint {
	var list []inlayHint
	tokens := scan(pl.file.Src)
	for _, o := range pl.index().In(pl.file.Src) {
		if o.Sym == nil || o.Role == index.Declares {
			continue
		}
		params := index.Params(o.Sym)
		i := before(tokens, int(o.At.End))
		if len(params) == 0 || i >= len(tokens) || tokens[i].Kind != expr.TokLParen || tokens[i].Start != o.At.End {
			continue
		}
		for k, at := range literalArgs(tokens[i+1:]) {
			if k < len(params) && at != nil {
				list = append(list, inlayHint{Position: pl.text.position(int(at.Start)), Label: params[k].Name + ":", Kind: 2, PaddingRight: true})
			}
		}
	}
	return list
}

// literalArgs returns for each argument of a call its token, if it is a number or a text; nil for others.
func literalArgs(tokens []expr.Token) []*expr.Token {
	var list []*expr.Token
	depth, first := 0, 0
	for i, t := range tokens {
		switch t.Kind {
		case expr.TokLParen, expr.TokLBracket:
			depth++
		case expr.TokRBracket:
			depth--
		case expr.TokComma, expr.TokRParen:
			if t.Kind == expr.TokRParen && depth > 0 {
				depth--
				continue
			}
			if depth > 0 {
				continue
			}
			var lit *expr.Token
			if k := tokens[first].Kind; i == first+1 && (k == expr.TokNumber || k == expr.TokString) {
				lit = &tokens[first]
			}
			list = append(list, lit)
			if first = i + 1; t.Kind == expr.TokRParen || first >= len(tokens) {
				return list
			}
		case expr.TokLBrace, expr.TokRBrace, expr.TokSemicolon:
			return nil
		}
	}
	return nil
}
