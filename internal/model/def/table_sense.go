package def

import "math"

// SenseTable holds the clauses of a sense, in the order in which they are written.
var SenseTable = Statement{
	Word: "sense", Title: "Sense", Decl: true, Doc: "A sensor.",
	Form: "sense eagle: sight { range 40; cone 110deg; line_of_sight }",
	JSON: `{"kind": "sense", "name": "eagle", "of": "sight", "clauses": ["range 40", "cone 110deg", "line_of_sight"]}`,
	Name: "Name of the sense.",
	Head: []Clause{{Field: "of", Takes: TakesName, Doc: "Its kind. Default: that of its name.", at: in(func(d *Sense) any { return &d.Kind })}},
	Body: []Clause{{
		Field: "clauses", Takes: TakesSenseClauses, Rows: senseClauses, List: true, Line: true, Need: true, Doc: "Its numbers.",
		at: in(func(d *Sense) any { return &d.Clauses }),
	}},
	kept: keptIn(func(d *Sense) Kept { return Kept{Name: &d.Name, End: &d.End} }),
}

// MemoryTable holds the clauses of a memory, in the order in which they are written.
var MemoryTable = Statement{
	Word: "memory", Title: "Memory", Decl: true, Doc: "A part of an agent's memory.",
	Form: "memory short { span 8s; capacity 32; decay 0.1/s }",
	JSON: `{"kind": "memory", "name": "short", "clauses": ["span 8s", "capacity 32", "decay 0.1/s"]}`,
	Name: "Name of the memory.",
	Head: []Clause{{Field: "of", Takes: TakesName, Doc: "Its kind, short or long. Default: that of its name.", at: in(func(d *Memory) any { return &d.Kind })}},
	Body: []Clause{{
		Field: "clauses", Takes: TakesSenseClauses, Rows: memoryClauses, List: true, Line: true, Need: true, Doc: "Its numbers.",
		at: in(func(d *Memory) any { return &d.Clauses }),
	}},
	kept: keptIn(func(d *Memory) Kept { return Kept{Name: &d.Name, End: &d.End} }),
}

// tiny is the minimum of values that must not be 0, because 0 means something else.
const tiny = 1e-6

var (
	looks   = []string{"sight", "touch"}
	sight   = []string{"sight"}
	hearing = []string{"hearing"}
	short   = []string{"short"}
	long    = []string{"long"}
)

var senseClauses = []Clause{
	{
		Word: "range", Takes: TakesNumber, Unit: "m", Kinds: []string{"sight", "touch", "talk"}, Needed: looks, Least: tiny, Most: MaxSenseRange, Form: "range 12", Param: "metres",
		Doc:  "Its range. Of talk: the maximum distance to the speaker; by default, no limit.",
		info: to(func(i *SenseInfo) any { return &i.Range }),
	},
	{
		Word: "cone", Takes: TakesAngle, Unit: "rad", Kinds: sight, Least: tiny, Most: 2 * math.Pi, Form: "cone 110deg", Param: "angle",
		Doc:  "The whole angle of view, half to each side. Default: all around.",
		info: to(func(i *SenseInfo) any { return &i.Cone }),
	},
	{
		Word: "line_of_sight", Takes: TakesFlag, Kinds: sight, Form: "line_of_sight",
		Doc:  "Sight needs a free line of sight, which the host reports.",
		info: to(func(i *SenseInfo) any { return &i.LineOfSight }),
	},
	{
		Word: "lose_range", Takes: TakesNumber, Unit: "m", Kinds: sight, Least: tiny, Most: MaxSenseRange, Form: "lose_range 15", Param: "metres",
		Doc:  "The distance up to which an object seen before stays visible, at least range. Default: 1.25 times range.",
		info: to(func(i *SenseInfo) any { return &i.LoseRange }),
	},
	{
		Word: "touch_range", Takes: TakesNumber, Unit: "m", Kinds: sight, Most: MaxSenseRange, Form: "touch_range 1", Param: "metres",
		Doc:  "The distance within which an object is seen in any direction and through walls. Default: 0.",
		info: to(func(i *SenseInfo) any { return &i.TouchRange }),
	},
	{
		Word: "every", Takes: TakesNumber, Unit: "s", Kinds: looks, Least: tiny, Most: MaxReaction, Form: "every 0.2s",
		Doc:  "The time from one look to the next. Agents take turns, so each tick has as many looks. An object seen in a look counts as seen until the next look. Default: a look in each tick. An agent with several such senses looks as often as the one with the shortest time.",
		info: to(func(i *SenseInfo) any { return &i.Every }),
	},
	{
		Word: "falloff", Takes: TakesNumber, Kinds: hearing, Least: tiny, Most: MaxSenseNumber, Form: "falloff 1", Param: "loss",
		Doc:  "The loudness that a sound loses with each metre. Default: 1, so loudness is the range in metres.",
		info: to(func(i *SenseInfo) any { return &i.Falloff }),
	},
	{
		Word: "damping", Takes: TakesNumber, Kinds: hearing, Most: 1, Form: "damping 0.5", Param: "share",
		Doc:  "The fraction of a sound's loudness that remains behind each wall. Default: walls stop sounds.",
		info: to(func(i *SenseInfo) any { return &i.Damping }),
	},
	{
		Word: "blur", Takes: TakesNumber, Kinds: hearing, Most: 1, Form: "blur 0.1", Param: "metres",
		Doc:  "The uncertainty of a sound's position, in metres for each metre of distance. Default: positions are exact.",
		info: to(func(i *SenseInfo) any { return &i.Blur }),
	},
	{
		Word: "heed", Takes: TakesNumber, Unit: "s", Kinds: hearing, Least: tiny, Most: MaxSpan, Default: DefaultHeed, Form: "heed 3s",
		Doc:  "For how long the agent goes by what it heard somebody say: the remembered symbol said. Default: 3s.",
		info: to(func(i *SenseInfo) any { return &i.Heed }),
	},
	{
		Word: "threshold", Takes: TakesNumber, Kinds: []string{"hearing", "damage"}, Most: MaxSenseNumber, Form: "threshold 0.1", Param: "least",
		Doc:  "The minimum remaining loudness that is heard; the minimum damage that is felt.",
		info: to(func(i *SenseInfo) any { return &i.Threshold }),
	},
	{
		Word: "confidence", Takes: TakesNumber, Kinds: SenseKinds[:], Least: tiny, Most: 1, Form: "confidence 0.8", Param: "share",
		Doc:  "The confidence in its percepts. Of talk, it multiplies the confidence of the speaker. Default: 1, of talk 0.7.",
		info: to(func(i *SenseInfo) any { return &i.Confidence }),
	},
	{
		Word: "reaction", Takes: TakesNumber, Unit: "s", Kinds: SenseKinds[:], Most: MaxReaction, Form: "reaction 0.2s",
		Doc:  "The time until the agent notices an object that it does not remember.",
		info: to(func(i *SenseInfo) any { return &i.Reaction }),
	},
	{
		Word: "jitter", Takes: TakesNumber, Unit: "s", Kinds: SenseKinds[:], Most: MaxReaction, Form: "jitter 0.1s",
		Doc:  "The maximum random addition to the reaction, drawn each time.",
		info: to(func(i *SenseInfo) any { return &i.Jitter }),
	},
}

var memoryClauses = []Clause{
	{
		Word: "span", Takes: TakesNumber, Unit: "s", Kinds: short, Least: tiny, Most: MaxSpan, Form: "span 8s",
		Doc:  "How long an object is remembered if it is not perceived again. Default: no limit.",
		info: to(func(i *MemoryInfo) any { return &i.Span }),
	},
	{
		Word: "keep", Takes: TakesFlag, Kinds: long, Form: "keep",
		Doc:  "Confidence does not fall.",
		info: to(func(i *MemoryInfo) any { return &i.Keep }),
	},
	{
		Word: "capacity", Takes: TakesCount, Kinds: MemoryKinds[:], Least: 1, Most: MaxCapacity, Default: DefaultCapacity, Form: "capacity 32", Param: "facts",
		Doc:  "How many objects it holds; the least important is forgotten first. Default: 32.",
		info: to(func(i *MemoryInfo) any { return &i.Capacity }),
	},
	{
		Word: "decay", Takes: TakesRate, Unit: "/s", Kinds: MemoryKinds[:], Least: tiny, Most: 1000, Form: "decay 0.1/s", Param: "perSecond",
		Doc:  "The confidence in a position that is lost each second. Default: none.",
		info: to(func(i *MemoryInfo) any { return &i.Decay }),
	},
	{
		Word: "velocity_fade", Takes: TakesNumber, Kinds: short, Least: 0.001, Most: 1000, Form: "velocity_fade 3", Param: "factor",
		Doc:  "How fast confidence in a velocity falls, compared with that in the position. Default: it does not fall.",
		info: to(func(i *MemoryInfo) any { return &i.VelocityFade }),
	},
	{
		Word: "kind_fade", Takes: TakesNumber, Kinds: short, Least: 0.001, Most: 1000, Form: "kind_fade 0.5", Param: "factor",
		Doc:  "How fast confidence in an object's kind falls, compared with that in the position. Default: it does not fall.",
		info: to(func(i *MemoryInfo) any { return &i.KindFade }),
	},
	{
		Word: "predict", Takes: TakesNumber, Unit: "s", Kinds: short, Most: MaxSpan, Form: "predict 2s",
		Doc:  "How long the position of an object out of sight is extrapolated.",
		info: to(func(i *MemoryInfo) any { return &i.Predict }),
	},
	{
		Word: "spread", Takes: TakesRate, Unit: "m/s", Kinds: short, Most: MaxSenseRange, Form: "spread 0.5/s", Param: "metresPerSecond",
		Doc:  "How fast the radius of uncertainty grows while an object is not perceived.",
		info: to(func(i *MemoryInfo) any { return &i.Spread }),
	},
	{
		Word: "max_spread", Takes: TakesNumber, Unit: "m", Kinds: short, Most: MaxSenseRange, Form: "max_spread 5", Param: "metres",
		Doc:  "The maximum of that radius.",
		info: to(func(i *MemoryInfo) any { return &i.MaxSpread }),
	},
	{
		Word: "miss_range", Takes: TakesNumber, Unit: "m", Kinds: short, Most: MaxSenseRange, Form: "miss_range 1", Param: "metres",
		Doc:  "How far an object may be from its remembered position and still count as found.",
		info: to(func(i *MemoryInfo) any { return &i.MissRange }),
	},
	{
		Word: "miss_factor", Takes: TakesNumber, Kinds: short, Most: 1, Form: "miss_factor 0.5", Param: "share",
		Doc:  "The remaining confidence when a moving object is not at its remembered position.",
		info: to(func(i *MemoryInfo) any { return &i.MissFactor }),
	},
	{
		Word: "promote_times", Takes: TakesCount, Kinds: short, Least: 1, Most: MaxPromote, Form: "promote_times 3", Param: "times",
		Doc:  "How often an object must be noticed for promotion to long-term memory. Default: the number does not matter.",
		info: to(func(i *MemoryInfo) any { return &i.PromoteTimes }),
	},
	{
		Word: "promote_importance", Takes: TakesNumber, Kinds: short, Least: tiny, Most: MaxSenseNumber, Form: "promote_importance 5", Param: "least",
		Doc:  "The importance from which an object is promoted to long-term memory at once. Default: the importance does not matter.",
		info: to(func(i *MemoryInfo) any { return &i.PromoteImportance }),
	},
	{
		Word: "forget_below", Takes: TakesNumber, Kinds: short, Least: tiny, Most: 1, Form: "forget_below 0.05", Param: "confidence",
		Doc:  "The confidence below which an object is forgotten. Default: 0.05.",
		info: to(func(i *MemoryInfo) any { return &i.ForgetBelow }),
	},
	{
		Word: "doubts", Takes: TakesNumbers, Kinds: short, Least: tiny, Most: 1, Form: "doubts 0.5, 0.2", Param: "confidences",
		Doc:  "Thresholds in falling order, at most 4. An event is reported when the confidence in a position falls below one of them.",
		info: to(func(i *MemoryInfo) any { return &i.Doubts }),
	},
}
