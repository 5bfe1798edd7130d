package remote

import "github.com/karakuri-ai/karakuri"

// sink sends events to the game.
type sink Session

// Event implements [karakuri.Sink].
func (k *sink) Event(e karakuri.Event) {
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
