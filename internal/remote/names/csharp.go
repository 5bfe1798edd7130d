package names

import (
	"fmt"
	"math"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/remote"
)

// csharp writes C# 7.2 for the package of clients/csharp: a namespace with enums, and a static class for each group.
type csharp struct{ *writer }

const csBatch, csItem, csOp = "global::Karakuri.Batch", "global::Karakuri.Item", "global::Karakuri.Op."

func (csharp) style() style {
	return style{tab: "    ", group: pascal, taken: "Program Literals", reserved: `
		abstract as base bool break byte case catch char checked class const continue decimal default delegate do double else enum event explicit
		extern false finally fixed float for foreach goto if implicit in int interface internal is lock long namespace new null object operator
		out override params private protected public readonly ref return sbyte sealed short sizeof stackalloc static string struct switch this
		throw true try typeof uint ulong unchecked unsafe ushort using virtual void volatile while`}
}

func (w csharp) head() {
	w.line("// Names of %s. Made by: %s", w.file, w.made)
	w.line("namespace Karakuri.Names.%s", pascal(baseOf(w.file)))
	w.line("{")
	w.depth++
	w.line("/// <summary>The program that the names are of.</summary>")
	w.line("public static class Program")
	w.line("{")
	w.line("    /// <summary>The hash of the manifest: for RemoteOptions.ManifestHash, or to compare with Manifest.Hash.</summary>")
	w.line("    public const string ManifestHash = %q;", w.Hash)
	w.line("}")
}

func (w csharp) tail() {
	w.depth--
	w.line("}")
}

func (w csharp) enum(e *remote.ManifestEnum) {
	w.gap()
	w.line("/// <summary>The enum %s.</summary>", clean.Replace(e.Name))
	w.line("public enum %s : long", w.enumName(pascal, e))
	w.line("{")
	w.open(" of " + e.Name)
	for _, v := range e.Values {
		w.line("    /// <summary>%s</summary>", clean.Replace(v))
		w.line("    %s,", w.name(pascal(v), "value", v))
	}
	w.close()
	w.line("}")
}

func (w csharp) begin(group, doc string) {
	w.line("/// <summary>%s</summary>", doc)
	w.line("public static class %s", group)
	w.line("{")
}

func (w csharp) end() { w.line("}") }

// class writes the class of a name, with its number and what body adds; members are the names in it, which the class
// itself cannot have.
func (w csharp) class(name, kind, doc string, number int, members string, body func()) {
	written := pascal(name)
	if words("Number " + members)[written] {
		written += "_"
	}
	w.line("/// <summary>%s</summary>", doc)
	w.line("public static class %s", w.name(written, kind, name))
	w.line("{")
	w.depth++
	w.line("/// <summary>Its number.</summary>")
	w.line("public const uint Number = %d;", number)
	body()
	w.depth--
	w.line("}")
}

func (w csharp) symbol(number int, s *remote.ManifestSymbol) {
	w.class(s.Name, "symbol", symbolDoc(s), number, "Write Read Value", func() {
		whose, agent := "", "0"
		if s.Scope != "world" {
			whose, agent = "long "+s.Scope, s.Scope
		}
		args, v := paramsOf(s), argument{"value", &s.Type}
		params, puts := join(each(args, w.param)...), join(each(args, w.put)...)
		if !s.Derived {
			w.line("/// <summary>Writes it.</summary>")
			w.line("public static %s Write(%s) => batch.Add(%sWrite, Number, %s);", csBatch, join(csBatch+" batch", whose, params, w.param(v)), csOp, w.several(join(agent, puts, w.put(v))))
		}
		w.line("/// <summary>Asks for it. The answer repeats the reference.</summary>")
		w.line("public static %s Read(%s) => batch.Add(%sRead, Number, %s);", csBatch, join(csBatch+" batch", "long reference", whose, params), csOp, w.several(join("reference", agent, puts)))
		w.line("/// <summary>Takes it from an item that answers Read.</summary>")
		w.line("public static %s Value(%s item) => %s;", w.typeOf(v.typ), csItem, w.get(v.typ, offset{"", 1}))
	})
}

// several returns words as the arguments of Batch.Add, which takes five one by one.
func (csharp) several(words string) string {
	if strings.Count(words, ", ") < 5 {
		return words
	}
	return "new long[] { " + words + " }"
}

func (w csharp) kind(number int, k *remote.ManifestKind) {
	w.class(k.Name, "kind", kindDoc(k), number, "Spawn", func() {
		w.line("/// <summary>Spawns one. The answer repeats the reference.</summary>")
		w.line("public static %s Spawn(%s batch, long reference) => batch.Add(%sSpawn, Number, reference);", csBatch, csBatch, csOp)
	})
}

func (w csharp) goal(number int, g *remote.ManifestGoal) {
	w.class(g.Name, "goal", callDoc(g.Name, g.Params), number, "Order", func() {
		if !given(g.Params) {
			return
		}
		args := w.orderParams(g, camel, "batch", "reference", "agent", "urgent")
		w.line("/// <summary>Orders an agent to pursue it. The answer repeats the reference.</summary>")
		w.line("public static %s Order(%s) => batch.Add(%sOrder, Number, new long[] { %s }, (byte)(urgent ? 1 : 0));", csBatch,
			join(csBatch+" batch", "long reference", "long agent", join(each(args, w.param)...), "bool urgent = false"), csOp, join("reference", "agent", join(each(args, w.put)...)))
	})
}

func (w csharp) typ(number int, t *remote.ManifestType) {
	w.class(t.Name, "type", typeDoc(t), number, "Add", func() {
		w.line("/// <summary>Adds an object. The answer repeats the reference.</summary>")
		w.line("public static %s Add(%s batch, long reference, string name) => batch.AddText(%sObject, Number, name, reference);", csBatch, csBatch, csOp)
	})
}

func (w csharp) object(o *remote.ManifestObject) {
	w.line("/// <summary>%s</summary>", objectDoc(o))
	w.line("public const long %s = %d;", w.name(pascal(o.Name), "object", o.Name), o.Object)
}

func (w csharp) personality(number int, name, doc string) {
	w.class(name, "personality", doc, number, "Give", func() {
		w.line("/// <summary>Gives it to an agent.</summary>")
		w.line("public static %s Give(%s batch, long agent) => batch.Add(%sPersonality, Number, agent);", csBatch, csBatch, csOp)
	})
}

// action writes a struct of the arguments. A parameter with several types is a number that tells which, and a field for
// each of them.
func (w csharp) action(number int, a *remote.ManifestAction) {
	written := pascal(a.Name)
	members := "Number Instance Agent TryRead"
	if words(members)[written] {
		written += "_"
	}
	is := w.name(written, "action", a.Name)
	w.line("/// <summary>%s</summary>", callDoc(a.Name, a.Params))
	w.line("public readonly struct %s", is)
	w.line("{")
	w.depth++
	w.line("/// <summary>Its number.</summary>")
	w.line("public const uint Number = %d;", number)
	w.line("/// <summary>Names what was started, for Batch.Report.</summary>")
	w.line("public readonly long Instance;")
	w.line("/// <summary>Who started it.</summary>")
	w.line("public readonly long Agent;")
	w.open(" of "+a.Name, strings.Fields(members+" "+is)...)
	reads := w.fields(a.Params)
	w.close()
	w.gap()
	w.line("%s(%s item)", is, csItem)
	w.line("{")
	w.line("    Instance = item.Int(0);")
	w.line("    Agent = item.Int(1);")
	for _, r := range reads {
		w.line("    %s", r)
	}
	w.line("}")
	w.gap()
	w.line("/// <summary>Takes it from an item that starts or restores one. It is false for another item.</summary>")
	w.line("public static bool TryRead(%s item, out %s action)", csItem, is)
	w.line("{")
	w.line("    bool found = item.Number == Number && (item.Op == %sStart || item.Op == %sRestored);", csOp, csOp)
	w.line("    action = found ? new %s(item) : default;", is)
	w.line("    return found;")
	w.line("}")
	w.depth--
	w.line("}")
}

// fields writes the fields of arguments, and returns the statements that fill them.
func (w csharp) fields(params []remote.ManifestParam) (reads []string) {
	at := offset{"", 2}
	field := func(name, typ, doc string) {
		w.line("/// <summary>%s</summary>", clean.Replace(doc))
		w.line("public readonly %s %s;", typ, name)
	}
	for i := range params {
		p := &params[i]
		if len(p.Types) == 1 {
			name := w.name(pascal(p.Name), "parameter", p.Name)
			field(name, w.typeOf(&p.Types[0]), p.Name+": "+typeName(&p.Types[0]))
			reads = append(reads, name+" = "+w.get(&p.Types[0], at)+";")
			at.n += width(&p.Types[0])
			continue
		}
		which := w.name(pascal(p.Name)+"Type", "parameter", p.Name)
		field(which, "int", "Which of its types "+p.Name+" has: the place in "+typeNames(p.Types)+".")
		reads = append(reads, which+" = (int)item.Int("+at.plus(0)+");")
		at.n++
		for k := range p.Types {
			t := &p.Types[k]
			name := w.name(pascal(p.Name)+pascal(typeWord(t)), "parameter", p.Name)
			field(name, w.typeOf(t), fmt.Sprintf("%s where it is %s: %s is %d.", p.Name, typeName(t), which, k))
			reads = append(reads, fmt.Sprintf("%s = %s == %d ? %s : default;", name, which, k, w.get(t, at)))
		}
		next := w.after(p, which, at)
		if next.from != at.from {
			reads = append(reads, "int "+next.from+" = "+w.ends(p, which, "==", at)+";")
		}
		at = next
	}
	return reads
}

func (w csharp) param(p argument) string { return w.typeOf(p.typ) + " " + p.name }

func (w csharp) typeOf(v *value) string {
	switch v.Kind {
	case "bool":
		return "bool"
	case "int":
		if fits(v, math.MinInt32, math.MaxInt32) {
			return "int"
		}
	case "float":
		return "double"
	case "vec2":
		return "(double X, double Y)"
	case "enum":
		return "global::Karakuri.Names." + pascal(baseOf(w.file)) + "." + w.enums[v.Of]
	case "text":
		return "string"
	case "list":
		return map[string]string{"int": "long[]", "float": "double[]", "text": "string[]"}[v.Of]
	}
	return "long"
}

// put returns the words of a variable.
func (w csharp) put(p argument) string {
	switch p.typ.Kind {
	case "bool":
		return p.name + " ? 1 : 0"
	case "enum":
		return "(long)" + p.name
	case "float":
		return csBatch + ".Float(" + p.name + ")"
	case "vec2":
		return csBatch + ".Float(" + p.name + ".X), " + csBatch + ".Float(" + p.name + ".Y)"
	}
	return p.name
}

// get returns what reads a value from an item.
func (w csharp) get(v *value, at offset) string {
	word := "item.Int(" + at.plus(0) + ")"
	switch v.Kind {
	case "bool":
		return word + " != 0"
	case "int", "enum":
		if is := w.typeOf(v); is != "long" {
			return "(" + is + ")" + word
		}
	case "float":
		return "item.Float(" + at.plus(0) + ")"
	case "vec2":
		return "(item.Float(" + at.plus(0) + "), item.Float(" + at.plus(1) + "))"
	case "text":
		return "global::Karakuri.Names." + pascal(baseOf(w.file)) + ".Literals.Texts[" + word + "]"
	case "list":
		return "global::Karakuri.Names." + pascal(baseOf(w.file)) + ".Literals." + pascal(v.Of) + "Lists[" + word + "]"
	}
	return word
}

func (w csharp) literals() {
	if len(w.Texts) == 0 && w.Lists == nil {
		return
	}
	w.gap()
	w.line("/// <summary>The texts and lists that are arguments.</summary>")
	w.line("static class Literals")
	w.line("{")
	w.line("    internal static readonly string[] Texts = {%s};", quoted(w.Texts))
	if l := w.Lists; l != nil {
		w.line("    internal static readonly long[][] IntLists = {%s};", lists(l.Int, "new long[] {", "}", integers))
		w.line("    internal static readonly double[][] FloatLists = {%s};", lists(l.Float, "new double[] {", "}", floats))
		w.line("    internal static readonly string[][] TextLists = {%s};", lists(l.Text, "new string[] {", "}", quoted))
	}
	w.line("}")
}
