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

// pages is the built front end: internal/studio/web says how.
//
//go:embed all:web/dist
var pages embed.FS

// packedPages is the front end as it is sent, by the names of its files.
var packedPages = sync.OnceValue(packPages)

// asset is a file of the front end as it is sent.
type asset struct {
	kind   string // its media type
	plain  []byte
	packed []byte // with gzip
}

// assets serves the front end. What is no file of it is not found: the state of a page is in its query.
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
		z.Write(data) // to memory: it does not fail
		z.Close()
		all[strings.TrimPrefix(name, "web/dist/")] = asset{mediaType(name), data, packed.Bytes()}
		return nil
	})
	if err != nil {
		panic(err) // the files are part of the binary
	}
	return all
}

// mediaType is told without what the system thinks of endings: on some, scripts are plain text.
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
