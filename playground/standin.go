package playground

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/town"
)

// standIn binds the actions that the host has not bound: see [Options].StandIns.
func (p *Playground) standIn() {
	actions, _ := p.bindings.Unbound()
	for _, name := range actions {
		action.Bind(p.bindings, name, func(c *action.Ctx, _ *action.Arguments, j *town.Job) action.Status {
			if p.options.Answer != nil {
				if status, ok := p.options.Answer(c, name); ok {
					return status
				}
			}
			return town.Work(c, j)
		})
	}
	town.NewWorld(p.program.Info, p.options.Crowd.Seed).BindFunctions(p.bindings)
}
