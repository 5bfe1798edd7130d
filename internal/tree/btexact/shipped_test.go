package btexact_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/internal/tree/btexact"
)

// TestShippedTrees runs every tree of the library's tests and examples, and of Nav2, with simulated leaves. Some cannot
// go on because their leaves would have written entries; then the error says at which node, and the tree is left Idle.
func TestShippedTrees(t *testing.T) {
	dir := os.Getenv("KARAKURI_BTCPP_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared", "data", "btcpp")
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no data of BehaviorTree.CPP in %s; KARAKURI_BTCPP_DATA says where it is", dir)
	}
	simulation, ds := btexact.ParseSimulation([]byte(`{"actions": {"A": ["running", "failure", "success"], "FollowPath": ["running", "failure", "success"]}}`))
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	ran, faults, unread := 0, 0, 0
	root := os.DirFS(dir)
	err := fs.WalkDir(root, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".xml") {
			return err
		}
		doc, ds := btcpp.Read(root, path, btcpp.Options{Lenient: true, Nodes: btexact.Extras()})
		if ds.HasErrors() {
			unread++
			return nil
		}
		for _, tree := range doc.Trees {
			p, ds := btexact.Compile(doc, btexact.Simulated(simulation, btexact.Options{Tree: tree.ID, Choose: func(*btexact.Call) int { return 0 }}))
			if p == nil {
				for _, d := range ds.All { // control nodes that only a host knows
					if d.Code != "K461" {
						t.Errorf("%s: %s: %v", path, tree.ID, d.Error())
					}
				}
				continue
			}
			ran++
			if !runShipped(t, path, p.NewTree()) {
				faults++
			}
		}
		return nil
	})
	if err != nil || ran == 0 {
		t.Fatal(ran, err)
	}
	t.Logf("%d trees ran, %d of them up to a fault; %d files are refused when they are read", ran, faults, unread)
}

// runShipped ticks a tree for three seconds; it reports whether that went without a fault.
func runShipped(t *testing.T, path string, tree *btexact.Tree) bool {
	for now := time.Duration(0); now < 3*time.Second; now += 100 * ms {
		_, err := tree.TickOnce(now)
		var e *btexact.Error
		switch {
		case err == nil:
			continue
		case !errors.As(err, &e) || e.Path == "":
			t.Errorf("%s: %v", path, err)
		}
		for n := range tree.Program().Len() {
			if s := tree.Status(btexact.NodeID(n)); s != btexact.Idle {
				t.Errorf("%s: node %d is %v after %v", path, n, s, err)
			}
		}
		return false
	}
	if err := tree.Halt(); err != nil {
		t.Errorf("%s: %v", path, err)
	}
	return true
}
