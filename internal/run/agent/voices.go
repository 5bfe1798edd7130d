package agent

import (
	"math"

	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// voices decides which of the things that agents would say are said. What is said is an event for the host
// ([runner.Said]), and a sound if the host of the senses gives the speaker a voice. It is no decision, and not in the
// hash of the run; only those who hear it may decide otherwise.
type voices struct {
	core    *core
	agents  *population
	hearing *perception
	squads  *squads
	journal *journal

	gaps  []saying       // by bark
	list  []voice        // by slot of agents and squads, up to the highest that has said anything
	event runner.Event   // the one that is being reported
	tally []ledgerOfBark // by bark
}

// saying is a bark, compiled.
type saying struct {
	variants   int
	gap, squad int64 // ticks
	call       int64 // what hearers know it as; 0: a voice
}

// voice is what an agent has said; of a squad, what its members have.
type voice struct {
	spoke int64 // 1 + the tick in which it spoke last; 0: it has not
	lines []spoken
}

// spoken is a bark that an agent has said, or would have.
type spoken struct {
	bark  int32
	held  int32 // how often it was not said since it was said last
	until int64 // tick from which it may be said again
}

// ledgerOfBark counts how often a bark was said and held back.
type ledgerOfBark struct{ said, held int64 }

// fit compiles the barks of the program.
func (v *voices) fit() {
	v.gaps, v.list, v.tally = nil, nil, nil
	tps := float64(v.core.options.TPS)
	for _, b := range v.core.model.Info.Barks {
		v.gaps = append(v.gaps, saying{len(b.Texts), def.Ticks(b.Gap, tps), def.Ticks(b.Squad, tps), int64(b.Call)})
	}
	v.tally = make([]ledgerOfBark, len(v.gaps))
}

// say has an agent say a bark, by 1 + its index; 0: nothing. The first member of a squad speaks for it.
func (v *voices) say(id ID, bark int32) {
	if bark == 0 {
		return
	}
	a := v.agents.slot(id)
	for range MaxNesting { // of squads of squads the first one's
		b := v.squads.bandOf(a)
		if a == nil || b == nil || b.members.Len() == 0 {
			break
		}
		first, _ := b.members.At(0).ID.Agent()
		a = v.agents.slot(first)
	}
	if a != nil && v.squads.bandOf(a) == nil {
		v.speak(a, bark-1)
	}
}

func (v *voices) speak(a *agent, bark int32) {
	tick, s := v.core.tick, &v.gaps[bark]
	group := -1
	if a.squad != 0 {
		group = SlotOf(a.squad)
	}
	v.reach(max(a.slot(), group))
	mine := &v.list[a.slot()]
	own := mine.line(bark)
	var squad *spoken
	if group >= 0 {
		squad = v.list[group].line(bark)
	}
	if mine.spoke == tick+1 || tick < own.until || squad != nil && tick < squad.until {
		own.held = min(own.held, math.MaxInt32-1) + 1
		v.tally[bark].held++
		return
	}
	held := own.held
	mine.spoke, own.held, own.until = tick+1, 0, tick+s.gap
	if squad != nil {
		squad.until = tick + s.squad
	}
	v.tally[bark].said++
	v.event = runner.Event{Kind: runner.Said, Line: -1, Step: bark, Method: v.variant(a, bark), Count: held, Agent: a.id, Tick: tick}
	v.journal.reporter.Event(&v.event)
	v.hearing.speak(a, s.call)
}

// variant chooses one of the texts of a bark: by the seed, the agent and the tick, so that no other random number
// depends on what is said.
func (v *voices) variant(a *agent, bark int32) int32 {
	n := v.gaps[bark].variants
	if n < 2 {
		return 0
	}
	h := det.Mix(v.core.options.Seed ^ det.Mix(uint64(a.number)<<32|uint64(bark)) ^ det.Mix(uint64(v.core.tick)))
	return int32(h % uint64(n))
}

// reach makes room for the voice in a slot.
func (v *voices) reach(slot int) {
	for len(v.list) <= slot {
		v.list = append(v.list, voice{})
	}
}

// line returns what a voice has said of a bark. The pointer is valid until the next call.
func (w *voice) line(bark int32) *spoken {
	for i := range w.lines {
		if w.lines[i].bark == bark {
			return &w.lines[i]
		}
	}
	w.lines = append(w.lines, spoken{bark: bark})
	return &w.lines[len(w.lines)-1]
}

// forget empties the voice in a slot, for another agent.
func (v *voices) forget(slot int) {
	if slot < len(v.list) {
		v.list[slot] = voice{lines: v.list[slot].lines[:0]}
	}
}

// append appends what agents have said; nothing if the program has no barks.
func (v *voices) append(b []byte) []byte {
	if len(v.gaps) == 0 {
		return b
	}
	var c codec.Coder
	codeVoices(c.Write(b), &v.list, len(v.agents.list), len(v.gaps))
	return c.Written()
}

func codeVoices(c *codec.Coder, list *[]voice, slots, barks int) {
	for w := range codec.Each(c, list, slots) {
		codec.Whole(c, &w.spoke)
		for s := range codec.Each(c, &w.lines, barks) {
			codec.Below(c, &s.bark, barks)
			codec.Below(c, &s.held, math.MaxInt32)
			codec.Whole(c, &s.until)
		}
	}
}

// barkNames returns what says each bark, which identifies it in another program.
func barkNames(info *def.Info) (list []string) {
	for i := range info.Barks {
		list = append(list, info.Barks[i].Of)
	}
	return list
}

func codeBarkNames(c *codec.Coder, list *[]string) {
	for of := range codec.Each(c, list, codec.NoLimit) {
		c.Text(of)
	}
}

// voices reads what [voices.append] has written. Of another program, what is still said keeps its gaps.
func (l *loader) voices() {
	v := &l.c.journal.voices
	v.list = nil
	then, now := l.barks, barkNames(l.c.core.model.Info)
	if l.migration == nil {
		then = now
	}
	if len(then) == 0 {
		return
	}
	codeVoices(l.Coder(), &v.list, len(l.c.agents.list), len(then))
	if l.Failed() || l.migration == nil {
		return
	}
	at := matchNames(then, now)
	for i := range v.list {
		kept := v.list[i].lines[:0]
		for _, s := range v.list[i].lines {
			if s.bark = at[s.bark]; s.bark >= 0 {
				kept = append(kept, s)
			}
		}
		v.list[i].lines = kept
	}
}

// matchNames returns for each of the names then its index among those of now, each used once; -1: it is gone.
func matchNames(then, now []string) []int32 {
	where := map[string][]int32{}
	for i, name := range now {
		where[name] = append(where[name], int32(i))
	}
	at := make([]int32, len(then))
	for i, name := range then {
		if at[i] = -1; len(where[name]) > 0 {
			at[i], where[name] = where[name][0], where[name][1:]
		}
	}
	return at
}

// BarkCount says how often a bark was said, and how often a gap, or something else that the agent said in the same
// tick, kept an agent from saying it.
type BarkCount struct {
	Of         string // what says it: "method fight/flank"
	Said, Held int64
}

// Barks returns the counts of all that agents can say, since the crowd was made, restored or reloaded.
func (v *View) Barks() (list []BarkCount) {
	for i, b := range v.core.model.Info.Barks {
		t := v.voices.tally[i]
		list = append(list, BarkCount{b.Of, t.said, t.held})
	}
	return list
}
