package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/karakuri-ai/karakuri/diag"
)

// printFindings prints findings for people, and how many there were.
func printFindings(w io.Writer, ds *diag.List) {
	diag.Render(w, *ds)
	errors, warnings := 0, 0
	for _, d := range ds.All {
		if d.Severity == diag.Error {
			errors++
		} else {
			warnings++
		}
	}
	if errors+warnings > 1 {
		fmt.Fprintln(w, counts(errors, warnings))
	}
}

func counts(errors, warnings int) string {
	switch {
	case warnings == 0:
		return plural(errors, "error")
	case errors == 0:
		return plural(warnings, "warning")
	}
	return plural(errors, "error") + ", " + plural(warnings, "warning")
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// printJSON prints a value as one line of JSON.
func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
