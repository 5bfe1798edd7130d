//go:build !js

package studio

import (
	"bytes"
	"compress/gzip"
	"embed"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"
)

// pages is the built front end: see internal/studio/web.
//
//go:embed all:web/dist
var pages embed.FS

// packedPages holds the compressed files of the front end, by name.
var packedPages = sync.OnceValue(packPages)

// asset is a file of the front end, ready to send.
type asset struct {
	kind   string // media type
	plain  []byte
	packed []byte // compressed with gzip
}

// assets serves the front end. Every page has the same path; its state is in the query.
func assets() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/")
		if name == "" {
			name = "index.html"
		}
		a, ok := packedPages()[name]
		if !ok {
			http.NotFound(w, r)
			return
		}
		h := w.Header()
		h.Set("Content-Type", a.kind)
		h.Set("Vary", "Accept-Encoding")
		if strings.HasPrefix(name, "assets/") {
			h.Set("Cache-Control", "public, max-age=31536000, immutable") // their names hold their hash
		}
		if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			h.Set("Content-Encoding", "gzip")
			w.Write(a.packed)
			return
		}
		w.Write(a.plain)
	})
}

func packPages() map[string]asset {
	all := map[string]asset{}
	err := fs.WalkDir(pages, "web/dist", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := pages.ReadFile(name)
		if err != nil {
			return err
		}
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		z.Write(data) // writing to memory cannot fail
		z.Close()
		all[strings.TrimPrefix(name, "web/dist/")] = asset{mediaType(name), data, packed.Bytes()}
		return nil
	})
	if err != nil {
		panic(err) // the files are part of the binary
	}
	return all
}

// mediaType does not ask the operating system: some systems take scripts for plain text.
func mediaType(name string) string {
	switch path.Ext(name) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	}
	return mime.TypeByExtension(path.Ext(name))
}
