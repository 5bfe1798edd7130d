package lang

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
)

// TestTodoIsOneLine: the text of a placeholder appears in lists and in the names of steps.
func TestTodoIsOneLine(t *testing.T) {
	for text, want := range map[string]bool{`"strike it"`: true, `"打つ"`: true, `"a\nb"`: false, `"a\tb"`: false, `""`: false} {
		_, ds := Parse(diag.NewSource("todo.krk", "task fight { method \"strike\" { todo "+text+" } }"))
		if said := ds.Err() == nil; said != want {
			t.Errorf("todo %s: %v", strings.Trim(text, `"`), ds.Err())
		}
	}
}
