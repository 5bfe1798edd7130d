package builder

import (
	"fmt"
	"strings"
	"time"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// Domain collects declarations. Methods that declare something return a value with which you can add to it. Not safe
// for concurrent use; the model may be shared after the last declaration.
type Domain struct {
	file     *def.File
	included []*def.File
	findings diag.List
	comment  []string // for the next declaration
}

// New returns an empty Domain. The name replaces the file name in the model.
func New(name string) *Domain {
	return &Domain{file: &def.File{Name: name}}
}

// live returns d, or for nil a Domain that is discarded, so that calls on a nil Domain do nothing. The zero Domain is
// empty and without a name.
func (d *Domain) live() *Domain {
	if d == nil {
		return New("")
	}
	if d.file == nil {
		d.file = &def.File{}
	}
	return d
}

// declare appends a declaration.
func (d *Domain) declare(decl def.Decl) {
	decl.Header().Before, d.comment = d.comment, nil
	d.file.Decls = append(d.file.Decls, decl)
}

// Comment puts comment lines above the next declaration.
func (d *Domain) Comment(lines ...string) *Domain {
	d = d.live()
	for _, line := range lines {
		for part := range strings.SplitSeq(line, "\n") {
			d.comment = append(d.comment, strings.TrimRight(part, " \t\r"))
		}
	}
	return d
}

// Include makes the declarations of another model known, loaded from files or made by another builder. It does not
// copy the model.
func (d *Domain) Include(m *karakuri.Model) *Domain {
	d = d.live()
	if m != nil {
		d.included = append(d.included, bridge.Model.In(m).Files...)
	}
	return d
}

// Enum declares a type with a fixed list of values: type place = { home, shop }
func (d *Domain) Enum(name string, values ...string) {
	d, at := d.live(), caller()
	decl := &def.TypeDecl{Enum: true}
	decl.Head, decl.Name = d.named(at, name)
	decl.Values = d.names(at, values)
	d.declare(decl)
}

// Objects declares objects that exist from the start: objects e1, e2: enemy
func (d *Domain) Objects(typ string, names ...string) {
	d, at := d.live(), caller()
	d.declare(d.objects(at, typ, names))
}

func (d *Domain) objects(at place, typ string, names []string) *def.Objects {
	return &def.Objects{Head: def.Head{At: at.span(typ)}, Names: d.names(at, names), Type: d.name(at, typ)}
}

// Const declares a constant: a name, or with its type "reach: float". The value is an int, a float64, a bool, a
// [time.Duration], or a constant expression as a string.
func (d *Domain) Const(name string, value any) {
	d, at := d.live(), caller()
	sig := d.signature(at, name, withResult)
	decl := &def.Const{Head: sig.head, Name: sig.name, Type: sig.result}
	decl.Value = d.expr(at, d.literal(at, value))
	d.declare(decl)
}

// literal returns a Go value as an expression.
func (d *Domain) literal(at place, value any) string {
	switch v := value.(type) {
	case string:
		return v
	case bool, int, int8, int16, int32, int64, uint8, uint16, uint32:
		return fmt.Sprint(v)
	case float64:
		return floatText(v)
	case float32:
		return floatText(float64(v))
	case time.Duration:
		return durationText(v)
	}
	d.findings.Errorf(diag.BuildValue, at.span(fmt.Sprint(value)), "%s is not a value of the language", typeName(value)).Hint =
		"give an int, a float64, a bool, a time.Duration, or an expression as a string"
	return "0"
}

// Init sets initial values. Each string is one effect: "fare(home, shop) = 3".
func (d *Domain) Init(effects ...string) {
	d, at := d.live(), caller()
	d.declare(&def.Init{Head: def.Head{At: at.span(strings.Join(effects, "; "))}, Effects: d.effectLines(at, effects)})
}

// Function declares a pure function of the host: "clear(a: place, b: place): bool".
func (d *Domain) Function(signature string) {
	d, at := d.live(), caller()
	sig := d.signature(at, signature, withResult)
	decl := &def.Function{Head: sig.head, Name: sig.name, Params: sig.params}
	if sig.result != nil {
		decl.Result = *sig.result
	} else if sig.ok {
		d.findings.Errorf(diag.BuildText, sig.head.At, "function %s has no result type", sig.name).Hint =
			fmt.Sprintf(`write it after a colon: "%s: bool"`, signature)
		return
	}
	d.declare(decl)
}

// Model returns the declarations and the mistakes of writing found so far; [Domain.Check] also finds those of meaning.
// The model stays connected with the Domain: later declarations appear in it.
func (d *Domain) Model() (*karakuri.Model, diag.List) {
	m, found := d.model()
	return bridge.Model.Out(m).(*karakuri.Model), found
}

func (d *Domain) model() (*def.Model, diag.List) {
	d = d.live()
	m := &def.Model{Files: append([]*def.File{d.file}, d.included...)}
	found := diag.List{}
	found.Append(d.findings)
	for _, decl := range d.file.Decls {
		if t, ok := decl.(*def.Test); ok {
			silent(t, &found)
		}
	}
	return m, found
}

// Check returns a [*diag.Failure] with every mistake in syntax and meaning, each with the Go file and line of the call,
// or nil if there is none.
func (d *Domain) Check() error {
	found := d.Findings()
	return found.Err()
}

// checked checks a model; one with mistakes of writing lacks parts, and then nothing is said of what seems unused.
func checked(m *def.Model, found *diag.List) (*def.Info, diag.List) {
	return def.CheckWith(m, def.Options{Partial: found.HasErrors()})
}

// Findings returns all mistakes and warnings, in order.
func (d *Domain) Findings() diag.List {
	m, found := d.model()
	_, more := checked(m, &found)
	found.Append(more)
	found.Sort()
	return found
}
