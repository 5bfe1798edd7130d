// Package sense is what characters perceive of the world, and what they remember of it: they decide by their memory, never by the truth.
//
// A [Spec] says what characters of a kind sense with and how they remember; [Compile] makes [Senses] of it, immutable and shared. A
// [Mind] is what one character remembers: facts about objects, each with readings (position, velocity, kind, and attributes of the
// host's own) that have a confidence and an age of their own. A [Field] is a crowd of observers with their minds: every [Field.Step]
// finds out, through the [Host], what each of them sees, touches, hears, is hurt by and is told, and writes it to their minds.
//
//	senses, err := sense.Compile(sense.Spec{
//		Sensors: []sense.Sensor{
//			{Kind: sense.Sight, Range: 12, LoseRange: 15, Cone: 2, LineOfSight: true, ReactionTicks: 2},
//			{Kind: sense.Hearing, Damping: 0.5},
//			{Kind: sense.Damage},
//		},
//		Memory: sense.Memory{Short: sense.Store{Capacity: 32, SpanTicks: 80, Decay: 0.01}},
//	})
//	field, err := sense.NewField(sense.Options{Host: world, Senses: []*sense.Senses{senses}, Seed: 1})
//	guard, err := field.Add(guardID, 0, 0)
//	field.Step(tick, nil)
//	for _, e := range field.Mind(guard).Events() { ... }
//
// Lengths are in any unit, called metres here; times are ticks, which the host hands in; velocities are metres a tick, angles radians.
//
// Everything is a function of the specs, the seed, the calls and what the host answers: a step gives the same result for any number of
// goroutines, and the same on every platform. Nothing is allocated once warm. A Mind is not safe for use by several goroutines, nor is
// a Field, except that within a step it works on different observers at the same time, if it is given the means: see [Each].
package sense
