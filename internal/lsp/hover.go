package lsp

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/lang/index"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

type hoverResult struct {
	Contents *markup  `json:"contents"`
	Range    lspRange `json:"range"`
}

// hover documents the name or the word at a place.
func (s *server) hover(p *positionParams) (any, error) {
	pl, err := s.at(p)
	if err != nil {
		return nil, err
	}
	if o, ok := pl.symbol(); ok {
		return &hoverResult{markdown(pl.describe(o.Sym)), pl.text.span(o.At)}, nil
	}
	list := scan(pl.file.Src)
	i := tokenAt(list, pl.offset)
	if i < 0 || list[i].Kind != expr.TokName {
		return nil, nil
	}
	word := pl.text.src[list[i].Start:list[i].End]
	if doc := pl.wordDoc(word, int(list[i].End)); doc != "" {
		return &hoverResult{markdown(doc), pl.text.between(int(list[i].Start), int(list[i].End))}, nil
	}
	return nil, nil
}

// wordDoc documents a word of the language that ends at an offset; "": there is nothing to say.
func (pl place) wordDoc(word string, end int) string {
	if o, ok := offerOf(lang.Offers(pl.file.Src, end), word); ok {
		return describeOffer(o)
	}
	if k, ok := curve.KindNamed(word); ok {
		info := curve.Kinds()[k]
		return fmt.Sprintf("```karakuri\n%s\n```\n\n%s  \n`%s`", curveCall(info), info.Doc, info.Formula)
	}
	return ""
}

// offerOf finds the offer of a word, or one that begins with it.
func offerOf(list []def.Offer, word string) (def.Offer, bool) {
	for _, o := range list {
		if o.Word == word {
			return o, true
		}
	}
	for _, o := range list {
		if first, _, more := strings.Cut(o.Word, " "); more && first == word {
			return o, true
		}
	}
	return def.Offer{}, false
}

func curveCall(info curve.Info) string {
	names := []string{"x"}
	for _, p := range info.Params {
		names = append(names, p.Name)
	}
	return info.Name + "(" + strings.Join(names, ", ") + ")"
}

type signatureResult struct {
	Signatures      []signature `json:"signatures"`
	ActiveSignature int         `json:"activeSignature"`
	ActiveParameter int         `json:"activeParameter"`
}

type signature struct {
	Label         string      `json:"label"`
	Documentation *markup     `json:"documentation,omitempty"`
	Parameters    []parameter `json:"parameters"`
}

type parameter struct {
	Label string `json:"label"`
}

// signatureHelp shows the parameters of the call around a place.
func (s *server) signatureHelp(p *positionParams) (any, error) {
	pl, err := s.at(p)
	if err != nil {
		return nil, err
	}
	c, ok := callAround(pl.file.Src, scan(pl.file.Src), pl.offset)
	if !ok {
		return nil, nil
	}
	sig, ok := pl.signatureOf(&c)
	if !ok {
		return nil, nil
	}
	return &signatureResult{Signatures: []signature{sig}, ActiveParameter: c.arg}, nil
}

// signatureOf returns the signature of what is called, and finds the argument that has a name.
func (pl place) signatureOf(c *call) (signature, bool) {
	name := strings.Trim(pl.text.src[c.name.Start:c.name.End], "`")
	sym := pl.callee(c)
	if sym == nil {
		return wordSignature(name, c)
	}
	out := signature{Parameters: []parameter{}, Documentation: markdown(comment(sym))}
	var labels []string
	for i, p := range index.Params(sym) {
		if c.word == p.Name {
			c.arg = i
		}
		labels = append(labels, p.At.Text())
		out.Parameters = append(out.Parameters, parameter{p.At.Text()})
	}
	out.Label = expr.NameText(name) + "(" + strings.Join(labels, ", ") + ")"
	if t := pl.index().TypeOf(sym); t != "" {
		out.Label += ": " + t
	}
	return out, true
}

// callee returns what an unfinished call names; nil: nothing that is declared.
func (pl place) callee(c *call) *index.Symbol {
	if o, ok := pl.index().At(pl.file.Src, int(c.name.Start)); ok && o.Sym != nil && o.At.Start == c.name.Start {
		return o.Sym
	}
	name := strings.Trim(pl.text.src[c.name.Start:c.name.End], "`")
	return pl.index().Named(name, index.Action, index.Tree, index.Operator, index.Task, index.Goal, index.State, index.Derived, index.Function)
}

func wordSignature(name string, c *call) (signature, bool) {
	usage, doc := "", ""
	for _, b := range expr.Builtins() {
		if b.Name == name {
			usage, doc = b.Usage, b.Help
		}
	}
	if k, ok := curve.KindNamed(name); ok && usage == "" {
		usage, doc = curveCall(curve.Kinds()[k]), curve.Kinds()[k].Doc
	}
	_, args, ok := strings.Cut(strings.TrimSuffix(usage, ")"), "(")
	if !ok {
		return signature{}, false
	}
	out := signature{Label: usage, Documentation: markdown(doc), Parameters: []parameter{}}
	for i, a := range strings.Split(args, ", ") {
		if a == c.word {
			c.arg = i
		}
		out.Parameters = append(out.Parameters, parameter{a})
	}
	return out, true
}
