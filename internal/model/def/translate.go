package def

import "github.com/karakuri-ai/karakuri/world"

// Translate translates the value that words begin with from an older type to a newer one, and returns the words that
// follow it. A nil migration changes no value. ok is false if the value is incomplete, or has no meaning in the newer
// program.
func Translate(words []world.Word, was, is world.Type, m *world.Migration) (now [2]world.Word, rest []world.Word, ok bool) {
	width := was.Width()
	if len(words) < width {
		return now, nil, false
	}
	copy(now[:], words[:width])
	if ok = true; m != nil {
		now, _, ok = m.Words(was, is, now)
	}
	return now, words[width:], ok
}

// TranslateAll translates the values of a list of types, which must be all of the words.
func TranslateAll(words []world.Word, was, is []world.Type, m *world.Migration) (now []world.Word, ok bool) {
	if len(was) != len(is) {
		return nil, false
	}
	for i := range was {
		value, rest, ok := Translate(words, was[i], is[i], m)
		if !ok {
			return nil, false
		}
		now, words = append(now, value[:is[i].Width()]...), rest
	}
	return now, len(words) == 0
}
