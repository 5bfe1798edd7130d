// Package sense computes what characters perceive and remember of the world. Characters decide by their memory, never
// by the true state of the world.
//
// A [Spec] has the senses and the memory of a kind of character; [Compile] makes [Senses] of it, immutable and shared.
// A [Mind] is the memory of one character: facts about objects, each with readings (position, velocity, kind, and
// attributes of the host) that have a confidence and an age of their own. A [Field] is a crowd of observers with their
// minds: every [Field.Step] determines, through the [Host], what each of them sees, touches, hears, suffers and hears
// from its team, and writes it to their minds.
//
//	senses, err := sense.Compile(sense.Spec{
//	Sensors: []sense.Sensor{
//	{Kind: sense.Sight, Range: 12, LoseRange: 15, Cone: 2, LineOfSight: true, ReactionTicks: 2},
//	{Kind: sense.Hearing, Damping: 0.5},
//	{Kind: sense.Damage},
//	},
//	Memory: sense.Memory{Short: sense.Store{Capacity: 32, SpanTicks: 80, Decay: 0.01}},
//	})
//	field, err := sense.NewField(sense.Options{Host: world, Senses: []*sense.Senses{senses}, Seed: 1})
//	guard, err := field.Add(guardID, 0, 0)
//	field.Step(tick, nil)
//	for _, e := range field.Mind(guard).Events() { ... }
//
// Lengths are in any unit, called metres here; times are in ticks, which the host passes in; velocities in metres a
// tick, angles in radians.
//
// Results are a function of the specs, the seed, the calls and the host's answers: a step gives the same result for
// any number of goroutines, and on every platform. Nothing is allocated once warm. Several goroutines must not use a
// Mind or a Field, except that a step may work on different observers concurrently: see [Each].
package sense
