package expr

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/diag"
)

// block reads statements as package lang does: "set EFFECT" and "block { ... }", up to a closing brace or the end. It
// writes what becomes of each.
func block(p *Parser, w *strings.Builder, indent string) {
	for p.Kind() != TokEOF && p.Kind() != TokRBrace {
		p.Begin()
		at, word := p.Index(), p.Next()
		fmt.Fprintf(w, "\t%s%s", indent, p.Text(word))
		switch p.Text(word) {
		case "set":
			e := p.Effect()
			fmt.Fprintf(w, " %s", PrintEffect(e))
			if !p.Failed() && !p.AtEnd() {
				p.FailExpected("the end of the statement")
			}
		case "block":
			header := p.Is(TokLBrace)
			if !header {
				p.FailExpected(`"{"`)
				if header = p.SkipToBrace(); header {
					w.WriteString(" after a faulty header")
				}
			}
			if header {
				p.Next()
				w.WriteString(" {\n")
				block(p, w, indent+"  ")
				fmt.Fprintf(w, "\t%s}", indent)
				if !p.Accept(TokRBrace) && p.Kind() == TokRBrace {
					p.Next()
				}
			}
		case "skip":
			fmt.Fprintf(w, " unclosed: %t", p.SkipBlock())
			p.Accept(TokRBrace)
		default:
			p.Fail(diag.Syntax, p.SpanOf(word), "no statement begins with %s", p.Found(word))
		}
		if p.Failed() {
			open := p.Open()
			fmt.Fprintf(w, " failed, brackets are open: %t, unclosed: %t", open, p.SkipStatement())
		}
		fmt.Fprintf(w, " (tokens %d to %d)\n", at, p.Index())
		p.Accept(TokSemicolon)
		if p.Kind() == TokSemicolon {
			p.Next()
		}
		if p.Full() {
			p.SkipAll()
		}
	}
}

// TestStatements: one mistake makes one finding, and reading continues with the next statement, wherever the faulty one
// has left brackets open.
func TestStatements(t *testing.T) {
	var out strings.Builder
	for _, text := range []string{
		"set a = 1\nset b = 2", "set a = 1; set b = 2;", "set a = 1 set b = 2", "set a =\nset b = 2", "set a = \n 1\nset b = 2", "set\nset b = 2", "set a\nset b = 2", "set a = (1\nset b = 2", "set a = (1\n + 2\nset b = 2",
		"set a = f(1,\n 2\n)\nset b = 2", "set a = f(1,\n 2\nset b = 2", "set a = f(1 2)\nset b = 2", "set a = f(1 2\n)\nset b = 2", "set a = f(1 2\n 3)\nset b = 2", "set a = f(1 2\n {\n set c = 3\n }\n)\nset b = 2", "set a = f(1 2\n {\nset c = 3\n }\nset b = 2",
		"set a = f(1 2\n {\n  set c = 3\n", "set a = ) ) 3\nset b = 2", "set a = ] 3\nset b = 2", "set a = } 3\nset b = 2", "set a = [1 } 2\nset b = 2", "set a = 1 }\nset b = 2", "set a = f(g(1) h(2))\nset b = 2",
		"block {\n set a = 1\n set b = 2\n}\nset c = 3", "block {\n set a =\n}\nset c = 3", "block {\n set a = f(\n}\nset c = 3", "block {\n set a = f(1 2\n}\nset c = 3", "block { set a = 1 }\nset c = 3", "block { set a = 1; set b = 2 } set c = 3", "block x {\n set a = 1\n}\nset c = 3",
		"block x\n{\n set a = 1\n}\nset c = 3", "block x; {\n set a = 1\n}\nset c = 3", "block (x {\n set a = 1\n}\nset c = 3", "block {\n set a = 1\n", "block {\n block {\n set a = 1\n }\n set b = 2\n}\nset c = 3", "block {\n block {\n set a =\n }\n set b = 2\n}\nset c = 3",
		"what { a b } c\nset b = 2", "what { a b\nset b = 2", "what { a ( b } c\nset b = 2", "what ( a { b ) c }\nset b = 2", "what ( a\n  b\nset b = 2", "what { a\n  set b = 2\n}\nset c = 3", "what { a\nset b = 2\n}\nset c = 3", "what [ { ( ] } )\nset b = 2", "what ; set b = 2", "what } set b = 2",
		"skip { a b } set b = 2", "skip { a { b } c\n d } set b = 2", "skip { a", "skip { a ( b } set b = 2", "skip { a\nset b = 2\n}", "skip { a\n set b = 2\n}\nset c = 3", "skip (\n{ a }\nset b = 2",
		"set a = 1 $ 2\nset b = 2", "set a = $ 2\nset b = 2", "set $ a = 2\nset b = 2", "$\nset b = 2", "set a = 1 // so\nset b = 2 // and so", "// first\nset a = 1\n// last", "", "\n\nset a = 1", "set a = 1,\nset b = 2", "set a = {1}\nset b = 2", "set a = 1 +\n\nset b = 2", "set a = if b then\nset c = 1",
		"set if a then { b = 1\nset c = 3", "set if a then { b = 1 }\nset c = 3", "set if a then { b = }\nset c = 3", "set forall x: y { b = 1\n}\nset c = 3", "set forall x: y { b = (1 }\nset c = 3", "set forall x: y\n{ b = 1 }\nset c = 3", "set if a then b = 1\nelse b = 2\nset c = 3",
	} {
		var ds diag.List
		p := NewParser(diag.NewSource("test", text), &ds)
		p.Starts = func() bool { return p.IsWord("set") || p.IsWord("block") || p.IsWord("what") || p.IsWord("skip") }
		var w strings.Builder
		for p.Kind() != TokEOF {
			block(p, &w, "")
			if p.Kind() == TokRBrace {
				fmt.Fprintf(&w, "\ta brace too many (token %d)\n", p.Index())
				p.Next()
			}
		}
		for _, c := range p.Comments() {
			fmt.Fprintf(&w, "\tcomment %q before token %d\n", p.Text(c.Token), c.Index)
		}
		fmt.Fprintf(&out, "%q\n%s", text, w.String())
		findings(&out, &ds)
	}
	sameAsGolden(t, "statements.txt", out.String())
}

// TestClosing: the closing parenthesis of each opening one is that which a search from it finds, counting; none beyond
// a brace that is closed outside.
func TestClosing(t *testing.T) {
	for _, text := range []string{"", "(", ")", "()", "(())", "()()", "(()", "())", "([)]", "([])", "{(}", "({)}", "{()}", "(}", "{(})", "[(])", "(a, (b), c) (d)", "f(g(h(1), 2), 3) + (4)", "{ ( { ) } )", "((({})", "[{]}", "({}())", "(a {b [c (d) e] f} g)"} {
		p := NewParser(diag.NewSource("test", text), &diag.List{})
		got := strings.Repeat(" ", len(text))
		for i := range p.toks {
			if j := p.Closing(i); j >= 0 {
				at, end := p.TokenAt(i).Start, p.TokenAt(j).Start
				if text[at] != '(' && text[at] != '[' && text[at] != '{' {
					t.Errorf("%s: token %d opens nothing and is closed by %d", text, i, j)
				}
				mark := string(rune('a' + i))
				got = got[:at] + mark + got[at+1:]
				got = got[:end] + mark + got[end+1:]
			}
		}
		if want := bracketPairs(text); got != want {
			t.Errorf("%q:\n got %q\nwant %q", text, got, want)
		}
		for _, beyond := range []int{len(p.toks), len(p.toks) + 5} {
			if p.Closing(beyond) != -1 {
				t.Errorf("%q: there is a closing one beyond the end", text)
			}
			if p.TokenAt(beyond).Kind != TokEOF {
				t.Errorf("%q: there is a token beyond the end", text)
			}
		}
		if p.TokenAt(-1) != p.toks[0] {
			t.Errorf("%q: there is a token before the first", text)
		}
	}
	p := NewParser(diag.NewSource("test", "a (b) c"), &diag.List{})
	p.Next()
	if p.Closing(0) != 3 || p.Closing(1) != -1 {
		t.Error("places are counted from the current token")
	}
}

// bracketPairs marks the brackets that belong together with the letter of the opening token, blanks elsewhere: a pair
// holds only whole pairs and brackets without a partner.
func bracketPairs(text string) string {
	out := []byte(strings.Repeat(" ", len(text)))
	token := func(at int) byte { // how many tokens stand before
		var ds diag.List
		s := NewScanner(diag.NewSource("test", text[:at]), &ds)
		n := byte(0)
		for s.Scan().Kind != TokEOF {
			n++
		}
		return 'a' + n
	}
	var open []int
	for i := range len(text) {
		switch text[i] {
		case '(', '[', '{':
			open = append(open, i)
		case ')', ']', '}':
			opener := map[byte]byte{')': '(', ']': '[', '}': '{'}[text[i]]
			at := len(open) - 1
			for text[i] == '}' && at >= 0 && text[open[at]] != '{' { // brackets that are open within braces end with them
				at--
			}
			if at < 0 || text[open[at]] != opener {
				if text[i] == '}' {
					open = open[:0]
				}
				continue
			}
			out[open[at]], out[i] = token(open[at]), token(open[at])
			open = open[:at]
		}
	}
	return string(out)
}

// TestCursor: what the cursor says of the tokens around it.
func TestCursor(t *testing.T) {
	p := NewParser(diag.NewSource("test", "a `b c`\n\"d\" 12 // so\n;"), &diag.List{})
	var got []string
	for {
		got = append(got, fmt.Sprintf("%d %s new:%t end:%t before:%s next:%s", p.Index(), p.Found(p.Tok()), p.NewLine(), p.AtEnd(), p.Found(p.Peek(-1)), p.Found(p.Peek(1))))
		if p.Next().Kind == TokEOF {
			break
		}
	}
	want := []string{
		`0 "a" new:false end:false before:"a" next:"b c"`, `1 "b c" new:false end:false before:"a" next:"d"`, `2 "d" new:true end:true before:"b c" next:"12"`,
		`3 "12" new:false end:false before:"d" next:";"`, `4 ";" new:true end:true before:"12" next:the end of the file`, `5 the end of the file new:true end:true before:";" next:the end of the file`,
	}
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("at %d:\n got %q\nwant %q", i, got, want)
		}
	}
	if p.Next(); p.Index() != 5 {
		t.Error("the end was passed")
	}
	if start := p.SpanOf(p.TokenAt(1)); p.Since(start).Start != 2 || p.Since(start).End != 22 {
		t.Errorf("since the second token: %v", p.Since(start))
	}
	q := NewParser(diag.NewSource("test", "a b"), &diag.List{})
	if at := q.Here(); q.Since(at) != at {
		t.Error("what has not been passed counts")
	}
	q.Next()
	if at := q.Here(); q.Since(at) != at {
		t.Error("what ends before its beginning counts")
	}
}

// TestStrings: what strings hold, and how they are written.
func TestStrings(t *testing.T) {
	for _, c := range []struct{ text, want, hint string }{
		{`"abc"`, "abc", ""}, {`"a\"b\\c\nd\te"`, "a\"b\\c\nd\te", ""}, {`""`, "", ""}, {`"é猫"`, "é猫", ""}, {`"a\qb"`, `a\qb`, `\" \\ \n and \t are possible`}, {`"\xff"`, `\xff`, `\" \\ \n and \t are possible`}, {`'abc'`, "abc", `write "abc"`}, {`"abc`, "abc", `end it with "`},
	} {
		var ds diag.List
		p := NewParser(diag.NewSource("test", c.text), &ds)
		got := p.StringValue(p.Tok())
		hint := ""
		if len(ds.All) > 0 {
			hint = ds.All[0].Hint
		}
		if got != c.want || hint != c.hint || len(ds.All) > 1 {
			t.Errorf("%s: %q: %v", c.text, got, ds.All)
		}
		if c.hint != "" {
			continue
		}
		if q := NewParser(diag.NewSource("test", Quote(got)), &ds); q.StringValue(q.Tok()) != got {
			t.Errorf("%q is written as %s", got, Quote(got))
		}
	}
}

// TestNames: which texts are names, and how they are written.
func TestNames(t *testing.T) {
	long := strings.Repeat("x", MaxNameBytes)
	for _, c := range []struct {
		text      string
		bare, any bool
	}{
		{"a", true, true}, {"_", true, true}, {"a1", true, true}, {"1a", false, true}, {"", false, false}, {"a b", false, true}, {"true", false, true}, {"where", false, true}, {"é", true, true}, {"猫", true, true}, {"a-b", false, true}, {"a`b", false, false}, {"a\nb", false, false},
		{"\xff", false, false}, {long, true, true}, {long + "x", true, true}, {long[1:] + " ", false, true}, {long + " ", false, false}, {"٣a", false, true},
	} {
		if IsName(c.text) != c.bare || CanName(c.text) != c.any {
			t.Errorf("%.20q: bare %t, at all %t", c.text, IsName(c.text), CanName(c.text))
		}
		if !c.any {
			continue
		}
		var ds diag.List
		p := NewParser(diag.NewSource("test", NameText(c.text)), &ds)
		if name := p.Name("a name"); name != c.text || len(ds.All) > 0 || c.bare != (NameText(c.text) == c.text) {
			t.Errorf("%.20q is written %.20s and read %.20q: %v", c.text, NameText(c.text), name, ds.All)
		}
	}
	if NameText("") != "" {
		t.Error("no name is written as something")
	}
}

// TestLimitsOfReading: what stands at a limit is read, one more is refused, in the words of the limit.
func TestLimitsOfReading(t *testing.T) {
	read := func(text string) *diag.List {
		var ds diag.List
		ParseString(diag.NewSource("test", text), &ds)
		return &ds
	}
	nested := func(n int) string { return strings.Repeat("(", n) + "1" + strings.Repeat(")", n) }
	sum := func(n int) string { return "1" + strings.Repeat("+1", n) }
	for _, c := range []struct {
		what    string
		make    func(int) string
		message string
	}{
		{"nested", nested, fmt.Sprintf("nested more than %d levels deep", MaxDepth)},
		{"parts", sum, fmt.Sprintf("more than %d parts in one expression", MaxExprNodes)},
	} {
		lo, hi := 1, MaxExprNodes+1 // lo is read, hi is not
		for hi-lo > 1 {
			if mid := (lo + hi) / 2; len(read(c.make(mid)).All) == 0 {
				lo = mid
			} else {
				hi = mid
			}
		}
		ds := read(c.make(hi))
		if len(ds.All) != 1 || ds.All[0].Message != c.message {
			t.Errorf("%s: %v", c.what, ds.All)
		}
		if want := map[string]int{"nested": MaxDepth - 1, "parts": (MaxExprNodes - 1) / 2}[c.what]; lo != want {
			t.Errorf("%s: %d are read, want %d", c.what, lo, want)
		}
	}
	for extra, want := range map[int]int{0: 0, 1: 1, 2: 1} {
		var ds diag.List
		p := NewParser(diag.NewSource("test", strings.Repeat(";", MaxTokens+extra)), &ds)
		if len(ds.All) != want || len(p.toks) != MaxTokens+1 || p.TokenAt(MaxTokens).Kind != TokEOF || int(p.TokenAt(MaxTokens).Start) != MaxTokens || p.TokenAt(MaxTokens).End != p.TokenAt(MaxTokens).Start {
			t.Errorf("%d tokens too many: %v", extra, ds.All)
		}
		if want > 0 && !p.TokenAt(MaxTokens).LineStart {
			t.Error("what was cut ends within a line")
		}
	}
}
