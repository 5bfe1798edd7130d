package agent_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/internal/codec"
	"github.com/karakuri-ai/karakuri/internal/run/agent"
	"github.com/karakuri-ai/karakuri/internal/run/program"
)

// frameBytes is the number of bytes in a snapshot before the saved data.
const frameBytes = 20

// TestDamagedSnapshots changes bytes of snapshots of crowds that are in the middle of things, past their checksum, and
// restores them in their program and in another. A snapshot that is not refused continues without a panic, and can be
// saved and restored.
func TestDamagedSnapshots(t *testing.T) {
	stride := sized(63, 13, 1)
	for _, tc := range []struct {
		name, text, spawn string
		ticks             int
	}{
		{"garrison", garrison, "team soldier soldier soldier", 45},
		{"garrison with orders under way", garrison, "team soldier soldier soldier", 6},
		{"watch", watch, "guard", 5},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := newMill(t, tc.text, agent.Options{Seed: 3})
			leader := agent.ID(0)
			for _, kind := range strings.Fields(tc.spawn) {
				id := m.Spawn(kind)
				if m.Program().Info.Agents[m.kindIndex(id)].Leads != nil {
					leader = id
				} else if leader != 0 {
					if err := m.Join(leader, id); err != nil {
						t.Fatal(err)
					}
				}
			}
			m.run(tc.ticks)
			whole := m.Snapshot(nil)
			refused, read := 0, 0
			try := func(p *program.Program, i int, change byte) {
				where := fmt.Sprintf("byte %d ^ %d, %d actions", i, change, len(p.Info.Actions))
				defer func() {
					if fault := recover(); fault != nil {
						t.Errorf("%s: it has panicked: %v", where, fault)
					}
				}()
				b := append([]byte(nil), whole...)
				b[i] ^= change
				c, _, err := agent.Restore(p, m.bindings(p), agent.Options{}, codec.Seal(b, 0))
				if err != nil {
					refused++
					return
				}
				read++
				for _, ticks := range []int{0, 1, 3} {
					for range ticks {
						c.Step()
					}
					if _, _, err := agent.Restore(p, m.bindings(p), agent.Options{}, c.Snapshot(nil)); err != nil {
						t.Errorf("%s: its own snapshot is refused: %v", where, err)
						return
					}
				}
			}
			for _, p := range []*program.Program{loadText(t, tc.text), loadText(t, tc.text+"action late\n")} {
				refused, read = 0, 0
				for i := frameBytes; i < len(whole); i += stride {
					for _, change := range []byte{1, 2, 8, 0x55, 0xff} {
						try(p, i, change)
					}
				}
				if refused == 0 || read == 0 {
					t.Errorf("%d were refused, %d read", refused, read)
				}
			}
		})
	}
}
