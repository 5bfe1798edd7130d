package agent

import (
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// journal receives everything that a crowd is given, decides and reports: it feeds the hash, the host's sinks, the
// tape, and the log of faults.
type journal struct {
	core       *core
	agents     *population
	families   *families
	net        *net
	meter      *meter
	objects    *objects
	perception *perception
	snapshots  *snapshots

	reporter reporter
	voices   voices // what agents say
	hash     ktrace.Hash
	tape     tape       // nil: the crowd is neither recorded nor replayed
	sparing  bool       // the tape is a recording
	hostMark world.Mark // in the log of world: the host has written what follows
	asked    asked
	blamed   map[blamed]bool
}

func (j *journal) flushAgents(where ktrace.Where) {
	if j.tape == nil {
		return
	}
	for _, a := range j.agents.list {
		if a.id != 0 {
			j.flush(where, a)
		}
	}
}
