package studio

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/karakuri-ai/karakuri/internal/files"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

const (
	// maxDrawerTraces is the maximum number of recordings in a drawer.
	maxDrawerTraces = 16
	// maxDrawerTrace is the maximum length of a recording in a drawer: all of them together take 256 MiB at most.
	maxDrawerTrace = 16 << 20
)

// drawer is a file system in memory that pages can write: that of a studio within a page. Safe for concurrent use.
type drawer struct {
	lock  sync.RWMutex
	texts map[string]string
}

func newDrawer(texts map[string]string) *drawer {
	d := &drawer{texts: map[string]string{}}
	for name, text := range texts {
		d.texts[path.Clean(name)] = text
	}
	return d
}

// Open implements fs.FS.
func (d *drawer) Open(name string) (fs.File, error) {
	d.lock.RLock()
	defer d.lock.RUnlock()
	return overlay{nil, d.texts}.Open(name)
}

// ReadDir implements fs.ReadDirFS: the files directly within a folder, sorted.
func (d *drawer) ReadDir(name string) ([]fs.DirEntry, error) {
	d.lock.RLock()
	defer d.lock.RUnlock()
	var list []fs.DirEntry
	for file, text := range d.texts {
		if path.Dir(file) == name {
			list = append(list, fs.FileInfoToDirEntry(&textFile{name: file, size: int64(len(text))}))
		}
	}
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return list, nil
}

// write replaces a text: see [files.Write].
func (d *drawer) write(name, text, was string) error {
	if len(text) > expr.MaxSourceBytes {
		return fmt.Errorf("%s has more than %d bytes", name, expr.MaxSourceBytes)
	}
	d.lock.Lock()
	defer d.lock.Unlock()
	now, ok := d.texts[name]
	if !ok {
		return &fs.PathError{Op: "write", Path: name, Err: fs.ErrNotExist}
	}
	if was != "" && files.Hash([]byte(now)) != was {
		return files.ErrChanged
	}
	d.texts[name] = text
	return nil
}

// newTrace creates an empty recording of a file's run.
func (d *drawer) newTrace(of string) (*tape, error) {
	d.lock.Lock()
	defer d.lock.Unlock()
	count := 0
	for name := range d.texts {
		if strings.HasPrefix(name, tracesFolder+"/") {
			count++
		}
	}
	if count >= maxDrawerTraces {
		return nil, fmt.Errorf("there are %d recordings already, and no room for more: reload the page", count)
	}
	for n := 1; ; n++ {
		name := traceName(of, n)
		if _, taken := d.texts[name]; !taken {
			d.texts[name] = ""
			return &tape{name: name, file: &sheet{drawer: d, name: name}, most: maxDrawerTrace}, nil
		}
	}
}

func (d *drawer) remove(name string) {
	d.lock.Lock()
	defer d.lock.Unlock()
	delete(d.texts, name)
}

// sheet is a file that is being written. Closing it puts it into its drawer.
type sheet struct {
	drawer *drawer
	name   string
	bytes  []byte
}

// Write implements io.Writer.
func (s *sheet) Write(b []byte) (int, error) {
	s.bytes = append(s.bytes, b...)
	return len(b), nil
}

// errSheet is the error of moving within a sheet: it is only written from its beginning to its end.
var errSheet = errors.New("only to the beginning")

// Seek implements io.Seeker, to the beginning only: Truncate follows.
func (s *sheet) Seek(offset int64, whence int) (int64, error) {
	if offset != 0 || whence != io.SeekStart {
		return 0, errSheet
	}
	return 0, nil
}

// Truncate makes it empty.
func (s *sheet) Truncate(size int64) error {
	if size != 0 {
		return errSheet
	}
	s.bytes = s.bytes[:0]
	return nil
}

// Close implements io.Closer.
func (s *sheet) Close() error {
	s.drawer.lock.Lock()
	defer s.drawer.lock.Unlock()
	s.drawer.texts[s.name] = string(s.bytes)
	return nil
}
