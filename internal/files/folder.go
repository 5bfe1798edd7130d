package files

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// OutsideError is the error for a file outside the permitted folder, possibly through a link.
type OutsideError struct {
	Folder string // as given
}

// Error returns the mistake and the remedy.
func (e *OutsideError) Error() string {
	return fmt.Sprintf("it is outside the folder %s once links are resolved; use --root to name a folder that contains both", e.Folder)
}

// Folder is the regular files below a folder, as an [fs.FS]. It follows links within the folder and refuses links that
// lead out. Safe for concurrent use.
type Folder struct {
	dir   string
	named string // within dir; may be a link that leads out, because the user named it; "": none
}

// NewFolder returns the files below dir. The file named, if not empty, may be a link that leads out of the folder.
func NewFolder(dir, named string) *Folder { return &Folder{dir, named} }

// Dir returns the folder.
func (f *Folder) Dir() string { return f.dir }

// at returns the path of a file after checking that it is in the folder.
func (f *Folder) at(name string) (string, error) {
	if !fs.ValidPath(name) {
		return "", fs.ErrInvalid
	}
	at := filepath.Join(f.dir, filepath.FromSlash(name))
	if name == f.named && f.named != "" {
		return at, nil
	}
	return at, Within(f.dir, at)
}

// Within returns an error unless the existing file name, with links resolved, is below dir: an [*OutsideError], or one
// of package os.
func Within(dir, name string) error {
	root, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return err
	}
	at, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	rel, err := filepath.Rel(root, at)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return &OutsideError{Folder: dir}
	}
	return nil
}

// Open implements fs.FS.
func (f *Folder) Open(name string) (fs.File, error) {
	at, err := f.at(name)
	if err == nil {
		var file *os.File
		if file, err = Open(at); err == nil {
			return file, nil
		}
	}
	return nil, named(name, err)
}

// ReadFile implements fs.ReadFileFS.
func (f *Folder) ReadFile(name string) ([]byte, error) {
	at, err := f.at(name)
	if err != nil {
		return nil, named(name, err)
	}
	data, err := Read(at, 0)
	return data, named(name, err)
}

// ReadDir implements fs.ReadDirFS.
func (f *Folder) ReadDir(name string) ([]fs.DirEntry, error) {
	at, err := f.at(path.Clean(name))
	if err != nil {
		return nil, named(name, err)
	}
	return os.ReadDir(at)
}

// Stat implements fs.StatFS.
func (f *Folder) Stat(name string) (fs.FileInfo, error) {
	at, err := f.at(name)
	if err != nil {
		return nil, named(name, err)
	}
	return os.Stat(at)
}

// named sets the path in an error to the requested name.
func named(name string, err error) error {
	if err == nil {
		return nil
	}
	if p, ok := err.(*fs.PathError); ok {
		err = p.Err
	}
	return &fs.PathError{Op: "open", Path: name, Err: err}
}
