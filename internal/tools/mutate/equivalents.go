package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strings"
)

// readEquivalents reads the changes that no test can notice, with the reasons: a line with the change as -list shows
// it, and a line below, indented, that says why. "//" begins a comment.
func readEquivalents(file string) (map[string]string, error) {
	f, err := os.Open(file)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	defer f.Close()
	known, key := map[string]string{}, ""
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		switch line := lines.Text(); {
		case line == "" || strings.HasPrefix(line, "//"):
		case line[0] != ' ':
			if key != "" {
				return nil, fmt.Errorf("%s: a change without a reason: %q", file, key)
			}
			key = line
		case key == "":
			return nil, fmt.Errorf("%s: a reason without a change: %q", file, line)
		default:
			known[key], key = strings.TrimSpace(line), ""
		}
	}
	if key != "" {
		return nil, fmt.Errorf("%s: a change without a reason: %q", file, key)
	}
	return known, lines.Err()
}
