package serve

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// metrics are counts since the server began.
type metrics struct {
	lock sync.Mutex

	made, connections, refused        int64
	batches, ticks, bytesIn, bytesOut int64
	engine                            time.Duration
}

func (m *metrics) add(what *int64, n int64) {
	m.lock.Lock()
	*what += n
	m.lock.Unlock()
}

// exchanged counts an exchange.
func (m *metrics) exchanged(in, out, ticks int, took time.Duration) {
	m.lock.Lock()
	defer m.lock.Unlock()
	m.batches++
	m.bytesIn += int64(in)
	m.bytesOut += int64(out)
	m.ticks += int64(ticks)
	m.engine += took
}

// write writes the counts in the text format of Prometheus.
func (m *metrics) write(w io.Writer, sessions int) {
	m.lock.Lock()
	defer m.lock.Unlock()
	for _, x := range []struct {
		name, kind, help string
		value            any
	}{
		{"karakuri_sessions", "gauge", "Open sessions.", sessions},
		{"karakuri_sessions_total", "counter", "Sessions that were made.", m.made},
		{"karakuri_connections_total", "counter", "Connections that games made.", m.connections},
		{"karakuri_refused_total", "counter", "Requests that were refused.", m.refused},
		{"karakuri_batches_total", "counter", "Batches that were carried out.", m.batches},
		{"karakuri_ticks_total", "counter", "Ticks that were made.", m.ticks},
		{"karakuri_in_bytes_total", "counter", "Bytes of batches.", m.bytesIn},
		{"karakuri_out_bytes_total", "counter", "Bytes of answers.", m.bytesOut},
		{"karakuri_engine_seconds_total", "counter", "Time in which the engines carried out batches.", m.engine.Seconds()},
	} {
		fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n%s %v\n", x.name, x.help, x.name, x.kind, x.name, x.value)
	}
}
