package hddl

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// exportNames are the words of HDDL for the names of a model. If a name is not a word, or one that means something
// else, it is changed as little as possible.
type exportNames struct {
	enums       []string
	objectTypes []string
	values      [][]string // of each enum
	objects     map[world.Object]string
	symbols     map[string]string
	calls       map[string]string

	usedSymbols, usedCalls, usedMethods map[string]bool
}

func newExportNames(info *def.Info) exportNames {
	n := exportNames{objects: map[world.Object]string{}, symbols: map[string]string{}, calls: map[string]string{},
		usedSymbols: map[string]bool{}, usedCalls: map[string]bool{}, usedMethods: map[string]bool{}}
	types, objects := map[string]bool{ObjectType: true}, map[string]bool{}
	for i := range info.Schema.Types {
		n.objectTypes = append(n.objectTypes, n.free(types, info.Schema.Types[i].Name))
		for _, o := range info.Initial.Objects(int32(i)) {
			if _, named := n.objects[o]; !named {
				n.objects[o] = n.free(objects, info.Initial.ObjectName(o, int32(i)))
			}
		}
	}
	for i := range info.Schema.Enums {
		n.enums = append(n.enums, n.free(types, info.Schema.Enums[i].Name))
		var values []string
		for _, v := range info.Schema.Enums[i].Values {
			if objects[hddlWord(v)] {
				v = info.Schema.Enums[i].Name + "." + v
			}
			values = append(values, n.free(objects, v))
		}
		n.values = append(n.values, values)
	}
	for i := range info.Schema.Symbols {
		name, word := info.Schema.Symbols[i].Name, info.Schema.Symbols[i].Says
		if word == "" {
			word = name
		}
		n.symbols[name] = n.free(n.usedSymbols, word)
	}
	for _, op := range info.Operators {
		n.calls[op.Name] = n.free(n.usedCalls, op.Name)
	}
	for _, t := range info.Tasks {
		n.calls[t.Name] = n.free(n.usedCalls, t.Name)
	}
	return n
}

// free returns a word for a name that is not used, and uses it.
func (n *exportNames) free(used map[string]bool, name string) string {
	word := hddlWord(name)
	for i := 2; used[word]; i++ {
		word = fmt.Sprintf("%s-%d", hddlWord(name), i)
	}
	used[word] = true
	return word
}

// method returns a word for a method; methods of all tasks share their names.
func (n *exportNames) method(task, name string) string {
	if name == "" || n.usedMethods[hddlWord(name)] {
		name = task + "-" + name
	}
	return n.free(n.usedMethods, name)
}

// languageWords mean something where names stand.
var languageWords = map[string]bool{"and": true, "or": true, "not": true, "imply": true, "forall": true, "exists": true, "when": true,
	"typeof": true, "sort": true, "sortof": true, "either": true, "assign": true, "increase": true, "decrease": true, "scale-up": true,
	"scale-down": true, "=": true, "<": true, ">": true, "<=": true, ">=": true, "-": true, "+": true, "*": true, "/": true, "number": true}

// hddlWord returns a name as a word of HDDL.
func hddlWord(name string) string {
	word := strings.Map(func(r rune) rune {
		if r == '`' { // around the text of a placeholder
			return -1
		}
		if strings.ContainsRune("();\"'|", r) || unicode.IsSpace(r) || unicode.IsControl(r) {
			return '-'
		}
		return r
	}, name)
	switch {
	case word == "" || strings.ContainsRune("?:0123456789-+.", rune(word[0])):
		return "_" + word
	case languageWords[strings.ToLower(word)]:
		return word + "_"
	}
	return word
}

// varNames are the variables of one action, method or declaration: no two of them are called the same.
type varNames map[string]bool

func (n varNames) fresh(name string) Name {
	word := "?" + strings.TrimLeft(hddlWord(name), "?_")
	if word == "?" {
		word = "?x"
	}
	for i, base := 2, word; n[word]; i++ {
		word = fmt.Sprintf("%s%d", base, i)
	}
	n[word] = true
	return Name{Text: word}
}
