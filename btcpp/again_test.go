package btcpp_test

import (
	"bytes"
	"reflect"

	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/diag"
)

// failer is the common part of a test, a fuzz target and a property.
type failer interface {
	Helper()
	Errorf(format string, args ...any)
}

// readAgain checks that a document, written and read again, is the same except for places, and written again the same
// text.
func readAgain(t failer, d *btcpp.Document, o btcpp.Options) {
	t.Helper()
	text := written(d)
	again, ds := btcpp.ReadString(d.Name, text, o)
	if err := ds.Err(); err != nil {
		t.Errorf("what was written is refused: %v\n%s", err, text)
		return
	}
	if second := written(again); second != text {
		t.Errorf("written again it differs:\n%s\n---\n%s", text, second)
	}
	before := placeless(d)
	before.Version = 4 // which is always written
	if !reflect.DeepEqual(before, placeless(again)) {
		t.Errorf("read again it differs:\n%s", text)
	}
}

func written(d *btcpp.Document) string {
	var b bytes.Buffer
	if err := btcpp.Write(&b, d); err != nil {
		panic(err) // a buffer takes everything
	}
	return b.String()
}

// placeless returns a deep copy of a tree without its places, empty lists nil.
func placeless[T any](x T) T {
	return copyOf(reflect.ValueOf(x)).Interface().(T)
}

var spanType = reflect.TypeFor[diag.Span]()

func copyOf(v reflect.Value) reflect.Value {
	if v.Type() == spanType {
		return reflect.Zero(spanType)
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return v
		}
		to := reflect.New(v.Type().Elem())
		to.Elem().Set(copyOf(v.Elem()))
		return to
	case reflect.Slice:
		if v.Len() == 0 {
			return reflect.Zero(v.Type())
		}
		to := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			to.Index(i).Set(copyOf(v.Index(i)))
		}
		return to
	case reflect.Struct:
		to := reflect.New(v.Type()).Elem()
		for i := range v.NumField() {
			to.Field(i).Set(copyOf(v.Field(i)))
		}
		return to
	}
	return v
}
