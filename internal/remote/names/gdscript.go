package names

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/remote"
)

// gdscript writes GDScript of Godot 3 for the add-on of clients/godot: enums, and an inner class for each group with
// one for each name.
type gdscript struct{ *writer }

func (gdscript) style() style {
	return style{tab: "\t", group: plain, taken: "MANIFEST_HASH TEXTS INT_LISTS FLOAT_LISTS TEXT_LISTS", reserved: `
		if elif else for while match break continue pass return class extends is in as self tool signal func static const enum var onready
		export setget breakpoint preload yield assert remote master puppet slave remotesync mastersync puppetsync sync PI TAU INF NAN and or not
		null true false int float bool String Vector2 new batch answer abs min max range print load randi sign floor ceil round clamp lerp hash
		weakref type_exists len str`}
}

func (w gdscript) head() {
	w.line("# Names of %s. Made by: %s", w.file, w.made)
	w.gap()
	w.line("const MANIFEST_HASH = %q  # of the manifest: for Session.open", w.Hash)
}

func (gdscript) tail() {}

func (w gdscript) enum(e *remote.ManifestEnum) {
	var values []string
	is := w.enumName(pascal, e)
	w.open(" of " + e.Name)
	for _, v := range e.Values {
		values = append(values, w.name(strings.ToUpper(plain(v)), "value", v))
	}
	w.close()
	w.gap()
	w.line("# The enum %s. The keys of the dictionary are the names of the values.", e.Name)
	var entries []string
	for i, v := range values {
		entries = append(entries, fmt.Sprintf("%s = %d", v, i))
	}
	w.line("const %s = {%s}", is, strings.Join(entries, ", "))
}

func (w gdscript) literals() {
	if len(w.Texts) > 0 || w.Lists != nil {
		w.gap()
		w.line("const TEXTS = [%s]  # that are arguments", quoted(w.Texts))
	}
	if l := w.Lists; l != nil {
		w.line("const INT_LISTS = [%s]", lists(l.Int, "[", "]", integers))
		w.line("const FLOAT_LISTS = [%s]", lists(l.Float, "[", "]", floats))
		w.line("const TEXT_LISTS = [%s]", lists(l.Text, "[", "]", quoted))
	}
}

func (w gdscript) begin(group, doc string) {
	w.gap()
	w.line("# %s", doc)
	w.line("class %s:", group)
}

func (gdscript) end() {}

// class writes the class of a name, with its number and what body adds.
func (w gdscript) class(name, kind, doc string, number int, body func()) {
	w.line("# %s", doc)
	w.line("class %s:", w.name(plain(name), kind, name))
	w.depth++
	w.line("const NUMBER = %d", number)
	body()
	w.depth--
}

// function writes a static function of one line.
func (w gdscript) function(name, params, result, doc, body string) {
	w.gap()
	if doc != "" {
		w.line("# %s", doc)
	}
	w.line("static func %s(%s)%s:", name, params, result)
	w.line("\t%s", body)
}

func (w gdscript) symbol(number int, s *remote.ManifestSymbol) {
	w.class(s.Name, "symbol", symbolDoc(s), number, func() {
		whose, agent := "", "0"
		if s.Scope != "world" {
			whose, agent = s.Scope+": int", s.Scope
		}
		args, v := paramsOf(s), argument{"value", &s.Type}
		params, puts := join(each(args, w.param)...), join(each(args, w.put)...)
		if !s.Derived {
			w.function("write", join("batch", whose, params, w.param(v)), " -> bool", "", fmt.Sprintf("return batch.add(%d, %d, [%s])", remote.OpWrite, number, join(agent, puts, w.put(v))))
		}
		w.function("read", join("batch", "reference: int", whose, params), " -> bool", "Asks for it: the answer repeats the reference, and value takes it from the item that answers.",
			fmt.Sprintf("return batch.add(%d, %d, [%s])", remote.OpRead, number, join("reference", agent, puts)))
		w.function("value", "answer", w.result(v.typ), "", "return "+w.get(v.typ, offset{"", 1}))
	})
}

func (w gdscript) kind(number int, k *remote.ManifestKind) {
	w.class(k.Name, "kind", kindDoc(k), number, func() {
		w.function("spawn", "batch, reference: int", " -> bool", "Spawns one. The answer repeats the reference.", fmt.Sprintf("return batch.add(%d, %d, [reference])", remote.OpSpawn, number))
	})
}

func (w gdscript) goal(number int, g *remote.ManifestGoal) {
	w.class(g.Name, "goal", callDoc(g.Name, g.Params), number, func() {
		if !given(g.Params) {
			return
		}
		args := w.orderParams(g, plain, "batch", "reference", "agent", "urgent")
		w.function("order", join("batch", "reference: int", "agent: int", join(each(args, w.param)...), "urgent := false"), " -> bool", "Orders an agent to pursue it. The answer repeats the reference.",
			fmt.Sprintf("return batch.add(%d, %d, [%s], %d if urgent else 0)", remote.OpOrder, number, join("reference", "agent", join(each(args, w.put)...)), remote.FlagUrgent))
	})
}

func (w gdscript) typ(number int, t *remote.ManifestType) {
	w.class(t.Name, "type", typeDoc(t), number, func() {
		w.function("add", "batch, reference: int, name: String", " -> bool", "Adds an object. The answer repeats the reference.", fmt.Sprintf("return batch.add_text(%d, %d, name, [reference])", remote.OpObject, number))
	})
}

func (w gdscript) object(o *remote.ManifestObject) {
	w.line("const %s = %d  # %s", w.name(plain(o.Name), "object", o.Name), o.Object, objectDoc(o))
}

func (w gdscript) personality(number int, name, doc string) {
	w.class(name, "personality", doc, number, func() {
		w.function("give", "batch, agent: int", " -> bool", "Gives it to an agent.", fmt.Sprintf("return batch.add(%d, %d, [agent])", remote.OpPersonality, number))
	})
}

// action writes a class that reads the arguments to a dictionary. One with several types has another that tells which.
func (w gdscript) action(number int, a *remote.ManifestAction) {
	w.class(a.Name, "action", callDoc(a.Name, a.Params), number, func() {
		w.gap()
		w.line("# Takes it from the item of an answer that starts or restores one, as a dictionary of the arguments; null for another item.")
		w.line("static func read(answer):")
		w.depth++
		w.line("if not answer.op in [%d, %d] or answer.number != %d:", remote.OpStart, remote.OpRestored, number)
		w.line("\treturn null")
		w.line(`var action = {"instance": answer.int_at(0), "agent": answer.int_at(1)}`)
		w.open(" of "+a.Name, "instance", "agent", "action")
		at := offset{"", 2}
		for i := range a.Params {
			p := &a.Params[i]
			name := w.name(plain(p.Name), "parameter", p.Name)
			if len(p.Types) == 1 {
				w.line("action[%q] = %s", name, w.get(&p.Types[0], at))
				at.n += width(&p.Types[0])
				continue
			}
			which := w.name(plain(p.Name)+"_type", "parameter", p.Name)
			w.line("action[%q] = answer.int_at(%s)  # the place in %s", which, at.plus(0), typeNames(p.Types))
			at.n++
			next := w.after(p, "_"+name, at)
			if next.from != at.from {
				w.line("var %s = 0", next.from)
			}
			w.line("match action[%q]:", which)
			for k := range p.Types {
				w.line("\t%d:", k)
				w.line("\t\taction[%q] = %s", name, w.get(&p.Types[k], at))
				if next.from != at.from {
					w.line("\t\t%s = %s", next.from, at.plus(width(&p.Types[k])))
				}
			}
			at = next
		}
		w.close()
		w.line("return action")
		w.depth--
	})
}

func (w gdscript) param(p argument) string { return p.name + ": " + w.typeOf(p.typ) }

func (w gdscript) result(v *value) string { return " -> " + w.typeOf(v) }

func (gdscript) typeOf(v *value) string {
	switch v.Kind {
	case "bool", "float":
		return v.Kind
	case "vec2":
		return "Vector2"
	case "text":
		return "String"
	case "list":
		return "Array"
	}
	return "int"
}

// put returns the words of a variable.
func (gdscript) put(p argument) string {
	switch p.typ.Kind {
	case "vec2":
		return p.name + ".x, " + p.name + ".y"
	}
	return p.name
}

// get returns what reads a value from an item.
func (gdscript) get(v *value, at offset) string {
	word := "answer.int_at(" + at.plus(0) + ")"
	switch v.Kind {
	case "bool":
		return word + " != 0"
	case "float":
		return "answer.float_at(" + at.plus(0) + ")"
	case "vec2":
		return "Vector2(answer.float_at(" + at.plus(0) + "), answer.float_at(" + at.plus(1) + "))"
	case "text":
		return "TEXTS[" + word + "]"
	case "list":
		return strings.ToUpper(v.Of) + "_LISTS[" + word + "]"
	}
	return word
}
