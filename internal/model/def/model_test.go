package def_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// TestModelsThatNoTextGives has the mistakes that the parser refuses already, in models that programs make. They have
// no places.
func TestModelsThatNoTextGives(t *testing.T) {
	boolean := expr.TypeName{Name: "bool"}
	yes := &expr.Lit{Kind: expr.LitBool, Bool: true}
	call := func(name string) def.Call { return def.Call{Name: def.Name{Name: name}} }
	deep := &def.Block{}
	for range def.MaxBlockDepth + 2 {
		deep = &def.Block{Items: []*def.Item{{Block: deep}}}
	}
	many := make([]def.Param, def.MaxParams+1)
	for i := range many {
		many[i] = def.Param{Name: "p" + strings.Repeat("x", i), Types: []expr.TypeName{boolean}}
	}
	one := &expr.Lit{Kind: expr.LitInt, Int: 1}
	thing := &def.TypeDecl{Name: "thing"}
	for _, c := range []struct {
		name  string
		decls []def.Decl
		want  string
	}{
		{"no name", []def.Decl{&def.Operator{}}, `"" is not a name [K101]`},
		{"no callee", []def.Decl{&def.Task{Name: "a", Methods: []*def.Method{{Body: def.Block{Items: []*def.Item{{Call: &def.Call{}}}}}}}}, `expected a task or operator, but nothing is called "" [K103]`},
		{"odd name", []def.Decl{&def.Operator{Name: "1`2"}}, "\"1`2\" is not a name [K101]"},
		{"odd parameter", []def.Decl{&def.Operator{Name: "a", Params: []def.Param{{Name: "\n", Types: []expr.TypeName{boolean}}}}}, `"\n" is not a name [K101]`},
		{"odd value", []def.Decl{&def.TypeDecl{Name: "e", Enum: true, Values: []def.Name{{Name: "\t"}}}}, `"\t" is not a name [K101]`},
		{"no values", []def.Decl{&def.TypeDecl{Name: "e", Enum: true}}, `enum "e" has no values [K113]`},
		{"parents of an enum", []def.Decl{&def.TypeDecl{Name: "e", Enum: true, Values: []def.Name{{Name: "x"}}, Parents: []def.Name{{Name: "e"}}}}, `"e" is an enum: it has no parents [K110]`},
		{"max of an enum", []def.Decl{&def.TypeDecl{Name: "e", Enum: true, Values: []def.Name{{Name: "x"}}, Max: 3}}, `"e" is an enum: it has no max [K112]`},
		{"no value", []def.Decl{&def.Const{Name: "c"}}, `constant "c" has no value [K108]`},
		{"odd scope", []def.Decl{&def.State{Scope: "squat"}}, `unknown scope "squat" [K131]`},
		{"neither stored nor derived", []def.Decl{&def.State{Scope: "agent", Symbols: []*def.Symbol{{Name: "a"}}}}, `symbol "a" has no type [K134]`},
		{"sensed and derived", []def.Decl{&def.State{Scope: "agent", Symbols: []*def.Symbol{{Name: "a", Sensed: true, Derived: yes}}}}, `"a" is derived: it cannot be sensed [K134]`},
		{"default and derived", []def.Decl{&def.State{Scope: "agent", Symbols: []*def.Symbol{{Name: "a", Default: yes, Derived: yes}}}}, `"a" is derived: it has no initial value [K134]`},
		{"parameter without type", []def.Decl{&def.Task{Name: "a", Params: []def.Param{{Name: "p"}}}}, `parameter "p" has no type [K108]`},
		{"symbol's parameter without type", []def.Decl{&def.State{Scope: "agent", Symbols: []*def.Symbol{{Name: "a", Type: &boolean, Params: []def.Param{{Name: "p"}}}}}}, `parameter "p" must have one type [K108]`},
		{"action's parameter without type", []def.Decl{&def.Action{Name: "a", Params: []def.Param{{Name: "p"}}}}, `parameter "p" has no type [K108]`},
		{"several types", []def.Decl{&def.Operator{Name: "a", Params: []def.Param{{Name: "p", Types: []expr.TypeName{boolean, boolean}}}}}, `only parameters of actions take several types [K104]`},
		{"many parameters", []def.Decl{&def.Operator{Name: "a", Params: many}}, `17 parameters are more than 16 [K109]`},
		{"many parameters of an action", []def.Decl{&def.Action{Name: "a", Params: many}}, `17 parameters are more than 16 [K109]`},
		{"where without each", []def.Decl{&def.Task{Name: "a", Methods: []*def.Method{{Where: yes}}}}, `where needs a free variable [K150]`},
		{"order without each", []def.Decl{&def.Task{Name: "a", Methods: []*def.Method{{Order: &expr.Lit{Kind: expr.LitInt}}}}}, `order needs a free variable [K150]`},
		{"margin without order", []def.Decl{&def.Task{Name: "a", Methods: []*def.Method{{Margin: &expr.Lit{Kind: expr.LitInt}}}}}, `margin needs order [K150]`},
		{"deep blocks", []def.Decl{&def.Task{Name: "a", Methods: []*def.Method{{Body: *deep}}}}, `blocks nest deeper than 64 [K109]`},
		{"steps and none", []def.Decl{&def.Operator{Name: "a"}, &def.Test{Task: &def.Call{Name: def.Name{Name: "a"}}, Expect: def.Expect{None: true, Steps: []def.Call{call("a")}}}}, `the test expects both no plan and steps [K161]`},
		{"no kind of node", []def.Decl{&def.Tree{Name: "a", Root: &def.Node{}}}, `unknown kind of node [K108]`},
		{"a kind of node that there is not", []def.Decl{&def.Tree{Name: "a", Root: &def.Node{Kind: 200}}}, `unknown kind of node [K108]`},
		{"a node without its call", []def.Decl{&def.Tree{Name: "a", Root: &def.Node{Kind: def.NodePlan}}}, `a plan needs a call [K108]`},
		{"a text that nobody writes", []def.Decl{&def.Tree{Name: "a", Root: &def.Node{Kind: def.NodeSucceed, Text: "b"}}}, `a succeed has no text [K361]`},
		{"children of a leaf", []def.Decl{&def.Tree{Name: "a", Root: &def.Node{Kind: def.NodeFail, Children: []*def.Node{{Kind: def.NodeFail}}}}}, `a fail has no children [K361]`},
		{"services of a leaf", []def.Decl{&def.Tree{Name: "a", Root: &def.Node{Kind: def.NodeFail, Services: []*def.Service{nil}}}}, `a fail has no services [K361]`},
		{"a service that does nothing", []def.Decl{&def.Tree{Name: "a", Services: []*def.Service{{Every: &expr.Lit{Kind: expr.LitInt, Int: 1}}}, Root: &def.Node{Kind: def.NodeFail}}}, `the service does nothing [K108]`},
		{"an odd abort", []def.Decl{&def.Tree{Name: "a", Root: &def.Node{Kind: def.NodeIf, Cond: yes, Abort: 9}}}, `unknown mode of abort [K364]`},
		{"an odd port", []def.Decl{&def.Tree{Name: "a", Params: []def.Port{{Param: def.Param{Name: "p", Types: []expr.TypeName{boolean}}, Dir: 9}}, Root: &def.Node{Kind: def.NodeFail}}}, `port "p" has no direction [K365]`},
		{"a port without type", []def.Decl{&def.Tree{Name: "a", Params: []def.Port{{Param: def.Param{Name: "p"}}}, Root: &def.Node{Kind: def.NodeFail}}}, `port "p" has no type [K108]`},
		{"a loop without values", []def.Decl{&def.Tree{Name: "a", Root: &def.Node{Kind: def.NodeEach, Each: &expr.Var{Name: "x"}, Children: []*def.Node{{Kind: def.NodeFail}}}}}, `an each needs a values [K108]`},
		{"where without a type", []def.Decl{&def.Tree{Name: "a", Root: &def.Node{Kind: def.NodeEach, Each: &expr.Var{Name: "x"}, Values: []expr.Node{yes}, Where: yes, Children: []*def.Node{{Kind: def.NodeFail}}}}}, `an each has no where [K361]`},
		{"names of arguments", []def.Decl{&def.Operator{Name: "b"}, &def.Task{Name: "a", Methods: []*def.Method{{Body: def.Block{Items: []*def.Item{{Call: &def.Call{Name: def.Name{Name: "b"}, ArgNames: []def.Name{{Name: "x"}}}}}}}}}}, `arguments of an operator are positional and have no names [K366]`},
		{"more names than arguments", []def.Decl{&def.Tree{Name: "b", Root: &def.Node{Kind: def.NodeFail}}, &def.Agent{Name: "a", Tree: &def.TreeLine{Call: def.Call{Name: def.Name{Name: "b"}, ArgNames: []def.Name{{Name: "x"}}}}}}, `1 name for no arguments [K366]`},
		{"odd join", []def.Decl{&def.Action{Name: "b"}, &def.Operator{Name: "a", Deed: def.Deed{Parallel: &def.Parallel{Join: def.Name{Name: "anny"}, Calls: []*def.ParallelCall{{Do: call("b")}}}}}}, `unknown join "anny" [K154]`},
		{"do and parallel", []def.Decl{&def.Action{Name: "b"}, &def.Operator{Name: "a", Deed: def.Deed{Do: &def.Call{Name: def.Name{Name: "b"}}, Parallel: &def.Parallel{Calls: []*def.ParallelCall{{Do: call("b")}}}}}}, `operator "a" has both an action and do parallel [K154]`},
		{"nothing at once", []def.Decl{&def.Operator{Name: "a", Deed: def.Deed{Parallel: &def.Parallel{Calls: []*def.ParallelCall{nil}}}}}, `do parallel has no actions [K154]`},
		{"shared without cooldown", []def.Decl{&def.Operator{Name: "a", Cooldown: def.Cooldown{Shared: def.Name{Name: "b"}}}}, `a shared cooldown needs a time [K153]`},
		{"odd shared name", []def.Decl{&def.Operator{Name: "a", Cooldown: def.Cooldown{Time: &expr.Lit{Kind: expr.LitInt, Int: 1}, Shared: def.Name{Name: "`"}}}}, "\"`\" is not a name [K101]"},
		{"missing time", []def.Decl{&def.Operator{Name: "a", Cooldown: def.Cooldown{Time: &expr.Bad{}}}}, `an expression is missing here [K108]`},
		{"missing condition", []def.Decl{&def.Operator{Name: "a", When: &expr.Bad{}}}, `an expression is missing here [K108]`},
		{"missing operand", []def.Decl{&def.Operator{Name: "a", When: &expr.Unary{Op: expr.Not}}}, `an expression is missing here [K108]`},
		{"missing effect", []def.Decl{&def.Operator{Name: "a", Effect: []expr.Effect{nil}}}, `an effect, or a part of one, is missing here [K108]`},
		{"missing type", []def.Decl{&def.Operator{Name: "a", Params: []def.Param{{Name: "p", Types: []expr.TypeName{{}}}}}}, `a type is missing here [K108]`},
		{"missing bound", []def.Decl{&def.Const{Name: "a", Type: &expr.TypeName{Name: "int", Ranged: true}, Value: yes}}, `a type is missing here [K108]`},
		{"a goal without a call", []def.Decl{&def.Goal{Name: "a", Ways: []*def.Way{{Steps: []*def.GoalStep{{}}}}}}, `expected an action, a tree, a goal, a task or an operator, but nothing is called "" [K103]`},
		{"steps beside ways", []def.Decl{&def.Goal{Name: "a", Ways: []*def.Way{{Bare: true}, {}}}}, `goal "a" has both steps and ways [K502]`},
		{"a name of steps in the body", []def.Decl{&def.Goal{Name: "a", Ways: []*def.Way{{Bare: true, Name: "b"}}}}, `steps in the body of a goal cannot have a name, when or tries; ways can [K502]`},
		{"backoff without retry", []def.Decl{&def.Action{Name: "b"}, &def.Goal{Name: "a", Ways: []*def.Way{{Steps: []*def.GoalStep{{Call: def.GoalCall{Call: call("b")}, Backoff: one}}}}}}, `a backoff needs a retry [K502]`},
		{"interrupt without condition", []def.Decl{&def.Action{Name: "b"}, &def.Goal{Name: "a", Interrupts: []*def.Interrupt{{Step: &def.GoalStep{Call: def.GoalCall{Call: call("b")}}}}}}, `the interrupt has no condition [K108]`},
		{"interrupt without step", []def.Decl{&def.Goal{Name: "a", Interrupts: []*def.Interrupt{{When: yes}}}}, `the interrupt has no step [K108]`},
		{"many ways", []def.Decl{&def.Goal{Name: "a", Ways: repeated(def.MaxWays+1, def.Way{})}}, `goal "a" has 17 ways, more than 16 [K109]`},
		{"many steps", []def.Decl{&def.Action{Name: "b"}, &def.Goal{Name: "a", Ways: []*def.Way{{Steps: repeated(def.MaxSteps+1, def.GoalStep{Call: def.GoalCall{Call: call("b")}})}}}}, `257 steps are more than 256 [K109]`},
		{"many alternatives", []def.Decl{&def.Action{Name: "b"}, &def.Goal{Name: "a", Ways: []*def.Way{{Steps: []*def.GoalStep{{Call: def.GoalCall{Call: call("b")}, Else: repeated(def.MaxElse+1, def.GoalCall{Call: call("b")})}}}}}}, `17 alternatives are more than 16 [K109]`},
		{"many interrupts", []def.Decl{&def.Action{Name: "b"}, &def.Goal{Name: "a", Interrupts: repeated(def.MaxInterrupts+1, def.Interrupt{When: yes, Step: &def.GoalStep{Call: def.GoalCall{Call: call("b")}}})}}, `goal "a" has 17 interrupts, more than 16 [K109]`},
		{"a leaf without its goal", []def.Decl{&def.Tree{Name: "a", Root: &def.Node{Kind: def.NodeGoal}}}, `a goal needs a call [K108]`},
		{"a selection of no selector", []def.Decl{&def.Tree{Name: "a", Root: &def.Node{Kind: def.NodeFail, Select: &def.SelectClause{}}}}, `a fail has no selection [K361]`},
		{"inertia of no selector", []def.Decl{&def.Tree{Name: "a", Root: &def.Node{Kind: def.NodeFail, Inertia: &def.InertiaClause{}}}}, `a fail has no inertia [K361]`},
		{"odd selection", []def.Decl{brain(&def.Brain{Select: &def.SelectClause{Rule: name("wieghted"), Over: one, Top: one}})}, `unknown selection "wieghted" [K504]`},
		{"first over nothing", []def.Decl{brain(&def.Brain{Select: &def.SelectClause{Rule: name("first")}})}, `first needs a threshold [K504]`},
		{"weighted over something", []def.Decl{brain(&def.Brain{Select: &def.SelectClause{Rule: name("weighted"), Over: one}})}, `over belongs to first [K504]`},
		{"ranked and weighted", []def.Decl{brain(&def.Brain{Select: &def.SelectClause{Rule: name("weighted"), Ranked: true}})}, `ranked stands before best and first [K504]`},
		{"ranked and dual", []def.Decl{brain(&def.Brain{Select: &def.SelectClause{Rule: name("dual"), Ranked: true}})}, `dual is already ranked [K504]`},
		{"inertia without number", []def.Decl{brain(&def.Brain{Inertia: &def.InertiaClause{}})}, `a number is missing here [K108]`},
		{"clauses without numbers", []def.Decl{brain(&def.Brain{Every: &def.EveryClause{}})}, `a number is missing here [K108]`},
		{"odd name of a want", []def.Decl{brain(&def.Brain{Wants: []*def.Want{{Goal: call("g"), As: name("`"), Score: one}}})}, "\"`\" is not a name [K101]"},
		{"odd way to combine", []def.Decl{brain(&def.Brain{Wants: []*def.Want{{Goal: call("g"), Combine: name("summ"), Considers: []*def.Consider{{Value: one}}}}})}, `unknown way to combine considerations: "summ" [K503]`},
		{"where without each", []def.Decl{brain(&def.Brain{Wants: []*def.Want{{Goal: call("g"), Score: one, Where: yes}}})}, `where needs a variable [K503]`},
		{"nothing to consider", []def.Decl{brain(&def.Brain{Wants: []*def.Want{{Goal: call("g"), Considers: []*def.Consider{{}}}}})}, `the consideration has no value [K108]`},
		{"many considerations", []def.Decl{brain(&def.Brain{Wants: []*def.Want{{Goal: call("g"), Considers: repeated(def.MaxConsiders+1, def.Consider{Value: one})}}})}, `want "g" has 33 considerations, more than 32 [K109]`},
		{"many wants", []def.Decl{brain(&def.Brain{Wants: wants(def.MaxWants + 1)})}, `brain "b" has 257 wants, more than 256 [K109]`},
		{"names of arguments of a goal", []def.Decl{brain(&def.Brain{Wants: []*def.Want{{Goal: def.Call{Name: name("g"), ArgNames: []def.Name{name("x")}}, Score: one}}})}, `arguments of a goal are positional and have no names [K366]`},
		{"a trait that says nothing", []def.Decl{brain(&def.Brain{}), &def.Personality{Name: "p", Traits: []*def.Trait{{Want: name("g")}}}}, `the trait does not change the score of "g" [K505]`},
		{"a trait that contradicts itself", []def.Decl{brain(&def.Brain{}), &def.Personality{Name: "p", Traits: []*def.Trait{{Want: name("g"), Never: true, Scale: one}}}}, `"g" is never wanted: it has no score [K505]`},
		{"remembered and sensed", []def.Decl{&def.Memory{Name: "short"}, thing, &def.State{Scope: "agent", Symbols: []*def.Symbol{{Name: "a", Sensed: true, Remembered: true, Params: []def.Param{{Name: "t", Types: []expr.TypeName{{Name: "thing"}}}}, Type: &expr.TypeName{Name: "float"}}}}}, `remembered symbol "a" cannot also be sensed [K508]`},
		{"remembered and derived", []def.Decl{&def.State{Scope: "agent", Symbols: []*def.Symbol{{Name: "a", Remembered: true, Derived: yes}}}}, `"a" is derived: it cannot be remembered [K134]`},
		{"a clause without a number", []def.Decl{&def.Sense{Name: "sight", Clauses: []*def.SenseClause{{Word: "range"}}}}, `range needs a number [K108]`},
		{"a flag with a number", []def.Decl{&def.Sense{Name: "sight", Clauses: []*def.SenseClause{{Word: "line_of_sight", Values: []expr.Node{one}}, {Word: "range", Values: []expr.Node{one}}}}}, `line_of_sight takes no number [K507]`},
		{"two numbers", []def.Decl{&def.Sense{Name: "touch", Clauses: []*def.SenseClause{{Word: "range", Values: []expr.Node{one, one}}}}}, `range takes one number, found 2 [K507]`},
		{"a clause given twice", []def.Decl{&def.Sense{Name: "touch", Clauses: []*def.SenseClause{{Word: "range", Values: []expr.Node{one}}, {Word: "range", Values: []expr.Node{one}}}}}, `range is given twice [K507]`},
		{"a missing number", []def.Decl{&def.Sense{Name: "touch", Clauses: []*def.SenseClause{{Word: "range", Values: []expr.Node{nil}}}}}, `a number is missing here [K108]`},
		{"many senses", append(senses(def.MaxAgentSenses+1), &def.Memory{Name: "short"}, &def.Agent{Name: "a", Senses: uses(def.MaxAgentSenses + 1), Memories: []*def.UseLine{{What: name("short")}}}), `agent "a" has 17 senses, more than 16 [K109]`},
		{"cyclic imports", []def.Decl{func() def.Decl {
			f := &def.File{}
			i := &def.Import{File: f}
			f.Decls = []def.Decl{i, &def.Operator{}}
			return i
		}()}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			info, ds := def.Check(&def.Model{Files: files(c.decls)})
			if (info == nil) != ds.HasErrors() {
				t.Error("an info comes exactly when there is no error")
			}
			if have := strings.TrimSpace(findings(errors(ds))); !strings.HasPrefix(have, c.want) || (have == "") != (c.want == "") {
				t.Errorf("have:\n%s\nwant:\n%s", have, c.want)
			}
		})
	}
}

// errors returns the first error alone.
func errors(ds diag.List) diag.List {
	for i := range ds.All {
		if ds.All[i].Severity == diag.Error {
			return diag.List{All: ds.All[i : i+1]}
		}
	}
	return diag.List{}
}

func name(text string) def.Name { return def.Name{Name: text} }

// repeated returns the same thing n times.
func repeated[T any](n int, x T) []*T {
	list := make([]*T, n)
	for i := range list {
		y := x
		list[i] = &y
	}
	return list
}

// brain declares a brain, with a goal g that it wants if it does not say what, in a file of its own.
func brain(b *def.Brain) def.Decl {
	b.Name = "b"
	if len(b.Wants) == 0 {
		b.Wants = []*def.Want{{Goal: def.Call{Name: name("g")}, Score: &expr.Lit{Kind: expr.LitInt, Int: 1}}}
	}
	return brainFile{&def.Import{File: &def.File{Decls: []def.Decl{b, &def.Goal{Name: "g", Ways: []*def.Way{{}}}}}}}
}

func wants(n int) []*def.Want {
	list := repeated(n, def.Want{Goal: def.Call{Name: name("g")}, Score: &expr.Lit{Kind: expr.LitInt, Int: 1}})
	for i, w := range list {
		w.As = name(fmt.Sprint("w", i))
	}
	return list
}

func senses(n int) (list []def.Decl) {
	for i := range n {
		list = append(list, &def.Sense{Name: fmt.Sprint("s", i), Kind: name("talk")})
	}
	return list
}

func uses(n int) (list []*def.UseLine) {
	for i := range n {
		list = append(list, &def.UseLine{What: name(fmt.Sprint("s", i))})
	}
	return list
}

// files puts declarations into a file, and a brain with its goal into another.
func files(decls []def.Decl) []*def.File {
	list := []*def.File{{Decls: decls}}
	for _, d := range decls {
		if b, ok := d.(brainFile); ok {
			list = append(list, b.File)
		}
	}
	return list
}

// brainFile imports a file with a brain and its goal.
type brainFile struct{ *def.Import }
