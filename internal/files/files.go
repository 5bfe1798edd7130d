// Package files reads and writes the files of whoever works with karakuri: regular files only, within a folder, and all of a file or nothing.
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

// ErrChanged is the error of a file that is not as it was when it was read.
var ErrChanged = errors.New("somebody else has written the file meanwhile")

// KindError is the error of something that is no regular file: reading it could take forever.
type KindError struct{ Kind string }

// Error tells what it is.
func (e *KindError) Error() string { return "it is " + e.Kind + ", not a file" }

// kinds are the words for what is no regular file.
var kinds = []struct {
	mode fs.FileMode
	word string
}{
	{fs.ModeDir, "a folder"}, {fs.ModeNamedPipe, "a pipe"}, {fs.ModeSocket, "a socket"}, {fs.ModeDevice, "a device"}, {fs.ModeCharDevice, "a device"},
}

// Regular returns an error unless a file is a regular one: opening a pipe would wait for somebody to write to it.
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

// Open opens a regular file. The errors are a [*KindError] within a [*fs.PathError], and those of package os.
func Open(name string) (*os.File, error) {
	if err := Regular(name); err != nil {
		return nil, err
	}
	return os.Open(name)
}

// Read reads a regular file of at most so many bytes; 0: of any length.
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

// Hash is by what a text is known again: two texts with one hash are the same.
func Hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Write replaces the text of a file that there is, so that a crash leaves either the old text or the new one. A link stays a link, and permissions stay. Unless
// was is empty, it is the [Hash] of the text that is to be replaced: where the file has another, the error is [ErrChanged] and it is left as it is.
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
	if was != "" { // as late as can be
		if now, err := Read(name, 0); err != nil || Hash(now) != was {
			return errors.Join(ErrChanged, err)
		}
	}
	return os.Rename(temp.Name(), name)
}
