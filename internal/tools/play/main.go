// Command play builds the playground, a page that any file server can serve: go run ./internal/tools/play -o DIR. It
// consists of the studio's own page, as it is in the repository, and the studio as a WebAssembly module (cmd/play),
// which the page runs in a worker. It needs only Go. It prints the size of what a browser loads.
//
// With -serve ADDRESS it then serves the folder, as a plain file server does.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/studio"
	"github.com/karakuri-ai/karakuri/internal/tools/compact"
)

const (
	pages    = "internal/studio/web/dist"
	examples = "examples"
	// module is the name of the WebAssembly module, compressed: a plain file server compresses nothing.
	module = "studio.wasm.gz"
	// maxBytes is the most that the whole page may have, in bytes, with each file compressed.
	maxBytes = 7_000_000
)

func main() {
	out := flag.String("o", "docs/play", "folder to write to")
	addr := flag.String("serve", "", "serve the folder at this address afterwards, as in 127.0.0.1:8000")
	flag.Parse()
	if err := run(*out, *addr); err != nil {
		fmt.Fprintln(os.Stderr, "play:", err)
		os.Exit(1)
	}
}

func run(out, addr string) error {
	if err := build(out); err != nil {
		return err
	}
	sizes, err := measure(out)
	if err != nil {
		return err
	}
	fmt.Println(sizes)
	if sizes.whole > maxBytes {
		return fmt.Errorf("the page has more than %d bytes", maxBytes)
	}
	if addr == "" {
		return nil
	}
	listen, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	fmt.Printf("playground at http://%s/\n", listen.Addr())
	return http.Serve(listen, http.FileServer(http.Dir(out)))
}

// build writes the page to a folder. It replaces the files of an earlier page.
func build(out string) error {
	for _, old := range []string{"assets", "index.html"} {
		if err := os.RemoveAll(filepath.Join(out, old)); err != nil {
			return err
		}
	}
	if err := os.CopyFS(out, os.DirFS(pages)); err != nil {
		return err
	}
	page, err := os.ReadFile(filepath.Join(out, "index.html"))
	if err != nil {
		return err
	}
	if page, err = marked(page); err != nil {
		return err
	}
	d, err := collect(examples)
	if err != nil {
		return err
	}
	demos, err := json.Marshal(d)
	if err != nil {
		return err
	}
	engine, err := compile()
	if err != nil {
		return err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	runtime, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib/wasm/wasm_exec.js"))
	if err != nil {
		return err
	}
	for name, data := range map[string][]byte{"index.html": page, "demos.json": demos, module: engine, "wasm_exec.js": runtime} {
		if err := os.WriteFile(filepath.Join(out, name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// marked returns the page with the mark by which it knows that it is the playground.
func marked(page []byte) ([]byte, error) {
	for _, change := range [][2]string{
		{"<title>karakuri studio</title>", "<title>karakuri playground</title>\n    <meta name=\"karakuri-playground\" content=\"" + module + "\" />"},
		{"<div id=\"root\"></div>", "<div id=\"root\"><p style=\"font: 14px system-ui, sans-serif; padding: 2em; color: #888\">starting the playground …</p></div>"},
	} {
		if !bytes.Contains(page, []byte(change[0])) {
			return nil, fmt.Errorf("the studio's page does not contain %s", change[0])
		}
		page = bytes.Replace(page, []byte(change[0]), []byte(change[1]), 1)
	}
	return page, nil
}

// demos are the files that the page begins with.
type demos struct {
	Names []string          `json:"names"` // files to list, and their further scenes
	Texts map[string]string `json:"texts"` // all files, by name
	Seed  uint64            `json:"seed"`
}

// collect returns the files that the studio lists, and all that they may import.
func collect(root string) (*demos, error) {
	d := &demos{Texts: map[string]string{}, Seed: 1}
	var files []string
	err := filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		ending := filepath.Ext(name)
		if err != nil || e.IsDir() || ending != ".krk" && ending != ".scene" {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		d.Texts[rel] = string(text)
		if p, err := karakuri.Load(os.DirFS(root), rel); err == nil && len(p.Kinds()) > 0 { // the others are there to be imported
			files = append(files, name)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, errors.New("there are no examples: run it in the folder of the repository")
	}
	l, err := studio.NewLibrary(files)
	if err != nil {
		return nil, err
	}
	d.Names = l.Names()
	return d, nil
}

// compile builds the module, and compresses it.
func compile() ([]byte, error) {
	dir, err := os.MkdirTemp("", "play-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "studio.wasm")
	args := slices.Concat([]string{"build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", file}, compact.Flags(), []string{"./cmd/play"})
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if said, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, said)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return packed(data)
}

func packed(data []byte) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = z.Write(data)
	err = errors.Join(err, z.Close())
	return b.Bytes(), err
}

// sizes are those of a page, in bytes, with each file compressed.
type sizes struct{ whole, module int }

func (s sizes) String() string {
	return fmt.Sprintf("the whole page has %.2f MB, compressed with gzip: %.2f MB of them are the studio, %.2f MB are the page", mega(s.whole), mega(s.module), mega(s.whole-s.module))
}

func mega(n int) float64 { return float64(n) / 1e6 }

// measure returns the sizes of a built page.
func measure(dir string) (s sizes, err error) {
	err = fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		if name == module {
			s.module = len(data)
		} else if !slices.Contains([]string{".gz", ".br"}, filepath.Ext(name)) {
			data, err = packed(data)
		}
		s.whole += len(data)
		return err
	})
	return s, err
}
