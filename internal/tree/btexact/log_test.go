package btexact_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/internal/tree/btexact"
)

func compileLenient(t *testing.T, body string, o btexact.Options) *btexact.Program {
	t.Helper()
	doc, ds := btcpp.ReadString("test.xml", document(body), btcpp.Options{Lenient: true})
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	p, ds := btexact.Compile(doc, o)
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	return p
}

// TestLogOfTheLibrary runs the tree of a log that BehaviorTree.CPP wrote, and compares every record: node, status,
// order.
func TestLogOfTheLibrary(t *testing.T) {
	file := filepath.Join(filepath.Dir(traceFiles(t)[0]), "sample.btlog")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Skip(err)
	}
	want, err := btcpp.ReadLog(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	doc, ds := btcpp.ReadString("sample.btlog", want.XML, btcpp.Options{Lenient: true})
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	p, ds := btexact.Compile(doc, btexact.Options{})
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	tree := p.NewTree()
	log := btexact.NewLogWriter(p, want.First)
	tree.Observe(log)
	status := btexact.Running
	for now := 0 * ms; status == btexact.Running; now += ms {
		if status, err = tree.TickOnce(now); err != nil {
			t.Fatal(err)
		}
	}
	got := log.Log()
	if len(got.Records) != len(want.Records) {
		t.Fatalf("%d records, want %d", len(got.Records), len(want.Records))
	}
	for i, r := range want.Records {
		if g := got.Records[i]; g.UID != r.UID || g.Status != r.Status {
			t.Errorf("record %d: node %d %v, want node %d %v", i, g.UID, g.Status, r.UID, r.Status)
		}
	}
	if got.First != want.First || log.Dropped() != 0 {
		t.Error(got.First, log.Dropped())
	}
}

// TestLogXML: the XML of a log has a tree for each subtree, and numbers that the records go by.
func TestLogXML(t *testing.T) {
	p := compileLenient(t, `<BehaviorTree ID="Main"><Sequence><SubTree ID="S" name="one" x="{y}" _skipIf="false"/><SubTree ID="S" x="5"/></Sequence></BehaviorTree>
		<BehaviorTree ID="S"><Go name="go" x="{x}" _uid="77"/></BehaviorTree>`, btexact.Options{Fallback: &btexact.Leaf{Tick: func(*btexact.Call) btexact.Status { return btexact.Success }}})
	tree := p.NewTree()
	log := btexact.NewLogWriter(p, 1000)
	tree.Observe(log)
	if _, err := tree.Tick(5 * ms); err != nil {
		t.Fatal(err)
	}
	if _, err := tree.Tick(7 * ms); err != nil {
		t.Fatal(err)
	}
	doc, ds := btcpp.ReadString("log.xml", log.Log().XML, btcpp.Options{Lenient: true})
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	if n := len(doc.Trees); n != 1+1 { // those of one ID count once when they are read
		t.Errorf("%d trees", n)
	}
	var uids []string
	for _, text := range []string{`_uid="1"`, `_uid="5"`, `_fullpath="one"`, `_fullpath="S::4"`, `name="go"`} {
		if !bytes.Contains([]byte(log.Log().XML), []byte(text)) {
			uids = append(uids, text)
		}
	}
	if len(uids) > 0 || bytes.Contains([]byte(log.Log().XML), []byte(`"77"`)) {
		t.Errorf("without %v:\n%s", uids, log.Log().XML)
	}
	records := log.Log().Records
	if first, last := records[0], records[len(records)-1]; first.Offset != 0 || last.Offset != 2000 || fmt.Sprint(last.UID, last.Status) != "1 IDLE" {
		t.Error(first, last)
	}
	var b bytes.Buffer
	if err := log.Log().Write(&b); err != nil {
		t.Fatal(err)
	}
	again, err := btcpp.ReadLog(&b)
	if err != nil || len(again.Records) != len(records) {
		t.Error(err)
	}
}
