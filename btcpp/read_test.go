package btcpp_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/diag"
)

const rover = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE root>
<root BTCPP_format="4" main_tree_to_execute="Main">
  <!-- what the rover does -->
  <BehaviorTree ID="Main" _description="all of it">
    <Sequence name="go &amp; look" _skipIf="battery < 20" _onSuccess="trips += 1">
      <SubTree ID="Drive" name="there" goal="{home}" speed=" 1.5 " _autoremap="1"/>
      <Action ID="Photo" of='{=}' _uid="7"><!-- nothing --></Action>
    </Sequence>
  </BehaviorTree>
  <BehaviorTree ID="Drive">
    <Move to=" {goal} "/>
  </BehaviorTree>
  <TreeNodesModel>
    <SubTree ID="Drive">
      <input_port name="goal" type="Point" description="where"/>
      <input_port name="speed" type="double" default="1"/>
    </SubTree>
    <Action ID="Photo">
      <input_port name="of" type="Point"><![CDATA[ what <is> seen ]]></input_port>
      <MetadataFields><Metadata origin="camera"/><Metadata kind="test"/></MetadataFields>
    </Action>
    <Action ID="Move"><input_port name="to" type="Point"/></Action>
  </TreeNodesModel>
</root>
`

const roverWritten = `<root BTCPP_format="4" main_tree_to_execute="Main">
  <BehaviorTree ID="Main" _description="all of it">
    <Sequence name="go &amp; look" _skipIf="battery &lt; 20" _onSuccess="trips += 1">
      <SubTree ID="Drive" name="there" goal="{home}" speed=" 1.5 " _autoremap="true"/>
      <Action ID="Photo" of="{=}" _uid="7"/>
    </Sequence>
  </BehaviorTree>
  <BehaviorTree ID="Drive">
    <Move to=" {goal} "/>
  </BehaviorTree>
  <TreeNodesModel>
    <SubTree ID="Drive">
      <input_port name="goal" type="Point" description="where"/>
      <input_port name="speed" type="double" default="1"/>
    </SubTree>
    <Action ID="Photo">
      <input_port name="of" type="Point">what &lt;is&gt; seen</input_port>
      <MetadataFields>
        <Metadata origin="camera"/>
        <Metadata kind="test"/>
      </MetadataFields>
    </Action>
    <Action ID="Move">
      <input_port name="to" type="Point"/>
    </Action>
  </TreeNodesModel>
</root>
`

// sound reads a text without findings.
func sound(t *testing.T, text string, o btcpp.Options) *btcpp.Document {
	t.Helper()
	d, ds := btcpp.ReadString("x.xml", text, o)
	for i := range ds.All {
		t.Error(ds.All[i].Error())
	}
	return d
}

func TestReading(t *testing.T) {
	d := sound(t, rover, btcpp.Options{})
	root := d.Tree("Main").Root
	if d.Main != "Main" || d.Version != 4 || root.Name != "go & look" || root.Title() != "go & look" || root.Model != btcpp.Builtin("Sequence") {
		t.Errorf("%+v", root)
	}
	if root.SkipIf.Value != "battery < 20" || root.OnSuccess == nil || root.While != nil || root.SkipIf.At.Text() != "battery < 20" {
		t.Errorf("conditions %+v", root.Scripts)
	}
	drive, photo := root.Children[0], root.Children[1]
	if drive.Category != btcpp.SubTree || !drive.AutoRemap || drive.Model != d.Model("Drive") || drive.Attr("speed").Value != " 1.5 " {
		t.Errorf("%+v", drive)
	}
	if key, isKey := photo.Attr("of").Key(); key != "of" || !isKey || !photo.Explicit || photo.Other[0].Name != "_uid" || photo.Title() != "Photo" {
		t.Errorf("%+v", photo)
	}
	if key, _ := d.Tree("Drive").Root.Attr("to").Key(); key != "goal" || d.Tree("drive") != nil || d.Model("Sequence") != nil {
		t.Errorf("key %q", key)
	}
	if at := photo.At.Position().String(); at != "x.xml:8:8" {
		t.Errorf("photo at %s", at)
	}
	if text := written(d); text != roverWritten {
		t.Errorf("written:\n%s", text)
	}
	readAgain(t, d, btcpp.Options{})
}

func TestPortValues(t *testing.T) {
	for _, c := range []struct {
		text, key string
		isKey     bool
	}{
		{"{a}", "a", true}, {" {a b} ", "a b", true}, {"{=}", "=", true}, {"=", "=", true}, {"{@a}", "@a", true}, {"{}", "", false},
		{"", "", false}, {"a", "", false}, {"{a", "", false}, {"a}", "", false}, {"1;{2}", "", false}, {"json:{}", "", false},
	} {
		if key, isKey := btcpp.ParsePortValue(c.text); key != c.key || isKey != c.isKey {
			t.Errorf("%q: %q, %t", c.text, key, isKey)
		}
	}
}

func TestLiterals(t *testing.T) {
	for _, c := range []struct {
		typ, yes, no string // values with commas between
	}{
		{"int", "0,-5,2147483647,json:1", ",1.5,a,2147483648,0x10, 1,1 ,42abc,json:{"},
		{"uint8_t", "0,255", "256,-1,+"},
		{"unsigned int", "4294967295", "4294967296,-0"},
		{"std::int64_t", "9223372036854775807", "9223372036854775808"},
		{"double", "1,-1.5,1e9,inf,.5", ",a,0x1p3,1_0,1;2,1e999"},
		{"float", "0.1", "x"},
		{"bool", "true,TRUE,False,0,1", "yes,tRUE,2,"},
		{"BT::NodeStatus", "SUCCESS,IDLE", "success,"},
		{"std::vector<int, std::allocator<int> >", ",1,1;2;3", "1;x,1;;2"},
		{"std::vector<std::vector<bool>>", "true", "x"},
		{"std::vector<std::string>", "a;b c;", ""},
		{"std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >", "a,json:{", ""},
		{"Point", "anything", ""}, {"", "anything", ""}, {"BT::AnyTypeAllowed", "x", ""}, {"BT::Any", "x", ""},
	} {
		typ := btcpp.TypeOf(c.typ)
		for yes := range strings.SplitSeq(c.yes, ",") {
			if !typ.Accepts(yes) {
				t.Errorf("%s does not take %q", c.typ, yes)
			}
		}
		for no := range strings.SplitSeq(c.no, ",") {
			if c.no != "" && typ.Accepts(no) {
				t.Errorf("%s takes %q", c.typ, no)
			}
		}
	}
	if !btcpp.TypeOf("vector<int>").Equal(btcpp.TypeOf("std::vector<int32_t>")) || btcpp.TypeOf("vector<int>").Equal(btcpp.TypeOf("vector<bool>")) {
		t.Error("vectors are the same when what is in them is")
	}
}

func TestUnknownNodesAreLeftToTheHost(t *testing.T) {
	d, ds := btcpp.ReadString("x.xml", `<root BTCPP_format="4"><BehaviorTree ID="M"><Pick><Look at="{thing}" for="3"/><Look at="box" far="true"/>
		<Twice><Condition ID="Near"/></Twice></Pick></BehaviorTree></root>`, btcpp.Options{Lenient: true})
	if ds.HasErrors() || len(ds.All) != 4 {
		t.Fatal(ds.Err(), len(ds.All))
	}
	if w := line(&ds.All[1]); w != "x.xml:1:52: warning: Look is not declared: the host must provide it as Action [K415]" {
		t.Error(w)
	}
	root := d.Trees[0].Root
	look := root.Children[0].Model
	if root.Model.Category != btcpp.Control || root.Children[2].Category != btcpp.Decorator || root.Children[2].Children[0].Category != btcpp.Condition {
		t.Error("the categories are those of the uses")
	}
	if !look.Inferred || len(look.Ports) != 3 || look.Port("at").Direction != btcpp.InOut || look.Port("for").Direction != btcpp.In || look != root.Children[1].Model {
		t.Errorf("%+v", look)
	}
	_, ds = btcpp.ReadString("x.xml", `<root BTCPP_format="4"><BehaviorTree ID="M"><Look at="{thing}"/></BehaviorTree><TreeNodesModel><Action ID="Look"/></TreeNodesModel></root>`, btcpp.Options{Lenient: true})
	if len(ds.All) != 1 || ds.All[0].Code != diag.BTLeftToHost {
		t.Error(ds.All)
	}
	_, ds = btcpp.ReadString("x.xml", `<root BTCPP_format="4"><BehaviorTree ID="M"><Look at="{thing}"/></BehaviorTree></root>`, btcpp.Options{Lenient: true, Nodes: []btcpp.Model{{ID: "Look", Category: btcpp.Action}}})
	if len(ds.All) != 1 || ds.All[0].Code != diag.BTUnknownPort {
		t.Error("what the host registers is complete", ds.All)
	}
}

func include(paths ...string) string {
	text := `<root BTCPP_format="4">`
	for _, p := range paths {
		text += "\n<include path=\"" + p + "\"/>"
	}
	return text + "\n<BehaviorTree ID=\"T%d\"><AlwaysSuccess/></BehaviorTree><TreeNodesModel/></root>"
}

func TestIncludes(t *testing.T) {
	files := fstest.MapFS{}
	for i, f := range []struct{ name, text string }{
		{"main.xml", include("a/b.xml", `a\c.xml`)}, {"a/b.xml", include("../d.xml")}, {"a/c.xml", include("../d.xml", "b.xml")}, {"d.xml", include()},
		{"self.xml", include("a/../self.xml")}, {"ring1.xml", include("ring2.xml")}, {"ring2.xml", include("d.xml", "ring1.xml")},
		{"out.xml", include("../x.xml", "/abs.xml", "", "ring3.xml")}, {"far.xml", include("bad.xml")},
	} {
		files[f.name] = &fstest.MapFile{Data: fmt.Appendf(nil, f.text, i)}
	}
	files["bad.xml"] = &fstest.MapFile{Data: []byte("<root BTCPP_format=\"4\"><BehaviorTree ID=\"B\"><Nothing/></BehaviorTree></root>")}
	files["ros.xml"] = &fstest.MapFile{Data: []byte(`<root BTCPP_format="4"><include ros_pkg="known" path="b.xml"/><include ros_pkg="unknown" path="b.xml"/></root>`)}
	for _, c := range []struct{ name, trees, found string }{
		{"main.xml", "T3 T1 T2 T0", ""},
		{"self.xml", "T4", "self.xml:2:16: self.xml includes itself [K405]"},
		{"ring1.xml", "T3 T6 T5", "ring2.xml:3:16: ring1.xml includes itself [K405] | ring1.xml:2:16: included here"},
		{"out.xml", "T7", `out.xml:2:16: the path "../x.xml" leaves the folder of the files [K404]
out.xml:3:16: "/abs.xml" is an absolute path [K404] | paths are relative to the including file
out.xml:4:16: the path is empty [K404]
out.xml:5:16: cannot read ring3.xml: there is no such file [K404] | did you mean "ring1.xml"?`},
		{"far.xml", "B T8", "bad.xml:1:46: unknown node Nothing [K412] | declare it in <TreeNodesModel>"},
		{"ros.xml", "T3 T1", `ros.xml:1:81: the folder of the ROS package "unknown" is unknown [K404] | include by a path relative to this file`},
		{"mian.xml", "", `cannot read mian.xml: there is no such file [K404] | did you mean "main.xml"?`},
	} {
		d, ds := btcpp.Read(files, c.name, btcpp.Options{Packages: map[string]string{"known": "a"}})
		var trees, found []string
		for _, tree := range d.Trees {
			trees = append(trees, tree.ID)
		}
		for i := range ds.All {
			found = append(found, line(&ds.All[i]))
		}
		if got := strings.Join(trees, " "); got != c.trees {
			t.Errorf("%s: trees %s", c.name, got)
		}
		if got := strings.Join(found, "\n"); got != c.found {
			t.Errorf("%s: found\n%s", c.name, got)
		}
	}
	_, ds := btcpp.Read(files, "bad.xml", btcpp.Options{Display: func(name string) string { return "trees/" + name }})
	if !strings.HasPrefix(ds.All[0].Error(), "trees/bad.xml:1:46: ") {
		t.Error(ds.All[0].Error())
	}
}

func TestTextThatIsNone(t *testing.T) {
	for _, c := range []struct{ text, found string }{
		{"<root>\n\xff</root>", "x.xml:2:1: the file is not UTF-8 here [K400] | save the file as UTF-8"},
		{"<root>\n \x01</root>", "x.xml:2:2: control character U+0001 [K400] | remove it"},
	} {
		if _, ds := btcpp.ReadString("x.xml", c.text, btcpp.Options{}); len(ds.All) != 1 || line(&ds.All[0]) != c.found {
			t.Errorf("%q: %v", c.text, ds.Err())
		}
	}
	sound(t, "\ufeff"+inTree("<AlwaysSuccess name='\ufffd'/>"), btcpp.Options{})
}

// An input may read an entry of a derived type; other ports want the same type, or may write a derived one.
func TestDerivedTypes(t *testing.T) {
	port := func(d btcpp.Direction, typ string) []btcpp.Port {
		return []btcpp.Port{{Name: "p", Direction: d, Type: typ}}
	}
	o := btcpp.Options{
		Nodes: []btcpp.Model{
			{ID: "MakeSphynx", Category: btcpp.Action, Ports: port(btcpp.Out, "Sphynx")},
			{ID: "MakeAnimal", Category: btcpp.Action, Ports: port(btcpp.Out, "Animal")},
			{ID: "Show", Category: btcpp.Action, Ports: port(btcpp.In, "Animal")},
			{ID: "Pet", Category: btcpp.Action, Ports: port(btcpp.In, "Cat")},
			{ID: "Walk", Category: btcpp.Action, Ports: port(btcpp.In, "Dog")},
			{ID: "Change", Category: btcpp.Action, Ports: port(btcpp.InOut, "Animal")},
		},
		Bases:   []btcpp.Base{{Type: "Cat", Base: "Animal"}, {Type: "Dog", Base: "Animal"}, {Type: "Sphynx", Base: "Cat"}},
		Accepts: func(typ, text string) bool { return typ == "Cat" && text == "Tom" },
	}
	for _, c := range []struct {
		nodes string
		code  diag.Code
	}{
		{`<MakeSphynx p="{x}"/><Show p="{x}"/><Pet p="{x}"/>`, ""},
		{`<MakeAnimal p="{x}"/><Pet p="{x}"/><MakeSphynx p="{x}"/>`, ""},
		{`<MakeSphynx p="{x}"/><Walk p="{x}"/>`, diag.BTPortType},
		{`<MakeSphynx p="{x}"/><Change p="{x}"/>`, diag.BTPortType},
		{`<MakeSphynx p="{x}"/><MakeAnimal p="{x}"/>`, diag.BTPortType},
		{`<Pet p="Tom"/>`, ""},
		{`<Pet p="Rex"/>`, diag.BTLiteral},
	} {
		_, ds := btcpp.ReadString("x.xml", inTree("<Sequence>"+c.nodes+"</Sequence>"), o)
		if len(ds.All) > 0 != (c.code != "") || c.code != "" && ds.All[0].Code != c.code {
			t.Errorf("%s: %v", c.nodes, ds.All)
		}
	}
}

func TestBuiltins(t *testing.T) {
	list := btcpp.Builtins()
	for i, m := range list {
		if btcpp.Builtin(m.ID) != m || !m.Builtin || i > 0 && list[i-1].ID >= m.ID {
			t.Errorf("%s cannot be found", m.ID)
		}
	}
	if btcpp.Builtin("sequence") != nil {
		t.Error("letter case matters")
	}
}
