package tidy

import (
	"go/ast"
	"slices"
	"strings"
)

// exactMath lists the functions of package math that give the same bits on every platform; constants are
// recognized by their beginnings. Everything else (Exp, Log, Pow, Sin, ...) is in det.
var exactMath = []string{
	"Abs", "Ceil", "Copysign", "Floor", "Frexp", "Inf", "IsInf", "IsNaN", "Ldexp", "Max", "Min", "Mod", "Modf", "NaN",
	"Nextafter", "Round", "RoundToEven", "Signbit", "Sqrt", "Trunc",
	"Float32bits", "Float32frombits", "Float64bits", "Float64frombits",
	"E", "Pi", "Phi", "Ln2", "Ln10", "Log2E", "Log10E",
}

var mathConstants = []string{"Max", "Min", "Smallest", "Sqrt"}

// clockNames are the functions of package time that read the clock or wait.
var clockNames = []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"}

var randomPackages = []string{"math/rand", "math/rand/v2", "crypto/rand", "hash/maphash"}

func checkDeterministic(m *Module) []Finding {
	var found []Finding
	for _, f := range m.Go {
		if !isCore(f) {
			continue
		}
		for _, imp := range f.imports() {
			if slices.Contains(randomPackages, imp.path) {
				found = append(found, f.at(imp.spec, "%q: random numbers of the core come from det", imp.path))
			}
		}
		found = append(found, f.chances()...)
	}
	return found
}

// chances finds uses of the clock and of inexact math by name.
func (f *GoFile) chances() []Finding {
	var found []Finding
	f.eachUse(func(sel *ast.SelectorExpr, path string) {
		switch name := sel.Sel.Name; path {
		case "math":
			if !isExactMath(name) {
				found = append(found, f.at(sel, "math.%s may differ from platform to platform: use det", name))
			}
		case "time":
			if slices.Contains(clockNames, name) {
				found = append(found, f.at(sel, "time.%s: the core has no clock; time is an argument", name))
			}
		}
	})
	return found
}

// eachUse calls do for each name that is taken of an imported package.
func (f *GoFile) eachUse(do func(sel *ast.SelectorExpr, path string)) {
	paths := map[string]string{}
	for _, imp := range f.imports() {
		paths[imp.name] = imp.path
	}
	ast.Inspect(f.Syntax, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok && paths[x.Name] != "" {
				do(sel, paths[x.Name])
			}
		}
		return true
	})
}

func isExactMath(name string) bool {
	return slices.Contains(exactMath, name) ||
		slices.ContainsFunc(mathConstants, func(start string) bool { return strings.HasPrefix(name, start) })
}
