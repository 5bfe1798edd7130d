package def

import (
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/world"
)

// DefaultReplan is the replan interval of a plan line that does not give one, in seconds.
const DefaultReplan = 0.5

// Options change what [CheckWith] does. The zero Options are those of [Check].
type Options struct {
	// Consts gives constants other values than the model does, by name.
	Consts map[string]expr.Node
	// Partial says that the model was recovered from faulty text: parts of it may be lost. Then there are no
	// warnings, what is missing is not reported, and the Info is nil: only the errors in what is left are of use.
	Partial bool
}

// Check finds every mistake in a model: all of them at once, in the order of their places. The Info is nil when
// one of the findings is an error. The model is only read, and must not be changed while the Info is in use.
func Check(m *Model) (*Info, diag.List) { return CheckWith(m, Options{}) }

// CheckWith is [Check] with options. A value in them for a constant that does not exist, or of another type than the
// constant's, is reported like any mistake, at the place of the value.
func CheckWith(m *Model, o Options) (*Info, diag.List) {
	c := newChecker(m, o)
	c.collectNames()
	c.checkTypes()
	c.checkObjects()
	c.checkConsts()
	c.checkSymbols()
	c.checkFunctions()
	c.checkDerived()
	c.checkActions()
	c.buildInitial()
	c.checkOperators()
	c.checkTasks()
	c.checkTrees()
	c.checkGoals()
	c.checkSenses()
	c.checkBrains()
	c.checkSquads()
	c.checkAgents()
	c.growTrees()
	c.info.best = c.info.seeksBest()
	c.keepObjects()
	c.info.Todos, c.newTodo = c.todos, nil // tests only mention placeholders
	c.checkTests()
	c.lint()
	return c.result()
}

// checker holds the work of one Check.
type checker struct {
	resolver
	opts  Options
	files []*File // of the model; the first is the one asked for
	all   [lastKind + 1][]*entry
	types *typeTable
	info  *Info

	cooldowns map[string]*entry // the symbols of cooldowns, by their names
	percepts  map[string]*entry // those that count percepts, by the kind of sense
	groups    groups

	uses map[string]*TreeInfo // trees used otherwise than as declared, by what distinguishes the uses
	grow []growth             // from which info.Trees is built
}

func newChecker(m *Model, o Options) *checker {
	c := &checker{opts: o, info: &Info{Model: m}, uses: map[string]*TreeInfo{}}
	c.names = newNames()
	c.newTodo = func(e *entry, call *Call) { declareTodo(c, e, call) }
	c.info.names = c.names
	c.diags, c.partial = &diag.List{}, o.Partial
	if m == nil {
		c.info.Model = &Model{}
		return c
	}
	for _, f := range m.Files {
		if f != nil && !slices.Contains(c.files, f) {
			c.files = append(c.files, f)
		}
	}
	return c
}

// result returns what Check returns.
func (c *checker) result() (*Info, diag.List) {
	silence(c.files, c.diags, !c.opts.Partial && !c.diags.HasErrors())
	c.diags.Sort()
	c.names.used = nil // from here on the names are only read, perhaps by several goroutines
	if c.diags.HasErrors() || c.opts.Partial {
		return nil, *c.diags
	}
	guises(c.info)
	c.regards()
	return c.info, *c.diags
}

// global returns the scope of declarations, without parameters.
func (c *checker) global() *Scope { return c.scope(nil) }

// entriesOf returns the declarations of a kind, in order, with those whose name is taken.
func (c *checker) entriesOf(k kind) []*entry { return c.all[k] }

// isMain reports whether an entry is in the file that was asked for, not in one it imports.
func (c *checker) isMain(e *entry) bool { return e.file == c.files[0] }

// eachDecl calls visit for the declarations of type D in all files, in order.
func eachDecl[D Decl](files []*File, visit func(f *File, d D)) {
	for _, f := range files {
		for _, d := range f.Decls {
			if d, ok := d.(D); ok {
				visit(f, d)
			}
		}
	}
}

// none is a wildcard type: any type matches, or the type is unknown because of a mistake.
var none world.Type
