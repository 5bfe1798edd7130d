package town

import (
	"reflect"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// TestStepsAreSaved with all that they are going to write: to cells of small symbols and of large relations, whose
// addresses have their highest bit set.
func TestStepsAreSaved(t *testing.T) {
	was := step{operator: 3, args: []world.Word{-1, 1 << 40}, begun: true, worked: true, places: true,
		writes: []write{{0, 1}, {7, -1}, {world.SparseBit, 2}, {world.SparseBit | 1<<60 | 5, 1 << 62}}}
	w := codec.NewWriter(nil)
	was.code(w)
	r := codec.NewReader(w.Written())
	var now step
	now.code(r.Coder())
	if r.End(); r.Err() != nil || !reflect.DeepEqual(now, was) {
		t.Errorf("%v\n%+v, want\n%+v", r.Err(), now, was)
	}
}
