package studio

import (
	"context"
	"errors"
)

// errNoFile is the error of a page that asks about a simulation before it has opened a file.
var errNoFile = errors.New("open a file first")

// operation is a kind of request.
type operation struct {
	do     func(ctx context.Context, p *page, r *Request) (any, error)
	anyway bool // allowed before the page has opened a file
}

// answers returns an operation that answers with a T.
func answers[T any](do func(context.Context, *page, *Request) (T, error)) operation {
	return operation{do: func(ctx context.Context, p *page, r *Request) (any, error) { return do(ctx, p, r) }}
}

// anyway returns one that is allowed before the page has opened a file.
func anyway[T any](do func(context.Context, *page, *Request) (T, error)) operation {
	o := answers(do)
	o.anyway = true
	return o
}

// does returns an operation without an answer.
func does(do func(context.Context, *page, *Request) error) operation {
	return operation{do: func(ctx context.Context, p *page, r *Request) (any, error) { return nil, do(ctx, p, r) }}
}

// operations holds all operations by name. init fills it, because the functions refer to it. internal/tools/wire
// generates the pages' types from it.
var operations map[string]operation

func init() {
	operations = map[string]operation{
		"files":     anyway(listFiles),
		"demos":     anyway(listDemos),
		"glimpse":   anyway(glimpse),
		"drop":      anyway(drop),
		"open":      anyway(openFile),
		"play":      does(play),
		"pause":     does(pause),
		"step":      does(stepOn),
		"speed":     does(setSpeed),
		"restart":   answers(restart),
		"seek":      does(seek),
		"recorded":  answers(recorded),
		"record":    answers(setRecord),
		"recording": answers(taping),
		"clip":      answers(clip),
		"frame":     answers(frameAt),
		"agents":    answers(listAgents),
		"members":   answers(listMembers),
		"mind":      answers(mind),
		"lens":      answers(lens),
		"scores":    answers(scores),
		"truth":     answers(truth),
		"events":    answers(events),
		"said":      answers(sayings),
		"plannings": answers(listPlannings),
		"explain":   answers(explainPlan),
		"whynot":    answers(whyNot),
		"astest":    answers(asTest),
		"ask":       answers(ask),
		"decision":  answers(decision),
		"domain":    answers(domain),
		"coverage":  answers(countsOfUse),
		"breaks":    answers(listBreaks),
		"break":     answers(setBreak),
		"unbreak":   answers(removeBreak),
		"bookmarks": answers(listBookmarks),
		"bookmark":  answers(setBookmark),
		"unmark":    answers(removeBookmark),
		"lanes":     answers(lanes),
		"suppose":   answers(suppose),
		"set":       does(setValues),
		"move":      does(move),
		"eyes":      answers(eyes),
		"constants": answers(constants),
		"numbers":   answers(numbers),
		"tune":      answers(tune),
		"source":    answers(readSource),
		"index":     answers(index),
		"nameables": answers(nameables),
		"offers":    anyway(offers),
		"check":     answers(checkSource),
		"structure": anyway(structure),
		"palette":   anyway(palette),
		"tries":     anyway(tries),
		"edit":      answers(editSource),
		"format":    answers(formatSource),
		"save":      answers(saveSource),
		"prepare":   answers(prepare),
		"foresee":   answers(foresee),
		"foreseen":  answers(foreseen),
		"forget":    does(forget),
		"sweep":     answers(sweep),
		"swept":     answers(swept),
		"unsweep":   does(unsweep),
		"fork":      answers(forkRun),
		"forked":    answers(forkedSoFar),
		"unfork":    does(unfork),
		"ghosts":    answers(ghosts),
		"forklanes": answers(forkLanes),
		"scene":     answers(sceneText),
		"merge":     answers(mergeSource),
		"disk":      answers(hashOnDisk),
		"diff":      answers(diffSource),
		"bundle":    answers(bundle),
	}
}

func listFiles(_ context.Context, p *page, _ *Request) ([]string, error) {
	return p.host.library.Names(), nil
}

// Opened is the answer to "open": what a page needs to know about a simulation.
type Opened struct {
	File   string   `json:"file"`
	Files  []string `json:"files"` // source files
	Record bool     `json:"record"`
	Scene  bool     `json:"scene"`
	// SceneFile is the file of the scene, which pages can show and, like source files, write; empty: there is none.
	SceneFile string   `json:"sceneFile,omitempty"`
	Place     string   `json:"place"`             // where the agents live
	Hosted    bool     `json:"hosted,omitempty"`  // the game keeps its own loop: pages can neither set its speed nor restart it
	Movable   bool     `json:"movable,omitempty"` // characters can be moved
	Seed      uint64   `json:"seed"`
	Outline   *Outline `json:"outline"`
	Land      Land     `json:"land"`
	Frame     *Frame   `json:"frame"`
}

func openFile(ctx context.Context, p *page, r *Request) (*Opened, error) {
	s, err := p.host.session(r.File)
	if err != nil {
		return nil, err
	}
	p.enter(s)
	if p.host.library.isTrace(s.name) {
		p.host.prepare(s)
	}
	return describe(ctx, s)
}

func describe(ctx context.Context, s *Session) (*Opened, error) {
	var o *Opened
	err := s.do(ctx, func() error {
		o = &Opened{File: s.source.name, Files: sourceFiles(s.source.program.Info.Model), Record: s.source.record != nil, Scene: s.source.scene != nil, SceneFile: s.source.sceneFile(),
			Place: s.source.place(), Hosted: s.hosted, Movable: s.movable(), Seed: s.source.seed, Outline: outlineOf(s.source.program.Info), Land: s.stage.Land(), Frame: s.frame(s.stage, s.stage.Figures([]Figure{}))}
		return nil
	})
	return o, err
}

func play(ctx context.Context, p *page, _ *Request) error {
	return p.session.do(ctx, func() error {
		p.session.goOn()
		p.session.playing = !p.session.over
		return nil
	})
}

func pause(ctx context.Context, p *page, _ *Request) error {
	return p.session.do(ctx, func() error {
		p.session.playing, p.session.changed = false, true
		return nil
	})
}

func stepOn(ctx context.Context, p *page, r *Request) error {
	s := p.session
	return s.do(ctx, func() error {
		s.goOn()
		if s.hosted {
			s.wanted += max(1, r.Count)
			return nil
		}
		for n := 0; n < max(1, r.Count) && !s.over && s.paused == ""; n++ {
			s.step()
		}
		return nil
	})
}

func setSpeed(ctx context.Context, p *page, r *Request) error {
	return p.session.do(ctx, func() error {
		if p.session.hosted {
			return errHosted
		}
		p.session.speed, p.session.changed = r.Speed, true
		return nil
	})
}

// restart restarts the simulation, with another seed.
func restart(ctx context.Context, p *page, r *Request) (*Opened, error) {
	err := p.session.do(ctx, func() error {
		if p.session.hosted {
			return errHosted
		}
		next := *p.session.source
		next.seed = r.Seed
		return p.session.begin(&next)
	})
	if err != nil {
		return nil, err
	}
	return describe(ctx, p.session)
}

// frameAt returns the figures at a moment.
func frameAt(ctx context.Context, p *page, r *Request) ([]Figure, error) {
	figures := []Figure{}
	err := p.session.look(ctx, r.Tick, func(st Stage, _ *journal) error {
		figures = st.Figures(figures)
		return nil
	})
	return figures, err
}

func mind(ctx context.Context, p *page, r *Request) (*Mind, error) {
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
