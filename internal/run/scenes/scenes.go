// Package scenes opens scenes of the playground for tests that run in one.
package scenes

import (
	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/bridge"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/trial"
	"github.com/karakuri-ai/karakuri/playground"
)

// Open returns what opens a scene for each test; nil for a scene that is nil.
func Open(scene *playground.Scene) trial.Opener {
	if scene == nil {
		return nil
	}
	return func(p *program.Program, o agent.Options, answer func(c *action.Ctx, action string) (action.Status, bool)) (*trial.Stage, error) {
		play, err := playground.New(bridge.Program.Out(p).(*karakuri.Program), scene,
			playground.Options{Crowd: bridge.Options(o).(karakuri.Options), StandIns: true, Answer: answer})
		if err != nil {
			return nil, err
		}
		return &trial.Stage{Crowd: bridge.Crowd.In(play.Crowd()), Step: play.Step, Over: play.Over}, nil
	}
}
