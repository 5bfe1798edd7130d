package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"

	"github.com/karakuri-ai/karakuri/internal/files"
	"github.com/karakuri-ai/karakuri/internal/impact"
)

// maxTraceBytes is the maximum length of a trace that compare reads, because it is kept in memory.
const maxTraceBytes = 512 << 20

type compareCmd struct {
	Trace   string `arg:"" help:"Trace from run --trace."`
	File    string `arg:"" help:"Karakuri file to decide with instead."`
	List    int    `default:"10" placeholder:"N" help:"Maximum number of differences to print. Default: 10."`
	Workers int    `placeholder:"N" help:"Goroutines that play parts of the trace. The result is the same with any number. Default: one for each processor."`
	JSON    bool   `help:"Print one JSON object."`
}

// Help returns the text of --help.
func (*compareCmd) Help() string {
	return `Makes each decision of a recorded run again on its recorded state, with the recorded program and with another one, and
counts those with another result. Nothing is carried out: the decisions after a different one are still those of the recording.

    karakuri run examples/meal/meal.krk --trace meal.ktrace
    karakuri compare meal.ktrace new/meal.krk

Plannings are compared exactly, by their steps. Trees and brains are compared by samples: once a simulated second, all characters
get a turn in a copy of the world. Compare exits with 1 if a decision would differ.`
}

// Validate is called by kong.
func (cmd *compareCmd) Validate() error {
	switch {
	case cmd.Workers < 0 || cmd.Workers > impact.MaxWorkers:
		return outOfRange("--workers", cmd.Workers, fmt.Sprintf("from 1 to %d", impact.MaxWorkers))
	case cmd.List < 0 || cmd.List > impact.MaxListed:
		return outOfRange("--list", cmd.List, fmt.Sprintf("from 0 to %d", impact.MaxListed))
	}
	return nil
}

// Run compares.
func (cmd *compareCmd) Run(c *console) error {
	next, err := load(c, cmd.File)
	if err != nil {
		return err
	}
	data, err := readTrace(cmd.Trace)
	if err != nil {
		return err
	}
	source, err := impact.Trace(filepath.Base(cmd.Trace), data)
	if err != nil {
		return fmt.Errorf("%s: %w", cmd.Trace, err)
	}
	workers := cmd.Workers
	if workers == 0 {
		workers = runtime.NumCPU()
	}
	reports, err := impact.Run(next, []*impact.Source{source}, impact.Options{Workers: workers, Cancel: c.stop})
	if err != nil && !errors.Is(err, impact.ErrCancelled) {
		return err
	}
	r := &reports[0]
	if cmd.JSON {
		r.List = r.List[:min(len(r.List), cmd.List)]
		err = printJSON(c.out, r)
	} else {
		err = cmd.print(c.out, r)
	}
	if err == nil && (r.Differ() > 0 || !r.IsWhole()) {
		err = answer(exitNo)
	}
	return err
}

func (cmd *compareCmd) print(w io.Writer, r *impact.Report) error {
	fmt.Fprintln(w, r.Text())
	for _, n := range r.Notes {
		fmt.Fprintln(w, "note:", n)
	}
	for i := range r.List[:min(len(r.List), cmd.List)] {
		d := &r.List[i]
		fmt.Fprintf(w, "\n%.1fs %s", d.Seconds, d.Agent)
		if d.Goal != "" {
			fmt.Fprintf(w, ", %s", d.Goal)
		}
		if _, err := fmt.Fprintf(w, "\n  recorded: %s\n  now:      %s\n", d.Before, d.After); err != nil {
			return err
		}
	}
	if more := r.Differ() - min(len(r.List), cmd.List); more > 0 && cmd.List > 0 {
		_, err := fmt.Fprintf(w, "\n... and %d more\n", more)
		return err
	}
	return nil
}

// readTrace reads a whole trace.
func readTrace(name string) ([]byte, error) {
	file, err := files.Open(name)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", name, fileReason(err))
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxTraceBytes+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("cannot read %s: %w", name, fileReason(err))
	case len(data) > maxTraceBytes:
		return nil, fmt.Errorf("%s is longer than %d MiB", name, maxTraceBytes>>20)
	}
	return data, nil
}
