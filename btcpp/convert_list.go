package btcpp

import (
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// isList reports whether a vector of the host is a list here, with all that is given for it.
func (v *typeVar) isList() bool {
	switch v.list.Kind {
	case KindInt, KindUint, KindDouble, KindString:
	default:
		return false
	}
	for _, text := range v.texts {
		parts := elements(text)
		if len(parts) > expr.MaxListElems {
			return false
		}
		for _, part := range parts {
			if !v.list.Accepts(part) || strings.HasPrefix(part, "json:") || v.list.Kind == KindDouble && likeness(part) == typeEnum || len(part) > expr.MaxTextBytes {
				return false
			}
		}
	}
	return len(v.texts) > 0
}

// elements returns the elements of a vector as ports have it, "1;2;3". As in the library, nothing follows a semicolon
// at the end.
func elements(text string) []string {
	if text = strings.TrimSuffix(text, ";"); text == "" {
		return nil
	}
	return strings.Split(text, ";")
}

// elementName returns the type of the elements of a list.
func (v *typeVar) elementName() string {
	switch v.list.Kind {
	case KindDouble:
		return "float"
	case KindString:
		return "text"
	}
	return "int"
}

// listOf returns a list.
func (v *typeVar) listOf(text string, at diag.Span) expr.Node {
	list := &expr.List{At: at}
	for _, part := range elements(text) {
		switch v.list.Kind {
		case KindString:
			list.Elems = append(list.Elems, &expr.Lit{At: at, Kind: expr.LitText, Text: part})
		case KindDouble:
			list.Elems = append(list.Elems, number(typeFloat, part, at))
		default:
			list.Elems = append(list.Elems, number(typeInt, part, at))
		}
	}
	return list
}
