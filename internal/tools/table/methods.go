package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/format"
	"strings"

	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// said lists the types of package builder with methods for clauses of the table, by the files of the methods.
var said = map[string][]struct {
	typ     string
	clauses []def.Clause
}{
	"builder/clauses_plan.go": {
		{"Action", def.ActionTable.Head},
		{"Operator", def.OperatorTable.Body},
		{"Method", def.MethodTable.Head},
		{"Plan", def.PlanTable.Head},
		{"SquadPlan", def.PlanTable.Head},
		{"Role", def.RoleTable.Head},
		{"Reaction", def.ReactionTable.Head},
		{"Alert", def.AlertTable.Head},
	},
	"builder/clauses_mind.go": {
		{"Goal", def.GoalTable.Body},
		{"Way", def.WayTable.Head},
		{"Step", def.StepTable.Head},
		{"Brain", def.BrainTable.Body},
		{"Want", def.WantTable.Head},
		{"Want", def.WantTable.Body},
		{"Consideration", def.ConsiderTable.Head},
		{"Sense", def.SenseTable.Body[0].Rows},
		{"Memory", def.MemoryTable.Body[0].Rows},
	},
	"builder/clauses_tree.go": {
		{"Node", def.NodeTable.Head},
	},
}

// methods returns a file of methods of package builder that say a clause each.
func methods(file string) []byte {
	var b bytes.Buffer
	b.WriteString("// Code generated from the table of package def by: go run ./internal/tools/table. DO NOT EDIT.\n\npackage builder\n")
	for _, s := range said[file] {
		for i := range s.clauses {
			if c := &s.clauses[i]; c.Word != "" && c.Param != "-" && (!c.ByHand() || c.Kinds != nil) {
				writeMethod(&b, s.typ, c)
			}
		}
	}
	text, err := format.Source(b.Bytes())
	if err != nil {
		panic(fmt.Sprintf("the table makes Go that cannot be read: %v\n%s", err, b.String()))
	}
	return text
}

const methodText = `
// %[1]s adds the clause: %[2]s
//
// %[3]s
func (%[4]s *%[5]s) %[1]s(%[6]s) *%[5]s {
	if %[4]s != nil {
		%[4]s.say(caller(), %[7]q, %[8]s)
	}
	return %[4]s
}
`

// writeMethod writes the method that says a clause.
func writeMethod(b *bytes.Buffer, typ string, c *def.Clause) {
	self := strings.ToLower(typ[:1])
	if len(c.Parts) == 0 {
		name, paramType, more := parameter(c)
		fmt.Fprintf(b, methodText, c.MethodName(), c.Form, c.Says()+more, self, typ, strings.TrimSpace(name+" "+paramType), c.Word, cmp.Or(name, "nil"))
		return
	}
	for i := range c.Parts {
		p := &c.Parts[i]
		name, paramType, more := parameter(p)
		if i == 0 {
			fmt.Fprintf(b, methodText, c.MethodName(), c.Form, c.Says()+more, self, typ, name+" "+paramType, c.Word, name)
		} else {
			before := ", which must precede it"
			if !c.Parts[0].Need {
				before = ", but does not need it"
			}
			fmt.Fprintf(b, moreText, p.MethodName(), c.MethodName(), p.Says()+more, self, typ, strings.TrimSpace(name+" "+paramType), c.Word, p.Word, cmp.Or(name, "nil"), before)
		}
	}
}

const moreText = `
// %[1]s extends the clause of [%[5]s.%[2]s]%[10]s. %[3]s
func (%[4]s *%[5]s) %[1]s(%[6]s) *%[5]s {
	if %[4]s != nil {
		%[4]s.sayMore(caller(), %[7]q, %[8]q, %[9]s)
	}
	return %[4]s
}
`

// parameter returns the parameter of a method, and what its comment says of it.
func parameter(c *def.Clause) (name, paramType, doc string) {
	name, paramType = c.Param, "string"
	if c.Unit == "s" {
		return cmp.Or(name, "time"), "any", " It is a constant expression such as \"6s\", or a [time.Duration]."
	}
	switch c.Takes {
	case def.TakesAngle:
		return cmp.Or(name, "angle"), "any", " It is a constant expression such as \"110deg\", or a number of radians."
	case def.TakesRate:
		return cmp.Or(name, "perSecond"), "any", " It is an int, a float64 or a constant expression, with or without \"/s\"."
	case def.TakesNumbers:
		return cmp.Or(name, "numbers"), "...any", " They are ints, float64s or constant expressions."
	case def.TakesPositive, def.TakesNumber, def.TakesCount:
		return cmp.Or(name, "number"), "any", " It is an int, a float64 or a constant expression."
	case def.TakesEffects, def.TakesNames, def.TakesTexts:
		return cmp.Or(name, "texts"), "...string", " Several calls are one list."
	case def.TakesFlag:
		return "", "", ""
	case def.TakesCondition:
		return cmp.Or(name, "condition"), paramType, ""
	}
	return cmp.Or(name, "value"), paramType, ""
}
