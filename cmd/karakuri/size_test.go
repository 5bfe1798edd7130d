package main

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"testing"
)

// maxBinary is how large the program may be, in bytes, as the guide says to build it for others: what the page rounds
// to 29 MB.
const maxBinary = 29_500_000

// The program, built as docs/cli.md says to, has the size that the page gives, to half a megabyte, on the platform of
// the page, and is small enough.
func TestBinarySize(t *testing.T) {
	if testing.Short() {
		t.Skip("linking takes a while")
	}
	page, err := os.ReadFile("../../docs/cli.md")
	if err != nil {
		t.Fatal(err)
	}
	reported := regexp.MustCompile("`go build -ldflags=\"([^\"]*)\" ./cmd/karakuri`(?s:.{1,120}?) (\\d+) MB").FindSubmatch(page)
	if reported == nil {
		t.Fatal("docs/cli.md does not say how to build the program, and how large it is")
	}
	name := filepath.Join(t.TempDir(), "karakuri")
	if out, err := exec.Command("go", "build", "-ldflags="+string(reported[1]), "-o", name, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	mega, _ := strconv.ParseFloat(string(reported[2]), 64)
	size := float64(info.Size()) / 1e6
	here := runtime.GOOS == "linux" && runtime.GOARCH == "amd64"
	if t.Logf("%.1f MB", size); info.Size() > maxBinary || here && math.Abs(size-mega) > 0.5 {
		t.Errorf("the program has %.1f MB; the page says %.0f, and at most %.1f are allowed", size, mega, maxBinary/1e6)
	}
}
