package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"time"

	"github.com/karakuri-ai/karakuri/internal/files"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
)

// watchEvery is how often --watch looks at the files.
const watchEvery = 300 * time.Millisecond

// watch calls run, and again whenever one of the files, or of those that they import, has other contents. It ends when
// the user interrupts. The exit code is that of the last run.
func (c *console) watch(names []string, run func() error) error {
	var last error
	for seen := map[string]string(nil); ; {
		now := c.hashes(names)
		if seen == nil || !maps.Equal(seen, now) {
			if seen != nil {
				fmt.Fprintln(c.err, "--- changed")
			}
			if last = run(); !isAnswer(last) {
				return last
			}
		}
		if seen = now; !c.wait(watchEvery) {
			return last
		}
	}
}

// isAnswer reports whether a run has ended as it should, with a result that may be negative.
func isAnswer(err error) bool {
	_, negative := errors.AsType[answer](err)
	return err == nil || negative
}

// wait waits until --watch looks again; false: the user has interrupted.
func (c *console) wait(d time.Duration) bool {
	if c.ticks == nil {
		return c.sleep(d)
	}
	return c.ticks()
}

// hashes returns the hash of each file and of all that they import, by name; empty for one that cannot be read.
func (c *console) hashes(names []string) map[string]string {
	found := map[string]string{}
	for _, name := range names {
		if text, err := files.Read(name, expr.MaxSourceBytes); err == nil {
			found[name] = files.Hash(text)
		} else {
			found[name] = ""
		}
		if isHDDL(name) || isTrees(name) {
			continue
		}
		if at, ds := locate(c, name); !ds.HasErrors() {
			lang.LoadAs(&hashing{at.fsys, at.display, found}, at.inside, at.display)
		}
	}
	return found
}

// hashing is a file system that notes the hash of each file that is opened.
type hashing struct {
	fs.FS
	display func(string) string
	found   map[string]string
}

// Open implements [fs.FS].
func (h *hashing) Open(name string) (fs.File, error) {
	file, err := h.FS.Open(name)
	if err != nil {
		h.found[h.display(name)] = ""
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, expr.MaxSourceBytes+1))
	if err != nil {
		return nil, err
	}
	h.found[h.display(name)] = files.Hash(text)
	return lang.Texts{name: string(text)}.Open(name)
}
