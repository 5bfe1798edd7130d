package lang

import (
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// nodesByWord finds the kinds of nodes by the first of their words.
var nodesByWord = func() map[string][]def.NodeKindInfo {
	found := map[string][]def.NodeKindInfo{}
	for _, k := range def.NodeKinds() {
		if k.Words != "" && k.Kind != def.NodeTree {
			word, _, _ := strings.Cut(k.Words, " ")
			found[word] = append(found[word], k)
		}
	}
	return found
}()

// nodeWords are the words that lines of a tree begin with, sorted. "if" is not among them: it begins effects as well,
// which may stand on lines of their own.
var nodeWords = func() []string {
	words := []string{"service", "else", "catch"}
	for word := range nodesByWord {
		if word != "if" {
			words = append(words, word)
		}
	}
	slices.Sort(words)
	return words
}()

// node reads a node; nil after a failure that leaves nothing of it.
func (p *parser) node(h def.Head) *def.Node {
	n := &def.Node{Head: h}
	n.NameAt = p.Here()
	if p.Kind() != expr.TokName {
		p.FailExpected("a node").Hint = "a node is an action, a tree, or a word such as sequence, selector, if and wait"
		p.skipWhole()
		return nil
	}
	n.Kind = p.nodeKind()
	p.nodeHead(n)
	p.nodeClauses(n)
	p.nodeRest(n)
	if n.Kind == def.NodeCase && !p.Failed() && p.afterBrace() && p.IsWord("else") {
		n.At = p.Since(n.At) // "} else {" continues
		return n
	}
	p.finish(&n.Head)
	return n
}

// nodeKind returns what kind of node begins here, and steps over its words; nothing is stepped over for a call.
func (p *parser) nodeKind() def.NodeKind {
	word, next := p.Text(p.Tok()), p.Peek(1)
	kinds := nodesByWord[word]
	switch {
	case word == "else":
		p.Next()
		return def.NodeCase
	case kinds == nil:
		return def.NodeCall
	case next.Kind == expr.TokLParen && !next.LineStart:
		if word != "if" && word != "when" && word != "switch" && !p.valueAt(1) {
			return def.NodeCall
		}
	case word == "if" || word == "succeed" || word == "fail": // they may stand alone
	case next.LineStart && next.Kind == expr.TokName && mayBeBare(kinds) && p.nodeClauseAt(1) != nil:
	case next.LineStart && next.Kind != expr.TokLBrace, next.Kind == expr.TokSemicolon, next.Kind == expr.TokRBrace, next.Kind == expr.TokEOF:
		return def.NodeCall
	}
	p.Next()
	if len(kinds) == 1 && !strings.Contains(kinds[0].Words, " ") {
		return kinds[0].Kind
	}
	return p.secondWord(word, kinds)
}

// mayBeBare reports whether nodes of the kinds have a body, and can do without a value before it.
func mayBeBare(kinds []def.NodeKindInfo) bool {
	k := kinds[0]
	return k.Shape != def.ShapeLeaf && (k.Value == def.NoValue || k.Optional) && !strings.Contains(k.Words, " ") && k.Kind != def.NodeCase && k.Kind != def.NodeEach && k.Kind != def.NodeWhen
}

// secondWord picks one of the kinds that begin with the same word, and steps over the second.
func (p *parser) secondWord(word string, kinds []def.NodeKindInfo) def.NodeKind {
	var alone def.NodeKind
	var seconds []string
	for _, k := range kinds {
		_, second, two := strings.Cut(k.Words, " ")
		switch {
		case !two && alone == 0:
			alone = k.Kind
		case two && p.IsWord(second) && !p.NewLine():
			p.Next()
			return k.Kind
		case two:
			seconds = append(seconds, second)
		}
	}
	if alone != 0 {
		return alone
	}
	if !p.Is(expr.TokName) {
		p.FailExpected(strings.Join(seconds, " or "))
		return kinds[0].Kind
	}
	second := p.Text(p.Tok())
	p.Soft(diag.UnknownWord, p.Here(), "unknown node %s", quoted(word+" "+second)).Hint = "there is " + wordList(prefixed(word, seconds))
	p.Next()
	return kinds[max(0, slices.Index(seconds, expr.Suggest(second, seconds)))].Kind
}

func prefixed(word string, seconds []string) []string {
	list := make([]string, len(seconds))
	for i, s := range seconds {
		list[i] = word + " " + s
	}
	return list
}

// valueAt reports whether the parenthesis n places after the current token begins a value, such as (a + b) * 2, rather
// than the arguments of a call: after these no operator follows.
func (p *parser) valueAt(n int) bool {
	end := p.Closing(n)
	if end < 0 {
		return false
	}
	t := p.TokenAt(end + 1)
	operator := t.Kind >= expr.TokEq && t.Kind <= expr.TokOr || t.Kind >= expr.TokAdd && t.Kind <= expr.TokDots
	return operator && !t.LineStart
}

// nodeHead reads what stands between the words of a node and its clauses.
func (p *parser) nodeHead(n *def.Node) {
	switch n.Kind {
	case def.NodeCall:
		c, rest, bare := p.namedCall("a node")
		n.Call, n.Auto = &c, rest
		if bare {
			p.misspelt(n)
		}
		p.noCommas("nodes", "an action or a tree")
	case def.NodePlan:
		c, _ := p.callHere("a task or operator")
		n.Call = &c
	case def.NodeGoal:
		c, _ := p.callHere("a goal")
		n.Call = &c
	case def.NodeChoose:
		chooseHead(p, n)
	case def.NodeUtilitySelector:
		for p.selectorClause(n) {
		}
	case def.NodeIf, def.NodeWhen:
		n.Cond = p.Expr()
	case def.NodeSet:
		n.Effect = p.Effects()
	case def.NodeLog, def.NodeTodo:
		if p.Is(expr.TokString) {
			n.Text = p.StringValue(p.Next())
		} else {
			p.FailExpected("a text in quotes")
		}
	case def.NodeWait:
		if n.Value = p.Expr(); !p.Failed() && p.Accept(expr.TokDots) {
			n.Limit = p.Expr()
		}
	case def.NodeParallel, def.NodeParallelAll:
		p.thresholds(n)
	case def.NodeCase:
		if !p.afterWord("else") {
			n.Values = p.Exprs()
		}
	case def.NodeEach:
		p.eachHead(n)
	default:
		if v := n.Kind.Info(); v.Value != def.NoValue && !(v.Optional && p.nodeHeadEnds()) {
			n.Value = p.Expr()
		}
	}
}

// chooseHead reads "routine(o) by use(o)".
func chooseHead(p *parser, n *def.Node) {
	c, rest, _ := p.namedCall("an enum whose values are names of actions and trees")
	n.Call, n.Auto = &c, rest
	if p.Failed() {
		return
	}
	if !p.IsWord("by") || p.NewLine() {
		p.FailExpected("by and a value of " + quoted(c.Name.Name)).Hint = "write choose " + expr.NameText(c.Name.Name) + " by VALUE"
		return
	}
	p.Next()
	n.Value = p.Expr()
}

// misspelt answers a word that is followed by what can only follow one that begins a node.
func (p *parser) misspelt(n *def.Node) {
	if p.Failed() || p.AtEnd() || p.Is(expr.TokLBrace) || p.nodeClause() != nil || p.AfterStray() {
		return
	}
	if meant := expr.Suggest(n.Call.Name.Name, nodeWords); meant != "" {
		p.Fail(diag.UnknownWord, n.Call.Name.At, "unknown node %q", n.Call.Name.Name).Meant(n.Call.Name.Name, expr.Suggest(n.Call.Name.Name, nodeWords))
	}
}

// afterWord reports whether the token before the current one is a word.
func (p *parser) afterWord(word string) bool { return p.Text(p.Peek(-1)) == word }

// nodeHeadEnds reports whether a clause, a body or the end of the node follows.
func (p *parser) nodeHeadEnds() bool {
	return p.AtEnd() || p.Kind() == expr.TokLBrace || p.nodeClause() != nil
}

// thresholds reads "succeed 2 fail 1" of a parallel.
func (p *parser) thresholds(n *def.Node) {
	for !p.Failed() && !p.NewLine() {
		to := (*expr.Node)(nil)
		switch {
		case p.IsWord("succeed") && n.Kind == def.NodeParallel:
			to = &n.Value
		case p.IsWord("fail"):
			to = &n.Limit
		default:
			return
		}
		if *to != nil {
			p.Soft(diag.RepeatedClause, p.Here(), "%q is given twice", p.Text(p.Tok()))
		}
		p.Next()
		*to = p.Expr()
	}
}

// eachHead reads "p in home, shop", "e: enemy where visible(e) order distance(e)", or the same with "e in remembered
// enemy".
func (p *parser) eachHead(n *def.Node) {
	v := &expr.Var{At: p.Here()}
	n.Each = v
	name := p.name("a variable")
	v.Name = name.Name
	switch {
	case p.Failed():
	case p.IsWord("in") && !p.NewLine() && !p.inRemembered():
		p.Next()
		n.Values = p.Exprs()
	case p.inRemembered() || p.Expect(expr.TokColon, `":" and a type, or in and values`):
		if v.Remembered = p.inRemembered(); v.Remembered {
			p.TakeRemembered()
		}
		v.Type = p.TypeName()
		p.TakeFrom(v)
		if !p.Failed() && p.AcceptWord("where") {
			n.Where = p.Expr()
		}
		if !p.Failed() && p.AcceptWord("order") {
			n.Order = p.Expr()
		}
	}
	v.At = name.At
}

// inRemembered reports whether "in remembered" and a type stand here, or a slip of it. A value that is called much the
// same may have a clause of the node behind it.
func (p *parser) inRemembered() bool {
	return p.InRemembered() && (p.Text(p.Peek(1)) == "remembered" || p.nodeClauseAt(2) == nil)
}

// nodeRest reads the body of a node, if it is of a kind that has one.
func (p *parser) nodeRest(n *def.Node) {
	opens := p.Kind() == expr.TokLBrace
	switch k := n.Kind.Info(); {
	case n.Kind == def.NodeCall:
		if opens && !p.Failed() {
			p.afterCall(n)
		}
	case n.Kind == def.NodeSucceed && opens:
		n.Kind = def.NodeForceSuccess
		p.nodeChildren(n, "succeed")
	case n.Kind == def.NodeFail && opens:
		n.Kind = def.NodeForceFailure
		p.nodeChildren(n, "fail")
	case n.Kind == def.NodeTry:
		p.nodeTry(n)
	case k.Shape != def.ShapeLeaf:
		p.nodeChildren(n, nodeTitle(n))
	}
}

func nodeTitle(n *def.Node) string {
	if n.Kind == def.NodeCase && len(n.Values) == 0 {
		return "else"
	}
	return n.Kind.String()
}

func (p *parser) nodeChildren(n *def.Node, what string) {
	n.Services, n.Children, n.End = p.nodeBody(&n.Head, what)
}

// afterCall reads the braces behind a call: overrides, the children of a composite or decorator of the host, or those
// of a node whose word is misspelt.
func (p *parser) afterCall(n *def.Node) {
	inner, word := p.Peek(1), n.Call.Name.Name
	bare := n.Call.At.End == n.Call.Name.At.End
	replaces := inner.Kind == expr.TokName && (p.Text(inner) == "override" || expr.Suggest(p.Text(inner), []string{"override"}) != "")
	if inner.Kind == expr.TokRBrace || replaces {
		n.Overrides, n.End = p.overrides(&n.Head, word)
		return
	}
	n.Kind = def.NodeHosted
	if meant := expr.Suggest(word, nodeWords); bare && meant != "" && len(nodesByWord[meant]) > 0 {
		p.Soft(diag.UnknownWord, n.Call.Name.At, "unknown node %q", word).Meant(word, expr.Suggest(word, nodeWords))
		n.Kind, n.Call = nodesByWord[meant][0].Kind, nil
	}
	p.nodeChildren(n, word)
}

// nodeTry reads "{ a; b } catch { c }". The last child is the content of the braces of catch; comments between the two
// go above it.
func (p *parser) nodeTry(n *def.Node) {
	p.nodeChildren(n, "try")
	if p.Failed() {
		return
	}
	if !p.IsWord("catch") {
		p.Soft(diag.MissingClause, n.NameAt, "try has no catch").Hint = "write try { ... } catch { ... }"
		return
	}
	p.Next()
	var h def.Head
	before := n.End
	services, nodes, end := p.nodeBody(&h, "catch")
	for _, s := range services {
		p.Soft(diag.FaultyTree, s.At, "services are not allowed in catch").Hint = "put them in a sequence inside catch"
	}
	c := p.oneNode(nodes, "catch")
	if n.End = end; c == nil {
		p.Soft(diag.FaultyTree, n.NameAt, "catch has no node").Hint = "write what to do after a failure"
		return
	}
	above := slices.Concat(before, h.Before)
	if h.After != "" {
		above = append(above, h.After)
	}
	if len(above) > 0 && above[0] == blankLine {
		above = above[1:]
	}
	c.Before = append(above, c.Before...)
	n.Children = append(n.Children, c)
}
