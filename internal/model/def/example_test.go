package def_test

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

func ExampleCheck() {
	file, _ := lang.Parse(diag.NewSource("meal.krk", `
state agent { money: int 0..100; hungry: bool = true }
operator buy { when mony >= 5; effect money -= 5, hungry = 0 }
task dine { method "buy" { bay } }
`))
	_, findings := def.Check(&def.Model{Files: []*def.File{file}})
	for _, d := range findings.All {
		fmt.Println(d.Error(), d.Hint)
	}
	// Output:
	// meal.krk:3:21: unknown symbol "mony" [K012] did you mean "money"?
	// meal.krk:3:60: expected bool, found int [K010] a condition is true or false: compare it with something
	// meal.krk:4:28: expected a task or operator, but nothing is called "bay" [K103] did you mean "buy"?
}
