package agent

import (
	"fmt"

	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/world"
)

// AsTest returns a test block that gives the situation of one of an agent's plannings, and expects the plan that it
// finds: see [program.Program.AsTest]. The level counts as in [View.Plannings]. Change may change a copy of the
// situation; nil: nothing does.
func (v *View) AsTest(id ID, level int, name string, change func(*world.State) error) (*program.Block, error) {
	list := v.Plannings(id)
	if level < 0 || level >= len(list) {
		return nil, fmt.Errorf("%w: the agent plans nothing", program.ErrNoTest)
	}
	p := list[level]
	st := p.State
	if change != nil {
		st = world.NewState(p.State.Schema())
		st.CopyFrom(p.State)
		if err := change(st); err != nil {
			return nil, err
		}
	}
	p.Options.Reads, p.Options.Record = nil, nil
	return v.core.model.AsTest(name, st, p.Goal, p.Options)
}
