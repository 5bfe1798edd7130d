package btexact_test

import (
	"errors"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/tree/btexact"
)

// richTree has something of everything that is saved.
const richTree = `<BehaviorTree ID="Main"><ParallelAll name="p"><A name="a" seq="RRRS"/><Timeout msec="50"><A name="b" seq="RRRRRR"/></Timeout>
	<LoopInt queue="{q}" value="{v}"><A name="c" seq="RS"/></LoopInt><LoopString queue="x;y;z" value="{w}"><A name="d" seq="S"/></LoopString>
	<SubTree ID="S" name="sub" x="{y}" lit="4"/><SetBlackboard output_key="{dynamic}" value="9"/><RunOnce><AlwaysSuccess/></RunOnce></ParallelAll></BehaviorTree>
	<BehaviorTree ID="S"><Sequence><Script code="own:=1.5; x:='text'"/><Sleep msec="20"/></Sequence></BehaviorTree>`

func rich(t *testing.T) *fixture {
	f := build(t, richTree)
	b := f.tree.Blackboard()
	shared := &btexact.List{Values: []btexact.Value{btexact.Int(1), btexact.Int(2), btexact.Int(3)}}
	for key, v := range map[string]btexact.Value{
		"q": btexact.Queue(shared), "again": btexact.Queue(shared), "dynamic": btexact.Text("made"), "flag": btexact.Bool(true),
		"s": btexact.StatusValue(btexact.Failure), "nested": btexact.Vector(btexact.Vector(btexact.Int(1)), btexact.Text("x"), btexact.Queue(shared)),
	} {
		if err := b.Set(key, v); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

func TestSnapshot(t *testing.T) {
	f := rich(t)
	f.tick(0)
	f.tick(10 * ms)
	bytes, err := f.tree.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	tree, err := f.tree.Program().Restore(bytes)
	if err != nil {
		t.Fatal(err)
	}
	g := &fixture{&player{tree: tree}, t}
	if f.board() != g.board() || f.idle() != g.idle() || g.tree.Now() != 10*ms {
		t.Errorf("%s; %s, want\n%s; %s", g.board(), g.idle(), f.board(), f.idle())
	}
	// What is shared stays shared.
	q, _ := tree.Blackboard().Get("q")
	again, _ := tree.Blackboard().Get("again")
	nested, _ := tree.Blackboard().Get("nested")
	if q.List() != again.List() || nested.List().Values[2].List() != q.List() {
		t.Error("a queue was doubled")
	}
	if len(q.List().Values) != 2 {
		t.Error(q)
	}
	other := build(t, `<AlwaysSuccess/>`).tree.Program()
	if _, err := other.Restore(bytes); !errors.Is(err, btexact.ErrOtherProgram) {
		t.Error(err)
	}
	for i := range bytes {
		damaged := append([]byte(nil), bytes...)
		damaged[i] ^= 0x40
		if _, err := f.tree.Program().Restore(damaged); err == nil {
			t.Fatalf("byte %d was damaged, and nobody said so", i)
		}
		if _, err := f.tree.Program().Restore(bytes[:i]); err == nil {
			t.Fatalf("cut off at %d", i)
		}
	}
}

func TestSnapshotRefusesObjects(t *testing.T) {
	deep := btexact.Int(1)
	for range 10 {
		deep = btexact.Vector(deep)
	}
	for name, v := range map[string]btexact.Value{
		"object": btexact.Object(t), "vector": btexact.Vector(btexact.Object(t)), "deep": deep,
		"queue": btexact.Queue(&btexact.List{Values: []btexact.Value{btexact.Object(t)}}),
	} {
		f := build(t, `<AlwaysSuccess/>`)
		f.tree.Blackboard().Set("x", v)
		if _, err := f.tree.Snapshot(); err == nil {
			t.Errorf("%s was saved", name)
		}
	}
}

// FuzzRestore: whatever the payload is, it is refused or gives a tree that can be ticked, halted and saved.
func FuzzRestore(f *testing.F) {
	t := &testing.T{}
	r := rich(t)
	for range 3 {
		bytes, err := r.tree.Snapshot()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(bytes[20:])
		r.tick(r.tree.Now() + 10*ms)
	}
	p := r.tree.Program()
	head, err := p.NewTree().Snapshot()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		frame := codec.Begin(nil, string(head[:8]), 1)
		frame = append(frame, payload...)
		tree, err := p.Restore(codec.Seal(frame, 0))
		if err != nil {
			return
		}
		for i := range 3 {
			if _, err := tree.Tick(tree.Now() + 10*ms); err != nil {
				var e *btexact.Error
				if !errors.As(err, &e) {
					t.Fatal(i, err)
				}
			}
		}
		if _, err := tree.Snapshot(); err != nil {
			t.Fatal(err)
		}
		_ = tree.Halt()
	})
}
