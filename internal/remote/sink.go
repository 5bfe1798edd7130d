package remote

import (
	"slices"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/fact"
)

// sink sends events to the game.
type sink Session

// Event implements [karakuri.Sink].
func (k *sink) Event(e karakuri.Event) {
	if e.Kind == karakuri.Said && k.options.Barks {
		k.said(&e)
	}
	if k.options.Events&karakuri.Plans == 0 && fact.Kind(e.Kind).Family() == fact.Plan {
		return
	}
	text := ""
	if k.options.Texts {
		text = clip(e.Text(), (MaxItemWords-12)*WordBytes) // behind eleven words and its length
	}
	k.out = appendHead(k.out, OpEvent, 0, 11+textWords(len(text)), uint32(e.Kind))
	for _, n := range [...]int64{int64(e.Agent), int64(e.Member), e.Order} {
		k.out = appendInt(k.out, n)
	}
	k.out = appendFloat(k.out, e.Score)
	for _, n := range [...]int64{int64(e.Step), int64(e.Steps), int64(e.Node), int64(e.Level), int64(e.Status), int64(e.Reason), int64(e.Cause)} {
		k.out = appendInt(k.out, n)
	}
	k.out = appendText(k.out, text)
}

// said reports what an agent says.
func (k *sink) said(e *karakuri.Event) {
	k.out = appendHead(k.out, OpSaid, 0, 2, uint32(e.Step))
	k.out = appendInt(k.out, int64(e.Agent))
	k.out = appendInt(k.out, int64(slices.Index(k.program.Info.Barks[e.Step].Texts, e.Said)))
}
