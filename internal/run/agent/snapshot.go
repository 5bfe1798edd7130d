package agent

import (
	"slices"

	"io"
	"iter"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/world"
)

// SnapshotVersion is the form of snapshots that is written, and the only one that is read.
const SnapshotVersion = 14

const (
	crowdMagic  = "KCROWD\r\n"
	agentMagic  = "KAGENT\r\n"
	streamMagic = "KSTREAM\n"
)

// snapshots writes everything needed to continue with a crowd.
type snapshots struct {
	core       *core
	agents     *population
	routines   *routines
	reflexes   *reflexes
	perception *perception
	objects    *objects
	squads     *squads
	voices     *voices
	journal    *journal
	taken      iter.Seq[int] // the slots with an agent: kept, since a method as a value is allocated

	saving *agent      // whose actions are being saved
	album  world.Album // of the pictures in the snapshot that is being made
	blind  bool        // what plannings saw is omitted
	names  *savedNames // nil until a snapshot is made or read
	moves  *moves      // memory for reloading; nil until it is needed
}

// savedNames is the description of the program in a snapshot, computed once.
type savedNames struct {
	identity def.Identity
	shape    def.Identity
	names    []byte
	forms    []byte // of the actions; nil until a snapshot is made
}

// Identity is [Crowd.Identity].
func (snap *snapshots) Identity() def.Identity { return snap.program().identity }

// Identity returns the identity of the crowd's program: snapshots of one program are restored as they were, those of
// another by names.
func (c *Crowd) Identity() def.Identity { return c.snapshots.Identity() }

func (snap *snapshots) program() *savedNames {
	if snap.names == nil {
		info := snap.core.model.Info
		snap.names = &savedNames{identity: info.Identity(), shape: info.Shape()}
		snap.names.names = snap.core.model.Script.AppendNames(info.Initial.Append(info.Schema.Append(nil), nil))
		snap.names.names = snap.appendFamilies(snap.names.names)
	}
	return snap.names
}

// appendFamilies appends the names of trees, goals and brains, and the forms of agents.
func (snap *snapshots) appendFamilies(b []byte) []byte {
	m := snap.core.model
	if b = codec.AppendBool(b, m.Trees != nil); m.Trees != nil {
		b = m.Trees.AppendNames(b)
	}
	if b = codec.AppendBool(b, m.Goals != nil); m.Goals != nil {
		c := codec.NewWriter(m.Goals.AppendNames(b))
		minds := mindsOf(m.Info)
		codeMinds(c, &minds)
		b = c.Written()
	}
	c := codec.NewWriter(b)
	formsOf(m).code(c, m.Info.Schema)
	if barks := barkNames(m.Info); len(barks) > 0 { // a program without barks is saved as before there were any
		codeBarkNames(c, &barks)
	}
	return c.Written()
}

// savedMind is a brain with a personality, by their numbers.
type savedMind struct {
	brain, personality int32 // of the second one more; 0: none
}

func mindsOf(info *def.Info) (list []savedMind) {
	for _, m := range slices.Concat(info.Minds, info.Guises) {
		list = append(list, savedMind{m.Brain.ID, int32(m.Personality) + 1})
	}
	return list
}

func codeMinds(c *codec.Coder, list *[]savedMind) {
	for m := range codec.Each(c, list, codec.NoLimit) {
		codec.Below(c, &m.brain, 1<<20)
		codec.Below(c, &m.personality, 1<<20)
	}
}

// Snapshot is [Crowd.Snapshot].
func (snap *snapshots) Snapshot(dst []byte) []byte {
	snap.checkSavable("Snapshot")
	b := codec.Begin(dst, crowdMagic, SnapshotVersion)
	return codec.Seal(snap.appendAll(b, func(b []byte) []byte { return b }), len(dst))
}

// Snapshot appends the whole crowd to dst, in a compact form for [Restore] and [Crowd.Rollback]: the world, the agents,
// their plans, timers and bans, their brains and what they remember, the running actions with their private state, and
// plannings that are going on. A restored crowd continues as this one does. The snapshot omits data that the host keeps
// elsewhere, options other than TPS and Seed, the last events ([View.History]) and the records of past plannings,
// except for what the last one saw where [Options].Pictures keeps that. Snapshot does not change the crowd. It panics
// within a tick, and for a crowd that is run again from a trace, whose actions are not its own.
func (c *Crowd) Snapshot(dst []byte) []byte { return c.snapshots.Snapshot(dst) }

// WriteSnapshot is [Crowd.WriteSnapshot].
func (snap *snapshots) WriteSnapshot(w io.Writer) error {
	snap.checkSavable("WriteSnapshot")
	s := codec.NewStream(w, streamMagic, SnapshotVersion)
	s.Write(snap.appendAll(nil, func(b []byte) []byte {
		if len(b) < pieceBytes {
			return b
		}
		s.Write(b)
		return b[:0]
	}))
	return s.Close()
}

// WriteSnapshot writes the same to a stream, for [RestoreFrom], a piece at a time: it holds no more than one agent and
// its memory in memory at once. The error is that of the writer.
func (c *Crowd) WriteSnapshot(w io.Writer) error { return c.snapshots.WriteSnapshot(w) }

// pieceBytes is from how many bytes on a piece of a stream is written.
const pieceBytes = 1 << 16

// appendAll appends the payload of a snapshot. Between two agents flush may take what there is so far.
func (snap *snapshots) appendAll(b []byte, flush func([]byte) []byte) []byte {
	return snap.appendLife(snap.appendProgram(b), flush, false)
}

// appendLife appends everything besides the program. A trace omits data that replaying does not need: time not yet made
// into ticks, senses and teams, and the agents that a rule of the host is due for.
func (snap *snapshots) appendLife(b []byte, flush func([]byte) []byte, traced bool) []byte {
	defer snap.objects.retract(snap.objects.announce())
	if snap.album.Clear(); !snap.blind {
		snap.core.stage.Album = &snap.album
		defer func() { snap.core.stage.Album = nil }()
	}
	hash := &snap.journal.hash
	head := savedHead{snap.core.tick, snap.core.rest, snap.agents.came, snap.agents.kinds, hash.Sum, hash.Events, snap.core.stage.Instances.Begun()}
	if traced {
		head.rest = 0
	}
	var c codec.Coder
	head.code(c.Write(b), traced)
	b = snap.core.world.Append(c.Written(), snap.core.model.Info.Initial)
	b = codec.AppendUint(b, len(snap.agents.list))
	for i, a := range snap.agents.list {
		s := savedSlot{used: snap.agents.used[i], lives: a.id != 0}
		if s.lives {
			s.born, s.number, s.kind, s.ofKind = a.born, a.number, a.kind, snap.agents.ofKind(a)
		}
		s.code(c.Write(flush(b)), 0, 0)
		if b = c.Written(); s.lives {
			b = a.appendBody(a.state.Append(b, snap.core.world), traced)
			b = snap.appendMind(b, a)
		}
	}
	b = snap.objects.appendFormers(b)
	b = snap.agents.appendGuises(snap.core.model.Info, snap.voices.append(snap.squads.append(snap.appendTurns(snap.perception.append(b, traced), traced))))
	return snap.agents.appendOrigins(b)
}

// appendMind appends what an agent does.
func (snap *snapshots) appendMind(b []byte, a *agent) []byte {
	snap.routines.catchUp(a.slot())
	snap.moves.follow(a.id)
	snap.saving = a
	return snap.reflexes.appendParts(a.runner.Append(b, &snap.core.stage, &a.state), a)
}

func (snap *snapshots) checkSavable(call string) {
	if snap.core.ticking {
		panic("karakuri: Crowd." + call + " called from within a tick; call it after Step")
	}
	if !snap.core.stage.Instances.CanSave() {
		panic("karakuri: Crowd." + call + " called on the crowd of a replay, which cannot run actions")
	}
}

// appendProgram appends the data that the bytes of a frame depend on.
func (snap *snapshots) appendProgram(b []byte) []byte {
	p := snap.program()
	if p.forms == nil {
		p.forms = snap.core.stage.Instances.AppendForms(nil)
	}
	s := savedProgram{p.identity, p.shape, p.names, p.forms, snap.core.options.TPS, snap.core.options.Seed}
	var c codec.Coder
	s.code(c.Write(b))
	return c.Written()
}

// SnapshotAgent is [Crowd.SnapshotAgent].
func (snap *snapshots) SnapshotAgent(dst []byte, id ID) []byte {
	snap.checkSavable("SnapshotAgent")
	a := snap.agents.slot(id)
	if a == nil {
		return dst
	}
	from := len(dst)
	b := snap.appendProgram(codec.Begin(dst, agentMagic, SnapshotVersion))
	s := savedAlone{snap.core.tick, a.kind, int64(a.body), a.team, snap.agents.origin(a)}
	var c codec.Coder
	s.code(c.Write(b), 0)
	b = a.state.Append(c.Written(), snap.core.model.Info.Initial)
	b = snap.agents.appendGuise(snap.core.model.Info, snap.appendMind(b, a), a)
	return codec.Seal(snap.perception.appendOne(b, a), from)
}

// SnapshotAgent appends one agent to dst, for [Crowd.RestoreAgent]: its own symbols, its plan with each running action,
// timers and bans, its brain with the goals that it pursues, the personality that it was given, its reactions and
// layers, what it remembers and has in view, and where its random numbers come from. It omits what is of its squads:
// the membership, orders that it was given or gives, and actions that hold resources of a squad. It returns dst
// unchanged if the agent has left. It panics under the same conditions as [Crowd.Snapshot].
func (c *Crowd) SnapshotAgent(dst []byte, id ID) []byte { return c.snapshots.SnapshotAgent(dst, id) }
