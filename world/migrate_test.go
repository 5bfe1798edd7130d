package world

import (
	"errors"
	"strings"
	"testing"
)

// model describes a schema and its situation at the start for tests of migration.
type model struct {
	enums   map[string][]string // one at most, so that the order does not matter
	types   []string            // "place", "shop:place"
	symbols []SymbolDef
	objects []string // "kitchen:place"
}

func (d model) build(t *testing.T) (*Schema, *State) {
	t.Helper()
	b := NewBuilder()
	for name, list := range d.enums {
		b.Enum(name, list)
	}
	ids := map[string]int32{}
	for _, text := range d.types {
		name, parent, _ := strings.Cut(text, ":")
		var parents []int32
		if parent != "" {
			parents = []int32{ids[parent]}
		}
		ids[name] = b.ObjectType(name, parents, 8)
	}
	for _, s := range d.symbols {
		b.Symbol(s)
	}
	s, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	st := NewState(s)
	for _, text := range d.objects {
		name, typ, _ := strings.Cut(text, ":")
		st.Keep(mustAdd(t, st, typ, name))
	}
	st.Forget()
	return s, st
}

var (
	boolean  = Type{Kind: KindBool}
	place    = Type{Kind: KindObject, ID: 0}
	mood     = Type{Kind: KindEnum, ID: 0}
	intOf    = func(lo, hi int64) Type { return Type{Kind: KindInt, Lo: lo, Hi: hi} }
	houseOld = model{
		enums: map[string][]string{"mood": {"calm", "wary", "angry"}}, types: []string{"place", "shop:place", "tool"},
		objects: []string{"home:place", "baker:shop", "saw:tool"},
		symbols: []SymbolDef{
			{Name: "money", Type: intOf(0, 100)}, {Name: "mood", Type: mood}, {Name: "at", Type: place},
			{Name: "seen", Params: []Type{place}, Type: boolean}, {Name: "likes", Params: []Type{mood}, Type: intOf(0, 9), Default: [2]Word{4}},
			{Name: "sharp", Params: []Type{{Kind: KindObject, ID: 2}}, Type: boolean},
		},
	}
)

// with returns the old model with another kind of symbol, and so on.
func (d model) with(change func(d *model)) model {
	d.symbols = append([]SymbolDef(nil), d.symbols...)
	d.types = append([]string(nil), d.types...)
	d.objects = append([]string(nil), d.objects...)
	change(&d)
	return d
}

// TestMigration: each change of a model, and what becomes of a state that was saved before it.
func TestMigration(t *testing.T) {
	for _, c := range []struct {
		name  string
		now   model
		notes string // joined by "; "
		want  string // "symbol(args)=value", joined by ", "
		err   string
	}{
		{"nothing", houseOld, "", "money=70, mood=angry, at=baker, seen(home)=true, seen(well)=true, likes(angry)=9, sharp(saw)=true", ""},
		{"symbol added", houseOld.with(func(d *model) {
			d.symbols = append([]SymbolDef{{Name: "tired", Type: boolean, Default: [2]Word{1}}}, d.symbols...)
		}), "symbol tired: it starts with its default", "tired=true, money=70, seen(well)=true", ""},
		{"symbol gone", houseOld.with(func(d *model) { d.symbols = d.symbols[1:] }), "symbol money: the model no longer has it", "mood=angry, at=baker", ""},
		{"range narrowed", houseOld.with(func(d *model) { d.symbols[0].Type = intOf(0, 50) }),
			"symbol money: 1 value brought into int 0..50", "money=50", ""},
		{"default changed", houseOld.with(func(d *model) { d.symbols[4].Default = [2]Word{1} }), "", "likes(calm)=4, likes(angry)=9", ""},
		{"enum value gone", houseOld.with(func(d *model) { d.enums = map[string][]string{"mood": {"bold", "wary", "calm"}} }),
			"symbol mood: 1 value set to the default: no longer a value of mood; symbol likes: 1 value dropped: their arguments no longer exist",
			"mood=bold, likes(calm)=4, likes(bold)=4", ""},
		{"enum values moved", houseOld.with(func(d *model) { d.enums = map[string][]string{"mood": {"angry", "calm", "wary"}} }), "",
			"mood=angry, likes(angry)=9, likes(wary)=4", ""},
		{"type renamed", houseOld.with(func(d *model) { d.types[2] = "device"; d.objects[2] = "saw:device" }),
			"object saw: its type was tool and now is device", "sharp(saw)=true, money=70", ""},
		{"type gone", houseOld.with(func(d *model) {
			d.types, d.objects = []string{"place", "tool"}, []string{"home:place", "saw:tool"}
			d.symbols[5].Params = []Type{{Kind: KindObject, ID: 1}}
		}),
			"object baker: its type shop is gone; symbol at: 1 value set to the default: no longer a value of place", "at=none, seen(home)=true", ""},
		{"type added before", houseOld.with(func(d *model) {
			d.types = []string{"place", "shop:place", "ghost", "tool"}
			d.symbols[5].Params = []Type{{Kind: KindObject, ID: 3}}
		}), "", "sharp(saw)=true, at=baker, seen(well)=true", ""},
		{"object declared before others", houseOld.with(func(d *model) { d.objects = append([]string{"inn:place"}, d.objects...) }),
			"object inn: it now exists", "seen(home)=true, seen(inn)=false, seen(well)=true, at=baker", ""},
		{"object no longer declared", houseOld.with(func(d *model) { d.objects = d.objects[:1] }), "", "at=baker, seen(home)=true, sharp(saw)=true", ""},
		{"kind changed", houseOld.with(func(d *model) { d.symbols[0].Type = boolean; d.symbols[3].Params = nil }), "", "",
			"symbol money: it was saved as int 0..100 and now is bool; symbol seen: it was saved with 1 parameters and now has 0"},
		{"parameter changed", houseOld.with(func(d *model) { d.symbols[3].Params = []Type{mood} }), "", "",
			"symbol seen: its parameter 1 was place and now is mood"},
	} {
		t.Run(c.name, func(t *testing.T) { migrate(t, c.now, c.notes, c.want, c.err) })
	}
}

func migrate(t *testing.T, now model, notes, want, wantErr string) {
	from, declared := houseOld.build(t)
	old := NewState(from)
	old.CopyFrom(declared)
	mustAdd(t, old, "place", "fog")
	well := mustAdd(t, old, "place", "well")
	fog, _, _ := old.ObjectNamed("fog")
	old.RemoveObject(fog)
	home, _, _ := old.ObjectNamed("home")
	baker, _, _ := old.ObjectNamed("baker")
	saw, _, _ := old.ObjectNamed("saw")
	old.Set(mustAddr(t, from, "money"), 70)
	old.Set(mustAddr(t, from, "mood"), 2)
	old.Set(mustAddr(t, from, "at"), baker)
	for _, o := range []Object{home, well} {
		old.Set(mustAddr(t, from, "seen", o), 1)
	}
	old.Set(mustAddr(t, from, "likes", 2), 9)
	old.Set(mustAddr(t, from, "sharp", saw), 1)

	to, initial := now.build(t)
	m, err := NewMigration(from, to)
	var refused *MigrationError
	if wantErr != "" {
		if !errors.As(err, &refused) || strings.Join(refused.Reasons, "; ") != wantErr {
			t.Errorf("%v, want %s", err, wantErr)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	st := &State{}
	m.Objects(st, initial, old, declared)
	m.Cells(st, old)
	if got := textOf(m.Notes()); got != notes {
		t.Errorf("notes: %s\nwant:  %s", got, notes)
	}
	for _, cell := range strings.Split(want, ", ") {
		if text, value, _ := strings.Cut(cell, "="); cellText(t, st, text) != value {
			t.Errorf("%s is %s, want %s", text, cellText(t, st, text), value)
		}
	}
	if st.Hash() != recomputedHash(st) || len(st.log) > 0 {
		t.Error("the hash is not that of the state, or its log goes on")
	}
	if string(from.Append(nil)) == string(to.Append(nil)) && !st.Equal(readBack(t, st, nil)) {
		t.Error("not equal")
	}
}

func textOf(notes []Note) string {
	var list []string
	for _, n := range notes {
		list = append(list, n.String())
	}
	return strings.Join(list, "; ")
}

// cellText returns the value of a cell given as text.
func cellText(t *testing.T, st *State, text string) string {
	t.Helper()
	name, arg, _ := strings.Cut(strings.TrimSuffix(text, ")"), "(")
	sym := st.schema.Symbol(name)
	var args []Word
	if arg != "" {
		if sym.Params[0].Kind == KindEnum {
			for i, v := range st.schema.Enums[sym.Params[0].ID].Values {
				if v == arg {
					args = []Word{Word(i)}
				}
			}
		} else if o, _, ok := st.ObjectNamed(arg); ok {
			args = []Word{o}
		}
	}
	return FormatWord(st.schema, st, sym.Type, []Word{st.Get(mustAddr(t, st.schema, name, args...))})
}

// TestMigrationToTheSameModel: what goes over to an equal schema is equal.
func TestMigrationToTheSameModel(t *testing.T) {
	from, declared := houseOld.build(t)
	to, initial := houseOld.build(t)
	old := NewState(from)
	old.CopyFrom(declared)
	for _, name := range []string{"a", "b", "c"} {
		old.Set(mustAddr(t, from, "seen", mustAdd(t, old, "place", name)), 1)
	}
	b, _, _ := old.ObjectNamed("b")
	home, _, _ := old.ObjectNamed("home")
	old.RemoveObject(b)
	old.RemoveObject(home)
	m, err := NewMigration(from, to)
	if err != nil {
		t.Fatal(err)
	}
	st := &State{}
	m.Objects(st, initial, old, declared)
	m.Cells(st, old)
	if st.Hash() != old.Hash() || dump(st) != dump(old) || len(m.Notes()) > 0 {
		t.Errorf("%v\n%s\nwant\n%s", m.Notes(), dump(st), dump(old))
	}
	if _, ok := m.Object(b); ok != true {
		t.Error("a reference to an object that was removed is lost")
	}
}
