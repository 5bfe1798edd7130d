package studio

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

// EventQuery selects events. Empty fields select all.
type EventQuery struct {
	From     int64      `json:"from,omitempty"` // tick
	To       int64      `json:"to,omitempty"`   // tick; 0: up to the last
	Agent    string     `json:"agent,omitempty"`
	Of       string     `json:"of,omitempty"` // kind of agents
	Families []string   `json:"families,omitempty"`
	Kinds    []KindName `json:"kinds,omitempty"` // added to those of the families
	Omit     []KindName `json:"omit,omitempty"`  // kinds to leave out
	Text     string     `json:"text,omitempty"`  // found in the event's text, kind or agent, ignoring case
}

// KindName is the name of a kind of events within a family.
type KindName struct {
	Family string `json:"family"`
	Kind   string `json:"kind"`
}

// KindCount is the number of events of a kind.
type KindCount struct {
	Family string `json:"family"`
	Kind   string `json:"kind"`
	N      int    `json:"n"`
}

// EventList is the answer to an EventQuery.
type EventList struct {
	Entries []Entry     `json:"entries"` // the latest ones, if there are more than MaxListed or than requested
	Total   int         `json:"total"`   // number of selected events
	Counts  []KindCount `json:"counts"`  // of all kinds, including those that were not selected; by name
	Kept    int64       `json:"kept"`    // tick of the earliest event that is still kept
}

// fits reports whether the texts and lists keep to their limits.
func (q *EventQuery) fits() bool {
	if q == nil {
		return true
	}
	isLong := func(name string) bool { return len(name) > maxName }
	for _, k := range slices.Concat(q.Kinds, q.Omit) {
		if isLong(k.Family) || isLong(k.Kind) {
			return false
		}
	}
	if slices.ContainsFunc(q.Families, isLong) {
		return false
	}
	return max(len(q.Agent), len(q.Of), len(q.Text)) <= maxName && len(q.Families)+len(q.Kinds)+len(q.Omit) <= MaxSets && q.From >= 0 && q.To >= 0
}

// has reports whether the query selects a kind.
func (q *EventQuery) has(k KindName) bool {
	if slices.Contains(q.Omit, k) {
		return false
	}
	return len(q.Families)+len(q.Kinds) == 0 || slices.Contains(q.Families, k.Family) || slices.Contains(q.Kinds, k)
}

// events lists the events that a query selects, or all events of an agent.
func events(ctx context.Context, p *page, r *Request) (*EventList, error) {
	q := r.Events
	if q == nil {
		q = &EventQuery{Agent: r.Agent}
	}
	c, now, _, err := p.session.told(ctx)
	if err != nil {
		return nil, err
	}
	if c != nil {
		return c.find(q, r.Count, now)
	}
	var x *extract
	var kept int64
	err = p.session.do(ctx, func() error {
		j := p.session.journal
		x, kept = j.extract(r.Since, q.From, q.To, q.wants), j.kept()
		return nil
	})
	if err != nil {
		return nil, err
	}
	l := findIn(x.visit, q, r.Count)
	l.Kept = kept
	return l, nil
}

// wants reports whether the query selects events of an agent.
func (q *EventQuery) wants(p person) bool {
	return (q.Agent == "" || q.Agent == p.name) && (q.Of == "" || q.Of == p.kind)
}

// kept returns the first tick from which the events of all families are kept.
func (j *journal) kept() int64 {
	tick := int64(0)
	if len(j.plans.list) == MaxEntries {
		tick = max(tick, j.plans.list[j.plans.first].event.tick)
	}
	if len(j.trees.list) == MaxEntries {
		tick = max(tick, j.trees.list[j.trees.first].event.tick())
	}
	if len(j.goals.list) == MaxEntries {
		tick = max(tick, j.goals.list[j.goals.first].event.tick)
	}
	if len(j.entries) == MaxEntries {
		tick = max(tick, j.entries[j.first].Tick)
	}
	return tick
}

// find answers a query with up to most events; 0: as many as one answer lists.
func (j *journal) find(q *EventQuery, most int) *EventList {
	l := findIn(j.extract(0, q.From, q.To, q.wants).visit, q, most)
	l.Kept = j.kept()
	return l
}

// findIn answers a query from the events that visit provides.
func findIn(visit func(func(*Entry)), q *EventQuery, most int) *EventList {
	if most == 0 {
		most = MaxListed
	}
	most = min(most, MaxListed)
	text := strings.ToLower(q.Text)
	l := &EventList{Entries: []Entry{}, Counts: []KindCount{}}
	var ring []Entry
	counts := map[KindName]int{}
	visit(func(e *Entry) {
		if text != "" && !strings.Contains(strings.ToLower(e.Text), text) && !strings.Contains(e.Kind, text) && !strings.Contains(strings.ToLower(e.Agent), text) {
			return
		}
		kind := KindName{e.Family, e.Kind}
		if counts[kind]++; !q.has(kind) {
			return
		}
		if l.Total++; len(ring) < most {
			ring = append(ring, *e)
		} else {
			ring[(l.Total-1)%most] = *e
		}
	})
	for k, n := range counts {
		l.Counts = append(l.Counts, KindCount{k.Family, k.Kind, n})
	}
	slices.SortFunc(l.Counts, func(a, b KindCount) int {
		return cmp.Or(strings.Compare(a.Family, b.Family), strings.Compare(a.Kind, b.Kind))
	})
	if l.Total > most {
		at := l.Total % most
		l.Entries = append(append(l.Entries, ring[at:]...), ring[:at]...)
	} else {
		l.Entries = append(l.Entries, ring...)
	}
	return l
}
