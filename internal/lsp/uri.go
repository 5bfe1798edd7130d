package lsp

import (
	"net/url"
	"path"
	"strings"
)

// A file is known by its key: the path of a file URI with slashes, or the whole URI of a document that is no file.

// keyOf returns the key of a URI.
func keyOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return uri
	}
	p := u.Path
	if u.Host != "" && u.Host != "localhost" {
		return "//" + u.Host + path.Clean(p)
	}
	if len(p) > 2 && p[0] == '/' && p[2] == ':' { // a drive: /c:/games
		p = strings.ToLower(p[1:2]) + p[2:]
	}
	return path.Clean(p)
}

// isFile reports whether a key is a path.
func isFile(key string) bool {
	return strings.HasPrefix(key, "/") || len(key) > 2 && key[1] == ':' && key[2] == '/'
}

// uriOf returns the URI of a key.
func uriOf(key string) string {
	if !isFile(key) {
		return key
	}
	if key[0] != '/' {
		key = "/" + key
	}
	return (&url.URL{Scheme: "file", Path: key}).String()
}
