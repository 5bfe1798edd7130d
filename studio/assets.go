package studio

import (
	"embed"
	"io/fs"
	"net/http"
	"strings"
)

// pages is the built front end: studio/web says how.
//
//go:embed all:web/dist
var pages embed.FS

// assets serves the front end. Any address that is no file is the page itself, since its state is in the address.
func assets() http.Handler {
	dist, err := fs.Sub(pages, "web/dist")
	if err != nil {
		panic(err) // the name is a constant
	}
	files := http.FileServerFS(dist)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/")
		if name != "" {
			if info, err := fs.Stat(dist, name); err == nil && !info.IsDir() && strings.HasPrefix(name, "assets/") {
				w.Header().Set("Cache-Control", "public, max-age=31536000, immutable") // their names hold their hash
			}
		}
		files.ServeHTTP(w, r)
	})
}
