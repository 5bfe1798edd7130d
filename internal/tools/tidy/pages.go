package tidy

import (
	"fmt"
	"path"
	"regexp"
	"strings"
)

const (
	// maxPageWords is the ceiling for a page of docs, so that it can be read at one sitting.
	maxPageWords = 1500
	// maxReadmeLines is the ceiling for the README.
	maxReadmeLines = 150
)

// longPages are the pages of docs that may be longer, with the reason.
var longPages = map[string]string{
	"docs/reference.md": "generated from the table of the language",
	"docs/json.md":      "generated from the forms of the JSON form",
	"docs/cli.md":       "generated from the help texts of the commands",
	"docs/btcpp.md":     "rules of a foreign format, to look up",
	"docs/engines.md":   "rules of a protocol, to look up",
}

// checkPages finds pages of docs and a README that are too long, and exceptions that are not needed.
func checkPages(m *Module) []Finding {
	var found []Finding
	for _, t := range m.Texts {
		switch reason, exempt := longPages[t.File]; {
		case t.File == "README.md":
			lines := 0
			t.lines(func(int, string) { lines++ })
			if lines > maxReadmeLines {
				found = append(found, Finding{t.File, 0, fmt.Sprintf("%d lines, the ceiling is %d: lead to a page of docs", lines, maxReadmeLines)})
			}
		case path.Dir(t.File) == "docs" && path.Ext(t.File) == ".md":
			words := len(strings.Fields(string(t.Src)))
			if words > maxPageWords && !exempt {
				found = append(found, Finding{t.File, 0, fmt.Sprintf("%d words, the ceiling is %d: split it by subject", words, maxPageWords)})
			}
			if words <= maxPageWords && exempt {
				found = append(found, Finding{t.File, 0, "may be longer (" + reason + "), and is not: take it off the list of exceptions"})
			}
		}
	}
	return found
}

var (
	heading = regexp.MustCompile(`^#{1,6} +(.*)`)
	// noAnchor are the characters of a heading that its anchor omits.
	noAnchor = regexp.MustCompile(`[^\pL\pN _-]`)
)

// anchors returns the anchors of a page's headings, as sites make them that show Markdown.
func (t *Text) anchors() map[string]bool {
	found := map[string]bool{}
	t.prose(func(_ int, line string) {
		if match := heading.FindStringSubmatch(line); match != nil {
			text := noAnchor.ReplaceAllString(strings.ToLower(strings.TrimSpace(match[1])), "")
			found[strings.ReplaceAll(text, " ", "-")] = true
		}
	})
	return found
}

// checkAnchors finds links to headings that their page does not have.
func checkAnchors(m *Module) []Finding {
	anchors := map[string]map[string]bool{}
	for _, t := range m.Texts {
		if path.Ext(t.File) == ".md" {
			anchors[t.File] = t.anchors()
		}
	}
	var found []Finding
	for _, t := range m.Texts {
		if path.Ext(t.File) != ".md" {
			continue
		}
		t.prose(func(number int, line string) {
			for _, match := range markdownLink.FindAllStringSubmatch(line, -1) {
				page, anchor, named := strings.Cut(match[1], "#")
				if !named || remoteLink.MatchString(page) {
					continue
				}
				target := t.File
				if page != "" {
					target = path.Join(path.Dir(t.File), page)
				}
				if known, isPage := anchors[target]; isPage && !known[anchor] {
					found = append(found, Finding{t.File, number, fmt.Sprintf("link to %s#%s, a heading that does not exist", target, anchor)})
				}
			}
		})
	}
	return found
}
