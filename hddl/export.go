package hddl

import (
	"path"
	"strings"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// FromModel converts a model to HDDL: enums and object types become types with their values and objects, bool symbols
// predicates, numbers functions, other symbols predicates that hold for their value, operators actions; tasks, methods
// and the initial state carry over. The problem's task is the given one, with its arguments as in "fetch(crate)", or,
// if empty, that of the first plan line of the first agent. Derived symbols are expanded where they are used.
// Preferences among bindings and ranges of numbers are lost, with a warning. Everything else that HDDL cannot express
// is an error with the code [diag.NotInHDDL], at each place, as are mistakes in the model. After an error domain and
// problem are nil.
func FromModel(m *karakuri.Model, task string) (*Domain, *Problem, diag.List) {
	info, found := def.Check(bridge.Model.In(m))
	if info == nil {
		return nil, nil, found
	}
	e := newExporter(info)
	e.types()
	e.symbols()
	e.operators()
	e.tasks()
	e.problem(task)
	e.constants()
	e.requirements()
	e.ds.Sort()
	if e.ds.HasErrors() {
		return nil, nil, e.ds
	}
	return e.d, e.p, e.ds
}

// exporter holds the work of one FromModel.
type exporter struct {
	info  *def.Info
	ds    diag.List
	at    diag.Span // present place, for parts that have no place of their own
	names exportNames
	d     *Domain
	p     *Problem

	costs    bool                   // some operator has a cost
	numbers  bool                   // there are functions
	depends  bool                   // there are effects with conditions or for many objects
	named    map[world.Object]bool  // objects that the domain mentions
	inRange  map[*world.Symbol]bool // symbols whose range has been warned of
	unlike   map[*world.Symbol]bool // symbols that HDDL cannot have and that have been reported
	costName string
}

func newExporter(info *def.Info) *exporter {
	name := "model"
	if len(info.Model.Files) > 0 && info.Model.Files[0] != nil {
		base := path.Base(strings.ReplaceAll(info.Model.Files[0].Name, "\\", "/"))
		name = strings.TrimSuffix(base, path.Ext(base))
	}
	title := Name{Text: hddlWord(name)}
	e := &exporter{info: info, names: newExportNames(info), named: map[world.Object]bool{}, inRange: map[*world.Symbol]bool{},
		unlike: map[*world.Symbol]bool{}}
	e.d = &Domain{Name: title}
	e.p = &Problem{Name: title, Domain: title, Goal: &And{}, HTN: &HTN{Network: Network{Ordered: true, Constraints: &And{}}}}
	for _, op := range info.Operators {
		e.costs = e.costs || op.Cost != nil
	}
	return e
}

// refuse reports something that HDDL cannot say.
func (e *exporter) refuse(at diag.Span, hint, format string, args ...any) {
	if at.Src == nil {
		at = e.at
	}
	e.ds.Errorf(diag.NotInHDDL, at, format, args...).Hint = hint
}

// types declares enums and object types.
func (e *exporter) types() {
	for i := range e.info.Schema.Enums {
		e.d.Types = append(e.d.Types, TypeDecl{Name: Name{Text: e.names.enums[i]}, Parents: single(ObjectType)})
	}
	for i := range e.info.Schema.Types {
		t := TypeDecl{Name: Name{Text: e.names.objectTypes[i]}}
		for _, p := range e.info.Schema.Types[i].Parents {
			t.Parents.Names = append(t.Parents.Names, Name{Text: e.names.objectTypes[p]})
		}
		if len(t.Parents.Names) == 0 {
			t.Parents = single(ObjectType)
		}
		e.d.Types = append(e.d.Types, t)
	}
}

// typeOf returns the HDDL type of an enum or object type; ok is false for all others.
func (e *exporter) typeOf(t world.Type) (typ Type, ok bool) {
	switch t.Kind {
	case world.KindEnum:
		return Type{Names: []Name{{Text: e.names.enums[t.ID]}}}, true
	case world.KindObject:
		return Type{Names: []Name{{Text: e.names.objectTypes[t.ID]}}}, true
	}
	return Type{}, false
}

// symbols declares a predicate or function for each symbol that HDDL can have. Uses of the others are reported.
func (e *exporter) symbols() {
	for i := range e.info.Schema.Symbols {
		sym := &e.info.Schema.Symbols[i]
		if e.fault(sym) != "" {
			continue
		}
		name, params := Name{Text: e.names.symbols[sym.Name]}, e.symbolParams(sym)
		switch sym.Type.Kind {
		case world.KindInt, world.KindFloat:
			e.numbers = true
			e.d.Functions = append(e.d.Functions, Function{Name: name, Params: params})
		default:
			e.d.Predicates = append(e.d.Predicates, Predicate{Name: name, Params: params})
		}
	}
	if e.costs {
		e.costName = e.names.free(e.names.usedSymbols, "total-cost")
		e.d.Functions = append(e.d.Functions, Function{Name: Name{Text: e.costName}})
	}
}

// symbolParams returns the parameters of the predicate or function of a symbol; a value that is an object comes last.
func (e *exporter) symbolParams(sym *world.Symbol) []Param {
	var list []Param
	names := varNames{}
	for _, t := range sym.Params {
		typ, _ := e.typeOf(t)
		list = append(list, Param{Name: names.fresh(e.baseName(t)), Type: typ})
	}
	if typ, ok := e.typeOf(sym.Type); ok {
		list = append(list, Param{Name: names.fresh(e.baseName(sym.Type)), Type: typ})
	}
	return list
}

// baseName is the default name of a variable of a type.
func (e *exporter) baseName(t world.Type) string {
	typ, _ := e.typeOf(t)
	return typ.Names[0].Text
}

// fault returns why a symbol cannot be written in HDDL; "" if it can.
func (e *exporter) fault(sym *world.Symbol) string {
	if sym.Type.Kind == world.KindVec2 {
		return "a vec2"
	}
	for _, t := range sym.Params {
		if _, ok := e.typeOf(t); !ok {
			return "a table over " + world.FormatType(e.info.Schema, t)
		}
	}
	return ""
}

// has reports whether HDDL can have a symbol; if not, it reports that once, at its first use.
func (e *exporter) has(sym *world.Symbol, at diag.Span) bool {
	fault := e.fault(sym)
	if fault != "" && !e.unlike[sym] {
		e.unlike[sym] = true
		e.refuse(at, "HDDL supports only facts and numbers about objects", "%q is %s", sym.Name, fault)
	}
	return fault == ""
}

// constants declares the values of enums, and the objects that the domain mentions.
func (e *exporter) constants() {
	for i := range e.info.Schema.Enums {
		for v := range e.info.Schema.Enums[i].Values {
			o := Object{Name: Name{Text: e.names.values[i][v]}, Type: Type{Names: []Name{{Text: e.names.enums[i]}}}}
			e.d.Constants = append(e.d.Constants, o)
		}
	}
	st := e.info.Initial
	for typ := range e.info.Schema.Types {
		for _, o := range st.Objects(int32(typ)) {
			if st.TypeOf(o) != int32(typ) {
				continue // it is listed under its own type
			}
			object := Object{Name: Name{Text: e.names.objects[o]}, Type: Type{Names: []Name{{Text: e.names.objectTypes[typ]}}}}
			if e.named[o] {
				e.d.Constants = append(e.d.Constants, object)
			} else {
				e.p.Objects = append(e.p.Objects, object)
			}
		}
	}
}

// requirements names what the files use, for planners that want to know.
func (e *exporter) requirements() {
	list := []string{":typing", ":hierarchy", ":method-preconditions", ":negative-preconditions", ":disjunctive-preconditions",
		":equality", ":existential-preconditions", ":universal-preconditions"}
	if e.depends {
		list = append(list, ":conditional-effects")
	}
	if e.numbers || e.costs {
		list = append(list, ":numeric-fluents")
	}
	for _, word := range list {
		e.d.Requirements = append(e.d.Requirements, Name{Text: word})
	}
}
