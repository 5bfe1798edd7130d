package action

import (
	"reflect"
	"unsafe"

	"github.com/karakuri-ai/karakuri/world"
)

// Arguments are the arguments of an action whose parameters are not known when the host is written: as the P of [Bind]
// they fit every action. Argument i is [i]; those beyond the action's parameters are zero. It is for tools and
// simulations that carry out any program; games bind structs of their own. An array of fewer values takes less memory
// for each running action, and fits actions with at most as many parameters.
type Arguments [MaxArgs]Value

// isArguments reports whether a type is Arguments, or another array of values.
func isArguments(g reflect.Type) bool { return g.Kind() == reflect.Array && g.Elem() == valueType }

// layOutAny lays out the parameters of an action as Arguments.
func layOutAny(list []Param) params {
	out := make(params, len(list))
	for i := range list {
		out[i] = field{offset: uintptr(i) * unsafe.Sizeof(Value{}), form: formValue, types: list[i].Types}
	}
	return out
}

// Len returns the number of arguments.
func (a *Arguments) Len() int {
	n := 0
	for n < len(a) && a[n].Type != (world.Type{}) {
		n++
	}
	return n
}
