package btexact_test

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/tree/btexact"
)

func TestSubtrees(t *testing.T) {
	for _, c := range []struct{ name, xml, want, board string }{
		{"siblings have entries of their own", `<BehaviorTree ID="Main"><Sequence><Script code="p:='hello'"/><SubTree ID="S" param="{p}"/>
			<Script code="p:='world'"/><SubTree ID="S" param="{p}"/><SubTree ID="S" param="literal"/></Sequence></BehaviorTree>
			<BehaviorTree ID="S"><Sequence><Say message="{param}"/><Script code="local:=1"/></Sequence></BehaviorTree>`,
			"SUCCESS say:hello say:world say:literal", "p=world"},
		{"a remapping goes both ways", `<BehaviorTree ID="Main"><Sequence><Script code="t:='hello'"/><SubTree ID="S" in="{t}" out="{g}"/><Say message="{g}"/></Sequence></BehaviorTree>
			<BehaviorTree ID="S"><Copy in="{in}" out="{out}"/></BehaviorTree>`, "SUCCESS say:hello", "g=hello t=hello"},
		{"a forgotten remapping", `<BehaviorTree ID="Main"><Sequence><Script code="t:='hello'"/><SubTree ID="S" out="{g}"/></Sequence></BehaviorTree>
			<BehaviorTree ID="S"><Copy in="{in}" out="{out}"/></BehaviorTree>`, "FAILURE", "t=hello"},
		{"autoremap", `<BehaviorTree ID="Main"><Sequence><Script code="mine:='Hello'; p3:='auto'"/><SubTree ID="S" _autoremap="1" p1="{mine}" p2="literal"/></Sequence></BehaviorTree>
			<BehaviorTree ID="S"><Sequence><Say message="{p1}"/><Say message="{p2}"/><Say message="{p3}"/><Script code="fresh:=1; p2:='x'"/></Sequence></BehaviorTree>`,
			"SUCCESS say:Hello say:literal say:auto", "fresh=1 mine=Hello p3=auto"},
		{"autoremap through three trees", `<BehaviorTree ID="Main"><Sequence><SetBlackboard output_key="m" value="hi"/><SubTree ID="T" _autoremap="true"/><Say message="{reply}"/></Sequence></BehaviorTree>
			<BehaviorTree ID="T"><SubTree ID="U" _autoremap="true"/></BehaviorTree><BehaviorTree ID="U"><Sequence><Say message="{m}"/><Script code="reply:='done'"/></Sequence></BehaviorTree>`,
			"SUCCESS say:hi say:done", "m=hi reply=done"},
		{"private keys stay", `<BehaviorTree ID="Main"><Sequence><SubTree ID="S" _autoremap="true"/></Sequence></BehaviorTree>
			<BehaviorTree ID="S"><Sequence><SetBlackboard output_key="open" value="a"/><SetBlackboard output_key="_own" value="b"/><Script code="_x:=1; y:=_x"/></Sequence></BehaviorTree>`,
			"SUCCESS", "open=a y=1"},
		{"@ is the root", `<BehaviorTree ID="Main"><SubTree ID="S"/></BehaviorTree>
			<BehaviorTree ID="S"><SubTree ID="T"/></BehaviorTree><BehaviorTree ID="T"><Sequence><Script code="@a:=1; b:=2"/><Copy in="text" out="{@c}"/></Sequence></BehaviorTree>`, "SUCCESS", "a=1 c=text"},
		{"literals are numbers where they look so", `<BehaviorTree ID="Main"><Sequence><Script code="up:=100"/><SubTree ID="S" i="42" d="3.14" s="hello" r="{up}"/></Sequence></BehaviorTree>
			<BehaviorTree ID="S"><Sequence><ScriptCondition code="i+1==43 &amp;&amp; d&gt;3.0 &amp;&amp; r+1==101"/><ScriptCondition code="s=='hello'"/></Sequence></BehaviorTree>`, "SUCCESS", "up=100"},
		{"a script writes through a remapping", `<BehaviorTree ID="Main"><Sequence><Script code="v:=0"/><SubTree ID="S" v="{v}" w="{new}"/></Sequence></BehaviorTree>
			<BehaviorTree ID="S"><Script code="v:=1; w:=2"/></BehaviorTree>`, "SUCCESS", "new=2 v=1"},
		{"the same key by {=}", `<BehaviorTree ID="Main"><Sequence><Script code="v:=5"/><SubTree ID="S" v="{=}"/></Sequence></BehaviorTree>
			<BehaviorTree ID="S"><ScriptCondition code="v==5"/></BehaviorTree>`, "SUCCESS", "v=5"},
		{"defaults of a model", `<TreeNodesModel><SubTree ID="S"><input_port name="n" default="42"/><input_port name="who"/><output_port name="out" default="{res}"/></SubTree></TreeNodesModel>
			<BehaviorTree ID="Main"><Sequence><Script code="name:='john'"/><SubTree ID="S" who="{name}"/><ScriptCondition code="res==69"/></Sequence></BehaviorTree>
			<BehaviorTree ID="S"><Sequence><ScriptCondition code="who=='john' &amp;&amp; n==42"/><Script code="out:=69"/></Sequence></BehaviorTree>`, "SUCCESS", "name=john res=69"},
		{"unset through a remapping", `<BehaviorTree ID="Main"><Sequence><Script code="v:=5"/><SubTree ID="S" x="{v}"/></Sequence></BehaviorTree>
			<BehaviorTree ID="S"><UnsetBlackboard key="x"/></BehaviorTree>`, "SUCCESS", ""},
		{"conditions of a subtree are of the tree around it", `<BehaviorTree ID="Main"><Sequence><Script code="v:=1"/><SubTree ID="S" _skipIf="v==1"/><SubTree ID="S" _onSuccess="v:=2"/></Sequence></BehaviorTree>
			<BehaviorTree ID="S"><Say message="x"/></BehaviorTree>`, "SUCCESS say:x", "v=2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := build(t, c.xml)
			if got := f.tick(0); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			if got := f.board(); got != c.board {
				t.Errorf("blackboard %s, want %s", got, c.board)
			}
		})
	}
}

func TestPathsAndNumbers(t *testing.T) {
	f := build(t, `<BehaviorTree ID="Main"><Sequence name="top"><SubTree ID="W"/><SubTree ID="W" name="second"/><AlwaysSuccess/></Sequence></BehaviorTree>
		<BehaviorTree ID="W"><Sequence><SubTree ID="V"/><AlwaysSuccess name="work"/></Sequence></BehaviorTree><BehaviorTree ID="V"><AlwaysSuccess name="deep"/></BehaviorTree>`)
	p := f.tree.Program()
	var got []string
	for n := range p.Len() {
		info := p.Node(btexact.NodeID(n))
		if int(info.UID) != n+1 {
			t.Errorf("node %d has number %d", n, info.UID)
		}
		got = append(got, info.Path)
	}
	want := "top W::2 W::2/Sequence::3 W::2/V::4 W::2/V::4/deep W::2/work second second/Sequence::8 second/V::9 second/V::9/deep second/work AlwaysSuccess::12"
	if strings.Join(got, " ") != want {
		t.Errorf("%s, want\n%s", strings.Join(got, " "), want)
	}
	if subtrees := strings.Join(p.Subtrees(), ","); subtrees != ",W::2,W::2/V::4,second,second/V::9" {
		t.Error(subtrees)
	}
	if n, ok := p.Find("second/work"); !ok || p.Node(n).Name != "work" || p.Node(p.Node(n).Parent).Path != "second/Sequence::8" {
		t.Error(n, ok)
	}
	if n, ok := p.Find("deep"); !ok || n != 4 {
		t.Error(n, ok)
	}
	if _, ok := p.Find("nowhere"); ok {
		t.Error("found nowhere")
	}
}

func TestBlackboardView(t *testing.T) {
	f := build(t, `<BehaviorTree ID="Main"><Sequence><SubTree ID="S" name="sub" x="{y}"/></Sequence></BehaviorTree><BehaviorTree ID="S"><Script code="local:=1"/></BehaviorTree>`)
	root := f.tree.Blackboard()
	sub, ok := f.tree.BlackboardOf("sub")
	if !ok {
		t.Fatal("no subtree")
	}
	if err := sub.Set("x", btexact.Int(4)); err != nil {
		t.Fatal(err)
	}
	if err := sub.Set("more", btexact.Text("own")); err != nil {
		t.Fatal(err)
	}
	f.tick(0)
	if f.board() != "y=4" || strings.Join(sub.Keys(), ",") != "local,more" {
		t.Errorf("%s; %v", f.board(), sub.Keys())
	}
	if v, ok := sub.Get("x"); !ok || v.String() != "4" {
		t.Error(v, ok)
	}
	if root.Has("nothing") || !root.Has("y") || root.Stamp("nothing").Seq != 0 || root.Stamp("y").Seq != 1 {
		t.Error("views do not agree")
	}
	root.Unset("y")
	root.Unset("nothing")
	if _, ok := sub.Get("x"); ok {
		t.Error("still there")
	}
	if _, ok := f.tree.BlackboardOf("nowhere"); ok {
		t.Error("a subtree that is not there")
	}
}

func TestBackup(t *testing.T) {
	f := build(t, `<Sequence><Script code="a:=1; b:='x'"/></Sequence>`)
	b := f.tree.Blackboard()
	f.tick(0)
	b.Set("host", btexact.Int(5))
	backup := f.tree.Backup()
	b.Set("a", btexact.Int(7))
	b.Unset("b")
	b.Set("new", btexact.Int(1))
	before := b.Stamp("a").Seq
	if err := f.tree.RestoreEntries(backup); err != nil {
		t.Fatal(err)
	}
	if f.board() != "a=1 b=x host=5" || b.Stamp("a").Seq != before+1 {
		t.Errorf("%s, sequence %d after %d", f.board(), b.Stamp("a").Seq, before)
	}
	other := f.tree.Program().NewTree()
	if err := other.RestoreEntries(backup); err != nil {
		t.Fatal(err)
	}
	if v, _ := other.Blackboard().Get("host"); v.String() != "5" {
		t.Error(v)
	}
	if err := build(t, `<AlwaysSuccess/>`).tree.RestoreEntries(backup); err == nil {
		t.Error("a backup of another program was taken")
	}
}
