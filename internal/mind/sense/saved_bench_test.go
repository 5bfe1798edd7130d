package sense

import "testing"

// BenchmarkSnapshot writes eight observers with their memories into reused memory.
func BenchmarkSnapshot(b *testing.B) {
	c := lived(b)
	var data []byte
	b.ReportAllocs()
	for b.Loop() {
		data = c.field.Snapshot(data[:0])
	}
	b.ReportMetric(float64(len(data)), "bytes")
}

// BenchmarkRestore reads them.
func BenchmarkRestore(b *testing.B) {
	c := lived(b)
	data := c.field.Snapshot(nil)
	b.ReportAllocs()
	for b.Loop() {
		if err := c.field.Restore(data); err != nil {
			b.Fatal(err)
		}
	}
}
