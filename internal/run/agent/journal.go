package agent

import (
	"github.com/karakuri-ai/karakuri/ktrace"
	"github.com/karakuri-ai/karakuri/world"
)

// journal is where all goes that a crowd is given, decides and reports: the hash, the host's sinks, the tape, and the log of faults.
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
	hash     ktrace.Hash
	tape     tape       // nil: neither recorded nor run again
	sparing  bool       // the tape is a recording
	hostMark world.Mark // in the log of world: what comes after has been written by the host
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
