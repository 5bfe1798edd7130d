package karakuri

import (
	"io"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
)

// Report tells what became of a snapshot that was restored: whether all goes on as it would have, and if the program has changed since,
// what is gone, new or was brought into range.
type Report = agent.Report

// Restore returns a crowd that goes on where [Crowd.Snapshot] was called: in the same program exactly as it would have, plans, timers
// and running actions included; in one that has changed since, with everything that is still known by its name. Of the host's options
// TPS, Seed and Initial are those of the snapshot. Hooks of [OnRestored] are called for the actions that go on. The error tells why a
// snapshot is refused: it is damaged, or a symbol has become something else.
func (h *Host) Restore(snapshot []byte) (*Crowd, *Report, error) {
	return agent.Restore(h.program.program, h.bindings, h.options, snapshot)
}

// RestoreFrom is [Host.Restore] for what [Crowd.WriteSnapshot] has written to a stream, such as a file. It reads up to the snapshot's end and not
// beyond. The error may also be that of the reader.
func (h *Host) RestoreFrom(r io.Reader) (*Crowd, *Report, error) {
	return agent.RestoreFrom(h.program.program, h.bindings, h.options, r)
}

// OnRestored is called for an action that goes on from a snapshot, in place of OnStart: attach again what is not part of the state, such
// as an animation that plays.
func OnRestored[P, S any](f func(c *Ctx, p *P, s *S)) Hook[P, S] { return action.OnRestored(f) }
