package def_test

import (
	"reflect"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// everywhere has a call in each place that allows one.
const everywhere = fireteam + `
brain first { want take_cover(none) { consider "x" hp through linear; score 1 } }
agent fourth { tree chatter(1) { override talk = talk } }
agent fifth { brain first; squad fireteam }
tree serve { service every 1s talk(1); plan clear(none) }
operator tend { do parallel { signal; talk(1) } }
goal all { clear(none); signal retry 1 else duck(1); interrupt when alarm { hit } }
test "t" { given ammo = 1; task clear(none); expect fire }
`

// TestOrdersStandInOperators: a call that is an order is one mistake wherever it stands, except for what an operator
// does.
func TestOrdersStandInOperators(t *testing.T) {
	calls := func(m *def.Model) (list []*def.Call, given int) {
		var visit func(v reflect.Value, operator bool)
		visit = func(v reflect.Value, operator bool) {
			switch v.Kind() {
			case reflect.Pointer, reflect.Interface:
				if !v.IsNil() && v.Type() != reflect.TypeFor[*diag.Source]() {
					_, is := v.Interface().(*def.Operator)
					_, curve := v.Interface().(*def.Consider)
					if !curve {
						visit(v.Elem(), operator || is)
					}
				}
			case reflect.Slice:
				for i := range v.Len() {
					visit(v.Index(i), operator)
				}
			case reflect.Struct:
				if c, is := v.Addr().Interface().(*def.Call); is {
					if operator {
						given++
					} else {
						list = append(list, c)
					}
					return
				}
				for i := range v.NumField() {
					if v.Field(i).CanSet() {
						visit(v.Field(i), operator)
					}
				}
			}
		}
		visit(reflect.ValueOf(m), false)
		return list, given
	}
	list, given := calls(parse(t, everywhere))
	if len(list) < 30 || given < 8 {
		t.Fatalf("%d calls, %d in operators", len(list), given)
	}
	for i := range list {
		m := parse(t, everywhere)
		list, _ := calls(m)
		list[i].Role.Name = "flanker"
		_, ds := def.Check(m)
		found := 0
		for _, d := range ds.All {
			if d.Code == diag.FaultyOrder {
				found++
			}
		}
		if found != 1 {
			t.Errorf("an order of %q at %v: %d findings\n%s", list[i].Name.Name, list[i].At, found, findings(ds))
		}
	}
}

// TestOrdersNeedARole: what a program makes may be urgent and say nothing else.
func TestOrdersNeedARole(t *testing.T) {
	for _, c := range []struct {
		role   string
		urgent bool
		want   diag.Code
	}{{"flanker", true, ""}, {"", true, diag.FaultyOrder}, {"reserve", false, ""}, {"nobody", false, diag.UnknownRole}} {
		m := parse(t, fireteam)
		for _, d := range m.Files[0].Decls {
			if op, is := d.(*def.Operator); is && op.Name == "push" {
				op.Do.Role.Name, op.Do.Urgent = c.role, c.urgent
			}
		}
		_, ds := def.Check(m)
		var have diag.Code
		for _, d := range ds.All {
			if d.Severity == diag.Error {
				have = d.Code
			}
		}
		if have != c.want {
			t.Errorf("%+v gives %q:\n%s", c, have, findings(ds))
		}
	}
}
