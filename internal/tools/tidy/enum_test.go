package tidy

import (
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/arena"
	"github.com/karakuri-ai/karakuri/assess"
	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/builder"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/explain"
	"github.com/karakuri-ai/karakuri/hddl"
	"github.com/karakuri-ai/karakuri/internal/coverage"
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/lang/index"
	"github.com/karakuri-ai/karakuri/internal/mind/goal"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
	"github.com/karakuri-ai/karakuri/internal/mind/squad"
	"github.com/karakuri-ai/karakuri/internal/mind/utility"
	"github.com/karakuri-ai/karakuri/internal/model/curve"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/plan/search"
	"github.com/karakuri-ai/karakuri/internal/plan/verify"
	"github.com/karakuri-ai/karakuri/internal/remote"
	"github.com/karakuri-ai/karakuri/internal/remote/names/outpost"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/town"
	"github.com/karakuri-ai/karakuri/internal/tree/bt"
	"github.com/karakuri-ai/karakuri/internal/tree/btexact"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/playground"
	"github.com/karakuri-ai/karakuri/world"
)

// enums are a value out of range of each exported enumeration that has names.
var enums = []fmt.Stringer{
	action.Status(255), action.Reason(255), action.SenseAttr(255), agent.Phase(255), agent.SquadEventKind(255), agent.DoingKind(255), arena.ItemKind(255), arena.Blow(255), arena.Measure(255), arena.Fate(255), assess.Unit(255),
	bt.Status(255), bt.EventKind(255), btcpp.LogStatus(255), btcpp.Category(255), btcpp.Direction(255), btcpp.ScriptOp(255), builder.AbortMode(255), btexact.Status(255), btexact.Kind(255),
	coverage.Outcome(255), curve.Kind(255), def.Join(255), def.NodeKind(255), def.PortDir(255), def.AbortMode(255), diag.Severity(255), explain.Kind(255), explain.TrialKind(255), explain.ActivityKind(255), explain.Verdict(255), explain.Changer(255), explain.OriginKind(255), expr.Op(255), expr.QuantKind(255), expr.AssignOp(255),
	expr.TokenKind(255), fact.Family(255), fact.Cause(255), goal.PieceKind(255), goal.Why(255), goal.EventKind(255), goal.State(255), goal.Cause(255), hddl.CompareOp(255), hddl.ChangeOp(255), index.Kind(255),
	htn.EventKind(255), karakuri.EventKind(255), karakuri.Cause(255), karakuri.Families(255), htn.Status(255), htn.Bound(255), runner.EventKind(255), runner.Cause(255), runner.KeepReason(255), runner.Why(255), runner.By(255), runner.LiftReason(255),
	remote.Op(255), remote.Refusal(255), search.Mode(255), sense.EventKind(255), sense.Why(255), sense.SensorKind(255), town.Mark(255), squad.LeaseEventKind(255), squad.State(255), squad.Cause(255),
	ktrace.Phase(255), outpost.Place(255), outpost.Call(255), playground.BlowKind(255), utility.Aggregation(255), verify.Reason(255), world.Subject(255), world.NoteKind(255),
}

// nameless have words for every number: an unknown status is undefined to BehaviorTree.CPP, and everything that is not
// a warning is an error.
var nameless = []string{"btexact.Status", "diag.Severity"}

// TestEnumsNameEveryNumber: the String of an enumeration does not panic on a number that it has no name for, and says
// the number.
func TestEnumsNameEveryNumber(t *testing.T) {
	for _, e := range enums {
		name := reflect.TypeOf(e).String()
		t.Run(name, func(t *testing.T) {
			if text := e.String(); !strings.Contains(text, "255") && !slices.Contains(nameless, name) {
				t.Errorf("%q does not say 255", text)
			}
		})
	}
}

// TestEnumsAreComplete: each exported type of the repository that is an integer and has a String method is tried above,
// unless it is a number itself.
func TestEnumsAreComplete(t *testing.T) {
	m, err := Load(os.DirFS("../../.."))
	if err != nil {
		t.Fatal(err)
	}
	var tried []string
	for _, e := range enums {
		tried = append(tried, reflect.TypeOf(e).String())
	}
	integers, named := map[string]bool{}, map[string]bool{}
	for _, f := range m.Go {
		if f.Test || f.Main || strings.HasPrefix(f.Dir, "internal/tools/") || strings.HasPrefix(f.Dir, "examples/") {
			continue
		}
		pkg := f.Syntax.Name.Name + "."
		for _, d := range f.Syntax.Decls {
			switch d := d.(type) {
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if s, ok := s.(*ast.TypeSpec); ok && d.Tok == token.TYPE && isInteger(s.Type) && s.Name.IsExported() {
						integers[pkg+s.Name.Name] = true
					}
				}
			case *ast.FuncDecl:
				if d.Recv != nil && d.Name.Name == "String" {
					if id, ok := d.Recv.List[0].Type.(*ast.Ident); ok {
						named[pkg+id.Name] = true
					}
				}
			}
		}
	}
	found := 0
	for name := range integers {
		switch {
		case !named[name] || name == "squad.ID":
		case !slices.Contains(tried, name):
			t.Errorf("%s is not tried: add it to enums", name)
		default:
			found++
		}
	}
	if found != len(enums) {
		t.Errorf("%d of %d enumerations are in the repository", found, len(enums))
	}
}

func isInteger(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && (strings.HasPrefix(id.Name, "int") || strings.HasPrefix(id.Name, "uint") || id.Name == "byte")
}
