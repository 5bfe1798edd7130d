package tidy

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"unicode/utf8"
)

// maxWidth is the most columns of a comment's line; a tab counts as four.
const maxWidth = 120

func checkWidth(m *Module) []Finding {
	var found []Finding
	for _, f := range m.Go {
		if !ast.IsGenerated(f.Syntax) && !bytes.Equal(WrapComments(f.Src), f.Src) {
			found = append(found, Finding{File: f.File, Text: "comments are wider than 120 columns: go test ./internal/tools/tidy -wrap"})
		}
	}
	return found
}

// WrapComments breaks the paragraphs of a Go file's comments anew that have a line of more than 120 columns. Comments
// behind code, directives, headings, preformatted text and the output of examples stay as they are, and so does a file
// that cannot be parsed.
func WrapComments(src []byte) []byte {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.ParseComments)
	if err != nil {
		return src
	}
	var out []byte
	done := 0
	for _, group := range file.Comments {
		from, to := fset.Position(group.Pos()).Offset, fset.Position(group.End()).Offset
		start := bytes.LastIndexByte(src[:from], '\n') + 1
		indent := src[start:from]
		if len(bytes.Trim(indent, "\t")) > 0 || !bytes.HasPrefix(src[from:], []byte("//")) {
			continue
		}
		out = append(out, src[done:start]...)
		out = append(out, wrapGroup(string(src[start:to]), string(indent))...)
		done = to
	}
	return append(out, src[done:]...)
}

// wrapGroup breaks the lines of a comment that begins at an indent.
func wrapGroup(text, indent string) string {
	if strings.Contains(text, "// Output:") || strings.Contains(text, "// Unordered output:") {
		return text
	}
	var out, paragraph []string
	end := func() {
		out = append(out, wrapParagraph(paragraph, indent)...)
		paragraph = nil
	}
	for _, line := range strings.Split(text, "\n") {
		content := strings.TrimPrefix(strings.TrimLeft(line, "\t"), "//")
		switch {
		case isItem(content):
			end()
			paragraph = []string{content}
		case strings.HasPrefix(content, "   ") && len(paragraph) > 0 && isItem(paragraph[0]):
			paragraph = append(paragraph, content)
		case !strings.HasPrefix(content, " ") || strings.HasPrefix(content, "  ") || strings.HasPrefix(content, " \t") || strings.HasPrefix(content, " # "):
			end()
			out = append(out, line)
		case len(paragraph) > 0 && isItem(paragraph[0]):
			end()
			paragraph = []string{content}
		default:
			paragraph = append(paragraph, content)
		}
	}
	end()
	return strings.Join(out, "\n")
}

// isItem reports whether a line of a comment begins an item of a list.
func isItem(content string) bool {
	return strings.HasPrefix(content, "   - ") || strings.HasPrefix(content, "  - ")
}

// wrapParagraph breaks the lines of a paragraph anew if one of them is too wide.
func wrapParagraph(lines []string, indent string) []string {
	wide := false
	for _, l := range lines {
		wide = wide || 4*len(indent)+2+utf8.RuneCountInString(l) > maxWidth
	}
	first, next := " ", " "
	if len(lines) > 0 && isItem(lines[0]) {
		first = lines[0][:strings.Index(lines[0], "- ")]
		next = first + "  "
	}
	if !wide {
		for i, l := range lines {
			lines[i] = indent + "//" + l
		}
		return lines
	}
	var out []string
	line := "//" + first[:len(first)-1]
	for _, word := range strings.Fields(strings.Join(lines, " ")) {
		if 4*len(indent)+utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > maxWidth && len(strings.TrimSpace(line)) > 2 {
			out = append(out, indent+line)
			line = "//" + next[:len(next)-1]
		}
		line += " " + word
	}
	return append(out, indent+line)
}
