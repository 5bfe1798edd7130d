package names

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/remote"
)

// python writes Python 3.8 for the module of clients/python: enums, and a class for each group with a class for each
// name.
type python struct{ *writer }

func (python) style() style {
	return style{tab: "    ", group: plain, taken: "MANIFEST_HASH NamedTuple IntEnum TEXTS INT_LISTS FLOAT_LISTS TEXT_LISTS", reserved: `
		False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda
		nonlocal not or pass raise return try while with yield bool int float str list tuple staticmethod`}
}

func (w python) head() {
	w.line(`"""Names of %s. Made by: %s"""`, w.file, w.made)
	w.gap()
	w.line("from enum import IntEnum")
	w.line("from typing import NamedTuple")
	w.gap()
	w.line(`MANIFEST_HASH = %q  # of the manifest: compare it with program.manifest["hash"]`, w.Hash)
}

func (python) tail() {}

func (w python) enum(e *remote.ManifestEnum) {
	w.gap()
	w.gap()
	w.line("class %s(IntEnum):", w.enumName(pascal, e))
	w.line(`    """The enum %s."""`, clean.Replace(e.Name))
	w.gap()
	w.open(" of "+e.Name, "name", "value", "mro")
	for i, v := range e.Values {
		w.line("    %s = %d  # %s", w.name(strings.ToUpper(plain(v)), "value", v), i, v)
	}
	w.close()
}

func (w python) literals() {
	if len(w.Texts) > 0 || w.Lists != nil {
		w.gap()
		w.line("TEXTS = [%s]  # that are arguments", quoted(w.Texts))
	}
	if l := w.Lists; l != nil {
		w.line("INT_LISTS = [%s]", lists(l.Int, "[", "]", integers))
		w.line("FLOAT_LISTS = [%s]", lists(l.Float, "[", "]", floats))
		w.line("TEXT_LISTS = [%s]", lists(l.Text, "[", "]", quoted))
	}
}

func (w python) begin(group, doc string) {
	w.gap()
	w.line("class %s:", group)
	w.line(`    """%s"""`, doc)
	w.gap()
}

func (python) end() {}

// class writes the class of a name, with its number and what body adds.
func (w python) class(name, kind, doc string, number int, body func()) {
	w.line("class %s:", w.name(plain(name), kind, name))
	w.depth++
	w.line(`"""%s"""`, doc)
	w.gap()
	w.line("NUMBER = %d", number)
	body()
	w.depth--
}

// function writes a static function of one line.
func (w python) function(name, params, result, doc, body string) {
	w.gap()
	w.line("@staticmethod")
	w.line("def %s(%s) -> %s:", name, params, result)
	if doc != "" {
		w.line(`    """%s"""`, doc)
	}
	w.line("    %s", body)
}

func (w python) symbol(number int, s *remote.ManifestSymbol) {
	w.class(s.Name, "symbol", symbolDoc(s), number, func() {
		whose, agent := "", "0"
		if s.Scope != "world" {
			whose, agent = s.Scope+": int", s.Scope
		}
		args, v := paramsOf(s), argument{"value", &s.Type}
		params, puts := join(each(args, w.param)...), join(each(args, w.put)...)
		if !s.Derived {
			w.function("write", join("batch", whose, params, w.param(v)), "None", "", fmt.Sprintf("batch.add(%d, %d, %s)", remote.OpWrite, number, join(agent, puts, w.put(v))))
		}
		w.function("read", join("batch", "reference: int", whose, params), "None", "Asks for it: the answer repeats the reference, and value takes it from the item that answers.",
			fmt.Sprintf("batch.add(%d, %d, %s)", remote.OpRead, number, join("reference", agent, puts)))
		w.function("value", "item", w.quotedType(v.typ), "", "return "+w.get(v.typ, offset{"", 1}))
	})
}

func (w python) kind(number int, k *remote.ManifestKind) {
	w.class(k.Name, "kind", kindDoc(k), number, func() {
		w.function("spawn", "batch, reference: int", "None", "Spawns one. The answer repeats the reference.", fmt.Sprintf("batch.add(%d, %d, reference)", remote.OpSpawn, number))
	})
}

func (w python) goal(number int, g *remote.ManifestGoal) {
	w.class(g.Name, "goal", callDoc(g.Name, g.Params), number, func() {
		if !given(g.Params) {
			return
		}
		args := w.orderParams(g, plain, "batch", "reference", "agent", "urgent")
		w.function("order", join("batch", "reference: int", "agent: int", join(each(args, w.param)...), "urgent: bool = False"), "None", "Orders an agent to pursue it. The answer repeats the reference.",
			fmt.Sprintf("batch.add(%d, %d, %s, flags=%d if urgent else 0)", remote.OpOrder, number, join("reference", "agent", join(each(args, w.put)...)), remote.FlagUrgent))
	})
}

func (w python) typ(number int, t *remote.ManifestType) {
	w.class(t.Name, "type", typeDoc(t), number, func() {
		w.function("add", "batch, reference: int, name: str", "None", "Adds an object. The answer repeats the reference.", fmt.Sprintf("batch.add_text(%d, %d, name, reference)", remote.OpObject, number))
	})
}

func (w python) object(o *remote.ManifestObject) {
	w.line("%s = %d  # %s", w.name(plain(o.Name), "object", o.Name), o.Object, objectDoc(o))
}

func (w python) personality(number int, name, doc string) {
	w.class(name, "personality", doc, number, func() {
		w.function("give", "batch, agent: int", "None", "Gives it to an agent.", fmt.Sprintf("batch.add(%d, %d, agent)", remote.OpPersonality, number))
	})
}

// action writes a tuple of the arguments. A parameter with several types has another that tells which.
func (w python) action(number int, a *remote.ManifestAction) {
	is := w.name(plain(a.Name), "action", a.Name)
	w.line("class %s(NamedTuple):", is)
	w.depth++
	w.line(`"""%s"""`, callDoc(a.Name, a.Params))
	w.gap()
	w.line("instance: int  # names what was started, for a report")
	w.line("agent: int")
	w.open(" of "+a.Name, "instance", "agent", "read", "item", "NUMBER", "count", "index")
	reads, names := w.fields(a.Params)
	w.close()
	w.gap()
	w.line("NUMBER = %d", number)
	w.gap()
	w.line("@staticmethod")
	w.line(`def read(item) -> "actions.%s | None":`, is)
	w.depth++
	w.line(`"""Takes it from an item that starts or restores one; None for another item."""`)
	w.line("if item.op not in (%d, %d) or item.number != %d:", remote.OpStart, remote.OpRestored, number)
	w.line("    return None")
	for _, r := range reads {
		w.line("%s", r)
	}
	w.line("return actions.%s(%s)", is, join("item.int(0)", "item.int(1)", join(names...)))
	w.depth -= 2
}

// fields writes the fields of arguments, and returns the statements that read them and the variables that then hold
// them.
func (w python) fields(params []remote.ManifestParam) (reads, names []string) {
	at := offset{"", 2}
	for i := range params {
		p := &params[i]
		name := w.name(plain(p.Name), "parameter", p.Name)
		if len(p.Types) == 1 {
			w.line("%s: %s  # %s", name, w.quotedType(&p.Types[0]), typeName(&p.Types[0]))
			reads = append(reads, name+" = "+w.get(&p.Types[0], at))
			names = append(names, name)
			at.n += width(&p.Types[0])
			continue
		}
		which := w.name(plain(p.Name)+"_type", "parameter", p.Name)
		w.line("%s: int  # which of its types %s has: the place in %s", which, p.Name, typeNames(p.Types))
		var types []string
		reads = append(reads, which+" = item.int("+at.plus(0)+")")
		at.n++
		next := w.after(p, "_"+name, at)
		for k := range p.Types {
			types = append(types, w.typeOf(&p.Types[k]))
			reads = append(reads, fmt.Sprintf("%s %s == %d:", map[bool]string{true: "if", false: "elif"}[k == 0], which, k), "    "+name+" = "+w.get(&p.Types[k], at))
			if next.from != at.from {
				reads = append(reads, "    "+next.from+" = "+at.plus(width(&p.Types[k])))
			}
		}
		w.line(`%s: "%s"`, name, strings.Join(types, " | "))
		names = append(names, which, name)
		at = next
	}
	return reads, names
}

func (w python) param(p argument) string { return p.name + ": " + w.quotedType(p.typ) }

// quotedType returns a type as an annotation, which Python does not evaluate: older ones do not know it.
func (w python) quotedType(v *value) string {
	if is := w.typeOf(v); strings.Contains(is, "[") {
		return `"` + is + `"`
	}
	return w.typeOf(v)
}

func (w python) typeOf(v *value) string {
	switch v.Kind {
	case "bool", "float":
		return v.Kind
	case "vec2":
		return "tuple[float, float]"
	case "enum":
		return w.enums[v.Of]
	case "text":
		return "str"
	case "list":
		return map[string]string{"int": "list[int]", "float": "list[float]", "text": "list[str]"}[v.Of]
	}
	return "int"
}

// put returns the words of a variable.
func (w python) put(p argument) string {
	switch p.typ.Kind {
	case "bool":
		return "bool(" + p.name + ")"
	case "float":
		return "float(" + p.name + ")"
	case "vec2":
		return "float(" + p.name + "[0]), float(" + p.name + "[1])"
	}
	return p.name
}

// get returns what reads a value from an item.
func (w python) get(v *value, at offset) string {
	word := "item.int(" + at.plus(0) + ")"
	switch v.Kind {
	case "bool":
		return word + " != 0"
	case "enum":
		return w.enums[v.Of] + "(" + word + ")"
	case "float":
		return "item.float(" + at.plus(0) + ")"
	case "vec2":
		return "(item.float(" + at.plus(0) + "), item.float(" + at.plus(1) + "))"
	case "text":
		return "TEXTS[" + word + "]"
	case "list":
		return strings.ToUpper(v.Of) + "_LISTS[" + word + "]"
	}
	return word
}
