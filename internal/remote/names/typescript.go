package names

import (
	"fmt"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/remote"
)

// typescript writes TypeScript for the package of clients/js: enums as constants, and an object for each group.
type typescript struct{ *writer }

func (typescript) style() style {
	return style{tab: "  ", group: plain, taken: "MANIFEST_HASH float Batch Item Id Vec2 texts intLists floatLists textLists", reserved: `
		break case catch class const continue debugger default delete do else enum export extends false finally for function if import in
		instanceof new null return super switch this throw true try typeof var void while with let static yield await implements interface
		package private protected public eval arguments undefined number bigint boolean string`}
}

func (w typescript) head() {
	w.line("// Names of %s. Made by: %s", w.file, w.made)
	w.line("import { float, type Batch, type Item } from 'karakuri';")
	w.gap()
	w.line("/** The hash of the manifest: compare it with program.manifest.hash. */")
	w.line("export const MANIFEST_HASH = '%s';", w.Hash)
	w.gap()
	w.line("/** Names an agent, an object or an instance. */")
	w.line("export type Id = number | bigint;")
	w.line("export type Vec2 = readonly [number, number];")
}

func (w typescript) tail() {
	w.gap()
	w.line("void float; // a program may have no floats")
}

func (w typescript) enum(e *remote.ManifestEnum) {
	w.gap()
	w.line("/** The enum %s. */", clean.Replace(e.Name))
	is := w.enumName(pascal, e)
	var values []string
	for i, v := range e.Values {
		values = append(values, fmt.Sprintf("%s: %d", key(v), i))
	}
	w.line("export const %s = { %s } as const;", is, strings.Join(values, ", "))
	w.line("export type %s = (typeof %s)[keyof typeof %s];", is, is, is)
}

func (w typescript) literals() {
	if len(w.Texts) > 0 || w.Lists != nil {
		w.gap()
		w.line("const texts: string[] = [%s];", quoted(w.Texts))
	}
	if l := w.Lists; l != nil {
		w.line("const intLists: bigint[][] = [%s];", lists(l.Int, "[", "]", func(list []int64) string { return joined(list, func(n int64) string { return fmt.Sprintf("%dn", n) }) }))
		w.line("const floatLists: number[][] = [%s];", lists(l.Float, "[", "]", floats))
		w.line("const textLists: string[][] = [%s];", lists(l.Text, "[", "]", quoted))
	}
}

func (w typescript) begin(group, doc string) {
	w.line("/** %s */", doc)
	w.line("export const %s = {", group)
}

func (w typescript) end() { w.line("};") }

// entry writes the object of a name, with its number and what body adds.
func (w typescript) entry(name, doc string, number int, body func()) {
	w.line("/** %s */", doc)
	w.line("%s: {", key(name))
	w.depth++
	w.line("number: %d,", number)
	body()
	w.depth--
	w.line("},")
}

func (w typescript) symbol(number int, s *remote.ManifestSymbol) {
	w.entry(s.Name, symbolDoc(s), number, func() {
		whose, agent := "", "0"
		if s.Scope != "world" {
			whose, agent = s.Scope+": Id", s.Scope
		}
		args, v := paramsOf(s), argument{"value", &s.Type}
		params, puts := join(each(args, w.param)...), join(each(args, w.put)...)
		if !s.Derived {
			w.line("write(%s): void { batch.add(%d, %d, [%s]); },", join("batch: Batch", whose, params, w.param(v)), remote.OpWrite, number, join(agent, puts, w.put(v)))
		}
		w.line("/** Asks for it: the answer repeats the reference, and value takes it from the item that answers. */")
		w.line("read(%s): void { batch.add(%d, %d, [%s]); },", join("batch: Batch", "reference: Id", whose, params), remote.OpRead, number, join("reference", agent, puts))
		w.line("value(item: Item): %s { return %s; },", w.typeOf(v.typ), w.get(v.typ, offset{"", 1}))
	})
}

func (w typescript) kind(number int, k *remote.ManifestKind) {
	w.entry(k.Name, kindDoc(k), number, func() {
		w.line("/** Spawns one. The answer repeats the reference. */")
		w.line("spawn(batch: Batch, reference: Id): void { batch.add(%d, %d, [reference]); },", remote.OpSpawn, number)
	})
}

func (w typescript) goal(number int, g *remote.ManifestGoal) {
	w.entry(g.Name, callDoc(g.Name, g.Params), number, func() {
		if !given(g.Params) {
			return
		}
		args := w.orderParams(g, camel, "batch", "reference", "agent", "urgent", "float")
		w.line("/** Orders an agent to pursue it. The answer repeats the reference. */")
		w.line("order(%s): void { batch.add(%d, %d, [%s], urgent ? %d : 0); },", join("batch: Batch", "reference: Id", "agent: Id", join(each(args, w.param)...), "urgent = false"), remote.OpOrder, number,
			join("reference", "agent", join(each(args, w.put)...)), remote.FlagUrgent)
	})
}

func (w typescript) typ(number int, t *remote.ManifestType) {
	w.entry(t.Name, typeDoc(t), number, func() {
		w.line("/** Adds an object. The answer repeats the reference. */")
		w.line("add(batch: Batch, reference: Id, name: string): void { batch.addText(%d, %d, name, [reference]); },", remote.OpObject, number)
	})
}

func (w typescript) personality(number int, name, doc string) {
	w.entry(name, doc, number, func() {
		w.line("/** Gives it to an agent. */")
		w.line("give(batch: Batch, agent: Id): void { batch.add(%d, %d, [agent]); },", remote.OpPersonality, number)
	})
}

func (w typescript) object(o *remote.ManifestObject) {
	w.line("/** %s */", objectDoc(o))
	w.line("%s: %dn,", key(o.Name), o.Object)
}

// action writes an object that reads the arguments.
func (w typescript) action(number int, a *remote.ManifestAction) {
	w.entry(a.Name, callDoc(a.Name, a.Params), number, func() {
		w.open(" of "+a.Name, "instance", "agent", "item", "float")
		types, fields, reads := w.fields(a.Params)
		w.close()
		w.line("/** Takes it from an item that starts or restores one; undefined for another item. */")
		w.line("read(item: Item): { %s } | undefined {", strings.Join(append([]string{"instance: bigint", "agent: bigint"}, types...), "; "))
		w.line("  if ((item.op !== %d && item.op !== %d) || item.number !== %d) return undefined;", remote.OpStart, remote.OpRestored, number)
		for _, r := range reads {
			w.line("  %s", r)
		}
		w.line("  return { %s };", join("instance: item.bigint(0)", "agent: item.bigint(1)", join(fields...)))
		w.line("},")
	})
}

// fields returns the types and the names of arguments, and the statements that read them. One with several types is an
// object that tells which.
func (w typescript) fields(params []remote.ManifestParam) (types, names, reads []string) {
	at := offset{"", 2}
	for i := range params {
		p := &params[i]
		name := w.name(camel(p.Name), "parameter", p.Name)
		names = append(names, name)
		if len(p.Types) == 1 {
			types = append(types, name+": "+w.typeOf(&p.Types[0]))
			reads = append(reads, "const "+name+" = "+w.get(&p.Types[0], at)+";")
			at.n += width(&p.Types[0])
			continue
		}
		which := "item.int(" + at.plus(0) + ")"
		at.n++
		var alternatives []string
		text := ""
		for k := range p.Types {
			t := &p.Types[k]
			alternatives = append(alternatives, fmt.Sprintf("{ type: %q; value: %s }", typeName(t), w.typeOf(t)))
			if k < len(p.Types)-1 {
				text += fmt.Sprintf("%s === %d ? ", which, k)
			}
			text += fmt.Sprintf("{ type: %q, value: %s }", typeName(t), w.get(t, at))
			if k < len(p.Types)-1 {
				text += " : "
			}
		}
		is := strings.Join(alternatives, " | ")
		types = append(types, name+": "+is)
		reads = append(reads, "const "+name+": "+is+" = "+text+";")
		next := w.after(p, pascal(p.Name), at)
		if next.from != at.from {
			reads = append(reads, "const "+next.from+" = "+w.ends(p, which, "===", at)+";")
		}
		at = next
	}
	return types, names, reads
}

// key writes a name as that of a property.
func key(name string) string {
	if name == plain(name) {
		return name
	}
	return quote(name)
}

func (w typescript) param(p argument) string {
	is := w.typeOf(p.typ)
	if is == "bigint" {
		is = "Id"
	}
	return p.name + ": " + is
}

func (w typescript) typeOf(v *value) string {
	switch v.Kind {
	case "bool":
		return "boolean"
	case "int":
		if fits(v, -1<<53, 1<<53) {
			return "number"
		}
	case "float":
		return "number"
	case "vec2":
		return "Vec2"
	case "enum":
		return w.enums[v.Of]
	case "text":
		return "string"
	case "list":
		return map[string]string{"int": "bigint[]", "float": "number[]", "text": "string[]"}[v.Of]
	}
	return "bigint"
}

// put returns the words of a variable.
func (w typescript) put(p argument) string {
	switch p.typ.Kind {
	case "float":
		return "float(" + p.name + ")"
	case "vec2":
		return "float(" + p.name + "[0]), float(" + p.name + "[1])"
	}
	return p.name
}

// get returns what reads a value from an item.
func (w typescript) get(v *value, at offset) string {
	word := "item.int(" + at.plus(0) + ")"
	switch v.Kind {
	case "bool":
		return word + " !== 0"
	case "enum":
		return word + " as " + w.enums[v.Of]
	case "float":
		return "item.float(" + at.plus(0) + ")"
	case "vec2":
		return "[item.float(" + at.plus(0) + "), item.float(" + at.plus(1) + ")] as const"
	case "text":
		return "texts[" + word + "]!"
	case "list":
		return v.Of + "Lists[" + word + "]!"
	}
	if w.typeOf(v) == "bigint" {
		return "item.bigint(" + at.plus(0) + ")"
	}
	return word
}
