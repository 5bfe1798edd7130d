package studio

import (
	"context"
	"slices"
	"strconv"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/fact"
	"github.com/karakuri-ai/karakuri/internal/mind/sense"
)

// Track is a row of a lane.
type Track string

// The tracks, from top to bottom.
const (
	trackWant    Track = "want"
	trackGoal    Track = "goal"
	trackPlan    Track = "plan"
	trackStep    Track = "step"
	trackLeaf    Track = "leaf"
	trackPercept Track = "percept"
	trackOrder   Track = "order"
)

// Tone says how something ended.
type Tone string

// The tones.
const (
	toneGood Tone = "good"
	toneBad  Tone = "bad"
	toneWarn Tone = "warn"
)

// Limits of lanes.
const (
	// maxRows is the maximum number of rows of a track: steps that run at once, or goals under goals.
	maxRows = 4
	// maxBars is the maximum number of bars and marks in a lane; the latest ones stay.
	maxBars = 3000
)

// Bar is something that lasted for some time.
type Bar struct {
	Track Track  `json:"k"`
	Row   int    `json:"r,omitempty"`
	From  int64  `json:"a"` // tick
	To    int64  `json:"b"` // tick; -1: it still runs
	Text  string `json:"t"`
	Tone  Tone   `json:"c,omitempty"` // how it ended: good, bad or warn
	Kind  string `json:"v,omitempty"` // for a plan: adopted, merged or repaired
	Early bool   `json:"e,omitempty"` // it began before From, in a part of a recording that was not read

	name, call string // its name without and with arguments
}

// Mark is an event at one moment.
type Mark struct {
	Track Track  `json:"k"`
	Tick  int64  `json:"a"`
	Text  string `json:"t"`
	Tone  Tone   `json:"c,omitempty"`
	Kind  string `json:"v"`
}

// Lane shows what happened to an agent.
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

// lanes returns the lanes of some agents between two ticks. Count is the number of pixels, or other units, that a page
// can distinguish in that time.
func lanes(ctx context.Context, p *page, r *Request) (*LaneList, error) {
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
		x = j.extract(0, 0, r.Events.To, func(p person) bool { return slices.Contains(r.Names, p.name) })
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

// lanesOf makes the lanes of some agents, in their order, from events and from the bars that were open before.
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

// laneBuilder makes bars from events.
type laneBuilder struct {
	lane *Lane
	open []*Bar
}

// newLaneBuilder returns a builder with copies of open bars.
func newLaneBuilder(name string, open []*Bar) *laneBuilder {
	b := &laneBuilder{lane: &Lane{Agent: name, Bars: []*Bar{}, Marks: []Mark{}}}
	for _, o := range open {
		bar := *o
		b.resume(&bar)
	}
	return b
}

// adds adds an event for something that already runs; early: it began before the event's tick.
func (b *laneBuilder) adds(e *Entry, early bool) {
	n := len(b.lane.Bars)
	b.add(e)
	for _, bar := range b.lane.Bars[n:] {
		bar.Early = early
	}
}

func (b *laneBuilder) add(e *Entry) {
	switch e.family {
	case fact.Plan:
		b.plan(e)
	case fact.Goal:
		b.goal(e)
	case fact.Tree:
		b.tree(e)
	case fact.Sense:
		b.mark(e, trackPercept, perceptTones[e.percept])
	case fact.Squad:
		b.mark(e, trackOrder, "")
	}
}

var perceptTones = map[sense.EventKind]Tone{sense.Noticed: toneGood, sense.Lost: toneWarn, sense.Missed: toneBad}

func (b *laneBuilder) plan(e *Entry) {
	switch e.Code {
	case fact.PlanAdopted, fact.PlanMerged, fact.PlanRepaired:
		b.endPlan(e, "")
		b.begin(&Bar{Track: trackPlan, Row: planRow(e), From: e.Tick, Text: planText(e), Kind: planKinds[e.Code]}, e)
	case fact.PlanEnded:
		b.endPlan(e, toneGood)
	case fact.PlanFailed:
		b.endPlan(e, toneBad)
	case fact.PlanAborted:
		b.endPlan(e, toneWarn)
	case fact.PlanNone, fact.PlanLimit, fact.Faulted, fact.AgentQuarantined:
		b.mark(e, trackPlan, toneBad)
	case fact.PlanOutdated, fact.MethodBanned, fact.BanLifted, fact.MethodStopped:
		b.mark(e, trackPlan, toneWarn)
	case fact.PlanKept:
		b.mark(e, trackPlan, "")
	case fact.StepStarted:
		b.begin(&Bar{Track: trackStep, Row: b.free(trackStep), From: e.Tick, Text: e.Subject}, e)
	case fact.StepRetried:
		b.mark(e, trackStep, toneWarn)
	case fact.StepEnded:
		b.endOne(e, toneGood, trackStep, sameCall)
	case fact.StepFailed:
		b.endOne(e, toneBad, trackStep, sameCall)
	case fact.StepAborted:
		b.endOne(e, toneWarn, trackStep, sameCall)
	}
}

// planKinds are the names that pages use for how a plan came about.
var planKinds = map[fact.Kind]string{fact.PlanAdopted: "adopted", fact.PlanMerged: "merged", fact.PlanRepaired: "repaired"}

// planText describes a plan's goal and length.
func planText(e *Entry) string {
	switch e.steps {
	case 0:
		return e.Subject + ": nothing is left to do"
	case 1:
		return e.Subject + " in 1 step"
	}
	return e.Subject + " in " + strconv.Itoa(int(e.steps)) + " steps"
}

// planRow returns the row of the plan of an event.
func planRow(e *Entry) int { return min(int(e.Level), maxRows-1) }

func (b *laneBuilder) endPlan(e *Entry, tone Tone) {
	b.end(e.Tick, tone, func(o *Bar) bool { return o.Track == trackPlan && o.Row == planRow(e) })
}

// sameCall reports whether a bar has the name and arguments of an event's subject.
func sameCall(o *Bar, e *Entry) bool { return o.call == e.Subject }

// sameName compares by name only, for endings whose arguments are unknown.
func sameName(o *Bar, e *Entry) bool { return o.name == e.name }

func (b *laneBuilder) goal(e *Entry) {
	switch e.Code {
	case fact.WantChosen:
		b.endWant(e)
		b.begin(&Bar{Track: trackWant, From: e.Tick, Text: e.Subject}, e)
	case fact.WantNone, fact.WantEnded:
		b.endWant(e)
	case fact.GoalActivated:
		b.begin(&Bar{Track: trackGoal, Row: b.free(trackGoal), From: e.Tick, Text: e.Subject}, e)
	case fact.GoalCompleted:
		b.endOne(e, toneGood, trackGoal, sameName)
	case fact.GoalFailed:
		b.endOne(e, toneBad, trackGoal, sameName)
	case fact.GoalTerminated:
		b.endOne(e, toneWarn, trackGoal, sameName)
	case fact.GoalStepStarted:
		b.begin(&Bar{Track: trackStep, Row: b.free(trackStep), From: e.Tick, Text: e.Subject}, e)
	case fact.GoalStepEnded:
		tone := toneGood
		if e.status == action.Failure {
			tone = toneBad
		}
		b.endOne(e, tone, trackStep, sameName)
	case fact.GoalStepAborted:
		b.endOne(e, toneWarn, trackStep, sameName)
	case fact.OrderQueued, fact.OrderTaken:
		b.mark(e, trackOrder, "")
	case fact.OrderRefused:
		b.mark(e, trackOrder, toneBad)
	case fact.OrderDone:
		b.mark(e, trackOrder, toneGood)
	case fact.WantRefused, fact.WantRests, fact.GoalFaulted:
		b.mark(e, trackWant, toneBad)
	}
}

func (b *laneBuilder) endWant(e *Entry) {
	b.end(e.Tick, "", func(o *Bar) bool { return o.Track == trackWant })
}

func (b *laneBuilder) tree(e *Entry) {
	switch {
	case e.Code == fact.AbortFired, e.Code == fact.TreeFaulted, e.Code == fact.TodoReached:
		b.mark(e, trackLeaf, toneBad)
	case !e.Leaf:
	case e.Code == fact.NodeEnding:
		b.mark(e, trackLeaf, toneWarn)
	case e.Code == fact.NodeStarted:
		b.begin(&Bar{Track: trackLeaf, Row: b.free(trackLeaf), From: e.Tick, Text: e.Subject}, e)
	case e.Code == fact.NodeEnded, e.Code == fact.NodeAborted:
		tone := toneWarn
		switch {
		case e.status == action.Success:
			tone = toneGood
		case e.Code == fact.NodeEnded:
			tone = toneBad
		}
		b.endOne(e, tone, trackLeaf, sameCall)
	}
}

func (b *laneBuilder) mark(e *Entry, track Track, tone Tone) {
	b.lane.Marks = append(b.lane.Marks, Mark{Track: track, Tick: e.Tick, Text: e.Text, Tone: tone, Kind: e.Kind})
}

// begin opens a bar for an event's subject.
func (b *laneBuilder) begin(bar *Bar, e *Entry) {
	bar.name, bar.call = e.name, e.Subject
	b.resume(bar)
}

// resume opens a bar that already runs.
func (b *laneBuilder) resume(bar *Bar) {
	bar.To = -1
	b.open = append(b.open, bar)
	b.lane.Bars = append(b.lane.Bars, bar)
}

// end closes all open bars that fit.
func (b *laneBuilder) end(tick int64, tone Tone, fits func(*Bar) bool) {
	b.open = slices.DeleteFunc(b.open, func(o *Bar) bool {
		if !fits(o) {
			return false
		}
		o.To, o.Tone = tick, tone
		return true
	})
}

// endOne closes the last open bar of a track that matches an event's subject.
func (b *laneBuilder) endOne(e *Entry, tone Tone, track Track, same func(*Bar, *Entry) bool) {
	for i := len(b.open) - 1; i >= 0; i-- {
		if o := b.open[i]; o.Track == track && same(o, e) {
			o.To, o.Tone = e.Tick, tone
			b.open = slices.Delete(b.open, i, i+1)
			return
		}
	}
}

// free returns the first row of a track without an open bar.
func (b *laneBuilder) free(track Track) int {
	for row := range maxRows - 1 {
		if !slices.ContainsFunc(b.open, func(o *Bar) bool { return o.Track == track && o.Row == row }) {
			return row
		}
	}
	return maxRows - 1
}

// finish drops what ended before a tick, and tree leaves that took no time. It joins consecutive bars shorter than
// least, and keeps one of several marks of a kind within that time.
func (b *laneBuilder) finish(from, least int64) {
	type row struct {
		track Track
		row   int
	}
	type kind struct {
		track Track
		kind  string
	}
	last := map[row]*Bar{}
	b.lane.Bars = slices.DeleteFunc(b.lane.Bars, func(bar *Bar) bool {
		if bar.To >= 0 && (bar.To < from || bar.Track == trackLeaf && bar.To == bar.From) {
			return true
		}
		key := row{bar.Track, bar.Row}
		before := last[key]
		if before != nil && least > 1 && bar.To >= 0 && before.To >= 0 && bar.To-before.From < least {
			before.To, before.Text = bar.To, "several"
			return true
		}
		last[key] = bar
		return false
	})
	marked := map[kind]int64{}
	b.lane.Marks = slices.DeleteFunc(b.lane.Marks, func(m Mark) bool {
		at, known := marked[kind{m.Track, m.Kind}]
		if m.Tick < from || known && least > 1 && m.Tick-at < least {
			return true
		}
		marked[kind{m.Track, m.Kind}] = m.Tick
		return false
	})
	b.lane.Bars = b.lane.Bars[max(0, len(b.lane.Bars)-maxBars):]
	b.lane.Marks = b.lane.Marks[max(0, len(b.lane.Marks)-maxBars):]
}
