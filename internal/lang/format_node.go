package lang

import (
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// Pieces of the nodes of trees on one line.

// callWords are names that a call in a tree writes with parentheses, because they mean something else without.
var callWords = func() map[string]bool {
	words := map[string]bool{"service": true, "override": true, "catch": true}
	for word := range nodesByWord {
		words[word] = true
	}
	for _, word := range def.Words(def.NodeTable.Head) {
		words[word] = true
	}
	for _, r := range declRules {
		words[r.word] = true
	}
	return words
}()

// namedCallText returns a call whose arguments may have names, without parentheses if it has no arguments.
func namedCallText(c *def.Call, rest bool) string {
	n := expr.NamedCall{Ref: *c.Ref(), Rest: rest}
	for _, name := range c.ArgNames {
		n.Names = append(n.Names, expr.ArgName(name))
	}
	return expr.PrintNamedCall(&n)
}

// nodeCallText is namedCallText for a node.
func nodeCallText(n *def.Node) string {
	if n.Call == nil {
		return "?"
	}
	text := namedCallText(n.Call, n.Auto)
	if name := n.Call.Name.Name; name == "when" || name == "switch" { // a value may stand behind these in parentheses
		return "`" + name + "`" + text[len(name):]
	}
	if callWords[text] {
		text += "()"
	}
	return text
}

// hostedText is nodeCallText of a call with children. A name that is taken for a slip of a node's word has parentheses.
func hostedText(n *def.Node) string {
	text := nodeCallText(n)
	if c := n.Call; c != nil && len(c.Args) == 0 && !callWords[c.Name.Name] && expr.Suggest(c.Name.Name, nodeWords) != "" {
		text += "()"
	}
	return text
}

// nodePiece is a part of a node's head: a prefix and what follows it, which may be cut over several lines.
type nodePiece struct {
	prefix  string
	node    expr.Node
	list    []string // items with commas between them
	effects []expr.Effect
	suffix  string
}

func (p *nodePiece) text() string {
	switch {
	case p.node != nil:
		return p.prefix + expr.Print(p.node) + p.suffix
	case p.effects != nil:
		return p.prefix + expr.PrintEffects(p.effects) + p.suffix
	}
	return p.prefix + strings.Join(p.list, ", ") + p.suffix
}

// nodePieces returns the head of a node with its clauses. Words that cannot begin a line belong to the piece before.
func nodePieces(n *def.Node) []nodePiece {
	list := nodeHeadPieces(n)
	bare := len(list) == 1 && list[0].node == nil && list[0].effects == nil && n.Kind != def.NodeCall && n.Kind != def.NodeHosted
	add := func(p nodePiece) {
		if bare {
			p.prefix, list, bare = list[0].prefix+strings.Join(list[0].list, ", ")+list[0].suffix+" "+p.prefix, nil, false
		}
		list = append(list, p)
	}
	glue := func(text string) { list[len(list)-1].suffix += " " + text }
	for _, p := range addClauses(nil, def.NodeTable.Head, n) {
		if p.node != nil || p.effects != nil {
			add(p)
		} else {
			glue(p.prefix)
		}
	}
	return list
}

// nodeHeadPieces returns what stands before the clauses of a node.
func nodeHeadPieces(n *def.Node) []nodePiece {
	word := nodeTitle(n)
	with := func(prefix string, x expr.Node) []nodePiece {
		if x == nil {
			return []nodePiece{{prefix: strings.TrimSuffix(prefix, " ")}}
		}
		return []nodePiece{{prefix: prefix, node: x}}
	}
	switch n.Kind {
	case def.NodeCall:
		return []nodePiece{{prefix: nodeCallText(n)}}
	case def.NodeHosted:
		return []nodePiece{{prefix: hostedText(n)}}
	case def.NodePlan, def.NodeGoal:
		return []nodePiece{{prefix: word + " " + callText(n.Call)}}
	case def.NodeChoose:
		if n.Call != nil {
			word += " " + namedCallText(n.Call, n.Auto)
		}
		return with(word+" by ", n.Value)
	case def.NodeUtilitySelector:
		return []nodePiece{{prefix: strings.Join(append([]string{word}, clauseTexts(def.UtilityTable.Head, n)...), " ")}}
	case def.NodeIf, def.NodeWhen:
		return with(word+" ", n.Cond)
	case def.NodeSet:
		return []nodePiece{{prefix: word + " ", effects: n.Effect}}
	case def.NodeLog, def.NodeTodo:
		return []nodePiece{{prefix: word + " " + expr.Quote(n.Text)}}
	case def.NodeWait:
		list := with(word+" ", n.Value)
		if n.Limit != nil {
			list[0].suffix = ".." + expr.Print(n.Limit)
		}
		return list
	case def.NodeParallel, def.NodeParallelAll:
		return thresholdPieces(word, n)
	case def.NodeCase:
		if len(n.Values) > 0 {
			return []nodePiece{{prefix: word + " ", list: exprTexts(n.Values)}}
		}
	case def.NodeEach:
		return eachPieces(n)
	}
	return with(word+" ", n.Value)
}

func thresholdPieces(word string, n *def.Node) []nodePiece {
	for _, t := range [...]struct {
		word string
		n    expr.Node
	}{{"succeed", n.Value}, {"fail", n.Limit}} {
		if t.n != nil {
			word += " " + t.word + " " + expr.Print(t.n)
		}
	}
	return []nodePiece{{prefix: word}}
}

func eachPieces(n *def.Node) []nodePiece {
	if n.Each == nil {
		return []nodePiece{{prefix: "each ?"}}
	}
	if n.Each.Type.Name == "" {
		texts := exprTexts(n.Values)
		if len(texts) == 1 && texts[0] == "remembered" { // bare it would mean: remembered objects
			texts[0] = "`remembered`"
		}
		return []nodePiece{{prefix: "each " + expr.NameText(n.Each.Name) + " in ", list: texts}}
	}
	list := []nodePiece{{prefix: "each " + expr.PrintVars([]expr.Var{*n.Each})}}
	if n.Where != nil {
		list = append(list, nodePiece{prefix: "where ", node: n.Where})
	}
	if n.Order != nil {
		list = append(list, nodePiece{prefix: "order ", node: n.Order})
	}
	return list
}

func exprTexts(list []expr.Node) []string {
	texts := make([]string, len(list))
	for i, n := range list {
		texts[i] = expr.Print(n)
	}
	return texts
}

// nodeText returns a node on one line, with all that is in it.
func nodeText(n *def.Node) string {
	var parts []string
	for _, p := range nodePieces(n) {
		parts = append(parts, p.text())
	}
	head := strings.Join(parts, " ")
	switch {
	case len(n.Overrides) > 0:
		return head + " " + bodyText(overrideTexts(n.Overrides))
	case n.Kind.Info().Shape == def.ShapeLeaf:
		return head
	}
	body, caught := tryParts(n)
	if n.Kind == def.NodeSwitch {
		head += " " + casesText(n)
	} else {
		head += " " + bodyText(append(serviceTexts(n.Services), nodeTexts(body)...))
	}
	if caught != nil {
		head += " catch " + bodyText(nodeTexts(caught))
	}
	return head
}

// casesText returns the body of a switch. Else continues behind the case before it.
func casesText(n *def.Node) string {
	list := append(serviceTexts(n.Services), nodeTexts(n.Children)...)
	for i := len(list) - 1; i > len(n.Services); i-- {
		child, before := n.Children[i-len(n.Services)], n.Children[i-len(n.Services)-1]
		if child.Kind == def.NodeCase && len(child.Values) == 0 && before.Kind == def.NodeCase {
			list[i-1] += " " + list[i]
			list = append(list[:i], list[i+1:]...)
		}
	}
	return bodyText(list)
}

// tryParts separates the children of a try from those in its catch, which is nil for every other node.
func tryParts(n *def.Node) (body, caught []*def.Node) {
	if last := len(n.Children) - 1; n.Kind == def.NodeTry && last >= 0 {
		return n.Children[:last], n.Children[last:]
	}
	return n.Children, nil
}

func nodeTexts(list []*def.Node) []string {
	texts := make([]string, len(list))
	for i, n := range list {
		texts[i] = nodeText(n)
	}
	return texts
}

func serviceTexts(list []*def.Service) []string {
	texts := make([]string, len(list))
	for i, s := range list {
		prefix, call := servicePrefix(s)
		texts[i] = prefix + call + expr.PrintEffects(s.Effect)
	}
	return texts
}

// servicePrefix returns a service up to its effects, if it has no call.
func servicePrefix(s *def.Service) (prefix, call string) {
	prefix = "service every " + expr.Print(s.Every) + " "
	if s.Call == nil {
		return prefix + "set ", ""
	}
	if call = namedCallText(s.Call, false); call == "set" {
		call += "()"
	}
	return prefix, call
}

func overrideTexts(list []*def.Override) []string {
	texts := make([]string, len(list))
	for i, o := range list {
		texts[i] = "override " + expr.NameText(o.What.Name) + " = " + expr.NameText(o.With.Name)
	}
	return texts
}

func portsText(ports []def.Port) string {
	if len(ports) == 0 {
		return ""
	}
	return "(" + expr.PrintPorts(portTexts(ports)) + ")"
}

func portTexts(ports []def.Port) []expr.Port {
	list := make([]expr.Port, len(ports))
	for i, p := range ports {
		list[i] = expr.Port{Param: expr.Param(p.Param), Dir: p.Dir.String(), Default: p.Default}
	}
	return list
}

func treeLineText(l *def.TreeLine) string {
	text := treeLineHead(l)
	if len(l.Overrides) > 0 {
		text += " " + bodyText(overrideTexts(l.Overrides))
	}
	return text
}

// treeLineHead returns a tree line up to its overrides.
func treeLineHead(l *def.TreeLine) string {
	text := "tree " + namedCallText(&l.Call, false)
	if l.Once {
		text += " once"
	}
	return text
}
