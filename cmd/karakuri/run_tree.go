package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/fnv"
	"os"
	"slices"
	"time"

	"github.com/alecthomas/kong"

	"github.com/karakuri-ai/karakuri/btcpp"
	"github.com/karakuri-ai/karakuri/internal/tree/btexact"
)

// refuse returns an error when one of some flags was given: they are meant for something else.
func refuse(ctx *kong.Context, what string, flags ...string) error {
	for _, p := range ctx.Path {
		if p.Flag != nil && slices.Contains(flags, p.Flag.Name) {
			return &usageError{"--" + p.Flag.Name + " is " + what}
		}
	}
	return nil
}

// treeStage is a tree of BehaviorTree.CPP that is being run.
type treeStage struct {
	file    string
	program *btexact.Program
	tree    *btexact.Tree
	show    treeShower
	nodes   []nodeState // by number
	hash    hash.Hash64 // of all transitions

	tick   int64
	status btexact.Status // that the tree returned last
	fault  *btexact.Error // that ended the run
	broken bool           // output cannot be written
}

// nodeState is the visible state of a node.
type nodeState struct {
	status btexact.Status
	result btexact.Status // the last one that it did not merely lose by being reset
	tick   int64          // in which it got it
}

// treeShower shows the run of a tree.
type treeShower interface {
	transition(n btexact.NodeID, prev, next btexact.Status) // while a tick is made
	faulted(err *btexact.Error)                             // while a tick is made, at most once
	ticked()                                                // after a tick
	finish() error                                          // at the end
	close()                                                 // always, last
}

// runTree runs a tree of BehaviorTree.CPP.
func (cmd *runCmd) runTree(c *console, ctx *kong.Context) error {
	if err := refuse(ctx, "for karakuri files: a tree has its first values from the blackboard of --script", "set"); err != nil {
		return err
	}
	if err := refuse(ctx, "for karakuri files", "agents", "scene", "seed", "workers", "turn", "trace", "events"); err != nil {
		return err
	}
	s, err := cmd.newTreeStage(c)
	if err != nil {
		return err
	}
	log, err := newTreeLog(cmd.Log, s)
	if err != nil {
		return err
	}
	s.show = cmd.treeShower(c, s)
	defer s.show.close()
	cmd.live(c, runTPS, 0, func(n int64) bool {
		s.step(n)
		s.show.ticked()
		return !s.broken && s.fault == nil && (cmd.For > 0 || s.status == btexact.Running)
	})
	if err := errors.Join(s.show.finish(), log.close(c)); err != nil {
		return err
	}
	if cmd.Hash && !cmd.JSON {
		fmt.Fprintf(c.out, "hash %s\n", s.hashText())
	}
	if s.fault != nil {
		return errors.New(printable(s.fault.Error()))
	}
	return nil
}

// newTreeStage reads the tree and the script. Mistakes are printed.
func (cmd *runCmd) newTreeStage(c *console) (*treeStage, error) {
	doc, ds := readTrees(c, cmd.treeFiles, cmd.File)
	if err := faults(c, &ds); err != nil {
		return nil, err
	}
	if err := chooseTree(doc, cmd.Tree); err != nil {
		return nil, err
	}
	listed, played := &actionScript{}, &btexact.Simulation{}
	if cmd.Script != "" {
		var err error
		if listed, err = readScript(c, cmd.Script); err != nil {
			return nil, err
		}
		if played, ds = btexact.ParseSimulation([]byte(listed.text)); ds.HasErrors() {
			return nil, faults(c, &ds)
		}
	}
	p, ds := btexact.Compile(doc, btexact.Simulated(played, btexact.Options{}))
	if err := faults(c, &ds); err != nil {
		return nil, err
	}
	listed.warnUnused(c, p, played)
	s := &treeStage{file: cmd.File, program: p, tree: p.NewTree(), nodes: make([]nodeState, p.Len()), hash: fnv.New64a()}
	if err := played.Prepare(s.tree); err != nil {
		return nil, fmt.Errorf("%s: %w", cmd.Script, err)
	}
	s.tree.Observe(s)
	return s, nil
}

// treeShower chooses how the run is shown.
func (cmd *runCmd) treeShower(c *console, s *treeStage) treeShower {
	switch {
	case cmd.JSON:
		return newTreeJSON(c, s, cmd.Hash)
	case c.outIsTerminal:
		return newTreeScreen(c, s)
	}
	return newTreeLines(c, s)
}

// step makes a tick. A tree that has ended begins anew: then nothing is left of what became of its nodes.
func (s *treeStage) step(tick int64) {
	s.tick = tick
	if s.status != btexact.Running {
		clear(s.nodes)
	}
	s.status, _ = s.tree.TickOnce(s.now()) // Fault has received the error
}

// now is the simulated time of the tick: the first begins at 0.
func (s *treeStage) now() time.Duration {
	return time.Duration(max(0, s.tick-1)) * time.Second / runTPS
}

// Transition is called by the tree.
func (s *treeStage) Transition(_ time.Duration, n btexact.NodeID, prev, next btexact.Status) {
	node := &s.nodes[n]
	node.status = next
	if next != btexact.Idle || prev == btexact.Running {
		node.result, node.tick = next, s.tick
	}
	var b [13]byte
	binary.LittleEndian.PutUint64(b[:], uint64(s.tick))
	binary.LittleEndian.PutUint32(b[8:], uint32(n))
	b[12] = byte(next)
	s.hash.Write(b[:])
	s.show.transition(n, prev, next)
}

// Fault is called by the tree before it is halted because of an error.
func (s *treeStage) Fault(_ time.Duration, err *btexact.Error) {
	if s.fault == nil {
		s.fault = err
		s.show.faulted(err)
	}
}

func (s *treeStage) hashText() string { return fmt.Sprintf("%016x", s.hash.Sum64()) }

// outcomeText says how the tree stands.
func (s *treeStage) outcomeText() string {
	if s.fault != nil {
		return "ERROR"
	}
	return s.status.String()
}

// treeLog is a log that is being written, or nil.
type treeLog struct {
	file *os.File
	log  *btexact.LogWriter
}

// newTreeLog makes the file, or nothing when no name is given.
func newTreeLog(name string, s *treeStage) (*treeLog, error) {
	if name == "" {
		return nil, nil
	}
	file, err := os.Create(name)
	if err != nil {
		return nil, fmt.Errorf("cannot write the log: %w", err)
	}
	t := &treeLog{file, btexact.NewLogWriter(s.program, 0)} // from no date: the same run gives the same bytes
	s.tree.Observe(t.log)
	return t, nil
}

// close writes the log.
func (t *treeLog) close(c *console) error {
	if t == nil {
		return nil
	}
	if n := t.log.Dropped(); n > 0 {
		fmt.Fprintf(c.err, "karakuri: the log is full: it has the first %d transitions, %d more are left out\n", btcpp.MaxLogRecords, n)
	}
	if err := errors.Join(t.log.Log().Write(t.file), t.file.Close()); err != nil {
		return fmt.Errorf("cannot write the log: %w", err)
	}
	return nil
}
