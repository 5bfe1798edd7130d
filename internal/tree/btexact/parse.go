package btexact

import (
	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/diag"
)

// parse compiles a script that was read from the blackboard.
func (t *Tree) parse(n NodeID, s int32, text string) *script {
	var ds diag.List
	parsed := btcpp.ParseScript(diag.NewSource("script", text), &ds)
	if parsed == nil {
		t.fail(n, "script %q: %w", text, ds.Err())
	}
	return lower(parsed, n, t.p.enums, func(key string) int32 { return t.cellOf(s, key) })
}
