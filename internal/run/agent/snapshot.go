package agent

import (
	"io"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// SnapshotVersion is the form of snapshots that is written, and the only one that is read.
const SnapshotVersion = 7

const (
	crowdMagic  = "KCROWD\r\n"
	agentMagic  = "KAGENT\r\n"
	streamMagic = "KSTREAM\n"
)

// savedNames is what a snapshot says of the program, worked out once.
type savedNames struct {
	identity def.Identity
	names    []byte
}

// Identity returns the identity of the crowd's program: snapshots of one program are restored as they were, those of another by names.
func (c *Crowd) Identity() def.Identity { return c.program().identity }

func (c *Crowd) program() *savedNames {
	if c.names == nil {
		info := c.core.model.Info
		c.names = &savedNames{identity: info.Identity()}
		c.names.names = c.core.model.Script.AppendNames(info.Initial.Append(info.Schema.Append(nil), nil))
		if c.core.model.Trees != nil {
			c.names.names = c.core.model.Trees.AppendNames(c.names.names)
		}
	}
	return c.names
}

// Snapshot appends the whole crowd to dst, in a compact form for [Restore] and [Crowd.Rollback]: the world, the agents, their plans, timers
// and bans, their brains and what they remember, the running actions with their private state, and plannings that are going on. What follows is
// the same as without. Not in it are what the host keeps elsewhere, options other than TPS and Seed, the last events ([Crowd.History]) and the pictures of past
// plannings. It changes nothing. It panics within a tick, and for a crowd that is run again from a trace, whose actions are not its own.
func (c *Crowd) Snapshot(dst []byte) []byte {
	c.checkSavable("Snapshot")
	b := codec.Begin(dst, crowdMagic, SnapshotVersion)
	return codec.Seal(c.appendAll(b, func(b []byte) []byte { return b }), len(dst))
}

// WriteSnapshot writes the same to a stream, for [RestoreFrom], a piece at a time: it holds no more than an agent and what is remembered beside in
// memory at once. The error is that of the writer.
func (c *Crowd) WriteSnapshot(w io.Writer) error {
	c.checkSavable("WriteSnapshot")
	s := codec.NewStream(w, streamMagic, SnapshotVersion)
	s.Write(c.appendAll(nil, func(b []byte) []byte {
		if len(b) < pieceBytes {
			return b
		}
		s.Write(b)
		return b[:0]
	}))
	return s.Close()
}

// pieceBytes is from how many bytes on a piece of a stream is written.
const pieceBytes = 1 << 16

// appendAll appends the payload of a snapshot. Between two agents flush may take what there is so far.
func (c *Crowd) appendAll(b []byte, flush func([]byte) []byte) []byte {
	return c.appendLife(c.appendProgram(b), flush, false)
}

// appendLife appends what there is beside the program. In a trace there is nothing of what replaying does not need: time not yet made into ticks, senses and
// teams, and whom a rule of the host is to be asked about.
func (c *Crowd) appendLife(b []byte, flush func([]byte) []byte, traced bool) []byte {
	defer c.objects.retract(c.objects.announce())
	rest := c.core.rest
	if traced {
		rest = 0
	}
	b = codec.AppendInt(codec.AppendUint(b, c.core.tick), rest)
	b = codec.AppendUint(b, c.agents.came)
	b = codec.AppendUint(codec.AppendFixed(b, c.journal.hash.Sum), c.journal.hash.Events)
	b = c.core.world.Append(b, c.core.model.Info.Initial)
	b = codec.AppendUint(b, len(c.agents.list))
	for i, a := range c.agents.list {
		b = flush(b)
		if b = codec.AppendBool(codec.AppendUint(b, c.agents.used[i]), a.id != 0); a.id == 0 {
			continue
		}
		b = codec.AppendUint(codec.AppendUint(b, a.born), a.number)
		b = a.appendBody(a.state.Append(codec.AppendUint(b, a.kind), c.core.world), traced)
		c.routines.catchUp(i)
		c.moves.follow(a.id)
		c.saving = a
		b = c.reflexes.appendParts(a.runner.Append(b, &c.core.stage, &a.state), a)
	}
	return c.squads.append(c.appendSchedule(c.perception.append(b, traced), traced))
}

func (c *Crowd) checkSavable(call string) {
	if c.core.ticking {
		panic("karakuri: Crowd." + call + " called from within a tick; call it after Step")
	}
	if !c.core.stage.Instances.CanSave() {
		panic("karakuri: Crowd." + call + " of a crowd that is run again from a trace, which has no actions of its own")
	}
}

// appendProgram appends what the bytes of a frame are to be understood by.
func (c *Crowd) appendProgram(b []byte) []byte {
	p := c.program()
	b = append(b, p.identity[:]...)
	b = codec.AppendBytes(b, p.names)
	b, place := codec.BeginPart(b)
	b = codec.EndPart(c.core.stage.Instances.AppendForms(b), place)
	return codec.AppendFixed(codec.AppendUint(b, c.core.options.TPS), c.core.options.Seed)
}

// SnapshotAgent appends one agent to dst, for [Crowd.RestoreAgent]: what it is doing, and its own symbols. What it remembers and what its brain
// pursues is not in it, since objects may be others elsewhere. It returns dst as it is
// when the agent has left. It panics where [Crowd.Snapshot] does.
func (c *Crowd) SnapshotAgent(dst []byte, id ID) []byte {
	c.checkSavable("SnapshotAgent")
	a := c.agents.slot(id)
	if a == nil {
		return dst
	}
	from := len(dst)
	b := c.appendProgram(codec.Begin(dst, agentMagic, SnapshotVersion))
	b = codec.AppendUint(codec.AppendUint(b, c.core.tick), a.kind)
	b = a.state.Append(b, c.core.model.Info.Initial)
	c.routines.catchUp(SlotOf(id))
	c.saving = a
	b = c.reflexes.appendParts(a.runner.Append(b, &c.core.stage, &a.state), a)
	return codec.Seal(b, from)
}
