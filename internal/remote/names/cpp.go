package names

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/remote"
)

// cpp writes C++17 for karakuri.hpp: enums, and a namespace for each group with a struct for each name.
type cpp struct{ *writer }

func (cpp) style() style {
	return style{tab: "    ", group: plain, taken: "manifest_hash literals", reserved: `
		alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class co_await co_return co_yield
		compl concept const const_cast consteval constexpr constinit continue decltype default delete do double dynamic_cast else enum explicit
		export extern false float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private
		protected public register reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch template
		this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq
		std int64_t uint32_t karakuri krk_item`}
}

func (w cpp) space() string { return "karakuri::names::" + baseOf(w.file) }

func (w cpp) head() {
	w.line("// Names of %s. Made by: %s", w.file, w.made)
	w.line("#pragma once")
	w.line("#include <optional>")
	w.line("#include <string>")
	w.line("#include <variant>")
	w.line("#include <vector>")
	w.gap()
	w.line(`#include "karakuri.hpp"`)
	w.gap()
	w.line("namespace %s {", w.space())
	w.gap()
	w.line("// The hash of the manifest: compare it with that of Program::manifest.")
	w.line("constexpr char manifest_hash[] = %q;", w.Hash)
}

func (w cpp) tail() {
	w.gap()
	w.line("}  // namespace %s", w.space())
}

func (w cpp) enum(e *remote.ManifestEnum) {
	w.gap()
	w.line("// The enum %s.", e.Name)
	is := w.enumName(pascal, e)
	var values []string
	w.open(" of " + e.Name)
	for _, v := range e.Values {
		values = append(values, w.name(plain(v), "value", v))
	}
	w.close()
	w.line("enum class %s : int64_t { %s };", is, strings.Join(values, ", "))
}

func (w cpp) begin(group, doc string) {
	w.line("// %s", doc)
	w.line("namespace %s {", group)
	w.depth--
}

func (w cpp) end() {
	w.depth++
	w.line("}")
}

// class writes the struct of a name, with its number and what body adds; members are the names in it, which the struct
// itself cannot have.
func (w cpp) class(name, kind, doc string, number int, members string, body func(is string)) {
	written := plain(name)
	if words(members)[written] {
		written += "_"
	}
	w.line("// %s", doc)
	is := w.name(written, kind, name)
	w.line("struct %s {", is)
	w.depth++
	w.line("static constexpr uint32_t number = %d;", number)
	body(is)
	w.depth--
	w.line("};")
}

func (w cpp) symbol(number int, s *remote.ManifestSymbol) {
	w.class(s.Name, "symbol", symbolDoc(s), number, "number write read value", func(string) {
		whose, agent := "", "0"
		if s.Scope != "world" {
			whose, agent = "int64_t "+s.Scope, s.Scope
		}
		args, v := paramsOf(s), argument{"value", &s.Type}
		params, puts := join(each(args, w.param)...), join(each(args, w.put)...)
		if !s.Derived {
			w.line("static void write(%s) { batch.add(KRK_OP_WRITE, number, {%s}); }", join("Batch &batch", whose, params, w.param(v)), join(agent, puts, w.put(v)))
		}
		w.line("// Asks for it: the answer repeats the reference, and value takes it from the item that answers.")
		w.line("static void read(%s) { batch.add(KRK_OP_READ, number, {%s}); }", join("Batch &batch", "int64_t reference", whose, params), join("reference", agent, puts))
		w.line("static %s value(const krk_item &item) { return %s; }", w.typeOf(v.typ), w.get(v.typ, offset{"", 1}))
	})
}

func (w cpp) kind(number int, k *remote.ManifestKind) {
	w.class(k.Name, "kind", kindDoc(k), number, "number spawn", func(string) {
		w.line("// Spawns one. The answer repeats the reference.")
		w.line("static void spawn(Batch &batch, int64_t reference) { batch.add(KRK_OP_SPAWN, number, {reference}); }")
	})
}

func (w cpp) goal(number int, g *remote.ManifestGoal) {
	w.class(g.Name, "goal", callDoc(g.Name, g.Params), number, "number order", func(string) {
		if !given(g.Params) {
			return
		}
		args := w.orderParams(g, plain, "batch", "reference", "agent", "urgent", "number")
		w.line("// Orders an agent to pursue it. The answer repeats the reference.")
		w.line("static void order(%s) {", join("Batch &batch", "int64_t reference", "int64_t agent", join(each(args, w.param)...), "bool urgent = false"))
		w.line("    batch.add(KRK_OP_ORDER, number, {%s}, urgent ? 1 : 0);", join("reference", "agent", join(each(args, w.put)...)))
		w.line("}")
	})
}

func (w cpp) typ(number int, t *remote.ManifestType) {
	w.class(t.Name, "type", typeDoc(t), number, "number add", func(string) {
		w.line("// Adds an object. The answer repeats the reference.")
		w.line("static void add(Batch &batch, int64_t reference, const std::string &name) { batch.text(KRK_OP_OBJECT, number, name, {reference}); }")
	})
}

func (w cpp) object(o *remote.ManifestObject) {
	w.line("constexpr int64_t %s = %d; // %s", w.name(plain(o.Name), "object", o.Name), o.Object, objectDoc(o))
}

func (w cpp) personality(number int, name, doc string) {
	w.class(name, "personality", doc, number, "number give", func(string) {
		w.line("// Gives it to an agent.")
		w.line("static void give(Batch &batch, int64_t agent) { batch.add(KRK_OP_PERSONALITY, number, {agent}); }")
	})
}

// action writes a struct of the arguments. A parameter with several types is a variant.
func (w cpp) action(number int, a *remote.ManifestAction) {
	members := "number instance agent read found item"
	w.class(a.Name, "action", callDoc(a.Name, a.Params), number, members, func(is string) {
		w.line("int64_t instance; // names what was started, for Batch::report")
		w.line("int64_t agent;")
		w.open(" of "+a.Name, strings.Fields(members+" "+is)...)
		reads := w.fields(a.Params)
		w.close()
		w.line("// Takes it from an item that starts or restores one; there is none in another item.")
		w.line("static std::optional<%s> read(const krk_item &item) {", is)
		w.line("    if ((item.op != KRK_OP_START && item.op != KRK_OP_RESTORED) || item.number != number) return {};")
		w.line("    %s found{};", is)
		w.line("    found.instance = krk_word(&item, 0);")
		w.line("    found.agent = krk_word(&item, 1);")
		for _, r := range reads {
			w.line("    %s", r)
		}
		w.line("    return found;")
		w.line("}")
	})
}

// fields writes the fields of arguments, and returns the statements that fill them.
func (w cpp) fields(params []remote.ManifestParam) (reads []string) {
	at := offset{"", 2}
	for i := range params {
		p := &params[i]
		name := w.name(plain(p.Name), "parameter", p.Name)
		if len(p.Types) == 1 {
			w.line("%s %s; // %s", w.typeOf(&p.Types[0]), name, typeName(&p.Types[0]))
			reads = append(reads, "found."+name+" = "+w.get(&p.Types[0], at)+";")
			at.n += width(&p.Types[0])
			continue
		}
		var types []string
		which := "krk_word(&item, " + at.plus(0) + ")"
		at.n++
		for k := range p.Types {
			t := &p.Types[k]
			types = append(types, w.typeOf(t))
			reads = append(reads, fmt.Sprintf("if (%s == %d) found.%s.emplace<%d>(%s);", which, k, name, k, w.get(t, at)))
		}
		w.line("std::variant<%s> %s; // %s", strings.Join(types, ", "), name, typeNames(p.Types))
		next := w.after(p, "_"+name, at)
		if next.from != at.from {
			reads = append(reads, "const size_t "+next.from+" = "+w.ends(p, which, "==", at)+";")
		}
		at = next
	}
	return reads
}

func (w cpp) param(p argument) string { return w.typeOf(p.typ) + " " + p.name }

func (w cpp) typeOf(v *value) string {
	switch v.Kind {
	case "bool":
		return "bool"
	case "float":
		return "double"
	case "vec2":
		return "karakuri::Vec2"
	case "enum":
		return w.space() + "::" + w.enums[v.Of]
	case "text":
		return "std::string"
	case "list":
		return map[string]string{"int": "std::vector<int64_t>", "float": "std::vector<double>", "text": "std::vector<std::string>"}[v.Of]
	}
	return "int64_t"
}

// put returns the words of a variable.
func (w cpp) put(p argument) string {
	if p.typ.Kind == "enum" {
		return "static_cast<int64_t>(" + p.name + ")"
	}
	return c(w).word(p)
}

// get returns what reads a value from an item.
func (w cpp) get(v *value, at offset) string {
	word := "krk_word(&item, " + at.plus(0) + ")"
	switch v.Kind {
	case "bool":
		return word + " != 0"
	case "enum":
		return "static_cast<" + w.typeOf(v) + ">(" + word + ")"
	case "float":
		return "krk_word_float(&item, " + at.plus(0) + ")"
	case "vec2":
		return "karakuri::Vec2{krk_word_float(&item, " + at.plus(0) + "), krk_word_float(&item, " + at.plus(1) + ")}"
	case "text":
		return w.space() + "::literals::texts().at(" + word + ")"
	case "list":
		return w.space() + "::literals::" + v.Of + "_lists().at(" + word + ")"
	}
	return word
}

func (w cpp) literals() {
	if len(w.Texts) == 0 && w.Lists == nil {
		return
	}
	table := func(name, element string, elements string) {
		w.line("inline const std::vector<%s> &%s() {", element, name)
		w.line("    static const std::vector<%s> all = {%s};", element, elements)
		w.line("    return all;")
		w.line("}")
	}
	w.gap()
	w.line("// The texts and lists that are arguments.")
	w.line("namespace literals {")
	table("texts", "std::string", quoted(w.Texts))
	if l := w.Lists; l != nil {
		table("int_lists", "std::vector<int64_t>", lists(l.Int, "{", "}", integers))
		table("float_lists", "std::vector<double>", lists(l.Float, "{", "}", floats))
		table("text_lists", "std::vector<std::string>", lists(l.Text, "std::vector<std::string>{", "}", quoted))
	}
	w.line("}")
}
