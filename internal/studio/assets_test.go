package studio

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestPagesAreBuilt builds the pages from their source and wants the same files as in the binary. It is skipped where
// internal/studio/web is not set up.
func TestPagesAreBuilt(t *testing.T) {
	if testing.Short() {
		t.Skip("building takes a while")
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("there is no node")
	}
	if _, err := os.Stat("web/node_modules/vite"); err != nil {
		t.Skip("there are no studio/web/node_modules (run npm ci in internal/studio/web)")
	}
	out := t.TempDir()
	build := exec.Command("npm", "run", "build", "--", "--outDir", out)
	build.Dir = "web"
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	built, committed := filesBelow(t, os.DirFS(out)), filesBelow(t, os.DirFS(filepath.Join("web", "dist")))
	for name, data := range built {
		if !bytes.Equal(committed[name], data) {
			t.Errorf("dist/%s is not what the source gives: run npm run build in internal/studio/web", name)
		}
	}
	for name := range committed {
		if built[name] == nil {
			t.Errorf("dist/%s belongs to nothing any more: run npm run build in internal/studio/web", name)
		}
	}
}

func filesBelow(t *testing.T, fsys fs.FS) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			all[name], err = fs.ReadFile(fsys, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestAssets wants files as they are and packed, and nothing else.
func TestAssets(t *testing.T) {
	get := func(name, encoding string) *http.Response {
		r := httptest.NewRequest("GET", name, nil)
		r.Header.Set("Accept-Encoding", encoding)
		w := httptest.NewRecorder()
		assets().ServeHTTP(w, r)
		return w.Result()
	}
	plain, err := io.ReadAll(get("/", "").Body)
	if err != nil || !strings.Contains(string(plain), "<html") {
		t.Fatalf("the page is %q, %v", plain, err)
	}
	packed := get("/", "br, gzip")
	if packed.Header.Get("Content-Encoding") != "gzip" {
		t.Error("the page is not packed for who can unpack it")
	}
	z, err := gzip.NewReader(packed.Body)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(z); err != nil || !bytes.Equal(got, plain) {
		t.Errorf("unpacked the page is %q, %v", got, err)
	}
	for _, name := range []string{"/nothing", "/../go.mod", "/assets/", "/assets/../../../server.go", "/assets"} {
		if got := get(name, "").StatusCode; got != http.StatusNotFound {
			t.Errorf("%s: status %d", name, got)
		}
	}
}
