package utility

import (
	"errors"
	"fmt"
	"math"
)

// check returns all mistakes in the configuration, joined, or nil.
func (cfg *Config) check() error {
	var wrong []error
	add := func(format string, args ...any) { wrong = append(wrong, fmt.Errorf("utility: "+format, args...)) }
	if n := len(cfg.Inputs); n > MaxInputs {
		add("%d inputs, at most %d", n, MaxInputs)
	}
	for i := range cfg.Inputs {
		if in := &cfg.Inputs[i]; !within(in.Cost, 0, math.MaxFloat64) {
			add("input %q: cost %v, must be a number, 0 at least", in.Name, in.Cost)
		}
	}
	if n := len(cfg.Behaviours); n > MaxBehaviours {
		add("%d behaviours, at most %d", n, MaxBehaviours)
	}
	for i := range cfg.Behaviours {
		cfg.checkBehaviour(&cfg.Behaviours[i], add)
	}
	cfg.checkChoosing(add)
	return errors.Join(wrong...)
}

func within(v, least, greatest float64) bool { return v >= least && v <= greatest }

func (cfg *Config) checkBehaviour(b *Behaviour, add func(format string, args ...any)) {
	if n := len(b.Considerations); n > MaxConsiderations {
		add("behaviour %q: %d considerations, at most %d", b.Name, n, MaxConsiderations)
	}
	if int(b.Aggregation) >= len(aggregationNames) {
		add("behaviour %q: there is no aggregation %d", b.Name, b.Aggregation)
	}
	if !within(b.Weight, 0, maxWeight) {
		add("behaviour %q: weight %v, must be in 0..%g", b.Name, b.Weight, float64(maxWeight))
	}
	if b.CooldownTicks < 0 {
		add("behaviour %q: cooldown of %d ticks", b.Name, b.CooldownTicks)
	}
	for i := range b.Considerations {
		if err := cfg.checkConsideration(b, &b.Considerations[i]); err != nil {
			add("behaviour %q: consideration %d: %w", b.Name, i+1, err)
		}
	}
}

func (cfg *Config) checkConsideration(b *Behaviour, c *Consideration) error {
	if c.Input < 0 || c.Input >= len(cfg.Inputs) {
		return fmt.Errorf("there is no input %d", c.Input)
	}
	if !b.Targeted && !cfg.Inputs[c.Input].Self {
		return fmt.Errorf("input %q depends on the target, and the behaviour has none", cfg.Inputs[c.Input].Name)
	}
	const far = 1e150 // so that the difference of two such numbers, and its reciprocal, are finite
	if !within(c.Min, -far, far) || !within(c.Max, -far, far) || c.Min == c.Max && c.Min != 0 || math.IsInf(1/(c.Max-c.Min), 0) && c.Min != c.Max {
		return fmt.Errorf("%v to %v is not a range", c.Min, c.Max)
	}
	if !within(c.Weight, 0, maxWeight) {
		return fmt.Errorf("weight %v, must be in 0..%g", c.Weight, float64(maxWeight))
	}
	return c.Curve.Check()
}

func (cfg *Config) checkChoosing(add func(format string, args ...any)) {
	s := &cfg.Selection
	if s.Rule > FirstOver {
		add("there is no rule %d", s.Rule)
	}
	if !within(s.Threshold, 0, math.MaxFloat64) {
		add("threshold %v, must be 0 at least", s.Threshold)
	}
	if s.Top < 0 || !within(s.TopPercent, 0, 100) || !(s.Within >= 0 && s.Within < 1) {
		add("top %d, top percent %v, within %v: must be 0 at least, in 0..100, and 0 at least and below 1", s.Top, s.TopPercent, s.Within)
	}
	if !within(cfg.Inertia.Bonus, 0, maxWeight) || cfg.Inertia.FadeTicks < 0 {
		add("inertia of %v for %d ticks, must be in 0..%g and 0 at least", cfg.Inertia.Bonus, cfg.Inertia.FadeTicks, float64(maxWeight))
	}
	if r := &cfg.Repetition; !within(r.Penalty, 0, 1) || r.Recent < 0 || r.Recent > MaxRecent {
		add("repetition: penalty %v of the last %d, must be in 0..1 and 0..%d", r.Penalty, r.Recent, MaxRecent)
	}
}
