package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// book keeps results in a folder: it writes a line to results.csv for each result at once, so that an interrupted run
// can continue. Safe for concurrent use.
type book struct {
	file *os.File

	mu    sync.Mutex
	known map[[2]string]result // by domain and problem
}

// openBook opens the book in a folder. It keeps the present results, unless fresh is set; they must have been made with
// the same settings.
func openBook(dir string, s settings, fresh bool) (*book, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	name, settingsName := filepath.Join(dir, "results.csv"), filepath.Join(dir, "settings.txt")
	if fresh {
		for _, f := range []string{name, settingsName} {
			if err := os.Remove(f); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			}
		}
	}
	switch before, err := os.ReadFile(settingsName); {
	case errors.Is(err, fs.ErrNotExist):
		if err := os.WriteFile(settingsName, []byte(s.String()), 0o644); err != nil {
			return nil, err
		}
	case err != nil:
		return nil, err
	case string(before) != s.String():
		return nil, fmt.Errorf("the results in %s were made with %s: use -fresh, or another -out", dir, strings.TrimSpace(string(before)))
	}
	b := &book{known: map[[2]string]result{}}
	if err := b.open(name); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return b, nil
}

// open reads the present results. It drops a truncated last line.
func (b *book) open(name string) error {
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	whole := string(text[:strings.LastIndexByte(string(text), '\n')+1])
	if whole == "" {
		whole = line(columns)
	}
	rows, err := csv.NewReader(strings.NewReader(whole)).ReadAll()
	if err != nil {
		return err
	}
	for i, row := range rows[1:] {
		r, err := parseResult(row)
		if err != nil {
			return fmt.Errorf("line %d: %w", i+2, err)
		}
		b.known[[2]string{r.Domain, r.Problem}] = r
	}
	if err := os.WriteFile(name, []byte(whole), 0o644); err != nil {
		return err
	}
	b.file, err = os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0o644)
	return err
}

// has reports whether the result of a problem is known.
func (b *book) has(p problem) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	_, known := b.known[[2]string{p.domain, p.name}]
	return known
}

// add writes a result down.
func (b *book) add(r result) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.known[[2]string{r.Domain, r.Problem}] = r
	_, err := b.file.WriteString(line(r.fields()))
	return err
}

// of returns the results of problems, of those that are known, in their order.
func (b *book) of(problems []problem) []result {
	b.mu.Lock()
	defer b.mu.Unlock()
	var list []result
	for _, p := range problems {
		if r, known := b.known[[2]string{p.domain, p.name}]; known {
			list = append(list, r)
		}
	}
	return list
}

func (b *book) close() { b.file.Close() }
