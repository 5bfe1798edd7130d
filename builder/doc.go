// Package builder makes the model of a karakuri file in Go: declarations by method calls, expressions as strings of
// the same language. It makes the same [karakuri.Model] as a file does.
//
//	d := builder.New("meal")
//	d.Operator("buy").When("money >= 5").Do("move_to(shop)").Effect("money -= 5, has_meal = true")
//	model, findings := d.Model()
//	program, err := karakuri.Link(model)
//
// Every mistake becomes a diagnostic with the Go file and line of the call. Calls never panic and need no error check
// of their own: [Domain.Check] returns everything at once.
package builder
