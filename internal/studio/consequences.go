package studio

import (
	"context"
	"errors"
	"path"
	"runtime"
	"slices"
	"sync"

	"github.com/karakuri-ai/karakuri/internal/impact"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
	"github.com/karakuri-ai/karakuri/internal/run/scenes"
	"github.com/karakuri-ai/karakuri/internal/trial"
)

// TestOutcome is the outcome of a test block with a text that is not saved yet.
type TestOutcome struct {
	Name   string `json:"name"`
	At     Spot   `json:"at"`
	Passed bool   `json:"passed"`
	Newly  bool   `json:"newly,omitempty"` // it failed, and passes with the running program; or the other way round
	Want   string `json:"want,omitempty"`
	Got    string `json:"got,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// Foreseen is what would come of a text if it were saved.
type Foreseen struct {
	Error   string          `json:"error,omitempty"` // why nothing can be said
	Done    bool            `json:"done"`            // nothing more will be added
	Tests   []TestOutcome   `json:"tests"`
	Tested  bool            `json:"tested"` // all tests have been run
	Agent   string          `json:"agent,omitempty"`
	Choice  *impact.Outlook `json:"choice,omitempty"`  // of the chosen character
	Unknown string          `json:"unknown,omitempty"` // why there is no choice
	Records []impact.Report `json:"records"`           // of the running simulation and of the recordings
}

// foresight finds out in the background what would come of a text. Its page asks for what is known so far.
type foresight struct {
	cancel context.CancelFunc
	lock   sync.Mutex
	found  Foreseen
}

// view returns a copy of what is known.
func (f *foresight) view() *Foreseen {
	f.lock.Lock()
	defer f.lock.Unlock()
	out := f.found
	out.Tests, out.Records = slices.Clone(out.Tests), slices.Clone(out.Records)
	return &out
}

// put changes what is known.
func (f *foresight) put(change func(*Foreseen)) {
	f.lock.Lock()
	defer f.lock.Unlock()
	change(&f.found)
}

// foresee begins to find out what would come of a text, and drops the page's earlier question. Tick is the moment of
// the chosen character.
func foresee(ctx context.Context, p *page, r *Request) (*Foreseen, error) {
	if _, _, err := p.own(ctx, r.File); err != nil {
		return nil, err
	}
	p.drop()
	ctx, cancel := context.WithCancel(ctx)
	f := &foresight{cancel: cancel, found: Foreseen{Tests: []TestOutcome{}, Records: []impact.Report{}}}
	p.foresight = f
	s, host := p.session, p.host
	go func() {
		defer cancel()
		if err := guarded(func() error { return f.run(ctx, host, s, r) }); err != nil {
			f.put(func(out *Foreseen) { out.Error = err.Error() })
		}
		f.put(func(out *Foreseen) { out.Done = true })
	}()
	return f.view(), nil
}

// foreseen returns what is known so far.
func foreseen(_ context.Context, p *page, _ *Request) (*Foreseen, error) {
	if p.foresight == nil {
		return nil, errors.New("nothing was asked")
	}
	return p.foresight.view(), nil
}

// forget cancels the question.
func forget(_ context.Context, p *page, _ *Request) error {
	p.drop()
	return nil
}

// drop cancels the question of the page, if there is one.
func (p *page) drop() {
	if p.foresight != nil {
		p.foresight.cancel()
		p.foresight = nil
	}
}

// run finds everything out.
func (f *foresight) run(ctx context.Context, host *Host, s *Session, r *Request) error {
	loaded, ds := host.library.load(s.name, map[string]string{r.File: r.Text})
	if loaded == nil {
		return firstError(&ds)
	}
	var from *source
	if err := s.do(ctx, func() error { from = s.source; return nil }); err != nil {
		return err
	}
	next, _ := from.with(loaded)
	f.choice(ctx, s, r, next.program)
	var group sync.WaitGroup
	group.Go(func() {
		if err := guarded(func() error { return f.test(ctx, host.library, from, loaded) }); err != nil && ctx.Err() == nil {
			f.put(func(out *Foreseen) { out.Unknown = err.Error() })
		}
	})
	defer group.Wait()
	host.unprepare(s)
	sources, err := host.recordings(ctx, s, from)
	if err != nil {
		return err
	}
	_, err = impact.Run(next.program, sources, impact.Options{Workers: runtime.GOMAXPROCS(0), Cancel: ctx.Done(), Progress: func(list []impact.Report) {
		f.put(func(out *Foreseen) { out.Records = list })
		yield()
	}})
	return err
}

// choice finds out what the chosen character decides.
func (f *foresight) choice(ctx context.Context, s *Session, r *Request, next *program.Program) {
	if r.Agent == "" {
		return
	}
	at := r.Tick
	if err := s.do(ctx, func() error {
		if tick := s.stage.Crowd().Tick(); at == nil && s.looksBack() {
			at = &tick
		}
		return nil
	}); err != nil {
		return
	}
	var choice *impact.Outlook
	err := s.look(ctx, at, func(st Stage, _ *journal) error {
		id, err := find(st, r.Agent)
		if err == nil {
			choice, err = impact.Decide(st.Crowd(), id, next)
		}
		return err
	})
	f.put(func(out *Foreseen) {
		if out.Agent, out.Choice = r.Agent, choice; err != nil {
			out.Unknown = err.Error()
		}
	})
}

// test runs the tests of both programs.
func (f *foresight) test(ctx context.Context, l *Library, from *source, next *program.Program) error {
	o := trial.Options{Cancel: ctx.Done()}
	if from.record == nil {
		scene, err := l.scene(from.name)
		if err != nil {
			return err
		}
		if scene != nil {
			o.Open = scenes.Open(scene)
		}
	}
	now, err := trial.Run(next, o)
	if err != nil {
		return err
	}
	was, _ := trial.Run(from.said(), o) // of a program whose tests do not run, all are new
	f.put(func(out *Foreseen) {
		out.Tested = true
		for _, t := range now {
			one := TestOutcome{Name: t.Name, At: spotOf(t.At), Passed: t.Passed}
			if !t.Passed {
				one.Want, one.Got, one.Reason = t.Want, t.Got, t.Reason
			}
			for i := range was {
				one.Newly = one.Newly || was[i].Name == t.Name && was[i].Passed != t.Passed
			}
			out.Tests = append(out.Tests, one)
		}
	})
	return nil
}

// recordings returns the run of a session and the recordings of its program, to be played again.
func (h *Host) recordings(ctx context.Context, s *Session, from *source) (list []*impact.Source, err error) {
	if from.record == nil {
		live, err := s.film(ctx, &h.room)
		if err != nil {
			return nil, err
		}
		if live != nil {
			list = append(list, live)
		}
	}
	main := path.Base(sourceFiles(from.program.Info.Model)[0])
	for _, name := range h.library.Names() {
		if !h.library.isTrace(name) || ctx.Err() != nil {
			continue
		}
		film, err := h.film(name)
		if err != nil {
			list = append(list, &impact.Source{Name: name + ": " + err.Error()})
		} else if path.Base(film.Main) == main {
			list = append(list, film)
		}
	}
	return list, ctx.Err()
}

// film returns a recording of the library. It stays in memory.
func (h *Host) film(name string) (*impact.Source, error) {
	h.lock.Lock()
	film, session := h.films[name], h.sessions[name]
	h.lock.Unlock()
	if film != nil {
		return film, nil
	}
	var data []byte
	var err error
	if session != nil {
		err = session.do(h.ctx, func() error { data = session.source.record; return nil })
	} else {
		data, err = h.library.trace(name)
	}
	if err != nil {
		return nil, err
	}
	if film, err = impact.Trace(name, data); err != nil {
		return nil, err
	}
	film.Kept = impact.NewMemory(&h.room)
	h.lock.Lock()
	defer h.lock.Unlock()
	h.films[name] = film
	return film, nil
}

// film returns the run so far, as far as checkpoints of the present program reach; nil: there are none.
func (s *Session) film(ctx context.Context, r *impact.Room) (*impact.Source, error) {
	if !s.looksBack() {
		return nil, nil
	}
	var from *source
	out := &impact.Source{Name: "this run", Grows: true}
	if err := s.do(ctx, func() error {
		from, out.Last = s.source, s.stage.Crowd().Tick()
		return nil
	}); err != nil {
		return nil, err
	}
	at := s.past.checkpoints(from)
	out.Kept = s.past.keptOf(from, r)
	for _, c := range at {
		if c.tick < out.Last {
			out.Starts = append(out.Starts, c.tick)
		}
	}
	if len(out.Starts) == 0 {
		return nil, nil
	}
	out.Open = func(plans runner.Sink) (impact.Film, error) {
		stage, err := from.stage(plansOnly{sink: plans})
		return &stageFilm{stage, at}, err
	}
	return out, nil
}

// checkpoints returns the checkpoints of a source.
func (m *moments) checkpoints(of *source) (list []checkpoint) {
	m.lock.Lock()
	defer m.lock.Unlock()
	for _, c := range m.list {
		if c.source == of && c.data != nil {
			list = append(list, c)
		}
	}
	return list
}

// keptOf returns what comparisons keep of the run of a source. Another source begins with nothing.
func (m *moments) keptOf(of *source, r *impact.Room) *impact.Memory {
	m.lock.Lock()
	defer m.lock.Unlock()
	if m.kept == nil || m.keptSource != of {
		m.forget()
		m.kept, m.keptSource = impact.NewMemory(r), of
	}
	return m.kept
}

// forget drops what comparisons keep of the run.
func (m *moments) forget() {
	if m.kept != nil {
		m.kept.Forget()
		m.kept = nil
	}
}

// stageFilm plays a run again from its checkpoints.
type stageFilm struct {
	Stage
	at []checkpoint
}

// SeekTo implements [impact.Film], for ticks with a checkpoint.
func (f *stageFilm) SeekTo(tick int64) error {
	for _, c := range f.at {
		if c.tick == tick {
			return f.Rollback(c.data)
		}
	}
	return errForgotten
}

// plansOnly is a listener that passes on the events of plans.
type plansOnly struct {
	silence
	sink runner.Sink
}

// PlanEvent implements Listener.
func (p plansOnly) PlanEvent(e *runner.Event) { p.sink.Event(e) }

var _ Listener = plansOnly{}
var _ impact.Film = (*agent.Replay)(nil)
