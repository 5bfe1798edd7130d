package lang

import (
	"io"
	"io/fs"
	"path"
	"strings"
	"time"
)

// Texts are files in memory, by name. (Package testing/fstest has such a file system too, but adds a megabyte of
// package testing.)
type Texts map[string]string

// Open implements [fs.FS].
func (t Texts) Open(name string) (fs.File, error) {
	text, ok := t[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &openText{strings.NewReader(text), textInfo{name, len(text)}}, nil
}

// openText is one of them, opened.
type openText struct {
	io.Reader
	info textInfo
}

func (t *openText) Stat() (fs.FileInfo, error) { return t.info, nil }
func (t *openText) Close() error               { return nil }

type textInfo struct {
	name string
	size int
}

func (i textInfo) Name() string     { return path.Base(i.name) }
func (i textInfo) Size() int64      { return int64(i.size) }
func (textInfo) Mode() fs.FileMode  { return 0o444 }
func (textInfo) ModTime() time.Time { return time.Time{} }
func (textInfo) IsDir() bool        { return false }
func (textInfo) Sys() any           { return nil }
