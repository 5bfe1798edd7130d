package studio

import (
	"context"
	"errors"
	"maps"
)

// errNoFile is the error of a page that asks about a simulation before it has opened a file.
var errNoFile = errors.New("open a file first")

// operation is what can be asked for.
type operation struct {
	do     func(ctx context.Context, p *page, r *Request) (any, error)
	anyway bool // also by a page that has not opened a file
}

// operations are all there are, by name. It is filled at the start, since its functions refer to it.
var operations map[string]operation

func init() {
	operations = map[string]operation{
		"files":     {do: listFiles, anyway: true},
		"open":      {do: openFile, anyway: true},
		"play":      {do: play},
		"pause":     {do: pause},
		"step":      {do: stepOn},
		"speed":     {do: setSpeed},
		"restart":   {do: restart},
		"frame":     {do: frameAt},
		"agents":    {do: agents},
		"mind":      {do: mind},
		"events":    {do: events},
		"plannings": {do: plannings},
		"explain":   {do: explainPlan},
		"whynot":    {do: whyNot},
		"uses":      {do: uses},
		"breaks":    {do: setBreaks},
		"set":       {do: setValues},
		"source":    {do: readSource},
		"check":     {do: checkSource},
		"format":    {do: formatSource},
		"save":      {do: saveSource},
	}
}

func listFiles(_ context.Context, p *page, _ *Request) (any, error) {
	return p.server.library.Names(), nil
}

// Opened is the answer to "open": what a page has to know of a simulation.
type Opened struct {
	File    string   `json:"file"`
	Files   []string `json:"files"` // source files
	Record  bool     `json:"record"`
	Scene   bool     `json:"scene"`
	Seed    uint64   `json:"seed"`
	Outline *Outline `json:"outline"`
	Land    Land     `json:"land"`
	Frame   *Frame   `json:"frame"`
}

func openFile(ctx context.Context, p *page, r *Request) (any, error) {
	s, err := p.server.session(r.File)
	if err != nil {
		return nil, err
	}
	p.enter(s)
	return describe(ctx, s)
}

func describe(ctx context.Context, s *Session) (*Opened, error) {
	var o *Opened
	err := s.do(ctx, func() error {
		o = &Opened{File: s.source.name, Files: files(s.source.program.Info.Model), Record: s.source.record != nil, Scene: s.source.scene != nil,
			Seed: s.source.seed, Outline: outlineOf(s.source.program.Info), Land: s.stage.Land(), Frame: s.frame(s.stage, s.stage.Figures(nil))}
		return nil
	})
	return o, err
}

func play(ctx context.Context, p *page, _ *Request) (any, error) {
	return nil, p.session.do(ctx, func() error {
		p.session.playing, p.session.paused, p.session.changed = !p.session.over, "", true
		return nil
	})
}

func pause(ctx context.Context, p *page, _ *Request) (any, error) {
	return nil, p.session.do(ctx, func() error {
		p.session.playing, p.session.changed = false, true
		return nil
	})
}

func stepOn(ctx context.Context, p *page, r *Request) (any, error) {
	s := p.session
	return nil, s.do(ctx, func() error {
		s.playing, s.paused = false, ""
		for n := 0; n < max(1, r.Count) && !s.over && s.paused == ""; n++ {
			s.step()
		}
		return nil
	})
}

func setSpeed(ctx context.Context, p *page, r *Request) (any, error) {
	return nil, p.session.do(ctx, func() error {
		p.session.speed, p.session.changed = r.Speed, true
		return nil
	})
}

// restart begins anew, with another seed.
func restart(ctx context.Context, p *page, r *Request) (any, error) {
	err := p.session.do(ctx, func() error {
		next := *p.session.source
		next.seed = r.Seed
		return p.session.begin(&next)
	})
	if err != nil {
		return nil, err
	}
	return describe(ctx, p.session)
}

// frameAt is the picture of a moment.
func frameAt(ctx context.Context, p *page, r *Request) (any, error) {
	figures := []Figure{}
	err := p.session.look(ctx, r.Tick, func(st Stage, _ *journal) error {
		figures = st.Figures(figures)
		return nil
	})
	return figures, err
}

// AgentLine is an agent as it is listed.
type AgentLine struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	Doing string `json:"doing"`
	Idle  bool   `json:"idle,omitempty"`
}

// agents lists who is there and what they are doing.
func agents(ctx context.Context, p *page, r *Request) (any, error) {
	out := []AgentLine{}
	err := p.session.look(ctx, r.Tick, func(st Stage, j *journal) error {
		for id := range st.Crowd().All {
			doing, idle := doingOf(st.Crowd(), j.info, id)
			out = append(out, AgentLine{st.Name(id), st.Crowd().KindOf(id), doing, idle})
		}
		return nil
	})
	return out, err
}

func mind(ctx context.Context, p *page, r *Request) (any, error) {
	var m *Mind
	err := p.session.look(ctx, r.Tick, func(st Stage, j *journal) error {
		id, err := find(st, r.Agent)
		if err == nil {
			m = mindOf(st, j, id)
		}
		return err
	})
	return m, err
}

func events(ctx context.Context, p *page, r *Request) (any, error) {
	var list []Entry
	err := p.session.do(ctx, func() error {
		list = p.session.journal.since(r.Since, r.Agent, MaxListed)
		return nil
	})
	return append([]Entry{}, list...), err
}

func plannings(ctx context.Context, p *page, r *Request) (any, error) {
	list := []Planning{}
	err := p.session.do(ctx, func() error {
		list = append(list, p.session.journal.plannings[r.Agent]...)
		return nil
	})
	return list, err
}

// uses tells how often each method was taken and each operator begun, since the run or its program is this one.
func uses(ctx context.Context, p *page, _ *Request) (any, error) {
	var out map[string]int
	err := p.session.do(ctx, func() error {
		out = maps.Clone(p.session.journal.uses)
		return nil
	})
	return out, err
}

// setBreaks says at which actions, operators and nodes the simulation pauses.
func setBreaks(ctx context.Context, p *page, r *Request) (any, error) {
	return nil, p.session.do(ctx, func() error {
		breaks := map[string]bool{}
		for _, n := range r.Names {
			breaks[n] = true
		}
		p.session.journal.breaks = breaks
		return nil
	})
}
