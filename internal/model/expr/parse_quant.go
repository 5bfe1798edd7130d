package expr

import "github.com/karakuri-ai/karakuri/diag"

var quantKinds = map[string]QuantKind{"exists": Exists, "forall": Forall, "count": Count, "min": Min, "max": Max, "sum": Sum}

// hasBody says which quantifiers have a ": body".
func (k QuantKind) hasBody() bool { return k == Forall || k == Min || k == Max || k == Sum }

// quant reads "exists(e: enemy where c)", "min(e: enemy where c: body else x)" and their kind.
func (p *Parser) quant() Node {
	start := p.Here()
	word := p.Text(p.Next())
	n := &Quant{At: start, Kind: quantKinds[word]}
	if !p.Is(TokLParen) {
		p.FailExpected(`"("`).Hint = "write " + word + "(e: enemy where ...)"
		return n
	}
	opener, free := p.push()
	n.Vars = p.Vars()
	if !p.failed && p.AcceptWord("where") {
		n.Where = p.expr(precLowest)
	}
	if n.Kind.hasBody() {
		p.quantBody(n)
	} else if !p.failed && p.Kind() == TokColon {
		p.Soft(diag.Syntax, p.Here(), `%q has no ":" part`, word).Hint = "give the condition after where"
		p.pos++
		n.Where = p.expr(precLowest)
	}
	p.pop(opener, free, "")
	n.At = p.Since(start)
	return n
}

func (p *Parser) quantBody(n *Quant) {
	n.Body = &Bad{p.Here()}
	if p.failed {
		return
	}
	if !p.Accept(TokColon) {
		p.FailExpected(`":"`).Hint = n.Kind.example()
		return
	}
	n.Body = p.expr(precLowest)
	if (n.Kind == Min || n.Kind == Max) && !p.failed && p.AcceptWord("else") {
		n.Else = p.expr(precLowest)
	}
}

func (k QuantKind) example() string {
	if k == Forall {
		return "write forall(e: enemy where visible(e): alive(e))"
	}
	return "write " + quantTexts[k] + "(e: enemy where visible(e): distance(e))"
}

// Vars reads variables with their types: "e: enemy, p: place". Stepping on line ends is the caller's affair.
func (p *Parser) Vars() []Var {
	var list []Var
	for !p.failed {
		list = append(list, p.Var())
		if p.failed || !p.Accept(TokComma) {
			break
		}
	}
	return list
}

// Var reads one variable: "e: enemy", "e: enemy from near(pos)" or "e in remembered enemy".
func (p *Parser) Var() Var {
	start := p.Here()
	v := Var{Name: p.Name("a variable")}
	switch {
	case p.failed:
	case p.InRemembered():
		p.TakeRemembered()
		v.Remembered, v.Type = true, p.TypeName()
	case p.IsWord(wordIn):
		d := p.FailExpected(`":" and a type`)
		d.Hint = "write " + NameText(v.Name) + ": enemy, or " + NameText(v.Name) + " in remembered enemy"
	case p.Expect(TokColon, `":" and a type`):
		v.Type = p.TypeName()
	}
	p.TakeFrom(&v)
	v.At = p.Since(start)
	return v
}

// TakeFrom reads the call that a variable takes its values from, if it stands here: "from near(pos)".
func (p *Parser) TakeFrom(v *Var) {
	if !p.failed && p.IsWord(wordFrom) && !p.NewLine() {
		p.Next()
		v.From = p.expr(precAdd)
	}
}

// The words of "e in remembered enemy"; the second is also the name of the predicate.
const (
	wordIn         = "in"
	wordRemembered = "remembered"
	wordFrom       = "from"
)

// InRemembered reports whether "in remembered" and a type stand here, as in "each e in remembered enemy", or what can
// only be a slip of it. [Parser.Var] reads it with the variable in front.
func (p *Parser) InRemembered() bool { return !p.NewLine() && p.inRemembered(0, p.free == 0) }

// inRemembered is InRemembered for the token n places after the current one; line says that a type on another line does
// not count.
func (p *Parser) inRemembered(n int, line bool) bool {
	in, word, typ := p.Peek(n), p.Peek(n+1), p.Peek(n+2)
	if in.Kind != TokName || word.Kind != TokName || typ.Kind != TokName || p.Text(in) != wordIn || !meansRemembered(p.Text(word)) {
		return false
	}
	return !Reserved(p.Text(typ)) && (!line || !word.LineStart && !typ.LineStart)
}

// meansRemembered reports whether a word is "remembered", or a slip of it: "rememberd". In backquotes it is a name.
func meansRemembered(word string) bool {
	return word == wordRemembered || word[0] != '`' && Suggest(word, rememberedOnly) != ""
}

var rememberedOnly = []string{wordRemembered}

// TakeRemembered skips "in remembered", which stands here, and reports a slip.
func (p *Parser) TakeRemembered() {
	p.Next()
	if word := p.Text(p.Tok()); word != wordRemembered {
		p.Soft(diag.UnknownWord, p.Here(), "unknown word %q", word).Meant(word, Suggest(word, rememberedOnly))
	}
	p.Next()
}

// Name reads the name of something that is declared here; what says of what, for messages. A reserved word is
// reported and taken as a name.
func (p *Parser) Name(what string) string {
	if p.Kind() != TokName || p.startsOther() {
		p.FailExpected(what)
		return ""
	}
	if word := p.Text(p.Tok()); Reserved(word) {
		p.Soft(diag.ReservedName, p.Here(), "%q is a reserved word and cannot be a name", word).Quote(NameText(word))
	}
	return p.NameOf(p.Next())
}
