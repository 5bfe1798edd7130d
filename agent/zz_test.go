package agent_test

import (
	"bytes"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/agent"
	"github.com/karakuri-ai/karakuri/det"
	"github.com/karakuri-ai/karakuri/pack"
)

func TestZZ(t *testing.T) {
	m := hived(t)
	c := m.start(t)
	var saved [][]byte
	for range 40 {
		m.drive(c)
		c.Step()
		saved = append(saved, c.Snapshot(nil))
	}
	start := time.Now()
	ok, bad := 0, 0
	why := map[string]int{}
	for n := uint64(0); time.Since(start) < 25*time.Second; n++ {
		r := det.NewRand(n, 1, 1)
		b := bytes.Clone(saved[r.Intn(len(saved))])
		for range 1 + r.Intn(3) {
			at := len(b) - 9 - r.Intn(min(len(b)-20, 6000))
			switch r.Intn(3) {
			case 0:
				b[at] ^= 1 << r.Intn(8)
			case 1:
				b[at] = byte(r.Intn(256))
			case 2:
				b[at]++
			}
		}
		b = pack.Seal(b, 0)
		one := time.Now()
		stage := "restore"
		done := make(chan bool)
		go func() {
			select {
			case <-done:
			case <-time.After(4 * time.Second):
				os.WriteFile("/tmp/g/F/slow.bin", b, 0o644)
				panic(fmt.Sprint("slow in ", stage, n))
			}
		}()
		f := &fog{}
		x, _, err := agent.Restore(m.program.Domain, m.bindings(f), agent.Options{Senses: f}, b)
		if err == nil {
			ok++
			f.crowd = x
			stage = "use"
			use(x)
		} else {
			bad++
			w := err.Error()
			why[w[:min(len(w), 60)]]++
		}
		stage = "rollback"
		now := c.Snapshot(nil)
		if err := c.Rollback(b); err != nil && !bytes.Equal(c.Snapshot(nil), now) {
			t.Fatal("changed", n)
		} else if err == nil {
			if e := c.Rollback(now); e != nil { t.Fatal(e) }
		}
		close(done)
		if d := time.Since(one); d > time.Second {
			fmt.Println(n, d, err)
		}
	}
	fmt.Println(ok, bad, why)
}
