package fact

import (
	"reflect"
	"strconv"
)

// Name returns the name of a value of an enumeration, by its place in the list of names. One that has none is
// "Status(7)".
func Name[T ~int | ~int8 | ~uint8](v T, names ...string) string {
	if i := int(v); i >= 0 && i < len(names) {
		return names[i]
	}
	return reflect.TypeFor[T]().Name() + "(" + strconv.Itoa(int(v)) + ")"
}
