// Package files reads and writes the user's files. It accepts regular files only, confines them to a folder, and
// replaces files atomically.
package files

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrChanged is returned by [Write] if the file has changed since it was read.
var ErrChanged = errors.New("the file has changed since it was read")

// KindError is the error for a path that is not a regular file. Reading a pipe or device could block forever.
type KindError struct{ Kind string }

// Error describes the kind of file.
func (e *KindError) Error() string { return "it is " + e.Kind + ", not a regular file" }

// kinds names the kinds of file that are not regular.
var kinds = []struct {
	mode fs.FileMode
	word string
}{
	{fs.ModeDir, "a folder"}, {fs.ModeNamedPipe, "a pipe"}, {fs.ModeSocket, "a socket"}, {fs.ModeDevice, "a device"}, {fs.ModeCharDevice, "a device"},
}

// Regular returns an error unless name is a regular file. It does not open the file, because opening a pipe would wait
// for a writer.
func Regular(name string) error {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return err
	case info.Mode().IsRegular():
		return nil
	}
	e := &KindError{"something else"}
	for _, k := range kinds {
		if info.Mode()&k.mode != 0 {
			e.Kind = k.word
			break
		}
	}
	return &fs.PathError{Op: "open", Path: name, Err: e}
}

// Open opens a regular file. The error is a [*KindError] within a [*fs.PathError], or one of package os.
func Open(name string) (*os.File, error) {
	if err := Regular(name); err != nil {
		return nil, err
	}
	return os.Open(name)
}

// Read reads a regular file of at most most bytes; 0: any length.
func Read(name string, most int64) ([]byte, error) {
	file, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if most == 0 {
		return io.ReadAll(file)
	}
	data, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(data)) > most {
		err = fmt.Errorf("it has more than %d bytes", most)
	}
	return data, err
}

// Hash returns a hash that identifies a text: texts with the same hash are considered equal.
func Hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Write replaces the contents of an existing file atomically: after a crash, the file has the old text or the new one.
// A link stays a link, and permissions stay. If was is not empty, it is the [Hash] of the expected contents; if the
// file has other contents, Write returns [ErrChanged] and changes nothing.
func Write(name string, text []byte, was string) (err error) {
	if name, err = filepath.EvalSymlinks(name); err != nil {
		return err
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(temp.Name())
		}
	}()
	_, err = temp.Write(text)
	if err = errors.Join(err, temp.Chmod(info.Mode().Perm()), temp.Sync(), temp.Close()); err != nil {
		return err
	}
	if was != "" { // as late as possible
		if now, err := Read(name, 0); err != nil || Hash(now) != was {
			return errors.Join(ErrChanged, err)
		}
	}
	return os.Rename(temp.Name(), name)
}
