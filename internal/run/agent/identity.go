package agent

import (
	"math"
	"slices"
	"strconv"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/schedule"
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// UntraceableError is the error of recording a crowd that a trace cannot hold.
type UntraceableError struct{ Why string }

// Error names what a trace cannot represent.
func (e *UntraceableError) Error() string { return "karakuri: the crowd cannot be recorded: " + e.Why }

// header returns the header of the crowd's trace. It checks that the header leads to the same program.
func (j *journal) header() (*ktrace.Header, error) {
	info := j.core.model.Info
	h := &ktrace.Header{Program: info.Identity(), Names: EventNames(), Options: optionsOf(&j.core.options)}
	if j.core.perceives {
		h.Options = append(h.Options, ktrace.Option{Name: optionPerceives, Value: 1})
	}
	if !j.core.world.Equal(info.Initial) {
		h.Situation = j.core.world.Append(nil, info.Initial)
	}
	for _, canonical := range []bool{false, true} {
		h.Files = sourcesOf(info.Model, canonical)
		p, err := loadSources(h.Files, nil)
		if err != nil {
			continue
		}
		h.Consts = tunedConsts(p.Info, info)
		if _, err = programOf(h); err == nil {
			return h, nil
		}
	}
	return nil, &UntraceableError{"its model differs from that of its text"}
}

// Numbers of options in a trace.
const (
	optionTPS          = "tps"
	optionSeed         = "seed"
	optionNodes        = "nodes"
	optionDepth        = "depth"
	optionMemory       = "memory"
	optionNodesPerTick = "nodes per tick"
	optionCrowdNodes   = "crowd nodes per tick"
	optionTurns        = "turns per tick"
	optionRounds       = "rounds per tick"
	optionLevels       = "levels"
	optionInterval     = "level ticks "
	optionLeast        = "level significance "
	optionDeaf         = "level deaf "
	optionLook         = "level look "
	optionMidway       = "begins with a snapshot"
	optionPerceives    = "agents perceive"
	optionPictures     = "keeps what plannings saw"
)

func optionsOf(o *Options) []ktrace.Option {
	list := []ktrace.Option{{Name: optionTPS, Value: int64(o.TPS)}, {Name: optionSeed, Value: int64(o.Seed)},
		{Name: optionNodes, Value: int64(o.Limits.Nodes)}, {Name: optionDepth, Value: int64(o.Limits.Depth)},
		{Name: optionMemory, Value: int64(o.Limits.Memory)}, {Name: optionNodesPerTick, Value: int64(o.NodesPerTick)},
		{Name: optionCrowdNodes, Value: int64(o.CrowdNodesPerTick)}, {Name: optionTurns, Value: int64(o.TurnsPerTick)},
		{Name: optionLevels, Value: int64(len(o.Levels))}}
	if o.RoundsPerTick != 0 {
		list = append(list, ktrace.Option{Name: optionRounds, Value: int64(o.RoundsPerTick)})
	}
	if o.Pictures {
		list = append(list, ktrace.Option{Name: optionPictures, Value: 1})
	}
	for i, l := range schedule.Classes(o.Levels, o.TPS) {
		number := strconv.Itoa(i)
		list = append(list, ktrace.Option{Name: optionInterval + number, Value: int64(l.Interval)},
			ktrace.Option{Name: optionLeast + number, Value: int64(math.Float64bits(l.Least))},
			ktrace.Option{Name: optionDeaf + number, Value: int64(world.Bool(l.Deaf))})
		if l.Look != 0 {
			list = append(list, ktrace.Option{Name: optionLook + number, Value: int64(l.Look)})
		}
	}
	return list
}

// recordedLevels returns the levels of the crowd that was recorded, by their numbers.
func recordedLevels(h *ktrace.Header) (list []schedule.Class, ok bool) {
	n := h.Option(optionLevels)
	if n < 0 || n > schedule.MaxLevels {
		return nil, false
	}
	for i := range int(n) {
		number := strconv.Itoa(i)
		l := schedule.Class{Name: "level " + number, Interval: int32(h.Option(optionInterval + number)),
			Least: math.Float64frombits(uint64(h.Option(optionLeast + number))), Deaf: h.Option(optionDeaf+number) != 0, Look: int32(h.Option(optionLook + number))}
		if most := int32(schedule.MaxLevelSeconds * MaxTPS); l.Interval < 0 || l.Interval > most || l.Look < 0 || l.Look > most {
			return nil, false
		}
		list = append(list, l)
	}
	return list, true
}

// recordedOptions returns the options of the crowd that was recorded.
func recordedOptions(h *ktrace.Header) Options {
	return Options{TPS: int(h.Option(optionTPS)), Seed: uint64(h.Option(optionSeed)), NodesPerTick: int(h.Option(optionNodesPerTick)),
		CrowdNodesPerTick: int(h.Option(optionCrowdNodes)), TurnsPerTick: int(h.Option(optionTurns)), RoundsPerTick: int(h.Option(optionRounds)), perceives: h.Option(optionPerceives) != 0,
		Limits: htn.Limits{Nodes: int(h.Option(optionNodes)), Depth: int(h.Option(optionDepth)), Memory: int(h.Option(optionMemory))}}
}

// recordedSituation returns the initial state of the crowd that was recorded; nil if it is the program's.
func recordedSituation(h *ktrace.Header, info *def.Info) (*world.State, error) {
	if len(h.Situation) == 0 {
		return nil, nil
	}
	st := world.NewState(info.Schema)
	r := codec.NewReader(h.Situation)
	st.Read((*world.Reader)(r), info.Schema, info.Initial)
	r.End()
	return st, r.Err()
}

// tunedConsts returns the constants of a program whose values differ from its files.
func tunedConsts(said, tuned *def.Info) []ktrace.Const {
	var out []ktrace.Const
	for _, c := range tuned.Consts {
		i := slices.IndexFunc(said.Consts, func(o *def.ConstInfo) bool { return o.Name == c.Name })
		if i >= 0 && said.Consts[i].Words != c.Words {
			value := world.FormatWord(tuned.Schema, tuned.Initial, c.Type, c.Words[:c.Type.Width()])
			out = append(out, ktrace.Const{Name: c.Name, Value: value})
		}
	}
	return out
}

// programOf compiles the program of a header.
func programOf(h *ktrace.Header) (*program.Program, error) {
	p, err := loadSources(h.Files, h.Consts)
	if err == nil && p.Info.Identity() != h.Program {
		err = ErrOtherProgram
	}
	return p, err
}

func loadSources(files []ktrace.File, consts []ktrace.Const) (*program.Program, error) {
	if len(files) == 0 {
		return nil, ErrOtherProgram
	}
	texts := lang.Texts{}
	for _, f := range files {
		if _, known := texts[f.Name]; !known {
			texts[f.Name] = f.Text
		}
	}
	p, ds := program.Load(texts, files[0].Name)
	if err := ds.Err(); err != nil {
		return nil, err
	}
	if len(consts) == 0 {
		return p, nil
	}
	values := map[string]string{}
	for _, c := range consts {
		values[c.Name] = c.Value
	}
	return p.Tune(values)
}
