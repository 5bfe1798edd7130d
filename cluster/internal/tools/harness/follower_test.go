//go:build unix

package main

import (
	"errors"
	"slices"
	"testing"

	"github.com/karakuri-ai/karakuri/cluster/internal/zone"
)

// stream is what NATS has of a zone's log.
type stream struct {
	zone.Log
	has []zone.Entry
}

func (s stream) Next(_ string, after uint64) (zone.Entry, bool, error) {
	for _, e := range s.has {
		if e.Seq > after {
			return e, true, nil
		}
	}
	return zone.Entry{}, false, nil
}

// TestFill: what only the harness lacks is read from NATS. What NATS lacks as well it has lost, unless nodes trimmed it.
func TestFill(t *testing.T) {
	of := func(seqs ...byte) (list []zone.Entry) {
		for _, seq := range seqs {
			list = append(list, zone.Entry{Seq: uint64(seq), Data: []byte{1, 1, seq - 2, 0, 1}}) // version 1, epoch 1, part 0 of 1
		}
		return list
	}
	whole := of(2, 4, 6, 8, 10)
	other := of(6)
	other[0].Data = append(other[0].Data, 1)
	for _, c := range []struct {
		name           string
		copied, stream []zone.Entry
		trimmed        uint64
		filled         int
		err            error
	}{
		{"both have all", whole, whole, 0, 0, nil},
		{"a hole in the copy", of(2, 10), whole, 0, 3, nil},
		{"nothing but NATS", nil, whole, 0, 5, nil},
		{"NATS was trimmed later", whole, of(8, 10), 8, 0, nil},
		{"a hole in both", of(2, 10), of(2, 4, 10), 0, 0, errLost},
		{"a hole after what was trimmed", of(2, 4, 10), of(4, 10), 4, 0, errLost},
		{"a hole in NATS", whole, of(2, 4, 8, 10), 0, 0, errLost},
		{"the end is lost", whole, of(2, 4, 6), 0, 0, errLost},
		{"another message", whole, slices.Concat(of(2, 4), other, of(8, 10)), 0, 0, errLost},
		{"NATS was trimmed before the copy was made", of(2, 10), of(8, 10), 8, 0, errSlow},
	} {
		f := follower{logs: map[string][]zone.Entry{"z": c.copied}}
		filled, err := f.fill(stream{has: c.stream}, "z", func() (uint64, error) { return c.trimmed, nil })
		if filled != c.filled || !errors.Is(err, c.err) {
			t.Errorf("%s: %d were read, %v", c.name, filled, err)
		}
		if err == nil && len(f.logs["z"]) != len(whole) {
			t.Errorf("%s: %d messages", c.name, len(f.logs["z"]))
		}
	}
}

// trimming is a log that nodes trim while it is read.
type trimming struct {
	stream
	below uint64
}

func (s *trimming) Next(name string, after uint64) (zone.Entry, bool, error) {
	e, ok, err := s.stream.Next(name, after)
	s.has = slices.DeleteFunc(s.has, func(e zone.Entry) bool { return e.Seq < s.below })
	return e, ok, err
}

// TestFillWhileNodesTrim: nodes name a checkpoint and trim the log while the harness reads it. What it did not find for
// that reason was not lost.
func TestFillWhileNodesTrim(t *testing.T) {
	var whole []zone.Entry
	for seq := range byte(9) {
		whole = append(whole, zone.Entry{Seq: uint64(seq + 1), Data: []byte{1, 1, seq, 0, 1}})
	}
	f := follower{logs: map[string][]zone.Entry{"z": whole}}
	l := &trimming{stream{has: slices.Clone(whole)}, 6}
	filled, err := f.fill(l, "z", func() (uint64, error) { return l.below, nil })
	if filled != 0 || err != nil || len(f.logs["z"]) != len(whole) {
		t.Errorf("%d were read, %d are there: %v", filled, len(f.logs["z"]), err)
	}
	f = follower{logs: map[string][]zone.Entry{"z": whole}}
	if _, err := f.fill(&trimming{stream{has: slices.Clone(whole)}, 6}, "z", func() (uint64, error) { return 5, nil }); !errors.Is(err, errLost) {
		t.Errorf("a message that nobody trimmed is gone: %v", err)
	}
}
