package main

import (
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/tree/btexact"
)

// FuzzScript reads any text as a script: mistakes have places within it, and scripts without mistakes can be played.
func FuzzScript(f *testing.F) {
	for _, text := range []string{
		`{"actions": {"a": ["running", "success"], "b/c": ["SKIPPED"]}, "blackboard": {"x": 1.5, "y": "é", "z": true}, "enums": {"RED": -1}}`,
		`{"actions": {"a": [{"b": [1, 2]}, [["running"]]], "c": {"d": 1}, "a": []}}`,
		`{"actions": [], "blackboard": 1, "enums": {"a": 1e3, "b": [{}], "c": 99999999999999999999}, "more": {"a": [1]}}`,
		`[{"actions": {}}]`, `{"blackboard": {"a": 1e999}}`, `{} {}`, `{"actions"`, `"`, ``, "{\"actions\": {\"\xff\": [\"\xff\"]}}",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		script, ds := parseScript(diag.NewSource("script", text))
		for _, d := range ds.All {
			if d.Span.Start < 0 || d.Span.End < d.Span.Start || int(d.Span.End) > len(text) {
				t.Errorf("%s at %d..%d of %d bytes", d.Message, d.Span.Start, d.Span.End, len(text))
			}
		}
		if ds.HasErrors() {
			return
		}
		if _, ds := btexact.ParseSimulation([]byte(script.text)); ds.HasErrors() {
			t.Errorf("%q is taken as a script, but cannot be played: %v", text, ds.Err())
		}
	})
}
