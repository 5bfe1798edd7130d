package names

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/remote"
)

// c writes a header of C11 for karakuri.h. C has one space of names: all begin with the program's, and then say what
// they are.
type c struct{ *writer }

func (c) style() style {
	return style{tab: "    ", group: plain, reserved: `
		auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return short
		signed sizeof static struct switch typedef union unsigned void volatile while bool true false int64_t uint32_t size_t`}
}

func (w c) base() string { return baseOf(w.file) }

// flat returns a name of the header: "village_write_hungry".
func (w c) flat(prefix, kind, is string) string {
	inner := w.scopes
	w.scopes = w.scopes[:1]
	defer func() { w.scopes = inner }()
	return w.name(w.base()+"_"+prefix+plain(is), kind, is)
}

func (w c) head() {
	guard := strings.ToUpper(w.base()) + "_H"
	for _, own := range []string{"text", "ints", "floats", "texts", "ints_of", "floats_of", "texts_of"} {
		w.scopes[0].names[w.base()+"_"+own] = ""
	}
	w.line("/* Names of %s. Made by: %s */", w.file, w.made)
	w.line("#ifndef %s", guard)
	w.line("#define %s", guard)
	w.line("#include <stdbool.h>")
	w.line("#include <string.h>")
	w.gap()
	w.line(`#include "karakuri.h"`)
	w.gap()
	w.line("/* The hash of the manifest: compare it with the one in krk_program_manifest. */")
	w.line("#define %s_MANIFEST_HASH %q", strings.ToUpper(w.base()), w.Hash)
}

func (w c) tail() {
	w.gap()
	w.line("#endif")
}

func (w c) enum(e *remote.ManifestEnum) {
	w.enums[e.Name] = w.flat("", "enum", e.Name)
	var values []string
	for _, v := range e.Values {
		values = append(values, w.flat(plain(e.Name)+"_", "value", v))
	}
	w.gap()
	w.line("/* The enum %s. */", clean.Replace(e.Name))
	w.line("typedef enum %[1]s { %[2]s } %[1]s;", w.enums[e.Name], strings.Join(values, ", "))
}

func (w c) begin(_, doc string) {
	w.line("/* %s */", doc)
	w.depth--
}

func (w c) end() { w.depth++ }

// number writes what an entry is, and its number as a constant.
func (w c) number(prefix, kind, name, doc string, number int) {
	w.line("/* %s */", doc)
	w.line("enum { %s = %d };", w.flat(prefix, kind, name), number)
}

// put writes a function that adds an item of words, with flags, to a batch.
func (w c) put(name, params, op, number, flags, words string) {
	w.line("static inline int %s(%s) {", name, params)
	w.line("    const int64_t words[] = {%s};", words)
	w.line("    return krk_put(batch, %s, %s, %s, words, sizeof words / sizeof *words);", op, flags, number)
	w.line("}")
}

func (w c) symbol(number int, s *remote.ManifestSymbol) {
	w.number("symbol_", "symbol", s.Name, symbolDoc(s), number)
	is := w.base() + "_symbol_" + plain(s.Name)
	whose, agent := "", "0"
	if s.Scope != "world" {
		whose, agent = "int64_t "+s.Scope, s.Scope
	}
	args, v := paramsOf(s), argument{"value", &s.Type}
	params, puts := join(each(args, w.param)...), join(each(args, w.word)...)
	if !s.Derived {
		w.put(w.flat("write_", "symbol", s.Name), join("krk_batch *batch", whose, params, w.param(v)), "KRK_OP_WRITE", is, "0", join(agent, puts, w.word(v)))
	}
	w.line("/* Asks for it: the answer repeats the reference, and the next function takes the value from the item that answers. */")
	w.put(w.flat("read_", "symbol", s.Name), join("krk_batch *batch", "int64_t reference", whose, params), "KRK_OP_READ", is, "0", join("reference", agent, puts))
	w.line("static inline %s %s(const krk_item *item) { return %s; }", w.typeOf(v.typ), w.flat("value_", "symbol", s.Name), w.get(v.typ, offset{"", 1}))
}

func (w c) kind(number int, k *remote.ManifestKind) {
	w.number("kind_", "kind", k.Name, kindDoc(k), number)
	w.line("/* Spawns one. The answer repeats the reference. */")
	w.put(w.flat("spawn_", "kind", k.Name), "krk_batch *batch, int64_t reference", "KRK_OP_SPAWN", w.base()+"_kind_"+plain(k.Name), "0", "reference")
}

func (w c) goal(number int, g *remote.ManifestGoal) {
	w.number("goal_", "goal", g.Name, callDoc(g.Name, g.Params), number)
	if !given(g.Params) {
		return
	}
	args := w.orderParams(g, plain, "batch", "reference", "agent", "urgent", "words")
	w.line("/* Orders an agent to pursue it. The answer repeats the reference. */")
	w.put(w.flat("order_", "goal", g.Name), join("krk_batch *batch", "int64_t reference", "int64_t agent", join(each(args, w.param)...), "bool urgent"),
		"KRK_OP_ORDER", w.base()+"_goal_"+plain(g.Name), "urgent ? 1 : 0", join("reference", "agent", join(each(args, w.word)...)))
}

func (w c) typ(number int, t *remote.ManifestType) {
	w.number("type_", "type", t.Name, typeDoc(t), number)
	w.line("/* Adds an object. The answer repeats the reference. */")
	w.line("static inline int %s(krk_batch *batch, int64_t reference, const char *name) {", w.flat("add_", "type", t.Name))
	w.line("    return krk_put_text(batch, KRK_OP_OBJECT, %s_type_%s, &reference, 1, name, strlen(name));", w.base(), plain(t.Name))
	w.line("}")
}

func (w c) object(o *remote.ManifestObject) {
	w.line("#define %s INT64_C(%d) /* %s */", w.flat("object_", "object", o.Name), o.Object, objectDoc(o))
}

func (w c) personality(number int, name, doc string) {
	w.number("personality_", "personality", name, doc, number)
	w.line("/* Gives it to an agent. */")
	w.put(w.flat("give_", "personality", name), "krk_batch *batch, int64_t agent", "KRK_OP_PERSONALITY", w.base()+"_personality_"+plain(name), "0", "agent")
}

// action writes a struct of the arguments, and a function that fills it. A parameter with several types is a field that
// tells which, and a field for each of them.
func (w c) action(number int, a *remote.ManifestAction) {
	w.number("action_", "action", a.Name, callDoc(a.Name, a.Params), number)
	is := w.flat("start_", "action", a.Name)
	w.line("typedef struct %s {", is)
	w.line("    int64_t instance; /* names what was started, for krk_report */")
	w.line("    int64_t agent;")
	w.open(" of "+a.Name, "instance", "agent")
	w.depth++
	reads := w.fields(a.Params)
	w.depth--
	w.close()
	w.line("} %s;", is)
	w.line("/* Takes it from an item that starts or restores one; returns false for another item. */")
	w.line("static inline bool %s(const krk_item *item, %s *start) {", w.flat("started_", "action", a.Name), is)
	w.line("    if ((item->op != KRK_OP_START && item->op != KRK_OP_RESTORED) || item->number != %s_action_%s) return false;", w.base(), plain(a.Name))
	w.line("    memset(start, 0, sizeof *start);")
	w.line("    start->instance = krk_word(item, 0);")
	w.line("    start->agent = krk_word(item, 1);")
	for _, r := range reads {
		w.line("    %s", r)
	}
	w.line("    return true;")
	w.line("}")
}

// fields writes the fields of arguments, and returns the statements that fill them.
func (w c) fields(params []remote.ManifestParam) (reads []string) {
	at := offset{"", 2}
	for i := range params {
		p := &params[i]
		if len(p.Types) == 1 {
			name := w.name(plain(p.Name), "parameter", p.Name)
			w.line("%s; /* %s */", w.param(argument{name, &p.Types[0]}), clean.Replace(typeName(&p.Types[0])))
			reads = append(reads, "start->"+name+" = "+w.get(&p.Types[0], at)+";")
			at.n += width(&p.Types[0])
			continue
		}
		which := w.name("which_"+plain(p.Name), "parameter", p.Name)
		w.line("int64_t %s; /* which of the next: %s */", which, clean.Replace(typeNames(p.Types)))
		reads = append(reads, fmt.Sprintf("start->%s = krk_word(item, %s);", which, at.plus(0)))
		at.n++
		for k := range p.Types {
			t := &p.Types[k]
			name := w.name(plain(p.Name)+"_"+plain(typeWord(t)), "parameter", p.Name)
			w.line("%s;", w.param(argument{name, t}))
			reads = append(reads, fmt.Sprintf("if (start->%s == %d) start->%s = %s;", which, k, name, w.get(t, at)))
		}
		next := w.after(p, "_"+plain(p.Name), at)
		if next.from != at.from {
			reads = append(reads, "const size_t "+next.from+" = "+w.ends(p, "start->"+which, "==", at)+";")
		}
		at = next
	}
	return reads
}

func (w c) param(p argument) string {
	return strings.Replace(w.typeOf(p.typ)+" "+p.name, "* ", "*", 1)
}

func (w c) typeOf(v *value) string {
	switch v.Kind {
	case "bool":
		return "bool"
	case "float":
		return "double"
	case "vec2":
		return "krk_vec2"
	case "enum":
		return w.enums[v.Of]
	case "text":
		return "const char *"
	case "list":
		return w.base() + "_" + v.Of + "s"
	}
	return "int64_t"
}

// word returns the words of a variable.
func (w c) word(p argument) string {
	switch p.typ.Kind {
	case "float":
		return "krk_float(" + p.name + ")"
	case "vec2":
		return "krk_float(" + p.name + ".x), krk_float(" + p.name + ".y)"
	}
	return p.name
}

// get returns what reads a value from an item.
func (w c) get(v *value, at offset) string {
	word := "krk_word(item, " + at.plus(0) + ")"
	switch v.Kind {
	case "bool":
		return word + " != 0"
	case "enum":
		return "(" + w.enums[v.Of] + ")" + word
	case "float":
		return "krk_word_float(item, " + at.plus(0) + ")"
	case "vec2":
		return "krk_word_vec2(item, " + at.plus(0) + ")"
	case "text":
		return w.base() + "_text(" + word + ")"
	case "list":
		return w.base() + "_" + v.Of + "s_of(" + word + ")"
	}
	return word
}

func (w c) literals() {
	if len(w.Texts) > 0 {
		w.gap()
		w.line("/* Returns a text that is an argument; NULL for another number. */")
		w.line("static inline const char *%s_text(int64_t i) {", w.base())
		w.line("    static const char *const all[] = {%s};", quoted(w.Texts))
		w.line("    return i >= 0 && (uint64_t)i < sizeof all / sizeof *all ? all[i] : NULL;")
		w.line("}")
	}
	if l := w.Lists; l != nil {
		cLists(w, "int", "const int64_t ", l.Int, integers)
		cLists(w, "float", "const double ", l.Float, floats)
		cLists(w, "text", "const char *const ", l.Text, quoted)
	}
}

// cLists writes the lists that are arguments, of one type of elements.
func cLists[E any](w c, of, element string, all [][]E, elements func([]E) string) {
	if len(all) == 0 {
		return
	}
	is := w.base() + "_" + of + "s"
	w.gap()
	w.line("/* A list that is an argument. An item has its number; for another number it is empty. */")
	w.line("typedef struct %[1]s { %[2]s*at; size_t count; } %[1]s;", is, element)
	w.line("static inline %[1]s %[1]s_of(int64_t i) {", is)
	var rows []string
	for i, list := range all {
		if len(list) == 0 {
			rows = append(rows, "{NULL, 0}")
			continue
		}
		w.line("    static %slist%d[] = {%s};", element, i, elements(list))
		rows = append(rows, fmt.Sprintf("{list%d, %d}", i, len(list)))
	}
	w.line("    static const %s all[] = {%s}, none = {NULL, 0};", is, strings.Join(rows, ", "))
	w.line("    return i >= 0 && (uint64_t)i < sizeof all / sizeof *all ? all[i] : none;")
	w.line("}")
}
