// Package names writes the names of a program as source for a game: its enums, and its symbols, actions, kinds, goals,
// types and objects with what they take, so that a wrong name or a wrong type is an error of the game's own compiler.
// The source holds the hash of the manifest: a game compares it when it starts, and so sees that the source is old.
package names

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/karakuri-ai/karakuri/internal/remote"
)

// dialect writes the parts of a source in one language.
type dialect interface {
	style() style
	head()
	enum(e *remote.ManifestEnum)
	literals()
	begin(group, doc string)
	symbol(number int, s *remote.ManifestSymbol)
	action(number int, a *remote.ManifestAction)
	kind(number int, k *remote.ManifestKind)
	goal(number int, g *remote.ManifestGoal)
	typ(number int, t *remote.ManifestType)
	object(o *remote.ManifestObject)
	personality(number int, name, doc string)
	end()
	tail()
}

// style is how a language writes names.
type style struct {
	tab      string
	reserved string                   // words that a name cannot be, separated by spaces; one that is gets an underscore
	taken    string                   // names that the source itself has on top
	group    func(name string) string // writes the name of a group
}

// languages make the dialects, by the names of languages on the command line.
var languages = map[string]func(w *writer) dialect{
	"c":   func(w *writer) dialect { return c{w} },
	"cpp": func(w *writer) dialect { return cpp{w} },
	"cs":  func(w *writer) dialect { return csharp{w} },
	"gd":  func(w *writer) dialect { return gdscript{w} },
	"py":  func(w *writer) dialect { return python{w} },
	"ts":  func(w *writer) dialect { return typescript{w} },
}

// Languages are those that source is written in, as the command line names them.
func Languages() []string { return slices.Sorted(maps.Keys(languages)) }

// ErrAlike is why nothing is written: two names of the program would be the same in the source.
var ErrAlike = errors.New("two names would be written alike")

// Source returns the names of a program from a file as source in one of [Languages]. The error is [ErrAlike], wrapped.
func Source(lang, file string, m *remote.Manifest) (string, error) {
	w := &writer{Manifest: m, enums: map[string]string{}, file: path.Base(file), made: "karakuri generate " + lang + " " + path.Base(file)}
	d := languages[lang](w)
	w.style = d.style()
	w.reserved = words(w.style.reserved)
	w.open("", append(strings.Fields(w.style.taken), w.style.group("symbols"), w.style.group("actions"), w.style.group("kinds"), w.style.group("goals"), w.style.group("types"), w.style.group("objects"), w.style.group("personalities"))...)
	d.head()
	for i := range m.Enums {
		d.enum(&m.Enums[i])
	}
	d.literals()
	w.groups(d)
	d.tail()
	return w.b.String(), w.err
}

// groups writes the groups of names that are not empty.
func (w *writer) groups(d dialect) {
	m := w.Manifest
	for _, g := range []struct {
		name, doc string
		n         int
		entry     func(i int)
	}{
		{"symbols", "What the game writes and reads.", len(m.Symbols), func(i int) { d.symbol(i, &m.Symbols[i]) }},
		{"actions", "What agents start, and the game carries out.", len(m.Actions), func(i int) { d.action(i, &m.Actions[i]) }},
		{"kinds", "Kinds of agents and of squads.", len(m.Kinds), func(i int) { d.kind(i, &m.Kinds[i]) }},
		{"goals", "Goals, which the game can order agents with a brain to pursue.", len(m.Goals), func(i int) { d.goal(i, &m.Goals[i]) }},
		{"types", "Types of objects.", len(m.Types), func(i int) { d.typ(i, &m.Types[i]) }},
		{"objects", "The objects that the program declares.", len(m.Objects), func(i int) { d.object(&m.Objects[i]) }},
		{"personalities", "Personalities, which the game can give to agents whose brain has them.", len(m.Personalities), func(i int) {
			if name := m.Personalities[i]; name != "" {
				d.personality(i, name, clean.Replace(name))
			} else {
				d.personality(i, "no_personality", "none: wants as the brain has them")
			}
		}},
	} {
		if g.n == 0 {
			continue
		}
		name := w.style.group(g.name)
		w.gap()
		d.begin(name, g.doc)
		w.open(" of "+name, name)
		w.depth++
		for i := range g.n {
			if i > 0 {
				w.gap()
			}
			g.entry(i)
		}
		w.depth--
		w.close()
		d.end()
	}
}

// writer writes lines of source. Names live in scopes: two that are alike in one are an error.
type writer struct {
	*remote.Manifest
	file, made string // the program's file, and the command that makes the source
	style      style
	reserved   map[string]bool
	b          strings.Builder
	depth      int
	scopes     []scope
	enums      map[string]string // how the enums are written
	err        error
}

// scope is the names of one place of the source, by how they are written.
type scope struct {
	what  string // after "as NAME": " of actions"
	names map[string]string
}

// line writes a line.
func (w *writer) line(format string, args ...any) {
	fmt.Fprintf(&w.b, strings.Repeat(w.style.tab, w.depth)+format+"\n", args...)
}

func (w *writer) gap() { w.b.WriteByte('\n') }

// open begins a scope. Names that the source itself defines there are taken.
func (w *writer) open(what string, taken ...string) {
	s := scope{what, map[string]string{}}
	for _, name := range taken {
		s.names[name] = ""
	}
	w.scopes = append(w.scopes, s)
}

func (w *writer) close() { w.scopes = w.scopes[:len(w.scopes)-1] }

// name returns how a name is written in the present scope: with an underscore if it is a word of the language, or one
// that the source itself needs there.
func (w *writer) name(written, kind, is string) string {
	s := w.scopes[len(w.scopes)-1]
	if old, taken := s.names[written]; w.reserved[written] || taken && old == "" {
		written += "_"
	}
	what := kind + " " + is
	if old, twice := s.names[written]; twice && w.err == nil {
		w.err = fmt.Errorf("%w, as %s%s: the %s and the %s", ErrAlike, written, s.what, old, what)
	}
	s.names[written] = what
	return written
}

// enumName names an enum, and notes how.
func (w *writer) enumName(style func(string) string, e *remote.ManifestEnum) string {
	w.enums[e.Name] = w.name(style(e.Name), "enum", e.Name)
	return w.enums[e.Name]
}

// words returns a set of words of a language, separated by spaces.
func words(list string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(list) {
		set[word] = true
	}
	return set
}

// value is the type of one value of a program.
type value = remote.ManifestValue

// width returns how many words a value takes.
func width(v *value) int {
	if v.Kind == "vec2" {
		return 2
	}
	return 1
}

// fits tells whether an int is always between two limits.
func fits(v *value, lo, hi int64) bool {
	return v.Lo != nil && v.Hi != nil && *v.Lo >= lo && *v.Hi <= hi
}

// given tells whether a game can give a goal its arguments: texts and lists it cannot.
func given(params []remote.ManifestParam) bool {
	for i := range params {
		if k := params[i].Types[0].Kind; k == "text" || k == "list" {
			return false
		}
	}
	return true
}

// argument is a parameter of a function of the source.
type argument struct {
	name string
	typ  *value
}

// paramsOf returns the parameters of the arguments of a symbol, which have no names: a, b, c.
func paramsOf(s *remote.ManifestSymbol) (list []argument) {
	for i := range s.Params {
		list = append(list, argument{fmt.Sprintf("%c", 'a'+i), &s.Params[i]})
	}
	return list
}

// orderParams names the parameters of the arguments of a goal in a scope of their own.
func (w *writer) orderParams(g *remote.ManifestGoal, style func(string) string, taken ...string) (list []argument) {
	w.open(" of goal "+g.Name, taken...)
	defer w.close()
	for i := range g.Params {
		list = append(list, argument{w.name(style(g.Params[i].Name), "parameter", g.Params[i].Name), &g.Params[i].Types[0]})
	}
	return list
}

// symbolDoc says what a symbol holds and who writes it: "fares(place, place): int 0..9, of the agent".
func symbolDoc(s *remote.ManifestSymbol) string {
	text := clean.Replace(s.Name)
	for i := range s.Params {
		text += map[bool]string{true: "(", false: ", "}[i == 0] + typeName(&s.Params[i])
	}
	if len(s.Params) > 0 {
		text += ")"
	}
	text += ": " + typeName(&s.Type)
	switch {
	case s.Derived:
		return text + ", derived: it cannot be written"
	case s.Sensed:
		return text + ", of the " + s.Scope + ", sensed: only the game writes it"
	}
	return text + ", of the " + s.Scope
}

func typeDoc(t *remote.ManifestType) string {
	return clean.Replace(fmt.Sprintf("%s: at most %d", t.Name, t.Max))
}

func objectDoc(o *remote.ManifestObject) string { return clean.Replace(o.Name + ": a " + o.Type) }

func kindDoc(k *remote.ManifestKind) string {
	text := clean.Replace(k.Name) + ": a kind of agents"
	if k.Squad {
		text = clean.Replace(k.Name) + ": a kind of squads"
	}
	if k.Brain {
		text += ", which take orders"
	}
	if k.Body != "" {
		text += ", with a body: a " + clean.Replace(k.Body)
	}
	return text
}

// clean takes from a text what would end a comment of some language, or mean something in it.
var clean = strings.NewReplacer("*/", "* /", `\`, "/", `"`, "'", "<", "(", ">", ")", "&", "+")

// callDoc writes an action or a goal with its parameters: "move_to(p: place | crate)".
func callDoc(name string, list []remote.ManifestParam) string {
	if len(list) == 0 {
		return clean.Replace(name)
	}
	var texts []string
	for _, p := range list {
		texts = append(texts, p.Name+": "+typeNames(p.Types))
	}
	return clean.Replace(name + "(" + strings.Join(texts, ", ") + ")")
}

// typeNames writes the types of a parameter: "place | crate".
func typeNames(types []value) string {
	var texts []string
	for i := range types {
		texts = append(texts, typeName(&types[i]))
	}
	return strings.Join(texts, " | ")
}

// typeWord writes a type as a part of a name: place, ints.
func typeWord(v *value) string {
	switch {
	case v.Kind == "list":
		return v.Of + "s"
	case v.Of != "":
		return v.Of
	}
	return v.Kind
}

func typeName(v *value) string {
	switch {
	case v.Kind == "list":
		return "list of " + v.Of
	case v.Of != "":
		return v.Of
	case v.Lo != nil && v.Hi != nil:
		return fmt.Sprintf("%s %d..%d", v.Kind, *v.Lo, *v.Hi)
	}
	return v.Kind
}

// baseOf returns the name of a file without its ending, as a name of the model: parts with underscores between them.
func baseOf(file string) string {
	parts := strings.FieldsFunc(strings.TrimSuffix(file, path.Ext(file)), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if base := strings.Join(parts, "_"); base != "" && !unicode.IsDigit([]rune(base)[0]) {
		return base
	}
	return "program_" + strings.Join(parts, "_")
}

// plain writes a name as the program has it, with an underscore for what is neither a letter nor a digit.
func plain(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '_'
	}, name)
	if unicode.IsDigit([]rune(name)[0]) {
		return "_" + name
	}
	return name
}

// pascal writes a name as types are named: MoveTo.
func pascal(name string) string {
	var b strings.Builder
	for _, part := range strings.Split(plain(name), "_") {
		r := []rune(part)
		if len(r) > 0 {
			b.WriteString(string(unicode.ToUpper(r[0])) + string(r[1:]))
		}
	}
	if text := b.String(); text != "" && !unicode.IsDigit([]rune(text)[0]) {
		return text
	}
	return "X" + b.String()
}

// camel writes a name as variables are named: moveTo.
func camel(name string) string {
	r := []rune(pascal(name))
	r[0] = unicode.ToLower(r[0])
	return string(r)
}

// join writes texts behind each other with commas, without the empty ones.
func join(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), ", ")
}

// each returns what a function makes of each parameter.
func each(list []argument, f func(p argument) string) []string {
	texts := []string{}
	for _, p := range list {
		texts = append(texts, f(p))
	}
	return texts
}

// offset is where the words of an argument begin in an item: a number, behind a variable if arguments before it differ
// in length.
type offset struct {
	from string
	n    int
}

// plus returns the offset of a word that is k further on.
func (o offset) plus(k int) string {
	switch {
	case o.from == "":
		return strconv.Itoa(o.n + k)
	case o.n+k == 0:
		return o.from
	}
	return o.from + " + " + strconv.Itoa(o.n+k)
}

// after returns where the argument after one of several types begins: behind a variable, which the caller declares, if
// the types differ in length.
func (w *writer) after(p *remote.ManifestParam, which string, at offset) offset {
	for i := range p.Types {
		if width(&p.Types[i]) != width(&p.Types[0]) {
			return offset{"after" + which, 0}
		}
	}
	at.n += width(&p.Types[0])
	return at
}

// ends returns the expression of where the argument after one of several types begins, in a language with "a ? b : c".
func (w *writer) ends(p *remote.ManifestParam, which, equals string, at offset) string {
	last := len(p.Types) - 1
	text := at.plus(width(&p.Types[last]))
	for k := last - 1; k >= 0; k-- {
		text = fmt.Sprintf("%s %s %d ? %s : %s", which, equals, k, at.plus(width(&p.Types[k])), text)
	}
	return text
}

// lists writes lists of literals, each between two texts.
func lists[E any](all [][]E, begin, end string, elements func([]E) string) string {
	var texts []string
	for _, l := range all {
		texts = append(texts, begin+elements(l)+end)
	}
	return strings.Join(texts, ", ")
}

func integers(list []int64) string {
	return joined(list, func(n int64) string { return strconv.FormatInt(n, 10) })
}
func quoted(list []string) string { return joined(list, quote) }

// floats writes each as a float, whatever its value.
func floats(list []float64) string {
	return joined(list, func(f float64) string {
		text := strconv.FormatFloat(f, 'g', -1, 64)
		if !strings.ContainsAny(text, ".e") {
			text += ".0"
		}
		return text
	})
}

func joined[E any](list []E, write func(E) string) string {
	var texts []string
	for _, e := range list {
		texts = append(texts, write(e))
	}
	return strings.Join(texts, ", ")
}

// quote writes a text as all of the languages read it.
func quote(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteString("\\" + string(r))
		case r == '\n':
			b.WriteString("\\n")
		case r == '\t':
			b.WriteString("\\t")
		case r == '\r':
			b.WriteString("\\r")
		default:
			b.WriteRune(r)
		}
	}
	return `"` + b.String() + `"`
}
