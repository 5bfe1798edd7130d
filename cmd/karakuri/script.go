package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/model/expr"
	"github.com/karakuri-ai/karakuri/internal/tree/btexact"
)

// maxScriptBytes bounds a file of --script: more is not written by hand.
const maxScriptBytes = 1 << 20

// actionScript lists the outcomes of actions, which replace their behaviour.
type actionScript struct {
	text    string
	actions []scripted
	more    []named // what else is in the file: the blackboard and the enums of a tree
}

// scripted holds the outcomes of one action, one for each call.
type scripted struct {
	named
	outcomes []outcome
}

// named is a name with its place.
type named struct {
	name string
	at   diag.Span
}

type outcome struct {
	status btexact.Status
	at     diag.Span
}

// readScript reads a file of --script. Mistakes are printed, all of them.
func readScript(c *console, file string) (*actionScript, error) {
	text, err := readText(file, maxScriptBytes)
	if err != nil {
		return nil, fmt.Errorf("cannot read the script: %w", err)
	}
	s, ds := parseScript(diag.NewSource(file, text))
	return s, faults(c, &ds)
}

// faults prints the findings of an input when there are mistakes among them.
func faults(c *console, ds *diag.List) error {
	if !ds.HasErrors() {
		return nil
	}
	ds.Sort()
	printFindings(c.err, ds)
	return answer(exitNo)
}

// parseScript reads a script: {"actions": {NAME: [OUTCOME, ...], ...}, "blackboard": {...}, "enums": {...}}.
func parseScript(src *diag.Source) (*actionScript, diag.List) {
	r := &scriptReader{src: src, script: &actionScript{text: src.Text}}
	var whole any
	if err := json.Unmarshal([]byte(src.Text), &whole); err != nil {
		r.faulty(err)
		return r.script, r.ds
	}
	r.dec = json.NewDecoder(bytes.NewReader([]byte(src.Text)))
	r.object("the script", r.section)
	return r.script, r.ds
}

// scriptReader walks over the tokens of a text that is JSON, so that each mistake has its place.
type scriptReader struct {
	src    *diag.Source
	dec    *json.Decoder
	ds     diag.List
	script *actionScript
}

// faulty reports that a text is not JSON, or has a number that is too large.
func (r *scriptReader) faulty(err error) {
	end, message := int64(len(r.src.Text)), err.Error()
	var syntax *json.SyntaxError
	var number *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		end = min(end, syntax.Offset)
	case errors.As(err, &number):
		end, message = min(end, number.Offset), "the "+number.Value+" is too large"
	}
	r.ds.Errorf(diag.ExactSimulation, diag.Span{Src: r.src, Start: int32(max(0, end-1)), End: int32(end)}, "%s", message)
}

// next returns the next token and its position.
func (r *scriptReader) next() (json.Token, diag.Span) {
	start := r.dec.InputOffset()
	token, _ := r.dec.Token() // the text is known to be JSON
	end := r.dec.InputOffset()
	for start < end && strings.IndexByte(" \t\r\n:,", r.src.Text[start]) >= 0 {
		start++
	}
	return token, diag.Span{Src: r.src, Start: int32(start), End: int32(end)}
}

// object reads an object, and calls member for each name, which then reads the value.
func (r *scriptReader) object(what string, member func(name named)) {
	token, at := r.next()
	if token != json.Delim('{') {
		r.ds.Errorf(diag.ExactSimulation, at, "%s must be an object: {...}", what)
		r.skip(token)
		return
	}
	seen := map[string]bool{}
	for r.dec.More() {
		name, at := r.next()
		text := name.(string)
		if seen[text] {
			r.ds.Errorf(diag.ExactSimulation, at, "%q occurs twice", text)
		}
		seen[text] = true
		member(named{text, at})
	}
	r.next()
}

// skip skips the rest of a value whose first token has been read.
func (r *scriptReader) skip(token json.Token) {
	depth := 0
	for {
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return
		}
		token, _ = r.next()
	}
}

// section reads a member of the script.
func (r *scriptReader) section(name named) {
	switch name.name {
	case "actions":
		r.object(`"actions"`, r.action)
		return
	case "blackboard":
		r.object(`"blackboard"`, r.entry)
	case "enums":
		r.object(`"enums"`, r.number)
	default:
		d := r.ds.Errorf(diag.ExactSimulation, name.at, "a script has no %q", name.name)
		d.Hint = didYouMean(name.name, []string{"actions", "blackboard", "enums"})
		token, _ := r.next()
		r.skip(token)
	}
	r.script.more = append(r.script.more, name)
}

// action reads the outcomes of one action.
func (r *scriptReader) action(name named) {
	token, at := r.next()
	if token != json.Delim('[') {
		r.ds.Errorf(diag.ExactSimulation, at, "%q must have a list of outcomes, as in [\"running\", \"success\"]", name.name)
		r.skip(token)
		return
	}
	s := scripted{named: name}
	words := 0
	for r.dec.More() {
		words++
		token, at := r.next()
		word, _ := token.(string)
		status, ok := btexact.ParseStatus(strings.ToUpper(word))
		if ok && status != btexact.Idle {
			s.outcomes = append(s.outcomes, outcome{status, at})
			continue
		}
		d := r.ds.Errorf(diag.ExactSimulation, at, "%s is not an outcome", at.Text())
		if d.Hint = expr.DidYouMean(word, []string{"running", "success", "failure", "skipped"}); d.Hint == "" {
			d.Hint = "there are running, success, failure and skipped"
		}
		r.skip(token)
	}
	if words == 0 {
		r.ds.Errorf(diag.ExactSimulation, at, "%q has no outcomes", name.name)
	}
	r.next()
	r.script.actions = append(r.script.actions, s)
}

// entry skips the value of an entry of the blackboard.
func (r *scriptReader) entry(name named) {
	switch token, at := r.next(); token.(type) {
	case string, bool, float64:
	default:
		r.ds.Errorf(diag.ExactSimulation, at, "entry %q must be a number, a text, true or false", name.name)
		r.skip(token)
	}
}

// number skips the number of an enum.
func (r *scriptReader) number(name named) {
	token, at := r.next()
	if _, err := strconv.ParseInt(at.Text(), 10, 64); err != nil {
		r.ds.Errorf(diag.ExactSimulation, at, "%q must be a whole number", name.name)
	}
	r.skip(token)
}

// warnUnused warns of what the script says of actions that a tree does not have.
func (s *actionScript) warnUnused(c *console, p *btexact.Program, played *btexact.Simulation) {
	var ds diag.List
	for _, unused := range played.Unused(p) {
		for i := range s.actions {
			if s.actions[i].name == unused {
				d := ds.Warnf(diag.ExactSimulation, s.actions[i].at, "the tree has no action or condition %q", unused)
				d.Hint = expr.DidYouMean(unused, leafNames(p))
			}
		}
	}
	ds.Sort()
	printFindings(c.err, &ds)
}

// leafNames returns what a script can call the leaves of a tree.
func leafNames(p *btexact.Program) []string {
	var names []string
	for n := range p.Len() {
		if info := p.Node(btexact.NodeID(n)); len(info.Children) == 0 {
			names = append(names, info.ID, info.Name, info.Path)
		}
	}
	return names
}
