package lsp

import (
	"slices"

	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/edit"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// actionData says what a refactoring does, for the request that asks for its edit.
type actionData struct {
	URI  string  `json:"uri"`
	Base string  `json:"base"` // the hash of the text that it was offered for
	Op   edit.Op `json:"op"`
}

// refactorKinds are the kinds of actions by the operation that they carry out.
var refactorKinds = map[string]string{
	"extract": "refactor.extract", "inline": "refactor.inline",
	"wrap": "refactor.rewrite", "unwrap": "refactor.rewrite", "disable": "refactor.rewrite",
}

// refactorings returns the operations for what a range selects. Those that are refused are not among them, unless the
// client can show why. A client that asks for edits later gets them from [server.resolveAction], which loads the
// result.
func (s *server) refactorings(pl place, only []string, start, end int) []codeAction {
	if !slices.ContainsFunc([]string{"refactor.extract", "refactor.inline", "refactor.rewrite"}, func(k string) bool { return wanted(only, k) }) {
		return nil
	}
	lazy := s.client.can("resolveSupport", "edit") && s.client.can("dataSupport", "")
	reasons := s.client.can("disabledSupport", "")
	sel := edit.Selection{File: pl.file.Src.Name, Start: start, End: end, Model: pl.model, Index: pl.index()}
	for _, p := range s.space.programsOf(pl.key) {
		if p != pl.prog {
			sel.Others = append(sel.Others, p.index())
		}
	}
	base := edit.Hash(pl.text.src)
	var list []codeAction
	for _, o := range edit.Offers(pl.input(), sel) {
		a := codeAction{Title: o.Title, Kind: refactorKinds[o.Op.Op]}
		if !wanted(only, a.Kind) {
			continue
		}
		refused := o.Refused
		switch {
		case refused != "":
		case lazy:
			a.Data = &actionData{s.space.uri(pl.key), base, o.Op}
		default:
			var err error
			if a.Edit, err = s.editBy(pl, o.Op); err != nil {
				refused = err.Error()
			}
		}
		if refused != "" {
			a.Disabled = &disabled{refused}
		}
		if refused == "" || reasons {
			list = append(list, a)
		}
	}
	return list
}

// can reports whether a client supports something of code actions: a property, or an entry of its list of properties.
func (c *clientInfo) can(name, property string) bool {
	doc, _ := c.Capabilities["textDocument"].(map[string]any)
	actions, _ := doc["codeAction"].(map[string]any)
	if property == "" {
		return actions[name] == true
	}
	support, _ := actions[name].(map[string]any)
	list, _ := support["properties"].([]any)
	return slices.Contains(list, any(property))
}

// resolveAction adds the edit to an action.
func (s *server) resolveAction(a *codeAction) (any, error) {
	if a.Data == nil {
		return a, nil
	}
	pl, err := s.at(&positionParams{TextDocument: documentID{a.Data.URI}})
	if err != nil {
		return nil, err
	}
	if edit.Hash(pl.text.src) != a.Data.Base {
		return nil, failed("the text has changed since the action was offered")
	}
	if a.Edit, err = s.editBy(pl, a.Data.Op); err != nil {
		return nil, err
	}
	return a, nil
}

// input returns a program for operations: its open documents count with their text.
func (p *prog) input(ops ...edit.Op) edit.Input {
	return edit.Input{FS: &overlay{p.w, p.w.rootOf(p.main), map[string]*text{}}, Main: p.model.Files[0].Src.Name, Ops: ops}
}

// editBy returns the changes that an operation makes, after loading every program that contains a file that changes.
func (s *server) editBy(pl place, op edit.Op) (*workspaceEdit, error) {
	r, ds := edit.Apply(pl.input(op))
	if r == nil {
		return nil, failed("%s", reason(ds))
	}
	all := map[string][]textEdit{}
	var same []edit.Op // the same changes, for other programs
	var programs []*prog
	for _, f := range r.Files {
		src := slices.IndexFunc(pl.model.Files, func(m *def.File) bool { return m.Src.Name == f.Name })
		if src < 0 {
			return nil, failed("%s is not part of the program", f.Name)
		}
		key := pl.keys[pl.model.Files[src].Src]
		t := pl.textOf(pl.model.Files[src].Src)
		uri, whole := s.space.uri(key), edit.Op{Op: "text", File: f.Name}
		for _, c := range f.Changes {
			all[uri] = append(all[uri], textEdit{t.between(c.Start, c.End), c.New})
			whole.Pieces = append(whole.Pieces, edit.TextPiece{Offset: c.Start, Old: c.Old, New: c.New})
		}
		same = append(same, whole)
		for _, p := range s.space.programsOf(key) {
			if p != pl.prog && !slices.Contains(programs, p) {
				programs = append(programs, p)
			}
		}
	}
	for _, p := range programs {
		if r, ds := edit.Apply(p.input(same...)); r == nil {
			return nil, failed("%s: %s", p.model.Files[0].Src.Name, reason(ds))
		}
	}
	return &workspaceEdit{all}, nil
}

// reason returns why something is refused, in one line.
func reason(ds diag.List) string {
	text := ds.All[0].Message
	if ds.All[0].Code == diag.EditLoad && len(ds.All) > 1 {
		text += ": " + ds.All[1].Message
	}
	return text
}
