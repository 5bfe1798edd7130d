package remote

import "encoding/json"

// literals returns how many texts or lists of a type there are, and one of them.
func (m *Manifest) literals(t *ManifestValue) (n int, at func(i int) any) {
	switch {
	case t.Kind == "text":
		return len(m.Texts), func(i int) any { return m.Texts[i] }
	case m.Lists == nil:
		return 0, nil
	case t.Of == "int":
		return len(m.Lists.Int), func(i int) any { return m.Lists.Int[i] }
	case t.Of == "float":
		return len(m.Lists.Float), func(i int) any { return m.Lists.Float[i] }
	}
	return len(m.Lists.Text), func(i int) any { return m.Lists.Text[i] }
}

// literal returns a text or list as JSON.
func (m *Manifest) literal(t *ManifestValue, i int64) (text []byte, ok bool) {
	n, at := m.literals(t)
	if i < 0 || i >= int64(n) {
		return nil, false
	}
	text, err := json.Marshal(at(int(i)))
	return text, err == nil
}

// literalLike returns the place of the text or list that JSON says, or -1.
func (m *Manifest) literalLike(t *ManifestValue, v any) int64 {
	want, err := json.Marshal(v)
	if err == nil && t.Kind == "list" && t.Of == "float" { // 1.0 is 1
		var list []float64
		if err = json.Unmarshal(want, &list); err == nil {
			want, err = json.Marshal(list)
		}
	}
	if err != nil {
		return -1
	}
	n, _ := m.literals(t)
	for i := range n {
		if text, _ := m.literal(t, int64(i)); string(text) == string(want) {
			return int64(i)
		}
	}
	return -1
}
