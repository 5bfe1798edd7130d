package explain_test

import (
	"fmt"
	"os"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/explain"
)

// An answer is printed as it is, or its parts are read: here what prevented each method, where that method stands, and
// which values its condition saw.
func Example() {
	p, err := karakuri.Load(os.DirFS("../examples/meal"), "meal.krk")
	if err != nil {
		panic(err)
	}
	waits := func(*karakuri.Ctx, *struct{ To karakuri.Enum }, *struct{}) karakuri.Status { return karakuri.Running }
	wanders := func(*karakuri.Ctx, *struct{}, *struct{}) karakuri.Status { return karakuri.Running }
	crowd, err := karakuri.New(p, karakuri.Options{}, karakuri.Bind("move_to", waits), karakuri.Bind("wander", wanders))
	if err != nil {
		panic(err)
	}
	v := crowd.Spawn("villager")
	crowd.Step()

	a := v.Explain()
	fmt.Println(a.Name, a.Doing)
	for _, s := range a.Steps {
		fmt.Printf("step %s, line %d, running: %t\n", s.Text, s.Place.Position().Line, s.Running)
	}
	for _, tried := range a.Planned[0].Tried {
		if tried.Kind == explain.Rejected {
			fmt.Printf("not %q, line %d, since %s was %s\n", tried.Method, tried.Place.Position().Line, tried.Cause.Values[0].Symbol, tried.Cause.Values[0].Value)
		}
	}
	// Output:
	// villager#1 carries out dine
	// step work, line 20, running: true
	// step buy, line 19, running: false
	// step eat, line 18, running: false
	// not "eat what we have", line 23, since has_meal was false
	// not "buy first", line 24, since money was 0
	// not "eat what we have", line 23, since has_meal was false
}
