package playground

import (
	"math"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/arena"
)

// Query is a question of every character that the playground answers at an interval: where is the best place to stand?
// query vantage around foe from 8 to 20 step 3 where seen 1..1 way ..25 score open -0.5 way -0.02
type Query struct {
	Name    string
	Around  string  // "self" or "foe": rings around the character, or around the nearest enemy that it remembers; or the name of a symbol: around where it says
	Each    string  // or a type of landmarks: behind each, as seen from that enemy
	From    float64 // radius of the first ring, metres
	To      float64 // maximum radius; with Each, maximum distance from the character
	Step    float64 // metres from ring to ring, and between the points of a ring
	Every   float64 // seconds
	Filters []arena.Filter
	Weights []arena.Weight
	line    int
}

// Defaults and limits of queries.
const (
	DefaultEvery = 0.5 // seconds
	defaultTo    = 12.0
	defaultStep  = 2.0
	// MaxQueries limits the queries of a scene.
	MaxQueries = 16
)

// query reads: query NAME around self|foe|SYMBOL|each TYPE [from M] [to M] [step M] [every S] [where MEASURE A..B ...]
// [score MEASURE W ...]
func (r *sceneReader) query(words []word) {
	const usage = "query NAME around foe from 4 to 12 step 2 where seen 1..1 score open -1, or query NAME each TYPE to 12 ..."
	if len(words) < 4 {
		r.report(words[0].column, "a name and where to look are needed: %s", usage)
		return
	}
	q := Query{Name: words[1].text, To: defaultTo, Step: defaultStep, Every: DefaultEvery, line: r.line}
	before := len(r.mistakes)
	places, filters, weights := r.parts(words[2:])
	r.pairs(places, usage, func(key, w word) bool { return r.queryWord(&q, key, w) })
	r.pairs(filters, usage, func(key, w word) bool {
		m, ok := r.measure(key)
		if ok {
			f := arena.Filter{Measure: m}
			f.Least, f.Most = r.between(w, key.text)
			q.Filters = append(q.Filters, f)
		}
		return ok
	})
	r.pairs(weights, usage, func(key, w word) bool {
		m, ok := r.measure(key)
		if ok {
			q.Weights = append(q.Weights, arena.Weight{Measure: m, PerUnit: r.value(w, nil, key.text, -most, most)})
		}
		return ok
	})
	if q.Each != "" {
		for _, w := range places {
			if w.text == "from" || w.text == "step" {
				r.report(w.column, "%s is of rings, and each has none: write to for the largest distance of a landmark", w.text)
			}
		}
	}
	if len(r.mistakes) == before { // what has mistakes may seem to have others
		r.addQuery(&q, words, usage)
	}
}

// parts splits the words of a query at where and score, which come in this order.
func (r *sceneReader) parts(words []word) (places, filters, weights []word) {
	cut := func(at string) (rest []word) {
		i := slices.IndexFunc(words, func(w word) bool { return w.text == at })
		if i < 0 {
			return nil
		}
		if rest = words[i+1:]; len(rest) == 0 || at == "score" && rest[0].text == "where" || at == "where" && rest[0].text == "score" {
			r.report(words[i].column, "%s needs a measure and what it must be, as in where seen 1..1 score way -0.02", at)
		} else if k := slices.IndexFunc(rest, func(w word) bool { return at == "score" && w.text == "where" }); k > 0 {
			r.report(rest[k].column, "where comes before score")
			rest = rest[:k]
		}
		words = words[:i]
		return rest
	}
	weights = cut("score")
	filters = cut("where")
	return words, filters, weights
}

// queryWord reads a word with its value that says where a query looks.
func (r *sceneReader) queryWord(q *Query, key, w word) bool {
	switch key.text {
	case "around":
		q.Around = w.text
	case "each":
		q.Each = w.text
	case "from":
		q.From = r.value(w, nil, "from", 0, arena.MaxSide)
	case "to":
		q.To = r.value(w, nil, "to", 0, arena.MaxSide)
	case "step":
		q.Step = r.value(w, nil, "step", 0.1, arena.MaxSide)
	case "every":
		q.Every = r.value(w, &unitSeconds, "every", 0.001, MaxSeconds)
	default:
		r.report(key.column, "%s is not said of a query; there is around, each, from, to, step, every, where and score", quoted(key.text))
		return false
	}
	return true
}

func (r *sceneReader) measure(w word) (m arena.Measure, ok bool) {
	if m, ok = arena.MeasureNamed(w.text); !ok {
		r.report(w.column, "%s is not a measure; there is far, range, spacing, away, looked, seen, open and way", quoted(w.text))
	}
	return m, ok
}

// between reads a range: 2..5, 2.., ..5
func (r *sceneReader) between(w word, what string) (least, most float64) {
	from, to, found := strings.Cut(w.text, "..")
	if !found {
		r.report(w.column, "%s is not a range: write 1..3, 1.. or ..3", quoted(w.text))
		return 0, 0
	}
	most = math.Inf(1)
	if from != "" {
		least = r.value(word{from, w.column}, nil, what, 0, arena.MaxSide)
	}
	if to != "" {
		most = r.value(word{to, w.column}, nil, what, least, arena.MaxSide)
	}
	return least, most
}

func (r *sceneReader) addQuery(q *Query, words []word, usage string) {
	n := arena.CountRings(q.From, q.To, q.Step)
	switch {
	case (q.Around == "") == (q.Each == ""):
		r.report(words[0].column, "one of around and each is needed: %s", usage)
	case slices.ContainsFunc(r.scene.Queries, func(other Query) bool { return other.Name == q.Name }):
		r.report(words[1].column, "there is a query %s already", quoted(q.Name))
	case q.Around != "" && n > arena.MaxCandidates:
		r.report(words[0].column, "the query has more than %d candidates: increase step, or decrease to", arena.MaxCandidates)
	case q.Around != "" && n == 0:
		r.report(words[0].column, "the query has no candidates: from %v is beyond to %v", q.From, q.To)
	case len(r.scene.Queries) == MaxQueries:
		r.report(words[0].column, "there are more than %d queries", MaxQueries)
	default:
		r.scene.Queries = append(r.scene.Queries, *q)
	}
}
