package det

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"testing"
)

// A compiler may fuse a product with a sum that takes it, unless a conversion rounds the product first (Go
// specification, "Floating-point operators"). So every product of floats is wrapped in float64(...), and so does
// every function's result that is one, since calls are inlined.
func TestEveryProductIsRounded(t *testing.T) {
	fset := token.NewFileSet()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	if _, err := conf.Check("det", fset, files, info); err != nil {
		t.Fatal(err)
	}
	allowed := map[string]bool{"Sqrt": true, "Floor": true, "Ceil": true, "Trunc": true, "Abs": true, "Copysign": true,
		"Signbit": true, "IsInf": true, "IsNaN": true, "Inf": true, "NaN": true, "Float64bits": true, "Float64frombits": true}
	products := 0
	for _, file := range files {
		var path []ast.Node
		ast.Inspect(file, func(n ast.Node) bool {
			if n == nil {
				path = path[:len(path)-1]
				return true
			}
			switch n := n.(type) {
			case *ast.BinaryExpr:
				if n.Op == token.MUL && isFloatVariable(info, n) {
					products++
					if !isRounded(path) && !isDoubling(info, n) {
						t.Errorf("%s: round this product: float64(...)", fset.Position(n.Pos()))
					}
				}
			case *ast.SelectorExpr:
				obj := info.Uses[n.Sel]
				if fn, ok := obj.(*types.Func); ok && fn.Pkg().Path() == "math" && !allowed[fn.Name()] {
					t.Errorf("%s: math.%s may differ between platforms", fset.Position(n.Pos()), fn.Name())
				}
			case *ast.AssignStmt:
				if n.Tok == token.MUL_ASSIGN && isFloatVariable(info, n.Lhs[0]) && !isTwo(info, n.Rhs[0]) {
					t.Errorf("%s: write x = float64(x * y)", fset.Position(n.Pos()))
				}
			}
			path = append(path, n)
			return true
		})
	}
	if products < 100 {
		t.Errorf("only %d products were looked at", products)
	}
}

// isFloatVariable reports whether an expression is a float that is not a constant.
func isFloatVariable(info *types.Info, e ast.Expr) bool {
	tv := info.Types[e]
	basic, ok := tv.Type.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsFloat != 0 && tv.Value == nil
}

// isRounded reports whether the product that stands at the end of a path becomes, as factor or quotient of other
// products at most, the argument of a conversion.
func isRounded(path []ast.Node) bool {
	for i := len(path) - 1; i >= 0; i-- {
		switch n := path[i].(type) {
		case *ast.ParenExpr:
		case *ast.BinaryExpr:
			if n.Op == token.QUO {
				return true // a quotient is not fused, and the product is rounded on the way into it
			}
			if n.Op != token.MUL {
				return false
			}
		case *ast.CallExpr:
			id, ok := n.Fun.(*ast.Ident)
			return ok && id.Name == "float64"
		default:
			return false
		}
	}
	return false
}

// isDoubling reports whether one factor is 2: rounding changes nothing then.
func isDoubling(info *types.Info, n *ast.BinaryExpr) bool {
	return isTwo(info, n.X) || isTwo(info, n.Y)
}

func isTwo(info *types.Info, e ast.Expr) bool {
	v := info.Types[e].Value
	return v != nil && v.String() == "2"
}
