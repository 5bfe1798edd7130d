package tidy

import (
	"bytes"
	"path"
	"regexp"
	"strings"
)

var (
	markdownLink = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	remoteLink   = regexp.MustCompile(`^[a-z]+:`)
	// machinePath finds the places where people and machines keep their own files.
	machinePath = regexp.MustCompile(`(?:^|[\s"'` + "`" + `(=:])((?:/(?:root|home|Users|work|tmp)/|[A-Z]:\\\\?[A-Za-z])[^\s"'` + "`" + `)]*)`)
	unfinished  = regexp.MustCompile(`\b(?:TO` + `DO|FIX` + `ME|XX` + `X|HA` + `CK)\b`)
)

// lines calls visit with each line of the file and its number.
func (t *Text) lines(visit func(number int, line string)) {
	number := 0
	for line := range bytes.Lines(t.Src) {
		number++
		visit(number, strings.TrimRight(string(line), "\r\n"))
	}
}

// prose visits the lines outside blocks of code.
func (t *Text) prose(visit func(number int, line string)) {
	fenced := false
	t.lines(func(number int, line string) {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
		}
		if !fenced {
			visit(number, line)
		}
	})
}

func checkLinks(m *Module) []Finding {
	var found []Finding
	for _, t := range m.Texts {
		if path.Ext(t.File) != ".md" {
			continue
		}
		t.prose(func(number int, line string) {
			for _, match := range markdownLink.FindAllStringSubmatch(line, -1) {
				if target, broken := m.broken(t.File, match[1]); broken {
					found = append(found, Finding{t.File, number, "link to " + target + ", which does not exist"})
				}
			}
		})
	}
	return found
}

// broken resolves a link of a file and reports whether it leads nowhere. Links out of the repository are not followed.
func (m *Module) broken(file, link string) (target string, broken bool) {
	link, _, _ = strings.Cut(link, "#")
	if link == "" || remoteLink.MatchString(link) {
		return "", false
	}
	target = path.Join(path.Dir(file), link)
	return target, !m.Exist[target]
}

// checkListed finds guides that docs/README.md does not list.
func checkListed(m *Module) []Finding {
	const index = "docs/README.md"
	listed := map[string]bool{index: true}
	var pages []string
	for _, t := range m.Texts {
		if t.File == index {
			for _, match := range markdownLink.FindAllSubmatch(t.Src, -1) {
				listed[path.Join("docs", string(match[1]))] = true
			}
		}
		if path.Dir(t.File) == "docs" && path.Ext(t.File) == ".md" {
			pages = append(pages, t.File)
		}
	}
	var found []Finding
	for _, page := range pages {
		if !listed[page] {
			found = append(found, Finding{page, 0, "is not in " + index + ": list it there"})
		}
	}
	return found
}

func checkPaths(m *Module) []Finding {
	var found []Finding
	for _, t := range m.Texts {
		t.lines(func(number int, line string) {
			for _, match := range machinePath.FindAllStringSubmatch(line, -1) {
				found = append(found, Finding{t.File, number, "names " + match[1] + ", a path of one machine"})
			}
		})
	}
	return found
}

func checkFinished(m *Module) []Finding {
	var found []Finding
	for _, t := range m.Texts {
		t.lines(func(number int, line string) {
			if word := unfinished.FindString(line); word != "" {
				found = append(found, Finding{t.File, number, word + ": finish it, or leave it out"})
			}
		})
	}
	return found
}
