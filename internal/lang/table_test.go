package lang

import (
	"bytes"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// within says how a clause of a statement is written in a file, and where it ends up.
var within = map[string]struct {
	text string
	at   func(d def.Decl) any
}{
	"action":           {"action shoot(e: enemy) %", func(d def.Decl) any { return d }},
	"operator":         {"operator shoot { % }", func(d def.Decl) any { return d }},
	"method":           {"task t { method \"m\" % { a } }", func(d def.Decl) any { return d.(*def.Task).Methods[0] }},
	"node":             {"tree t { attack %; }", func(d def.Decl) any { return d.(*def.Tree).Root }},
	"utility selector": {"tree t { utility selector % { a score 1 } }", func(d def.Decl) any { return d.(*def.Tree).Root }},
	"goal":             {"goal g { %; a }", func(d def.Decl) any { return d }},
	"way":              {"goal g { way \"w\" % { a } }", func(d def.Decl) any { return d.(*def.Goal).Ways[0] }},
	"interrupt":        {"goal g { interrupt % { a } }", func(d def.Decl) any { return d.(*def.Goal).Interrupts[0] }},
	"step":             {"goal g { a % }", func(d def.Decl) any { return d.(*def.Goal).Ways[0].Steps[0] }},
	"brain":            {"brain b { want a { score 1 }; % }", func(d def.Decl) any { return d }},
	"want":             {"brain b { want a % }", func(d def.Decl) any { return d.(*def.Brain).Wants[0] }},
	"consider":         {"brain b { want a { consider x % } }", func(d def.Decl) any { return d.(*def.Brain).Wants[0].Considers[0] }},
	"squad":            {"squad s { % }", func(d def.Decl) any { return d }},
	"plan":             {"agent a { plan p % }", func(d def.Decl) any { return d.(*def.Agent).Plans[0] }},
	"role":             {"squad s { role r 1 % }", func(d def.Decl) any { return d.(*def.Squad).Roles[0] }},
	"token":            {"squad s { token t 1 % }", func(d def.Decl) any { return d.(*def.Squad).Tokens[0] }},
	"slot":             {"squad s { slot t 1 % }", func(d def.Decl) any { return d.(*def.Squad).Slots[0] }},
	"agent":            {"agent a { % }", func(d def.Decl) any { return d }},
	"tree":             {"agent a { tree t % }", func(d def.Decl) any { return d.(*def.Agent).Tree }},
	"type":             {"type a %", func(d def.Decl) any { return d }},
	"symbol":           {"state agent { % x(e: a): bool }", func(d def.Decl) any { return d.(*def.State).Symbols[0] }},
	"reaction":         {"agent a { reaction r on x % }", func(d def.Decl) any { return d.(*def.Agent).Reactions[0] }},
}

// TestExamplesOfClausesAreInTheLanguage: the example of each row of the table is read, laid out, and goes through the
// JSON form, and the clause is there each time.
func TestExamplesOfClausesAreInTheLanguage(t *testing.T) {
	schema := compiledSchema(t)
	for _, s := range def.Statements() {
		for part, list := range map[string][]def.Clause{"head": s.Head, "body": s.Body} {
			for i := range list {
				c := &list[i]
				if in, ok := within[s.Word]; ok && c.Word != "" && !c.ByHand() && c.Form != "on hp < 0.3" && !(s == &def.InterruptTable && c.Word != "when") {
					t.Run(s.Word+" "+c.Word, func(t *testing.T) {
						form := c.Form
						if s == &def.WantTable && part == "body" {
							form = "{ " + form + " }"
						} else if s == &def.WantTable {
							form += " { score 1 }"
						}
						text := strings.Replace(in.text, "%", form, 1)
						if c.Only == def.NodePlan {
							text = strings.Replace(text, "attack", "plan attack", 1)
						}
						parsed, ds := Parse(diag.NewSource("a.krk", text))
						if len(ds.All) > 0 {
							t.Fatalf("%s\n%s", text, render(ds))
						}
						written := Format(parsed)
						again, _ := Parse(diag.NewSource("a.krk", written))
						data, err := EncodeJSON(parsed)
						if err != nil {
							t.Fatal(err)
						}
						decoded, ds := DecodeJSON(diag.NewSource("a.json", string(data)))
						if len(ds.All) > 0 {
							t.Fatalf("%s\n%s", data, render(ds))
						}
						for _, f := range []*def.File{parsed, again, decoded} {
							if !c.Has(in.at(f.Decls[0])) {
								t.Errorf("the clause is lost on the way:\n%s\n%s\n%s", text, written, data)
							}
						}
						if same, err := EncodeJSON(decoded); err != nil || !bytes.Equal(same, data) {
							t.Errorf("the JSON form\n%s\nbecomes\n%s", data, same)
						}
						if err := validate(t, schema, string(data)); err != nil {
							t.Errorf("%v\n%s", err, data)
						}
					})
				}
			}
		}
	}
}
