package lsp

import (
	"path/filepath"

	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// Limits of what the server keeps in memory.
const (
	maxOpen      = 1024     // open documents
	maxOpenBytes = 64 << 20 // of all of them together
	maxFiles     = 2000     // files that the server looks for in folders
	maxEntries   = 50000    // directory entries that it looks at
	maxMains     = 8        // programs that one file is checked in
)

// document is an open document.
type document struct {
	uri     string // as the client writes it
	version int
	text    *text
}

type openParams struct {
	TextDocument struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
		Text    string `json:"text"`
	} `json:"textDocument"`
}

func (s *server) didOpen(p *openParams) error {
	d := &document{uri: p.TextDocument.URI, version: p.TextDocument.Version, text: newText(p.TextDocument.Text)}
	key := keyOf(d.uri)
	if err := s.space.room(key, len(d.text.src)); err != nil {
		return err
	}
	s.space.docs[key] = d
	s.space.rescan = true
	return nil
}

type changeParams struct {
	TextDocument struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
	} `json:"textDocument"`
	ContentChanges []change `json:"contentChanges"`
}

// didChange applies changes in their order. A change of a document that is not open, or of an older version than the
// server has, is dropped.
func (s *server) didChange(p *changeParams) error {
	key := keyOf(p.TextDocument.URI)
	d := s.space.docs[key]
	switch {
	case d == nil:
		return failed("%s is not open", p.TextDocument.URI)
	case p.TextDocument.Version < d.version:
		return failed("%s has version %d already", p.TextDocument.URI, d.version)
	}
	t := d.text
	for _, c := range p.ContentChanges {
		if t = t.apply(c); len(t.src) > expr.MaxSourceBytes+maxMessageBytes {
			return failed("%s is too large", p.TextDocument.URI)
		}
	}
	if err := s.space.room(key, len(t.src)); err != nil {
		return err
	}
	d.text, d.version = t, p.TextDocument.Version
	return nil
}

func (s *server) didClose(p *documentParams) error {
	delete(s.space.docs, keyOf(p.TextDocument.URI))
	s.space.rescan = true
	return nil
}

func (s *server) didSave(*documentParams) error {
	s.space.rescan = true
	return nil
}

func (s *server) didChangeWatchedFiles(*empty) error {
	s.space.rescan = true
	return nil
}

type foldersParams struct {
	Event struct {
		Added   []documentID `json:"added"`
		Removed []documentID `json:"removed"`
	} `json:"event"`
}

func (s *server) didChangeFolders(p *foldersParams) error {
	for _, f := range p.Event.Removed {
		s.space.removeFolder(keyOf(f.URI))
	}
	for _, f := range p.Event.Added {
		s.space.addFolder(keyOf(f.URI))
	}
	return nil
}

// room reports an error when a document does not fit beside the others.
func (w *workspace) room(key string, size int) error {
	total := size
	for k, d := range w.docs {
		if k != key {
			total += len(d.text.src)
		}
	}
	if total > maxOpenBytes || w.docs[key] == nil && len(w.docs) >= maxOpen {
		return failed("too many or too large documents are open")
	}
	return nil
}

// native returns a key as a path of the system.
func native(key string) string { return filepath.FromSlash(key) }
