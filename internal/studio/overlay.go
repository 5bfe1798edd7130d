package studio

import (
	"io"
	"io/fs"
	"strings"
	"time"
)

// overlay is a file system with other texts for some files: those that a page edits, or those in a trace.
type overlay struct {
	base  fs.FS // nil: there are no other files
	texts map[string]string
}

// Open implements fs.FS.
func (o overlay) Open(name string) (fs.File, error) {
	if text, ok := o.texts[name]; ok {
		return &textFile{name: name, size: int64(len(text)), Reader: strings.NewReader(text)}, nil
	}
	if o.base == nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return o.base.Open(name)
}

// textFile is an open text. It is its own FileInfo.
type textFile struct {
	io.Reader
	name string
	size int64
}

func (t *textFile) Stat() (fs.FileInfo, error) { return t, nil }
func (t *textFile) Close() error               { return nil }
func (t *textFile) Name() string               { return t.name[strings.LastIndexByte(t.name, '/')+1:] }
func (t *textFile) Size() int64                { return t.size }
func (t *textFile) Mode() fs.FileMode          { return 0o444 }
func (t *textFile) ModTime() time.Time         { return time.Time{} }
func (t *textFile) IsDir() bool                { return false }
func (t *textFile) Sys() any                   { return nil }
