package lang

import "github.com/karakuri-ai/karakuri/internal/model/def"

// Operators in the JSON form, both ways.

// parallel reads actions that are done at once.
func (d *jsonDecoder) parallel(v *jsonValue) (def.Deed, def.Head) {
	p := &def.Parallel{At: v.at, Join: d.join(v.get("join")), End: d.lines(v.get("comment_end"))}
	for _, item := range v.get("parallel").list() {
		text, h := d.line(item)
		if call := d.deed(text); call != nil {
			p.Calls = append(p.Calls, &def.ParallelCall{Head: h, Do: *call})
		}
	}
	return def.Deed{Parallel: p}, d.head(v, "")
}

// join returns how the actions end the step; the name is empty for all.
func (d *jsonDecoder) join(v *jsonValue) def.Name {
	if !v.isString() || v.text == def.JoinAll.String() {
		return def.Name{}
	}
	return def.Name{At: v.inner(), Name: v.text}
}

func (e *jsonEncoder) parallel(d *def.Parallel, h *def.Head) jsonFields {
	calls := []any{}
	for _, pc := range d.Calls {
		calls = append(calls, e.line(e.complete(deedText(&pc.Do)), &pc.Head))
	}
	var o jsonFields
	o.must("parallel", calls)
	if d.Join.Name != def.JoinAll.String() {
		o.put("join", d.Join.Name)
	}
	e.head(&o, h)
	e.end(&o, h, d.End)
	return o
}
