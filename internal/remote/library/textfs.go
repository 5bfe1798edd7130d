package library

import (
	"io"
	"io/fs"
	"strings"
	"time"
)

// textFS is a file system with one file. Package testing/fstest has one too, and brings a megabyte of testing along.
type textFS struct{ name, text string }

// Open implements [fs.FS].
func (t textFS) Open(name string) (fs.File, error) {
	if name != t.name {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &textFile{t, strings.NewReader(t.text)}, nil
}

type textFile struct {
	of textFS
	io.Reader
}

// Stat implements [fs.File].
func (f *textFile) Stat() (fs.FileInfo, error) { return f, nil }

// Close implements [fs.File].
func (f *textFile) Close() error { return nil }

// Name implements [fs.FileInfo], and so do the following.
func (f *textFile) Name() string { return f.of.name }

// Size implements [fs.FileInfo].
func (f *textFile) Size() int64 { return int64(len(f.of.text)) }

// Mode implements [fs.FileInfo].
func (f *textFile) Mode() fs.FileMode { return 0o444 }

// ModTime implements [fs.FileInfo].
func (f *textFile) ModTime() time.Time { return time.Time{} }

// IsDir implements [fs.FileInfo].
func (f *textFile) IsDir() bool { return false }

// Sys implements [fs.FileInfo].
func (f *textFile) Sys() any { return nil }
