package diag_test

import (
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
)

// However many warnings come before it, an error refuses the input.
func TestFullListKeepsAnError(t *testing.T) {
	var l diag.List
	for range diag.MaxDiagnostics {
		l.Warnf(diag.HiddenName, diag.Span{}, "hidden")
	}
	if l.HasErrors() || l.Dropped != 0 {
		t.Fatal("warnings count as errors")
	}
	l.Errorf(diag.Syntax, diag.Span{}, "first").Hint = "kept"
	l.Errorf(diag.Syntax, diag.Span{}, "second")
	if !l.HasErrors() || len(l.All) != diag.MaxDiagnostics || l.Dropped != 2 {
		t.Errorf("errors: %v, findings: %d, dropped: %d", l.HasErrors(), len(l.All), l.Dropped)
	}
	if err := l.Err(); err == nil || err.Error() != "first [K001]\n    kept\nand 2 more" {
		t.Errorf("error: %v", err)
	}
	if d := &l.All[0]; d.Message == "first" && d.Hint != "kept" {
		t.Error("the hint was added to a copy")
	}

	var late diag.List
	for i := range diag.MaxDiagnostics {
		if i == 500 {
			late.Errorf(diag.Syntax, diag.Span{}, "early")
		} else {
			late.Warnf(diag.HiddenName, diag.Span{}, "hidden %d", i)
		}
	}
	late.Errorf(diag.Syntax, diag.Span{}, "late")
	if err := late.Err(); err == nil || err.Error() != "early [K001]\nand 1 more" || len(late.All) != diag.MaxDiagnostics {
		t.Errorf("error: %v", err)
	}
}
