package lang

import "github.com/karakuri-ai/karakuri/internal/model/def"

// jsonGoalForms are the forms of goals.
var jsonGoalForms = []jsonForm{
	tableForm(&def.GoalTable), tableForm(&def.WayTable), tableForm(&def.InterruptTable), toldBy("call", tableForm(&def.StepTable)), plainForm(toldBy("call", tableForm(&def.AlternativeTable))),
}

// toldBy returns a form that a field tells from others that may stand in its place.
func toldBy(field string, f jsonForm) jsonForm {
	f.by = field
	return f
}

// plainForm returns a form without comments.
func plainForm(f jsonForm) jsonForm {
	f.comments = false
	return f
}
