// Package names writes the numbers of a program's names as source for the clients: a game compares the hash of the
// manifest when it starts, and so sees that the file is old.
package names

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/remote"
)

// name is a constant of the source.
type name struct {
	words []string // "symbol", "money"
	value int64
	doc   string
}

// language is how source is written.
type language struct {
	top, line, end string // top takes the file, the hash, and the file's own name as a type and as a variable; line takes name, value and doc
	named          func(words []string) string
}

var languages = map[string]language{
	"cs": {
		"// Names of %[1]s. Made by: karakuri generate cs %[1]s\nnamespace Karakuri.Names\n{\n    /// <summary>The numbers of names.</summary>\n    public static class %[3]s\n    {\n" +
			"        /// <summary>The hash of the manifest: for RemoteOptions.ManifestHash, or to compare with Manifest.Hash.</summary>\n        public const string ManifestHash = \"%[2]s\";\n",
		"\n        /// <summary>%[3]s</summary>\n        public const uint %[1]s = %[2]d;\n", "    }\n}\n", pascal},
	"cpp": {
		"// Names of %[1]s. Made by: karakuri generate cpp %[1]s\n#pragma once\n#include <cstdint>\n\nnamespace karakuri::names::%[4]s {\n\n" +
			"// The hash of the manifest: compare it with that of Program::manifest.\nconstexpr char MANIFEST_HASH[] = \"%[2]s\";\n\n",
		"constexpr uint32_t %s = %d; // %s\n", "\n}\n", upper},
	"gd": {
		"# Names of %[1]s. Made by: karakuri generate gd %[1]s\n\nconst MANIFEST_HASH = \"%[2]s\"  # of the manifest: for Session.open\n\n",
		"const %s = %d  # %s\n", "", upper},
	"ts": {
		"// Names of %[1]s. Made by: karakuri generate ts %[1]s\n\n/** The hash of the manifest: compare it with program.manifest.hash. */\nexport const MANIFEST_HASH = '%[2]s';\n\n",
		"export const %s = %d; // %s\n", "", upper},
	"py": {
		"\"\"\"Names of %[1]s. Made by: karakuri generate py %[1]s\"\"\"\n\nMANIFEST_HASH = \"%[2]s\"  # of the manifest: compare it with program.manifest[\"hash\"]\n\n",
		"%s = %d  # %s\n", "", upper},
}

// Languages are those that source is written in, as the command line names them.
func Languages() []string { return slices.Sorted(maps.Keys(languages)) }

// ErrAlike is why nothing is written: two names of the program would be the same in the source.
var ErrAlike = errors.New("two names would be written alike")

// Source returns the names of a program from a file as source in one of [Languages]. The error is [ErrAlike], wrapped.
func Source(lang, file string, m *remote.Manifest) (string, error) {
	l := languages[lang]
	base := strings.FieldsFunc(strings.TrimSuffix(path.Base(file), path.Ext(file)), func(r rune) bool { return r == '_' || r == '-' || r == '.' || r == ' ' })
	var b strings.Builder
	fmt.Fprintf(&b, l.top, path.Base(file), m.Hash, pascal(base), strings.Join(base, "_"))
	seen := map[string]name{}
	for _, n := range list(m) {
		is := l.named(n.words)
		if old, twice := seen[is]; twice {
			return "", fmt.Errorf("%w, as %s: the %s and the %s", ErrAlike, is, strings.Join(old.words, " "), strings.Join(n.words, " "))
		}
		seen[is] = n
		fmt.Fprintf(&b, l.line, is, n.value, n.doc)
	}
	b.WriteString(l.end)
	return b.String(), nil
}

// list returns the names of a program, in the order of its manifest.
func list(m *remote.Manifest) (all []name) {
	add := func(kind, is string, value int, doc string) {
		all = append(all, name{[]string{kind, is}, int64(value), doc})
	}
	for i, s := range m.Symbols {
		add("symbol", s.Name, i, symbolDoc(&s))
	}
	for i, a := range m.Actions {
		add("action", a.Name, i, "takes "+params(a.Params))
	}
	for i, k := range m.Kinds {
		add("kind", k.Name, i, kindDoc(&k))
	}
	for i, g := range m.Goals {
		add("goal", g.Name, i, "takes "+params(g.Params))
	}
	for i, t := range m.Types {
		add("type", t.Name, i, fmt.Sprintf("at most %d objects", t.Max))
	}
	for _, o := range m.Objects {
		add("object", o.Name, int(o.Object), "a "+o.Type)
	}
	for _, e := range m.Enums {
		for i, v := range e.Values {
			add(e.Name, v, i, "a value of "+e.Name)
		}
	}
	return all
}

// symbolDoc says what a symbol holds and who writes it.
func symbolDoc(s *remote.ManifestSymbol) string {
	text := typeName(&s.Type) + " of the " + s.Scope
	for i := range s.Params {
		text += map[bool]string{true: " for each ", false: " and "}[i == 0] + typeName(&s.Params[i])
	}
	switch {
	case s.Derived:
		return text + ", derived: it cannot be written"
	case s.Sensed:
		return text + ", sensed: only the game writes it"
	}
	return text
}

func kindDoc(k *remote.ManifestKind) string {
	text := "a kind of agents"
	if k.Squad {
		text = "a kind of squads"
	}
	if k.Brain {
		text += ", which take orders"
	}
	if k.Body != "" {
		text += ", with a body: a " + k.Body
	}
	return text
}

// params lists parameters: "to: place, how: item or vec2".
func params(list []remote.ManifestParam) string {
	if len(list) == 0 {
		return "no arguments"
	}
	var texts []string
	for _, p := range list {
		var types []string
		for i := range p.Types {
			types = append(types, typeName(&p.Types[i]))
		}
		texts = append(texts, p.Name+": "+strings.Join(types, " or "))
	}
	return strings.Join(texts, ", ")
}

func typeName(v *remote.ManifestValue) string {
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

// upper writes a name as constants are named: SYMBOL_MONEY.
func upper(words []string) string { return strings.ToUpper(strings.Join(words, "_")) }

// pascal writes a name as types are named: SymbolMoney.
func pascal(words []string) string {
	var b strings.Builder
	for _, w := range words {
		for _, part := range strings.Split(w, "_") {
			if part != "" {
				b.WriteString(strings.ToUpper(part[:1]) + part[1:])
			}
		}
	}
	return b.String()
}
