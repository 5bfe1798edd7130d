package studio

import (
	"bytes"
	"context"
	"net"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

// TestServe: the address is told once it can be opened; one that is taken is an error that says so; and a file of a program stands in for one that is not there.
func TestServe(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	fsys := fstest.MapFS{"camp.krk": {Data: []byte("action a\n")}}
	for file, fixed := range map[string]bool{camp: false, "nowhere/camp.krk": true} {
		l, err := NewLibraryOr(file, fsys)
		if err != nil || (l.fixed != nil) != fixed {
			t.Fatalf("%s: %v, %+v", file, err, l)
		}
		var out bytes.Buffer
		if err := Serve(ctx, l, Options{Addr: "127.0.0.1:0"}, &out); err != nil || !regexp.MustCompile(`^studio at http://127\.0\.0\.1:\d+/\n$`).Match(out.Bytes()) {
			t.Errorf("%v, %q", err, &out)
		}
	}
	if _, err := NewLibraryOr("nowhere/else.krk", fsys); err == nil {
		t.Error("there is a library of nothing")
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	l, _ := NewLibraryOr(camp, fsys)
	if err := Serve(t.Context(), l, Options{Addr: taken.Addr().String()}, &bytes.Buffer{}); err == nil || !strings.HasPrefix(err.Error(), "cannot listen: ") {
		t.Error(err)
	}
}
