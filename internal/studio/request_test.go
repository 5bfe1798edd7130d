package studio

import (
	"encoding/json"
	"errors"
	"testing"
)

func FuzzRequest(f *testing.F) {
	for _, text := range []string{`{"id":1,"op":"mind","agent":"a#1","tick":3}`, `{"op":"explain","sets":["a = 1"],"level":1}`, `{"op":"step","count":3}`, `[]`, `{"op":"save","text":"\u0000"}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := decodeRequest(data)
		if err != nil {
			if !errors.Is(err, errMessage) {
				t.Fatalf("%v is no error of a message", err)
			}
			return
		}
		if operations[r.Op].do == nil || r.Count > maxSteps || r.Speed > MaxSpeed || len(r.Sets) > MaxSets || r.Tick != nil && *r.Tick < 0 {
			t.Fatalf("out of bounds: %+v", r)
		}
		again, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := decodeRequest(again); err != nil {
			t.Fatalf("%s was understood, but not %s: %v", data, again, err)
		}
	})
}
