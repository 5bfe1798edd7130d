package lang

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/diag"
)

func TestZZ(t *testing.T) {
	var texts []string
	for _, d := range []string{"good", "bad"} {
		names, _ := filepath.Glob("testdata/" + d + "/*.krk")
		for _, n := range names {
			b, _ := os.ReadFile(n)
			texts = append(texts, string(b))
		}
	}
	r := rand.New(rand.NewPCG(3, 4))
	cur := make(chan string, 1)
	done := make(chan bool)
	go func() {
		last, at := "", time.Now()
		for {
			select {
			case s := <-cur:
				last, at = s, time.Now()
			case <-done:
				return
			case <-time.After(time.Second):
				if time.Since(at) > 3*time.Second {
					os.WriteFile("/tmp/lang_work/hang.krk", []byte(last), 0o644)
					panic("hang")
				}
			}
		}
	}()
	start := time.Now()
	n := 0
	for time.Since(start) < 40*time.Second {
		b := []byte(texts[r.IntN(len(texts))])
		if len(b) == 0 {
			continue
		}
		for range 1 + r.IntN(4) {
			i := r.IntN(len(b))
			switch r.IntN(4) {
			case 0:
				b[i] = byte(r.IntN(256))
			case 1:
				b = append(b[:i], append([]byte(string("{}()\n;,\"/=:+-<>&|! \t#'."[r.IntN(23)])), b[i:]...)...)
			case 2:
				j := min(len(b), i+r.IntN(10))
				b = append(b[:i], b[j:]...)
			case 3:
				j := min(len(b), i+r.IntN(20))
				k := r.IntN(len(b))
				b = append(b[:k:k], append(append([]byte{}, b[i:j]...), b[k:]...)...)
			}
			if len(b) == 0 {
				b = []byte("a")
			}
		}
		cur <- string(b)
		src := diag.NewSource("f", string(b))
		_, ds := Parse(src)
		render(ds)
		checkFormat(t, src)
		n++
	}
	close(done)
	fmt.Println(n)
}
