package karakuri

import (
	"io"

	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/world"
)

// Report describes the result of restoring a snapshot or reloading a program: whether everything continues unchanged,
// and otherwise what no longer exists, is new or was brought into range.
type Report struct {
	// Same reports that the snapshot was made with the same program: the crowd continues exactly as it would have then.
	Same bool
	// Notes list what could not carry over unchanged, or is new, because the program or the Go types of actions
	// changed.
	Notes []world.Note
	// Losses list what agents lost. Each loss is also one of the notes.
	Losses []Loss

	in *agent.Report
}

func newReport(r *agent.Report) *Report {
	if r == nil {
		return nil
	}
	return &Report{Same: r.Same, Notes: r.Notes, Losses: lossesOf(r.Losses), in: r}
}

// Object converts a reference to an object that the game kept since the snapshot. ok is false if the object did not
// carry over.
func (r *Report) Object(o Object) (now Object, ok bool) { return r.in.Object(o) }

// Restore returns a crowd that continues from a [Crowd.Snapshot]. In the same program it continues exactly, including
// plans, timers and running actions. In a changed program, everything that exists under the same name carries over.
// The snapshot sets the options TPS, Seed and Initial. The engine calls the [OnRestored] hooks of the actions that
// continue. The error reports why a snapshot is refused: it is damaged, or a symbol has another meaning now.
func Restore(p *Program, o Options, snapshot []byte, bindings ...Binding) (*Crowd, *Report, error) {
	c, r, err := restored(p.in, p.bound(bindings), o, snapshot)
	return c, newReport(r), err
}

// RestoreFrom is [Restore] for the stream that [Crowd.WriteSnapshot] wrote, such as a file. It reads up to the end of
// the snapshot and not beyond. The error may also be that of the reader.
func RestoreFrom(p *Program, o Options, r io.Reader, bindings ...Binding) (*Crowd, *Report, error) {
	in, l := o.inner()
	c, report, err := agent.RestoreFrom(p.in, p.bound(bindings), in, r)
	if err != nil {
		return nil, nil, err
	}
	l.attend(c)
	return &Crowd{c}, newReport(report), nil
}

func restored(p *program.Program, b *action.Bindings, o Options, snapshot []byte) (*Crowd, *agent.Report, error) {
	in, l := o.inner()
	c, report, err := agent.Restore(p, b, in, snapshot)
	if err != nil {
		return nil, nil, err
	}
	l.attend(c)
	return &Crowd{c}, report, nil
}
