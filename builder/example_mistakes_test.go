package builder_test

import (
	"errors"
	"os"

	"github.com/karakuri-ai/karakuri/builder"
	"github.com/karakuri-ai/karakuri/diag"
)

// Every mistake is found, with the place of the call; none panics, and none hides another.
func Example_mistakes() {
	d := builder.New("meal")
	d.AgentState().Int("money", 0, 100).Bool("has_meal")
	d.Operator("eat").When("has_mael")
	d.Operator("buy").
		When("money >= ").
		Effect("money -= 5, has_meal = true")
	d.Task("dine").Method("buy first").Do("buy", "eat", "wash")

	err := d.Check()
	var failure *diag.Failure
	if errors.As(err, &failure) {
		diag.Render(os.Stdout, failure.List)
	}
	// Output:
	// builder/example_mistakes_test.go:15:1: unknown symbol "has_mael" [K012]
	//     has_mael
	//     ^~~~~~~~ did you mean "has_meal"?
	// builder/example_mistakes_test.go:17:1: expected an expression after ">=" [K001]
	//     money >=
	//             ^
	// builder/example_mistakes_test.go:19:1: expected a task or operator, but nothing is called "wash" [K103]
	//     wash
	//     ^~~~
}
