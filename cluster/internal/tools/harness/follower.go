//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/karakuri-ai/karakuri/cluster/internal/jets"
	"github.com/karakuri-ai/karakuri/cluster/internal/zone"
)

// follower keeps the whole logs, also what is trimmed later.
type follower struct {
	lock sync.Mutex
	logs map[string][]zone.Entry
	last uint64                   // message
	stop jetstream.ConsumeContext // nil: it has not begun
}

// begin follows the log after the last message that it has, and returns when it has all that there were.
func (f *follower) begin(ctx context.Context, js jetstream.JetStream) error {
	if f.stop != nil {
		f.stop.Stop()
	}
	f.lock.Lock()
	last := f.last
	f.lock.Unlock()
	stream, err := js.Stream(ctx, jets.Stream)
	for n := 0; err != nil && n < 100; n++ { // the connection is not there yet
		time.Sleep(100 * time.Millisecond)
		stream, err = js.Stream(ctx, jets.Stream)
	}
	if err != nil {
		return err
	}
	c, err := js.OrderedConsumer(ctx, jets.Stream, jetstream.OrderedConsumerConfig{DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: last + 1})
	if err != nil {
		return err
	}
	if f.stop, err = c.Consume(f.take); err != nil {
		return err
	}
	for end := stream.CachedInfo().State.LastSeq; ; time.Sleep(20 * time.Millisecond) {
		f.lock.Lock()
		last = f.last
		f.lock.Unlock()
		if last >= end {
			return nil
		}
	}
}

func (f *follower) take(m jetstream.Msg) {
	meta, err := m.Metadata()
	if err != nil {
		return
	}
	f.lock.Lock()
	defer f.lock.Unlock()
	if meta.Sequence.Stream <= f.last {
		return
	}
	f.last = meta.Sequence.Stream
	name := strings.TrimPrefix(m.Subject(), jets.LogPrefix)
	f.logs[name] = append(f.logs[name], zone.Entry{Seq: f.last, Data: slices.Clone(m.Data())})
}

// fill reads from NATS what the copy of a zone's log lacks, and says how much that was. A message that neither has was
// lost by NATS, unless nodes have trimmed the log before a later one: then the harness was too slow. So was one of the
// copy that NATS has no more.
func (f *follower) fill(l zone.Log, name string, trimmedTo func() (uint64, error)) (filled int, err error) {
	copied := f.logs[name]
	var there, all []zone.Entry
	for after := uint64(0); ; {
		e, ok, err := l.Next(name, after)
		for n := 0; err != nil && n < 50; n++ { // there is no leader yet
			time.Sleep(100 * time.Millisecond)
			e, ok, err = l.Next(name, after)
		}
		if err != nil {
			return 0, err
		}
		if !ok {
			break
		}
		there, after = append(there, e), e.Seq
	}
	trimmed, err := trimmedTo() // nodes go on trimming: what was gone above is below this
	if err != nil {
		return 0, err
	}
	for len(copied)+len(there) > 0 {
		switch {
		case len(there) == 0 || len(copied) > 0 && copied[0].Seq < there[0].Seq:
			if copied[0].Seq >= trimmed {
				return 0, fmt.Errorf("%w: message %d, which the harness has received", errLost, copied[0].Seq)
			}
			all, copied = append(all, copied[0]), copied[1:]
			continue
		case len(copied) == 0 || copied[0].Seq != there[0].Seq:
			filled++
		case !bytes.Equal(copied[0].Data, there[0].Data):
			return 0, fmt.Errorf("%w: message %d is another than the harness has received", errLost, there[0].Seq)
		default:
			copied = copied[1:]
		}
		all, there = append(all, there[0]), there[1:]
	}
	last := uint64(0)
	for _, e := range all {
		before, err := zone.Follows(e.Data)
		if err != nil {
			return 0, err
		}
		if before != last && before < trimmed {
			return 0, fmt.Errorf("%w: those from %d to %d; the log was trimmed to %d", errSlow, last+1, before, trimmed)
		}
		if before != last {
			return 0, fmt.Errorf("%w: those from %d to %d, the last of which it had accepted", errLost, last+1, before)
		}
		last = e.Seq
	}
	f.logs[name] = all
	return filled, nil
}

// Who has lost messages of a log.
var (
	errLost = errors.New("NATS has lost messages")
	errSlow = errors.New("nodes trimmed messages before the harness had them, so that it cannot judge")
)
