package jets

import (
	"strings"
	"sync"

	"github.com/nats-io/nats.go"
)

// views carry what zones show each other, as messages that NATS does not keep.
type views struct {
	nc *nats.Conn

	lock sync.Mutex
	of   map[string]map[string]view // by zone that sees, then by zone that shows
}

// view is what a zone has shown another one last.
type view struct {
	data []byte
	n    uint64
}

func newViews(nc *nats.Conn) *views { return &views{nc: nc, of: map[string]map[string]view{}} }

// Show implements zone.Views.
func (v *views) Show(to, from string, data []byte) {
	v.nc.Publish(ViewPrefix+to+"."+from, data) // what is lost is shown again
}

// Seen implements zone.Views. The first call for a zone subscribes to what is shown to it.
func (v *views) Seen(to, from string) ([]byte, uint64) {
	v.lock.Lock()
	defer v.lock.Unlock()
	if v.of[to] == nil {
		v.of[to] = map[string]view{}
		if _, err := v.nc.Subscribe(ViewPrefix+to+".*", func(m *nats.Msg) { v.take(to, m) }); err != nil {
			delete(v.of, to) // the next call tries again
		}
	}
	x := v.of[to][from]
	return x.data, x.n
}

func (v *views) take(to string, m *nats.Msg) {
	from := strings.TrimPrefix(m.Subject, ViewPrefix+to+".")
	v.lock.Lock()
	defer v.lock.Unlock()
	v.of[to][from] = view{m.Data, v.of[to][from].n + 1}
}
