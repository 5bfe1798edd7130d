package def_test

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/expr"
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
	for _, c := range []struct {
		name  string
		decls []def.Decl
		want  string
	}{
		{"no name", []def.Decl{&def.Operator{}}, `"" is not a name [K101]`},
		{"no callee", []def.Decl{&def.Task{Name: "a", Methods: []*def.Method{{Body: def.Block{Items: []*def.Item{{Call: &def.Call{}}}}}}}}, `a task or operator is needed here, and nothing is called "" [K103]`},
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
		{"default and derived", []def.Decl{&def.State{Scope: "agent", Symbols: []*def.Symbol{{Name: "a", Default: yes, Derived: yes}}}}, `"a" is derived: it has no first value [K134]`},
		{"parameter without type", []def.Decl{&def.Task{Name: "a", Params: []def.Param{{Name: "p"}}}}, `parameter "p" has no type [K108]`},
		{"symbol's parameter without type", []def.Decl{&def.State{Scope: "agent", Symbols: []*def.Symbol{{Name: "a", Type: &boolean, Params: []def.Param{{Name: "p"}}}}}}, `parameter "p" must have one type [K108]`},
		{"action's parameter without type", []def.Decl{&def.Action{Name: "a", Params: []def.Param{{Name: "p"}}}}, `parameter "p" has no type [K108]`},
		{"several types", []def.Decl{&def.Operator{Name: "a", Params: []def.Param{{Name: "p", Types: []expr.TypeName{boolean, boolean}}}}}, `only parameters of actions take several types [K104]`},
		{"many parameters", []def.Decl{&def.Operator{Name: "a", Params: many}}, `17 parameters are more than 16 [K109]`},
		{"many parameters of an action", []def.Decl{&def.Action{Name: "a", Params: many}}, `17 parameters are more than 16 [K109]`},
		{"where without each", []def.Decl{&def.Task{Name: "a", Methods: []*def.Method{{Where: yes}}}}, `where needs free variables [K150]`},
		{"order without each", []def.Decl{&def.Task{Name: "a", Methods: []*def.Method{{Order: &expr.Lit{Kind: expr.LitInt}}}}}, `order needs free variables [K150]`},
		{"margin without order", []def.Decl{&def.Task{Name: "a", Methods: []*def.Method{{Margin: &expr.Lit{Kind: expr.LitInt}}}}}, `margin needs an order [K150]`},
		{"deep blocks", []def.Decl{&def.Task{Name: "a", Methods: []*def.Method{{Body: *deep}}}}, `blocks nest deeper than 64 [K109]`},
		{"steps and none", []def.Decl{&def.Operator{Name: "a"}, &def.Test{Task: &def.Call{Name: def.Name{Name: "a"}}, Expect: def.Expect{None: true, Steps: []def.Call{call("a")}}}}, `no plan is expected, and steps are [K161]`},
		{"no kind of node", []def.Decl{&def.Tree{Name: "a", Root: &def.Node{}}}, `this is no kind of node [K108]`},
		{"a kind of node that there is not", []def.Decl{&def.Tree{Name: "a", Root: &def.Node{Kind: 200}}}, `this is no kind of node [K108]`},
		{"a node without its call", []def.Decl{&def.Tree{Name: "a", Root: &def.Node{Kind: def.NodePlan}}}, `a plan needs a call [K108]`},
		{"a text that nobody writes", []def.Decl{&def.Tree{Name: "a", Root: &def.Node{Kind: def.NodeSucceed, Text: "b"}}}, `a succeed has no text [K361]`},
		{"children of a leaf", []def.Decl{&def.Tree{Name: "a", Root: &def.Node{Kind: def.NodeFail, Children: []*def.Node{{Kind: def.NodeFail}}}}}, `a fail has no children [K361]`},
		{"services of a leaf", []def.Decl{&def.Tree{Name: "a", Root: &def.Node{Kind: def.NodeFail, Services: []*def.Service{nil}}}}, `a fail has no services [K361]`},
		{"a service that does nothing", []def.Decl{&def.Tree{Name: "a", Services: []*def.Service{{Every: &expr.Lit{Kind: expr.LitInt, Int: 1}}}, Root: &def.Node{Kind: def.NodeFail}}}, `the service does nothing [K108]`},
		{"an odd abort", []def.Decl{&def.Tree{Name: "a", Root: &def.Node{Kind: def.NodeIf, Cond: yes, Abort: 9}}}, `abort has no such mode [K364]`},
		{"an odd port", []def.Decl{&def.Tree{Name: "a", Params: []def.Port{{Param: def.Param{Name: "p", Types: []expr.TypeName{boolean}}, Dir: 9}}, Root: &def.Node{Kind: def.NodeFail}}}, `port "p" has no direction [K365]`},
		{"a port without type", []def.Decl{&def.Tree{Name: "a", Params: []def.Port{{Param: def.Param{Name: "p"}}}, Root: &def.Node{Kind: def.NodeFail}}}, `port "p" has no type [K108]`},
		{"a loop without values", []def.Decl{&def.Tree{Name: "a", Root: &def.Node{Kind: def.NodeEach, Each: &expr.Var{Name: "x"}, Children: []*def.Node{{Kind: def.NodeFail}}}}}, `an each needs a values [K108]`},
		{"where without a type", []def.Decl{&def.Tree{Name: "a", Root: &def.Node{Kind: def.NodeEach, Each: &expr.Var{Name: "x"}, Values: []expr.Node{yes}, Where: yes, Children: []*def.Node{{Kind: def.NodeFail}}}}}, `an each has no where [K361]`},
		{"names of arguments", []def.Decl{&def.Operator{Name: "b"}, &def.Task{Name: "a", Methods: []*def.Method{{Body: def.Block{Items: []*def.Item{{Call: &def.Call{Name: def.Name{Name: "b"}, ArgNames: []def.Name{{Name: "x"}}}}}}}}}}, `arguments of an operator stand by place, without names [K366]`},
		{"more names than arguments", []def.Decl{&def.Tree{Name: "b", Root: &def.Node{Kind: def.NodeFail}}, &def.Agent{Name: "a", Tree: &def.TreeLine{Call: def.Call{Name: def.Name{Name: "b"}, ArgNames: []def.Name{{Name: "x"}}}}}}, `1 name for no arguments [K366]`},
		{"odd join", []def.Decl{&def.Action{Name: "b"}, &def.Operator{Name: "a", Parallel: &def.Parallel{Join: def.Name{Name: "anny"}, Calls: []*def.ParallelCall{{Do: call("b")}}}}}, `unknown join "anny" [K154]`},
		{"do and parallel", []def.Decl{&def.Action{Name: "b"}, &def.Operator{Name: "a", Do: &def.Call{Name: def.Name{Name: "b"}}, Parallel: &def.Parallel{Calls: []*def.ParallelCall{{Do: call("b")}}}}}, `operator "a" has an action of its own beside do parallel [K154]`},
		{"nothing at once", []def.Decl{&def.Operator{Name: "a", Parallel: &def.Parallel{Calls: []*def.ParallelCall{nil}}}}, `do parallel has no actions [K154]`},
		{"shared without cooldown", []def.Decl{&def.Operator{Name: "a", Shared: def.Name{Name: "b"}}}, `a cooldown that is shared needs a time [K153]`},
		{"odd shared name", []def.Decl{&def.Operator{Name: "a", Cooldown: &expr.Lit{Kind: expr.LitInt, Int: 1}, Shared: def.Name{Name: "`"}}}, "\"`\" is not a name [K101]"},
		{"missing time", []def.Decl{&def.Operator{Name: "a", Cooldown: &expr.Bad{}}}, `an expression is missing here [K108]`},
		{"missing condition", []def.Decl{&def.Operator{Name: "a", When: &expr.Bad{}}}, `an expression is missing here [K108]`},
		{"missing operand", []def.Decl{&def.Operator{Name: "a", When: &expr.Unary{Op: expr.Not}}}, `an expression is missing here [K108]`},
		{"missing effect", []def.Decl{&def.Operator{Name: "a", Effect: []expr.Effect{nil}}}, `an effect, or a part of one, is missing here [K108]`},
		{"missing type", []def.Decl{&def.Operator{Name: "a", Params: []def.Param{{Name: "p", Types: []expr.TypeName{{}}}}}}, `a type is missing here [K108]`},
		{"missing bound", []def.Decl{&def.Const{Name: "a", Type: &expr.TypeName{Name: "int", Ranged: true}, Value: yes}}, `a type is missing here [K108]`},
		{"cyclic imports", []def.Decl{func() def.Decl {
			f := &def.File{}
			i := &def.Import{File: f}
			f.Decls = []def.Decl{i, &def.Operator{}}
			return i
		}()}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			info, ds := def.Check(&def.Model{Files: []*def.File{{Decls: c.decls}}})
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
