package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// maxBinary is how large the program may be, in bytes, as the guide says to build it for others.
const maxBinary = 25_000_000

func TestBinarySize(t *testing.T) {
	if testing.Short() {
		t.Skip("linking takes a while")
	}
	name := filepath.Join(t.TempDir(), "karakuri")
	if out, err := exec.Command("go", "build", "-ldflags=-w", "-o", name, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if t.Logf("%.1f MB", float64(info.Size())/1e6); info.Size() > maxBinary {
		t.Errorf("the program has %d bytes, more than %d", info.Size(), maxBinary)
	}
}
