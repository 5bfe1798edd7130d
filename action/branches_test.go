package action_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/world"
)

// TestNumbersOfChangedSizes: a number whose field has another size or sign now becomes the nearest one there is, and
// touches no other field.
func TestNumbersOfChangedSizes(t *testing.T) {
	f := newFixture(t)
	type signed struct{ A, B, C, D int64 }
	type unsigned struct{ A, B, C, D uint64 }
	type ints struct {
		A int8
		_ int8
		B int16
		C int32
		E int32
		D int64
	}
	type uints struct {
		A uint8
		_ uint8
		B uint16
		C uint32
		E uint32
		D uint64
	}
	check := func(b []byte, small, natural string) {
		t.Helper()
		is, un := stageOf[none, ints](t, f), stageOf[none, uints](t, f)
		is.restore(t, f, b, nil)
		un.restore(t, f, b, nil)
		if got := fmt.Sprint(is.restored); got != small {
			t.Errorf("ints are %s, want %s", got, small)
		}
		if got := fmt.Sprint(un.restored); got != natural {
			t.Errorf("uints are %s, want %s", got, natural)
		}
	}
	check(savedBytes(starting[none](t, f, signed{1, 2, 3, 4}, nil)), "[{} {1 0 2 3 0 4}]", "[{} {1 0 2 3 0 4}]")
	check(savedBytes(starting[none](t, f, signed{127, 32767, math.MaxInt32, math.MaxInt64}, nil)),
		"[{} {127 0 32767 2147483647 0 9223372036854775807}]", "[{} {127 0 32767 2147483647 0 9223372036854775807}]")
	check(savedBytes(starting[none](t, f, unsigned{100, 258, 66000, 1 << 40}, nil)), "[{} {100 0 258 66000 0 1099511627776}]", "[{} {100 0 258 66000 0 1099511627776}]")
}

// TestFunctionsOfEnums give one of the enum's values, and nothing else.
func TestFunctionsOfEnums(t *testing.T) {
	f := newFixture(t)
	b := action.NewBindings(f.schema, nil, []action.Signature{{Name: "next", Params: []action.Param{one("p", f.place)}, Result: f.place}})
	action.BindFunc(b, "next", func(p struct{ P place }) place { return p.P + 1 })
	if err := b.Err(); err != nil {
		t.Fatal(err)
	}
	if got := b.Funcs()[0]([]world.Word{0}); got[0] != 1 {
		t.Errorf("the next of the first is %d", got[0])
	}
	last := world.Word(len(f.schema.Enums[f.place.ID].Values) - 1)
	for _, p := range []world.Word{last, -2} {
		func() {
			defer func() {
				if err, _ := recover().(*action.RefusedError); err == nil {
					t.Errorf("the next of %d is accepted", p)
				}
			}()
			b.Funcs()[0]([]world.Word{p})
		}()
	}
}

// TestUnknownBindingsNameWhatThereIs, if there is anything.
func TestUnknownBindingsNameWhatThereIs(t *testing.T) {
	f := newFixture(t)
	for _, tc := range []struct {
		declared []action.Signature
		want     string
	}{
		{nil, ""},
		{[]action.Signature{{Name: "walk"}}, "it declares walk"},
		{[]action.Signature{{Name: "walk"}, {Name: "talk"}}, "it declares walk, talk"},
	} {
		b := action.NewBindings(f.schema, tc.declared, nil)
		for _, s := range tc.declared {
			action.Bind(b, s.Name, func(*action.Ctx, *none, *none) action.Status { return action.Running })
		}
		action.Bind(b, "wolk", func(*action.Ctx, *none, *none) action.Status { return action.Running })
		var failure *diag.Failure
		if !errors.As(b.Err(), &failure) || len(failure.List.All) != 1 || failure.List.All[0].Hint != tc.want {
			t.Errorf("%v: %v, want the hint %q", tc.declared, b.Err(), tc.want)
		}
	}
}

// TestDriversAreNumberedAsAttached: there are as many as were attached.
func TestDriversAreNumberedAsAttached(t *testing.T) {
	f := newFixture(t)
	in, _ := starting[none](t, f, none{}, nil)
	for n, d := range []*dropping{{}, {}, {}} {
		if in.HasDriver(n) {
			t.Errorf("driver %d is there before it is attached", n)
		}
		in.Attach(d, 2)
		if !in.HasDriver(n) || in.Driver(n) != action.Driver(d) {
			t.Errorf("driver %d is not the one that was attached", n)
		}
	}
}
