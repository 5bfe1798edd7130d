package btcpp_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/diag"
)

func inTree(nodes string) string {
	return `<root BTCPP_format="4"><BehaviorTree ID="Main">` + nodes + `</BehaviorTree></root>`
}

// As the library's tests MalformedXML_DeeplyNestedElements and ModerateNestingIsOK.
func TestNesting(t *testing.T) {
	nested := func(n int) string {
		return inTree(strings.Repeat("<Sequence>", n-1) + "<AlwaysSuccess/>" + strings.Repeat("</Sequence>", n-1))
	}
	readAgain(t, sound(t, nested(btcpp.MaxDepth), btcpp.Options{}), btcpp.Options{})
	for _, n := range []int{btcpp.MaxDepth + 1, 300} {
		wantFirst(t, nested(n), diag.BTLimit)
	}
	wantFirst(t, inTree(strings.Repeat("<Sequence>", 1<<20/len("<Sequence>"))), diag.BTLimit)
}

// wantFirst reads a text of which the first finding must be an error with that code.
func wantFirst(t *testing.T, text string, code diag.Code) {
	t.Helper()
	_, ds := btcpp.ReadString("x.xml", text, btcpp.Options{})
	if len(ds.All) == 0 || ds.All[0].Code != code || ds.All[0].Severity != diag.Error {
		t.Errorf("want %s, got %v", code, ds.Err())
	}
}

func TestSizes(t *testing.T) {
	wantFirst(t, strings.Repeat(" ", btcpp.MaxSourceBytes+1), diag.BTLimit)
	wantFirst(t, inTree("<Sequence>"+strings.Repeat("<A/>", btcpp.MaxElements)+"</Sequence>"), diag.BTLimit)
	var attrs strings.Builder
	for i := range btcpp.MaxAttributes + 1 {
		fmt.Fprintf(&attrs, " a%d=''", i)
	}
	wantFirst(t, inTree("<AlwaysSuccess"+attrs.String()+"/>"), diag.BTLimit)

	files := fstest.MapFS{"large.xml": {Data: make([]byte, btcpp.MaxSourceBytes+1)}}
	if _, ds := btcpp.Read(files, "large.xml", btcpp.Options{}); ds.All[0].Code != diag.BTInclude {
		t.Error(ds.All[0].Error())
	}
	main := `<root BTCPP_format="4">`
	for i := range btcpp.MaxFiles {
		name := fmt.Sprintf("f%d.xml", i)
		files[name] = &fstest.MapFile{Data: []byte(`<root BTCPP_format="4"/>`)}
		main += `<include path="` + name + `"/>`
	}
	files["main.xml"] = &fstest.MapFile{Data: []byte(main + "</root>")}
	if _, ds := btcpp.Read(files, "main.xml", btcpp.Options{}); len(ds.All) != 1 || ds.All[0].Code != diag.BTLimit {
		t.Error(ds.All)
	}
}

// A hundred trees, each with the next one twice in it, would be more nodes than there are atoms.
func TestTreesThatGrow(t *testing.T) {
	var text strings.Builder
	text.WriteString(`<root BTCPP_format="4" main_tree_to_execute="T0">`)
	for i := range 100 {
		fmt.Fprintf(&text, `<BehaviorTree ID="T%d"><Sequence><SubTree ID="T%d"/><SubTree ID="T%d"/></Sequence></BehaviorTree>`, i, i+1, i+1)
	}
	text.WriteString(`<BehaviorTree ID="T100"><AlwaysSuccess/></BehaviorTree></root>`)
	wantFirst(t, text.String(), diag.BTLimit)

	chain := func(n int) string {
		text.Reset()
		text.WriteString(`<root BTCPP_format="4" main_tree_to_execute="T1">`)
		for i := range n - 1 {
			fmt.Fprintf(&text, `<BehaviorTree ID="T%d"><SubTree ID="T%d"/></BehaviorTree>`, i+1, i+2)
		}
		return text.String() + fmt.Sprintf(`<BehaviorTree ID="T%d"><AlwaysSuccess/></BehaviorTree></root>`, n)
	}
	sound(t, chain(btcpp.MaxTreeDepth), btcpp.Options{})
	wantFirst(t, chain(btcpp.MaxTreeDepth+1), diag.BTLimit)
	wantFirst(t, chain(10*btcpp.MaxTreeDepth), diag.BTLimit)
}
