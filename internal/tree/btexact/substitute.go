package btexact

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/karakuri-ai/karakuri/diag"
)

// substitution returns the first rule that matches a node, or nil.
func (c *compiler) substitution(nd *node) *Substitution {
	for i := range c.o.Substitutions {
		s := &c.o.Substitutions[i]
		if s.Match == nd.name || s.Match == nd.id || matches(s.Match, nd.path) {
			return s
		}
	}
	return nil
}

// matches reports whether a text matches a pattern, in which * matches any text and ? one byte. In the worst case its
// time is proportional to the product of the lengths.
func matches(pattern, text string) bool {
	p, i := 0, 0
	star, from := -1, 0 // the last * and the text after its match
	for i < len(text) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, from = p, i
			p++
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == text[i]):
			p++
			i++
		case star >= 0:
			from++
			p, i = star+1, from
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}

// testConfig is a test node as the JSON of substitution rules says it.
type testConfig struct {
	Status  string `json:"return_status"`
	Delay   int64  `json:"async_delay"` // milliseconds
	Success string `json:"success_script"`
	Failure string `json:"failure_script"`
	Post    string `json:"post_script"`
}

// ParseSubstitutions reads the JSON form of substitution rules:
//
//	{
//	  "TestNodeConfigs": {"Slow": {"async_delay": 2000, "return_status": "SUCCESS", "post_script": "msg := 'done'"}},
//	  "SubstitutionRules": {"talk": "Slow", "mysub/action_*": "AlwaysFailure"}
//	}
//
// A rule names a test configuration, or the ID of a node. The rules keep the order of the file.
func ParseSubstitutions(text []byte) ([]Substitution, diag.List) {
	var ds diag.List
	src := diag.NewSource("substitutions", string(text))
	whole := diag.Span{Src: src, End: int32(min(len(text), 1))}
	var doc struct {
		Configs map[string]testConfig `json:"TestNodeConfigs"`
		Rules   pairs                 `json:"SubstitutionRules"`
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		ds.Errorf(diag.ExactSubstitution, placeOfJSON(src, err), "%v", err)
		return nil, ds
	}
	if doc.Rules == nil {
		ds.Errorf(diag.ExactSubstitution, whole, "SubstitutionRules is missing")
	}
	var rules []Substitution
	for _, r := range doc.Rules {
		s := Substitution{Match: r.key, ID: r.value}
		if config, ok := doc.Configs[r.value]; ok {
			status, known := ParseStatus(config.Status)
			if !known || status == Idle {
				ds.Errorf(diag.ExactSubstitution, whole, "test configuration %q: return_status %q is no status to return", r.value, config.Status)
			}
			if config.Delay < 0 || config.Delay > maxMillis {
				ds.Errorf(diag.ExactSubstitution, whole, "test configuration %q: async_delay %d is out of range", r.value, config.Delay)
				config.Delay = 0
			}
			s.ID = ""
			s.Test = &TestNode{Status: status, Delay: time.Duration(config.Delay) * time.Millisecond,
				SuccessScript: config.Success, FailureScript: config.Failure, PostScript: config.Post}
		}
		rules = append(rules, s)
	}
	return rules, ds
}

// placeOfJSON returns where a mistake of JSON is, as far as the error says it.
func placeOfJSON(src *diag.Source, err error) diag.Span {
	at := int64(0)
	var syntax *json.SyntaxError
	var typ *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		at = syntax.Offset - 1
	case errors.As(err, &typ):
		at = typ.Offset - 1
	}
	start := int32(max(min(at, int64(len(src.Text))), 0))
	return diag.Span{Src: src, Start: start, End: start}
}

// pairs is a JSON object of texts in the order of the file.
type pairs []struct{ key, value string }

// UnmarshalJSON reads the object.
func (p *pairs) UnmarshalJSON(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return fmt.Errorf("an object is expected, not %.20s", text)
	}
	*p = pairs{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		value, err := d.Token()
		if err != nil {
			return err
		}
		word, ok := value.(string)
		if !ok {
			return fmt.Errorf("rule %q: a name is expected, not %v", key, value)
		}
		*p = append(*p, struct{ key, value string }{key.(string), word})
	}
	if _, err := d.Token(); err != nil && err != io.EOF {
		return err
	}
	return nil
}
