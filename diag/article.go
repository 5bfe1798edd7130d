package diag

import "strings"

// WithArticle puts "a" or "an" before a noun, as messages name things: "an enemy", "a unit". It judges the sound by the
// first letters.
func WithArticle(noun string) string {
	word := strings.ToLower(noun)
	for _, start := range [...]string{"eu", "one", "uni", "us", "ut"} { // they sound as in: you, won
		if strings.HasPrefix(word, start) {
			return "a " + noun
		}
	}
	if word != "" && strings.IndexByte("aeiou", word[0]) >= 0 {
		return "an " + noun
	}
	return "a " + noun
}
