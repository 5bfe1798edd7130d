package action_test

import (
	"fmt"
	"testing"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/world"
)

// TestActionsOfAnotherModel: arguments and states are translated to another version of the model: types and values by
// name, numbers into their ranges, objects to the present ones. A value that no longer exists ends the action, or
// becomes none.
func TestActionsOfAnotherModel(t *testing.T) {
	build := func(places []string, types ...string) (*world.Schema, *world.State) {
		b := world.NewBuilder()
		b.Enum("place", places)
		for _, name := range types {
			b.ObjectType(name, nil, 4)
		}
		schema, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		return schema, world.NewState(schema)
	}
	add := func(st *world.State, typ, name string) world.Object {
		o, err := st.AddObject(st.Schema().ObjectType(typ).ID, name)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	from, old := build([]string{"home", "shop", "office"}, "enemy", "item", "pet")
	to, now := build([]string{"office", "home"}, "item", "enemy")
	stays, gone, bread, rex := add(old, "enemy", "e1"), add(old, "enemy", "e2"), add(old, "item", "bread"), add(old, "pet", "rex")
	add(now, "item", "bread")
	m, err := world.NewMigration(from, to)
	if err != nil {
		t.Fatal(err)
	}
	e1 := add(now, "enemy", "e1")
	m.Match(now, old, func(o world.Object) world.Object { return o })
	typ := func(s *world.Schema, name string) world.Type {
		return world.Type{Kind: world.KindObject, ID: s.ObjectType(name).ID}
	}
	place := world.Type{Kind: world.KindEnum}
	enemy, item, pet, enemyNow, itemNow := typ(from, "enemy"), typ(from, "item"), typ(from, "pet"), typ(to, "enemy"), typ(to, "item")
	wide, narrow := world.Type{Kind: world.KindInt, Lo: 0, Hi: 500}, world.Type{Kind: world.KindInt, Lo: 5, Hi: 9}
	type state struct {
		A, B, C world.Object
		V, W    action.Value
		N       int64
	}
	before := state{stays, gone, bread, action.Value{Type: enemy, Words: [2]world.Word{stays}}, action.Value{Type: place, Words: [2]world.Word{1}}, 7}
	const after = "{%d 0 %d {{%d %d 0 0} [%d 0]} {{0 0 0 0} [0 0]} 7}"
	breadNow, _, _ := now.ObjectNamed("bread")
	whole := fmt.Sprintf(after, e1, breadNow, world.KindObject, enemyNow.ID, e1)
	for _, c := range []struct {
		what        string
		then, is    action.Param
		words       []world.Word
		want, notes string
	}{
		{"an object that is there", one("v", enemy), one("v", enemyNow), []world.Word{stays}, fmt.Sprintf("[%d]", e1), ""},
		{"none", one("v", enemy), one("v", enemyNow), []world.Word{0}, "[0]", ""},
		{"a removed object", one("v", enemy), one("v", enemyNow), []world.Word{gone}, "an argument of action act no longer exists", ""},
		{"an object of a type that is gone", one("v", pet), one("v", enemyNow), []world.Word{rex}, "action act has other parameters", ""},
		{"an object of another type than is wanted", one("v", item), one("v", enemyNow), []world.Word{bread}, "action act has other parameters", ""},
		{"a value that is there", one("v", place), one("v", place), []world.Word{0}, "[1]", ""},
		{"the value that is now the first", one("v", place), one("v", place), []world.Word{2}, "[0]", ""},
		{"a value that is gone", one("v", place), one("v", place), []world.Word{1}, "an argument of action act no longer exists", ""},
		{"a number in its range", one("v", wide), one("v", narrow), []world.Word{7}, "[7]", ""},
		{"a number above its range", one("v", wide), one("v", narrow), []world.Word{12}, "[9]", "action act: its argument 12 is brought into 5..9"},
		{"a number below its range", one("v", wide), one("v", narrow), []world.Word{4}, "[5]", "action act: its argument 4 is brought into 5..9"},
		{"a point", one("v", vecType), one("v", vecType), []world.Word{world.Float(1), world.Float(2)}, fmt.Sprintf("[%d %d]", world.Float(1), world.Float(2)), ""},
		{"one of several", one("v", place, enemy), one("v", itemNow, vecType, enemyNow), []world.Word{1, stays}, fmt.Sprintf("2 [%d]", e1), ""},
		{"one of several that are fewer now", one("v", place, enemy), one("v", enemyNow), []world.Word{1, stays}, fmt.Sprintf("[%d]", e1), ""},
		{"one that is no longer among several", one("v", place, enemy), one("v", enemyNow, itemNow), []world.Word{0, 2}, "action act no longer takes the arguments that it was started with", ""},
		{"one that is no longer taken", one("v", place, enemy), one("v", enemyNow), []world.Word{0, 2}, "action act no longer takes the arguments that it was started with", ""},
		{"one of a type that is gone", one("v", pet, enemy), one("v", enemyNow), []world.Word{0, rex}, "action act no longer takes the arguments that it was started with", ""},
		{"one of one", one("v", enemy), one("v", itemNow, enemyNow), []world.Word{stays}, fmt.Sprintf("1 [%d]", e1), ""},
	} {
		type argument struct{ V action.Value }
		bind := func(schema *world.Schema, st *world.State, p action.Param, update func(a *argument, s *state)) (*action.Instances, *action.Ctx) {
			b := action.NewBindings(schema, []action.Signature{{Name: "act", Params: []action.Param{p}}}, nil)
			action.Bind(b, "act", func(_ *action.Ctx, a *argument, s *state) action.Status { update(a, s); return action.Running },
				action.OnStart(func(_ *action.Ctx, _ *argument, s *state) { *s = before }))
			if err := b.Err(); err != nil {
				t.Fatal(c.what, err)
			}
			ctx := action.NewCtx(1, 10, nil)
			ctx.Enter(7, 1, st)
			return action.NewInstances(b), ctx
		}
		in, ctx := bind(from, old, c.then, func(*argument, *state) {})
		h := in.Start(ctx, 0, c.words)
		got := ""
		other, ctx := bind(to, now, c.is, func(a *argument, s *state) {
			which := -1
			for i, typ := range c.is.Types {
				if typ == a.V.Type {
					which = i
				}
			}
			if got = fmt.Sprint(a.V.Words[:a.V.Type.Width()]); len(c.is.Types) > 1 {
				got = fmt.Sprint(which, " ", got)
			}
			if is := fmt.Sprint(*s); is != whole {
				t.Errorf("%s: the state is %s, want %s", c.what, is, whole)
			}
		})
		r := codec.NewReader(savedBytes(in, h))
		rs := other.Restorer((*world.Reader)(r), from, m)
		again, why := rs.Instance((*world.Reader)(r))
		if r.End(); r.Err() != nil {
			t.Fatal(c.what, r.Err())
		}
		if why == "" {
			other.Update(ctx, again)
		} else {
			got = why
		}
		notes := ""
		for _, n := range rs.Notes() {
			notes += n.What + ": " + n.Text
		}
		if got != c.want || notes != c.notes || (why == "") != (other.Running() == 1) || again.IsZero() != (why != "") {
			t.Errorf("%s: %s, %q, %d run; want %s, %q", c.what, got, notes, other.Running(), c.want, c.notes)
		}
	}
}

// TestActivitiesOfDriversThatAreNotThere: a driver that was not attached, and one that says why it cannot continue, are
// reported; damage within is a mistake of the whole.
func TestActivitiesOfDriversThatAreNotThere(t *testing.T) {
	f := newFixture(t)
	in, _ := starting[none](t, f, none{}, nil)
	for _, c := range []struct {
		number int
		part   []byte
		refuse string
		why    string
		fails  bool
	}{
		{0, codec.AppendInt(nil, 5), "", "", false},
		{0, codec.AppendInt(nil, 5), "it is another now", "it is another now", false},
		{1, codec.AppendInt(nil, 5), "", "the tree, plan or goal that ran it no longer exists", false},
		{action.MaxDrivers - 1, codec.AppendInt(nil, 5), "", "the tree, plan or goal that ran it no longer exists", false},
		{action.MaxDrivers, codec.AppendInt(nil, 5), "", "", true},
		{0, nil, "", "", true}, // it reads more than there is
	} {
		s := stageOf[none, none](t, f)
		d := &picky{refuse: c.refuse}
		first := s.in.Attach(d, 3)
		b := codec.AppendUint(codec.AppendUint(in.AppendForms(nil), 1), c.number)
		b, place := codec.BeginPart(b)
		b = codec.EndPart(append(b, c.part...), place)
		r := codec.NewReader(b)
		h, why := s.in.Restorer((*world.Reader)(r), f.schema, nil).Instance((*world.Reader)(r))
		if r.Failed() != c.fails || why != c.why {
			t.Errorf("%+v: %v, %q", c, r.Err(), why)
		}
		if fine := !c.fails && c.why == ""; h.IsZero() == fine || fine && (h.Action() != first+2 || h.Slot() != 5) {
			t.Errorf("%+v: it is %v", c, h)
		}
	}
}

// picky is a driver that reads a slot of its third activity.
type picky struct {
	dropping
	refuse string
}

func (p *picky) Read(_ *action.Ctx, r *world.Reader, _ *action.Restorer) (activity, slot int32, why string) {
	return 2, int32((*codec.Reader)(r).Int()), p.refuse
}

// TestActivitiesOfDriversAreDrivenByThem: starts, updates and aborts reach the driver with the number of the activity;
// the gate is for actions of the host only.
func TestActivitiesOfDriversAreDrivenByThem(t *testing.T) {
	f := newFixture(t)
	s := stageOf[none, none](t, f)
	gated := 0
	s.in.Gate(func(*action.Ctx, int32) { gated++ })
	one, two := &noting{}, &noting{}
	first, second := s.in.Attach(one, 2), s.in.Attach(two, 3)
	h := s.in.Start(s.c, first+1, []world.Word{4, 5})
	g := s.in.Start(s.c, second+2, nil)
	s.in.Start(s.c, second, nil)
	s.in.Update(s.c, h)
	s.in.Abort(s.c, g, action.BetterPlan)
	if got, want := fmt.Sprint(one.log, two.log), fmt.Sprint([]string{"start 1 [4 5]", "update 8"}, []string{"start 2 []", "start 0 []", "abort 9 a better plan was found"}); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	host := s.in.Start(s.c, 0, nil)
	if first != 1 || second != 3 || gated != 1 || s.in.Within(h) != one || s.in.Within(g) != two || s.in.Within(host) != nil {
		t.Errorf("activities begin at %d and %d, the gate was asked %d times", first, second, gated)
	}
	if !s.in.HasDriver(1) || s.in.HasDriver(2) || s.in.Driver(0) != one || s.in.Driver(1) != two {
		t.Error("there are two drivers")
	}
	if s.in.Running() != 1+2*3 {
		t.Errorf("%d run", s.in.Running())
	}
	s.in.Clear()
	if fmt.Sprint(one.log[2:], two.log[3:]) != "[clear] [clear]" || s.in.Running() != 6 {
		t.Errorf("%v %v", one.log, two.log)
	}
	fresh := s.in.Fresh()
	if d, ok := fresh.Driver(1).(*noting); !ok || d == two || d.in != fresh || !fresh.HasDriver(1) || fresh.HasDriver(2) {
		t.Error("fresh instances have fresh drivers")
	}
	if fresh.Start(s.c, second+1, nil); fmt.Sprint(fresh.Driver(1).(*noting).log) != "[start 1 []]" {
		t.Errorf("%v", fresh.Driver(1).(*noting).log)
	}
}

// noting is a driver that records each call.
type noting struct {
	dropping
	log []string
	in  *action.Instances
}

func (n *noting) Start(_ *action.Ctx, activity int32, words []world.Word) int32 {
	n.log = append(n.log, fmt.Sprint("start ", activity, " ", words))
	return 7 + activity
}

func (n *noting) Update(_ *action.Ctx, slot int32) action.Status {
	n.log = append(n.log, fmt.Sprint("update ", slot))
	return action.Running
}

func (n *noting) Abort(_ *action.Ctx, slot int32, r action.Reason) {
	n.log = append(n.log, fmt.Sprint("abort ", slot, " ", r))
}
func (n *noting) Running() int                             { return 3 }
func (n *noting) Clear()                                   { n.log = append(n.log, "clear") }
func (n *noting) Fresh(in *action.Instances) action.Driver { return &noting{in: in} }
