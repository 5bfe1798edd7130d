package lsp

import (
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/lang/index"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

type completionList struct {
	IsIncomplete bool             `json:"isIncomplete"`
	Items        []completionItem `json:"items"`
}

type completionItem struct {
	Label         string    `json:"label"`
	Kind          int       `json:"kind"`
	Detail        string    `json:"detail,omitempty"`
	Documentation *markup   `json:"documentation,omitempty"`
	SortText      string    `json:"sortText"`
	FilterText    string    `json:"filterText,omitempty"`
	TextEdit      *textEdit `json:"textEdit"`
	Preselect     bool      `json:"preselect,omitempty"`
}

// Kinds of items, as the protocol numbers them.
const (
	itemFunction   = 3
	itemField      = 5
	itemVariable   = 6
	itemClass      = 7
	itemModule     = 9
	itemEnum       = 13
	itemKeyword    = 14
	itemEnumMember = 20
	itemConstant   = 21
	itemEvent      = 23
)

var itemKinds = map[index.Kind]int{
	index.Type: itemEnum, index.Value: itemEnumMember, index.Object: itemConstant, index.Const: itemConstant, index.State: itemField, index.Derived: itemField,
	index.Function: itemFunction, index.Action: itemFunction, index.Operator: itemFunction, index.Task: itemFunction, index.Tree: itemFunction, index.Goal: itemEvent,
	index.Brain: itemModule, index.Squad: itemModule, index.Agent: itemClass, index.Personality: itemModule,
}

// completion offers the words and the names that can stand at a place.
func (s *server) completion(p *positionParams) (any, error) {
	pl, err := s.at(p)
	if err != nil {
		return nil, err
	}
	c := newCompleter(pl)
	if c.inText {
		return &completionList{Items: []completionItem{}}, nil
	}
	c.complete()
	return &completionList{Items: c.items}, nil
}

// completer collects the items of one place.
type completer struct {
	place
	tokens []expr.Token
	n      int       // tokens before the word
	edit   *lspRange // the word that is replaced
	inText bool      // within a comment or a text
	items  []completionItem
	seen   map[string]bool
}

func newCompleter(pl place) *completer {
	c := &completer{place: pl, tokens: scan(pl.file.Src), seen: map[string]bool{}, items: []completionItem{}}
	start, end := pl.offset, pl.offset
	for _, t := range c.tokens {
		inside := int(t.Start) < pl.offset && pl.offset <= int(t.End)
		switch {
		case inside && t.Kind == expr.TokName:
			start, end = int(t.Start), int(t.End)
		case inside && t.Kind == expr.TokComment, t.Kind == expr.TokString && int(t.Start) < pl.offset && pl.offset < int(t.End):
			c.inText = true
		}
	}
	r := pl.text.between(start, end)
	c.edit = &r
	c.n = before(c.tokens, start)
	return c
}

// prev returns the text of a token before the word, 1 being the nearest.
func (c *completer) prev(n int) string {
	if c.n-n < 0 {
		return ""
	}
	t := c.tokens[c.n-n]
	return c.text.src[t.Start:t.End]
}

func (c *completer) complete() {
	start := c.text.offset(c.edit.Start)
	at := lang.PlaceOf(c.file.Src, start)
	if c.prev(1) == "." && c.n > 1 {
		c.members(strings.Trim(c.prev(2), "`"))
		return
	}
	if c.typePlace() {
		c.symbols("1", "", index.Type)
		c.words(def.Types())
		return
	}
	if at.Line == &def.AlertTable && c.prev(1) == at.Line.Word {
		c.levels()
	} else if kinds := c.callKinds(at); kinds != nil {
		c.symbols("1", "", kinds...)
	} else if !at.Start || c.effectsStart(at) {
		c.expression()
	}
	c.words(lang.Offers(c.file.Src, start))
}

// members offers the values of an enum, or the fields of a vector.
func (c *completer) members(owner string) {
	ix := c.index()
	if t := ix.Named(owner, index.Type); t != nil {
		for _, s := range ix.Symbols {
			if s.Kind == index.Value && s.In == t {
				c.symbol(s, "1")
			}
		}
		return
	}
	for _, f := range []string{"x", "y"} {
		c.add(completionItem{Label: f, Kind: itemField, Detail: "float", SortText: "1" + f})
	}
}

// levels offers the levels of alertness above the lowest: the values of the enum of the remembered symbol without a
// parameter.
func (c *completer) levels() {
	ix := c.index()
	for _, s := range ix.Symbols {
		d, ok := s.Decl.(*def.Symbol)
		if !ok || !d.Remembered || len(d.Params) > 0 || d.Type == nil {
			continue
		}
		t := ix.Named(d.Type.Name, index.Type)
		lowest := true
		for _, v := range ix.Symbols {
			if t == nil || v.Kind != index.Value || v.In != t {
				continue
			}
			if !lowest {
				c.symbol(v, "0")
			}
			lowest = false
		}
	}
}

// typePlace reports whether a type stands at the place: behind the colon of a parameter, a symbol or a variable.
func (c *completer) typePlace() bool {
	if c.prev(1) != ":" {
		return c.prev(1) == "remembered" && c.prev(2) == "in" || c.prev(1) == "|" && c.n > 2
	}
	if c.n < 2 || c.tokens[c.n-2].Kind != expr.TokName && c.prev(2) != ")" {
		return false
	}
	cl, called := callAround(c.file.Src, c.tokens, c.text.offset(c.edit.Start))
	if !called {
		return true
	}
	sym := c.callee(&cl) // a name before an argument, or a parameter of what is being declared
	d, _ := c.index().At(c.file.Src, int(cl.name.Start))
	return sym == nil || d.Role == index.Declares
}

// callKinds returns the kinds of names that can stand at the place where a call or a name is expected; nil: none is.
func (c *completer) callKinds(at lang.Place) []index.Kind {
	if at.Start {
		return startKinds(at.Around)
	}
	cl := at.Clause
	if cl == nil {
		return headKinds(at.Line, c.prev(1))
	}
	_, called := callAround(c.file.Src, c.tokens, c.text.offset(c.edit.Start))
	if p := c.prev(1); called || p != cl.Word && p != "," && p != "urgent" {
		return nil
	}
	switch cl.Takes {
	case def.TakesDeed, def.TakesDoing, def.TakesStepCall, def.TakesElse:
		return []index.Kind{index.Action, index.Tree, index.Goal}
	case def.TakesCall:
		return []index.Kind{index.Task, index.Operator, index.Goal}
	case def.TakesName, def.TakesNames:
		return nameKinds[cl.Word]
	case def.TakesType:
		return []index.Kind{index.Type}
	case def.TakesNeeds:
		return []index.Kind{index.Token, index.Param}
	}
	return headKinds(cl.Of, c.prev(1))
}

var nameKinds = map[string][]index.Kind{
	"brain": {index.Brain}, "body": {index.Type}, "squad": {index.Squad}, "sense": {index.Sense}, "memory": {index.Memory}, "as": {index.Personality},
	"personality": {index.Personality}, "claim": {index.Param}, "uses": {index.Resource}, "slot": {index.Type}, "wants": {index.Want, index.Goal}, "over": {index.Want, index.Goal},
}

// headKinds returns the kinds of names that follow the first word of a line.
func headKinds(line *def.Statement, word string) []index.Kind {
	if line == nil || line.Word != word {
		return nil
	}
	switch line.Word {
	case "plan":
		return []index.Kind{index.Task, index.Operator}
	case "goal":
		return []index.Kind{index.Goal}
	case "want":
		return []index.Kind{index.Goal}
	case "tree":
		return []index.Kind{index.Tree}
	case "reaction", "idle":
		return []index.Kind{index.Action, index.Tree, index.Goal}
	case "slot":
		return []index.Kind{index.Type}
	case "agent":
		return []index.Kind{index.Agent, index.Squad}
	case "override":
		return []index.Kind{index.Action, index.Tree}
	}
	return nameKinds[line.Word]
}

// startKinds returns the kinds of names that lines in the braces of a statement begin with.
func startKinds(around *def.Statement) []index.Kind {
	switch {
	case around == nil:
		return nil
	case around == &def.MethodTable || around == &def.OrderedTable || around == &def.UnorderedTable:
		return []index.Kind{index.Task, index.Operator}
	case around == &def.TreeTable || around.HasChildren():
		return []index.Kind{index.Action, index.Tree}
	case around == &def.GoalTable || around == &def.WayTable || around == &def.InterruptTable:
		return []index.Kind{index.Action, index.Tree, index.Goal, index.Task, index.Operator}
	case around == &def.ParallelTable:
		return []index.Kind{index.Action}
	case around == &def.PersonalityTable:
		return []index.Kind{index.Want, index.Goal}
	}
	return nil
}

// effectsStart reports whether effects stand in the braces around the place.
func (c *completer) effectsStart(at lang.Place) bool {
	return at.Around == &def.InitTable || at.Around == nil && !at.Top
}

// expression offers the names of expressions: those of the expected type, if that is known.
func (c *completer) expression() {
	want := c.expected()
	n := len(c.items)
	ix := c.index()
	for _, s := range c.locals() {
		if want == "" || c.fits(s, want) {
			c.symbol(s, "0")
		}
	}
	c.symbols("1", want, index.Object, index.Const, index.State, index.Derived, index.Function)
	for _, s := range ix.Symbols {
		if s.Kind == index.Value && (want == "" || ix.TypeOf(s) == want) {
			c.symbol(s, "0")
		}
	}
	if want != "" && len(c.items) == n { // nothing has that type: the user knows better
		for _, s := range c.locals() {
			c.symbol(s, "0")
		}
		c.symbols("1", "", index.Object, index.Const, index.State, index.Derived, index.Function, index.Value)
	}
	if want == "" || want == "float" || want == "int" {
		for _, k := range curve.Kinds() {
			c.add(completionItem{Label: k.Name, Kind: itemFunction, Detail: curveCall(k), Documentation: markdown(k.Doc), SortText: "3" + k.Name})
		}
	}
}

// locals returns the parameters and variables that the place can see.
func (c *completer) locals() []*index.Symbol {
	var list []*index.Symbol
	ix := c.index()
	for _, d := range c.file.Decls {
		at := d.Header().At
		if int(at.Start) > c.offset || int(at.End) < c.text.offset(c.edit.Start) {
			continue
		}
		for _, s := range ix.Symbols {
			if s.Kind != index.Param && s.Kind != index.Variable {
				continue
			}
			where, ok := ix.Declaration(s)
			if ok && where.Src == c.file.Src && at.Start <= where.Start && int(where.Start) < c.offset && where.End <= at.End {
				list = append(list, s)
			}
		}
	}
	return list
}

// expected returns the name of the type that the place expects; "": it is not known.
func (c *completer) expected() string {
	start := c.text.offset(c.edit.Start)
	switch c.prev(1) {
	case "==", "!=", "=", "+=", "-=", "in", "{", "<", ">", "<=", ">=":
		if t := c.typeBefore(c.n - 2); t != "" {
			return t
		}
	case "when", "while", "until", "where", "&&", "||", "!":
		return "bool"
	}
	if call, ok := callAround(c.file.Src, c.tokens, start); ok && (c.prev(1) == "(" || c.prev(1) == "," || c.prev(1) == ":") {
		for i, p := range index.Params(c.callee(&call)) {
			if (i == call.arg && call.word == "" || call.word == p.Name) && len(p.Types) == 1 && !p.Types[0].List {
				return p.Types[0].Name
			}
		}
	}
	return ""
}

// typeBefore returns the type of the name that ends at a token, perhaps with arguments.
func (c *completer) typeBefore(i int) string {
	if i >= 0 && c.tokens[i].Kind == expr.TokRParen {
		for depth := 0; i >= 0; i-- {
			if k := c.tokens[i].Kind; k == expr.TokRParen {
				depth++
			} else if k == expr.TokLParen {
				if depth--; depth == 0 {
					i--
					break
				}
			}
		}
	}
	if i < 0 || c.tokens[i].Kind != expr.TokName {
		return ""
	}
	if o, ok := c.index().At(c.file.Src, int(c.tokens[i].Start)); ok && o.Sym != nil {
		return c.typeOf(o.Sym)
	}
	name := strings.Trim(c.text.src[c.tokens[i].Start:c.tokens[i].End], "`")
	for _, s := range c.locals() {
		if s.Name == name {
			return c.typeOf(s)
		}
	}
	return c.typeOf(c.index().Named(name, index.Object, index.Const, index.State, index.Derived, index.Function))
}

// typeOf returns the name of the type of a symbol; "": it is not known.
func (p *prog) typeOf(s *index.Symbol) string {
	if s == nil {
		return ""
	}
	if t := p.index().TypeOf(s); t != "" {
		return t
	}
	if p.info != nil && s.Kind == index.Derived {
		if d := p.info.DerivedSymbol(s.Name); d != nil {
			return typeText(p.info, d.Type)
		}
	}
	if p.info != nil && s.Kind == index.Const {
		if k := p.info.Const(s.Name); k != nil {
			return typeText(p.info, k.Type)
		}
	}
	return ""
}

// fits reports whether a value of a symbol's type can stand where a type is expected, as far as the types are known.
func (c *completer) fits(s *index.Symbol, want string) bool {
	t := c.typeOf(s)
	return t == "" || t == want || t == "int" && want == "float" || t == "float" && want == "int" || c.descends(t, want)
}

// descends reports whether an object type has another among its ancestors, or the other way round.
func (c *completer) descends(a, b string) bool { return c.ancestor(a, b, 0) || c.ancestor(b, a, 0) }

func (c *completer) ancestor(t, of string, depth int) bool {
	s := c.index().Named(t, index.Type)
	if s == nil || depth > maxDepth {
		return false
	}
	d, _ := s.Decl.(*def.TypeDecl)
	return d != nil && slices.ContainsFunc(d.Parents, func(n def.Name) bool { return n.Name == of || c.ancestor(n.Name, of, depth+1) })
}

// maxDepth bounds how far ancestors are followed: faulty types can be their own.
const maxDepth = 16

// symbols offers the symbols of some kinds; with a type, those that fit.
func (c *completer) symbols(sort, want string, kinds ...index.Kind) {
	for _, s := range c.index().Symbols {
		if slices.Contains(kinds, s.Kind) && (want == "" || c.fits(s, want)) {
			if s.Kind == index.Param && !slices.Contains(c.locals(), s) {
				continue
			}
			c.symbol(s, sort)
		}
	}
}

func (c *completer) symbol(s *index.Symbol, sort string) {
	kind := itemKinds[s.Kind]
	if kind == 0 {
		kind = itemVariable
	}
	c.add(completionItem{Label: expr.NameText(s.Name), Kind: kind, Detail: c.signature(s), Documentation: markdown(c.describe(s)), SortText: sort + s.Name})
}

func (c *completer) words(list []def.Offer) {
	for _, o := range list {
		c.add(completionItem{Label: o.Word, Kind: itemKeyword, Detail: o.Of, Documentation: markdown(describeOffer(o)), SortText: "2" + o.Word})
	}
}

func (c *completer) add(item completionItem) {
	if c.seen[item.Label] {
		return
	}
	c.seen[item.Label] = true
	item.TextEdit = &textEdit{*c.edit, item.Label}
	c.items = append(c.items, item)
}
