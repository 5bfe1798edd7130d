package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// packTar packs the files below a folder, in order of their names, with one time and no owner.
func packTar(file, dir string, when time.Time) error {
	return create(file, func(w io.Writer) error {
		z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
		if err != nil {
			return err
		}
		t := tar.NewWriter(z)
		err = each(dir, func(name string, mode fs.FileMode, data []byte) error {
			h := &tar.Header{Typeflag: tar.TypeReg, Name: name, Size: int64(len(data)), Mode: int64(mode), ModTime: when, Format: tar.FormatUSTAR}
			if err := t.WriteHeader(h); err != nil {
				return err
			}
			_, err := t.Write(data)
			return err
		})
		return errors.Join(err, t.Close(), z.Close())
	})
}

// packZip is packTar for Windows.
func packZip(file, dir string, when time.Time) error {
	return create(file, func(w io.Writer) error {
		z := zip.NewWriter(w)
		err := each(dir, func(name string, mode fs.FileMode, data []byte) error {
			h := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: when}
			h.SetMode(mode)
			to, err := z.CreateHeader(h)
			if err != nil {
				return err
			}
			_, err = to.Write(data)
			return err
		})
		return errors.Join(err, z.Close())
	})
}

// create writes a file, and removes it if that fails.
func create(file string, write func(io.Writer) error) error {
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	if err = errors.Join(write(f), f.Close()); err != nil {
		os.Remove(file)
	}
	return err
}

// each calls do with the files below a folder, in order of their names.
func each(dir string, do func(name string, mode fs.FileMode, data []byte) error) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o644)
		if info.Mode()&0o111 != 0 {
			mode = 0o755
		}
		return do(filepath.ToSlash(name), mode, data)
	})
}
