package studio

import "time"

// show sends a new picture to every page, at a limited rate. It only copies what the picture needs. If that takes long
// compared with a tick, show does it less often.
func (s *Session) show(now time.Time) {
	if !s.changed || now.Sub(s.shown) < max(time.Second/FrameRate, min(s.pause, time.Second/leastFrames)) || !s.watched.Load() {
		return
	}
	select {
	case next := <-s.free:
		start := time.Now()
		s.shown, s.changed = now, false
		if err := guarded(func() error { s.take(next); return nil }); err != nil {
			s.fail(err)
			next.state, next.fixed, next.figures, s.cast = s.state(s.stage), false, next.figures[:0], nil
		}
		s.shots <- next
		s.pause = s.spread(time.Since(start))
	default: // the painter is still at the last one
	}
}

// spread returns the minimum time between two uses of something, so that it takes no more than its share of the time of
// ticks.
func (s *Session) spread(took time.Duration) time.Duration {
	work := s.pace.Seconds() * s.speed * float64(s.stage.Crowd().TPS()) // per second
	return time.Duration(float64(took) / (frameShare * max(work, 0.001)))
}

// take makes a shot of the moment. It calls the game's code, which may panic.
func (s *Session) take(to *shot) {
	to.state = s.state(s.stage)
	tracker, ok := s.stage.(Tracker)
	if to.fixed = ok && s.cast == s.stage; to.fixed {
		to.places = tracker.Track(to.places[:0])
		return
	}
	to.figures, s.cast = s.stage.Figures(to.figures[:0]), s.stage
}

// paint makes pictures from shots and sends them to the pages.
func (s *Session) paint() {
	p := painter{cast: &casting{}}
	clock := time.NewTicker(pulse) // waking for each shot would cost the session more than the shot itself
	defer clock.Stop()
	for {
		select {
		case <-s.done:
			return
		case <-clock.C:
		}
		select {
		case shot := <-s.shots:
			data, err := p.paint(shot)
			s.free <- shot
			if err == nil { // otherwise a number is NaN or infinite
				s.give(picture{data, p.cast, p.cast.epoch})
			}
		default:
		}
	}
}

func (s *Session) give(p picture) {
	s.lock.Lock()
	defer s.lock.Unlock()
	for v := range s.viewers {
		v.put(p)
	}
}

func (s *Session) state(stage Stage) State {
	crowd := stage.Crowd()
	first := crowd.Tick()
	if s.looksBack() {
		first = s.past.first()
	}
	last, record := int64(0), ""
	if st, ok := stage.(Seeker); ok {
		_, last = st.Range()
	}
	if s.tape != nil {
		record = s.tape.name
	}
	return State{"frame", s.name, s.run, crowd.Tick(), first, last, crowd.TPS(), s.playing, s.speed, s.paused, record, s.hit, s.notes, s.journal.seq,
		crowd.SpawnCount()<<20 + int64(crowd.Len())}
}

func (s *Session) frame(stage Stage, figures []Figure) *Frame {
	if figures == nil {
		figures = []Figure{} // an empty list, not null in JSON
	}
	return &Frame{s.state(stage), figures}
}
