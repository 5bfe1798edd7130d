package studio

import (
	"context"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/action"
)

// Tracks of a lane, from above.
const (
	trackWant    = "want"
	trackGoal    = "goal"
	trackPlan    = "plan"
	trackStep    = "step"
	trackLeaf    = "leaf"
	trackPercept = "percept"
	trackOrder   = "order"
)

// Limits of lanes.
const (
	// maxRows is how many bars of a track lie over each other: steps that run at once, goals under goals.
	maxRows = 4
	// maxBars is how many bars and marks of a lane are told: the latest.
	maxBars = 3000
)

// Bar is something that took some time.
type Bar struct {
	Track string `json:"k"`
	Row   int    `json:"r,omitempty"`
	From  int64  `json:"a"` // tick
	To    int64  `json:"b"` // tick; -1: it goes on
	Text  string `json:"t"`
	Tone  string `json:"c,omitempty"` // how it ended: good, bad or warn
	Kind  string `json:"v,omitempty"` // of a plan: adopted, merged or repaired
	Early bool   `json:"e,omitempty"` // it began before From, in a recording: nobody has looked when
}

// Mark is something that happened.
type Mark struct {
	Track string `json:"k"`
	Tick  int64  `json:"a"`
	Text  string `json:"t"`
	Tone  string `json:"c,omitempty"`
	Kind  string `json:"v"`
}

// Lane is what happened to an agent.
type Lane struct {
	Agent string `json:"agent"`
	Bars  []*Bar `json:"bars"`
	Marks []Mark `json:"marks"`
}

// LaneList is the answer to "lanes".
type LaneList struct {
	Lanes []*Lane `json:"lanes"`
	Kept  int64   `json:"kept"` // tick of the earliest event that is kept
}

// lanes tells of some agents what happened between two ticks. Count is how many pieces of that time can be told apart.
func lanes(ctx context.Context, p *page, r *Request) (any, error) {
	if r.Events == nil {
		return nil, errMessage
	}
	c, now, tps, err := p.session.told(ctx)
	if err != nil {
		return nil, err
	}
	if c != nil {
		end := r.Events.To
		if end == 0 {
			end = now
		}
		return c.lanes(r.Names, r.Events.From, end, r.Count, tps)
	}
	var x *extract
	var kept int64
	err = p.session.do(ctx, func() error {
		j := p.session.journal
		x = j.extract(0, 0, r.Events.To, func(name string) bool { return slices.Contains(r.Names, name) })
		kept, now = j.kept(), j.stage.Crowd().Tick()
		return nil
	})
	if err != nil {
		return nil, err
	}
	end := r.Events.To
	if end == 0 {
		end = now
	}
	return &LaneList{Lanes: lanesOf(x.visit, r.Names, nil, r.Events.From, end, r.Count), Kept: kept}, nil
}

// lanesOf makes the lanes of some agents, in their order, of what happened and of what had been going on before that.
func lanesOf(visit func(func(*Entry)), names []string, open map[string][]*Bar, from, end int64, pieces int) []*Lane {
	out := []*Lane{}
	builders := map[string]*laneBuilder{}
	for _, n := range names {
		if builders[n] == nil {
			builders[n] = newLaneBuilder(n, open[n])
			out = append(out, builders[n].lane)
		}
	}
	visit(func(e *Entry) {
		if b := builders[e.Agent]; b != nil {
			b.add(e)
		}
	})
	for _, b := range builders {
		b.finish(from, max(1, (end-from)/int64(max(1, pieces))))
	}
	return out
}

// laneBuilder makes bars of events.
type laneBuilder struct {
	lane *Lane
	open []*Bar
}

// newLaneBuilder returns one with copies of bars that go on.
func newLaneBuilder(name string, open []*Bar) *laneBuilder {
	b := &laneBuilder{lane: &Lane{Agent: name, Bars: []*Bar{}, Marks: []Mark{}}}
	for _, o := range open {
		bar := *o
		b.begin(&bar)
	}
	return b
}

// adds takes an event that stands for something that goes on: early, it began before the event's tick.
func (b *laneBuilder) adds(e *Entry, early bool) {
	n := len(b.lane.Bars)
	b.add(e)
	for _, bar := range b.lane.Bars[n:] {
		bar.Early = early
	}
}

func (b *laneBuilder) add(e *Entry) {
	switch e.Family {
	case "plan":
		b.plan(e)
	case "goal":
		b.goal(e)
	case "tree":
		b.tree(e)
	case "sense":
		tone := map[string]string{"noticed": "good", "lost": "warn", "missed": "bad"}[e.Kind]
		b.mark(e, trackPercept, tone)
	case "squad":
		b.mark(e, trackOrder, "")
	}
}

func (b *laneBuilder) plan(e *Entry) {
	kind, isPlan := strings.CutPrefix(e.Kind, "plan ")
	step, isStep := strings.CutPrefix(e.Kind, "step ")
	_, what, _ := strings.Cut(e.Text, ": ")
	switch {
	case isPlan && (kind == "adopted" || kind == "merged" || kind == "repaired"):
		level := int(e.Level)
		b.end(e.Tick, "", func(o *Bar) bool { return o.Track == trackPlan && o.Row == min(level, maxRows-1) })
		b.begin(&Bar{Track: trackPlan, Row: min(level, maxRows-1), From: e.Tick, Text: what, Kind: kind})
	case isPlan && (kind == "ended" || kind == "failed" || kind == "aborted"):
		b.end(e.Tick, toneOf(kind), func(o *Bar) bool { return o.Track == trackPlan && o.Row == min(int(e.Level), maxRows-1) })
	case isPlan:
		b.mark(e, trackPlan, map[string]string{"none": "bad", "limit": "bad", "outdated": "warn"}[kind])
	case isStep && step == "started":
		b.begin(&Bar{Track: trackStep, Row: b.free(trackStep), From: e.Tick, Text: what})
	case isStep && step == "retried":
		b.mark(e, trackStep, "warn")
	case isStep && step != "expecting":
		b.endOne(e.Tick, toneOf(step), trackStep, func(o *Bar) bool { return what == o.Text || strings.HasPrefix(what, o.Text+": ") })
	case e.Kind == "method banned", e.Kind == "ban lifted":
		b.mark(e, trackPlan, "warn")
	case e.Kind == "faulted", e.Kind == "agent quarantined":
		b.mark(e, trackPlan, "bad")
	}
}

func (b *laneBuilder) goal(e *Entry) {
	goal, isGoal := strings.CutPrefix(e.Kind, "goal ")
	step, isStep := strings.CutPrefix(e.Kind, "step ")
	switch {
	case e.Kind == "want chosen":
		name, _, _ := strings.Cut(e.Text, " chosen")
		b.end(e.Tick, "", func(o *Bar) bool { return o.Track == trackWant })
		b.begin(&Bar{Track: trackWant, From: e.Tick, Text: name})
	case e.Kind == "want none", e.Kind == "want ended":
		b.end(e.Tick, "", func(o *Bar) bool { return o.Track == trackWant })
	case goal == "activated":
		name, _, _ := strings.Cut(e.Text, " activated")
		b.begin(&Bar{Track: trackGoal, Row: b.free(trackGoal), From: e.Tick, Text: name})
	case isGoal && (goal == "completed" || goal == "failed" || goal == "terminated"):
		name, _, _ := strings.Cut(e.Text, " "+goal)
		b.endOne(e.Tick, toneOf(goal), trackGoal, func(o *Bar) bool { return o.Text == name || strings.HasPrefix(o.Text, name+"(") })
	case isStep && step == "started":
		b.begin(&Bar{Track: trackStep, Row: b.free(trackStep), From: e.Tick, Text: strings.TrimSuffix(e.Text, " started")})
	case isStep && (step == "ended" || step == "aborted"):
		name, _, _ := strings.Cut(e.Text, " "+step)
		tone := toneOf(step)
		if e.status == action.Failure {
			tone = "bad"
		}
		b.endOne(e.Tick, tone, trackStep, func(o *Bar) bool { return o.Text == name || strings.HasPrefix(o.Text, name+"(") })
	case strings.HasPrefix(e.Kind, "order"):
		b.mark(e, trackOrder, map[string]string{"order refused": "bad", "order done": "good"}[e.Kind])
	case e.Kind == "want refused", e.Kind == "want rests", e.Kind == "faulted":
		b.mark(e, trackWant, "bad")
	}
}

func (b *laneBuilder) tree(e *Entry) {
	switch {
	case e.Kind == "abort fired", e.Kind == "faulted":
		b.mark(e, trackLeaf, "bad")
	case !e.Leaf:
	case e.Kind == "node started":
		b.begin(&Bar{Track: trackLeaf, Row: b.free(trackLeaf), From: e.Tick, Text: strings.TrimSuffix(e.Text, " started")})
	case e.Kind == "node ended", e.Kind == "node aborted":
		tone := "warn"
		switch {
		case e.status == action.Success:
			tone = "good"
		case e.Kind == "node ended":
			tone = "bad"
		}
		b.endOne(e.Tick, tone, trackLeaf, func(o *Bar) bool { return strings.HasPrefix(e.Text, o.Text+strings.TrimPrefix(e.Kind, "node")) })
	}
}

// toneOf is how something ended, by the word for it.
func toneOf(word string) string {
	switch word {
	case "ended", "completed":
		return "good"
	case "failed":
		return "bad"
	}
	return "warn"
}

func (b *laneBuilder) mark(e *Entry, track, tone string) {
	b.lane.Marks = append(b.lane.Marks, Mark{Track: track, Tick: e.Tick, Text: e.Text, Tone: tone, Kind: e.Kind})
}

func (b *laneBuilder) begin(bar *Bar) {
	bar.To = -1
	b.open = append(b.open, bar)
	b.lane.Bars = append(b.lane.Bars, bar)
}

// end ends all open bars that fit.
func (b *laneBuilder) end(tick int64, tone string, fits func(*Bar) bool) {
	b.open = slices.DeleteFunc(b.open, func(o *Bar) bool {
		if !fits(o) {
			return false
		}
		o.To, o.Tone = tick, tone
		return true
	})
}

// endOne ends the last open bar of a track that fits.
func (b *laneBuilder) endOne(tick int64, tone, track string, fits func(*Bar) bool) {
	for i := len(b.open) - 1; i >= 0; i-- {
		if o := b.open[i]; o.Track == track && fits(o) {
			o.To, o.Tone = tick, tone
			b.open = slices.Delete(b.open, i, i+1)
			return
		}
	}
}

// free returns the first row of a track that no open bar is in.
func (b *laneBuilder) free(track string) int {
	for row := range maxRows - 1 {
		if !slices.ContainsFunc(b.open, func(o *Bar) bool { return o.Track == track && o.Row == row }) {
			return row
		}
	}
	return maxRows - 1
}

// finish drops what was before a tick, and leaves of trees that took no time; bars shorter than least that follow each other become one, and of marks
// of a kind within that time one stays.
func (b *laneBuilder) finish(from, least int64) {
	last := map[string]*Bar{}
	b.lane.Bars = slices.DeleteFunc(b.lane.Bars, func(bar *Bar) bool {
		if bar.To >= 0 && (bar.To < from || bar.Track == trackLeaf && bar.To == bar.From) {
			return true
		}
		key := bar.Track + string(rune('0'+bar.Row))
		before := last[key]
		if before != nil && least > 1 && bar.To >= 0 && before.To >= 0 && bar.To-before.From < least {
			before.To, before.Text = bar.To, "several"
			return true
		}
		last[key] = bar
		return false
	})
	marked := map[string]int64{}
	b.lane.Marks = slices.DeleteFunc(b.lane.Marks, func(m Mark) bool {
		at, known := marked[m.Track+m.Kind]
		if m.Tick < from || known && least > 1 && m.Tick-at < least {
			return true
		}
		marked[m.Track+m.Kind] = m.Tick
		return false
	})
	b.lane.Bars = b.lane.Bars[max(0, len(b.lane.Bars)-maxBars):]
	b.lane.Marks = b.lane.Marks[max(0, len(b.lane.Marks)-maxBars):]
}
