package def_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime/debug"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// TestDamagedModels takes parts out of models, as a careless program that makes them might, and wants an answer
// rather than a panic.
func TestDamagedModels(t *testing.T) {
	texts := []string{meal, soldier, gatherer, fireteam}
	for _, name := range []string{"testdata/faulty.txt", "testdata/trees.txt", "testdata/goals.txt", "testdata/minds.txt", "testdata/squads.txt", "testdata/warnings.txt"} {
		for _, g := range readGolden(t, name) {
			texts = append(texts, g.text)
		}
	}
	rounds := 70
	if testing.Short() {
		rounds = 20
	}
	for i, text := range texts {
		for seed := range rounds {
			m := parse(t, text)
			rng := rand.New(rand.NewPCG(uint64(i), uint64(seed)))
			d := damage{rng: rng, left: 1 + rng.IntN(3)}
			d.count(reflect.ValueOf(m))
			d.apply(reflect.ValueOf(m))
			func() {
				defer func() {
					if r := recover(); r != nil {
						t.Fatalf("model %d, seed %d: %v\n%s\n%s", i, seed, r, text, debug.Stack())
					}
				}()
				def.CheckWith(m, def.Options{Partial: true})
				info, ds := def.Check(m)
				if (info == nil) != ds.HasErrors() {
					t.Fatalf("model %d, seed %d: info %v, errors %v", i, seed, info != nil, ds.HasErrors())
				}
				if info != nil {
					info.Identity() // goes over all that the model has become
				}
			}()
		}
	}
}

// damage sets some of the values that can be reached from a model to their zero values.
type damage struct {
	rng   *rand.Rand
	total int
	left  int
}

var sourceType = reflect.TypeFor[*diag.Source]()

func (d *damage) walk(v reflect.Value, visit func(reflect.Value)) {
	if v.Type() == sourceType {
		return
	}
	if v.CanSet() && v.Kind() != reflect.Struct {
		visit(v)
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			d.walk(v.Elem(), visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				d.walk(v.Field(i), visit)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			d.walk(v.Index(i), visit)
		}
	}
}

func (d *damage) count(v reflect.Value) { d.walk(v, func(reflect.Value) { d.total++ }) }

func (d *damage) apply(v reflect.Value) {
	at := map[int]bool{}
	for range d.left {
		at[d.rng.IntN(d.total)] = true
	}
	i := 0
	d.walk(v, func(v reflect.Value) {
		if at[i] {
			v.SetZero()
		}
		i++
	})
}

func TestEmptyModels(t *testing.T) {
	for i, m := range []*def.Model{nil, {}, {Files: []*def.File{nil}}, {Files: []*def.File{{Decls: []def.Decl{nil}}}}} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			info, ds := def.Check(m)
			if info == nil || len(ds.All) > 0 {
				t.Errorf("info %v, findings %v", info, findings(ds))
			}
			if info.Initial == nil || info.Schema == nil {
				t.Error("an empty model has an empty state")
			}
		})
	}
}
