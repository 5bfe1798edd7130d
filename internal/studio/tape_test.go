package studio

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestRecordingOnDemand: a running simulation is recorded for a while, and the recording is a file that shows just
// that.
func TestRecordingOnDemand(t *testing.T) {
	address, folder := serve(t, Options{}, camp)
	c := dial(t, address)
	c.openAt("camp.krk", 30)
	var now Taping
	c.ask(Request{Op: "record", On: true}, &now)
	if !now.On || now.File != "traces/camp-1.ktrace" {
		t.Fatalf("%+v", now)
	}
	var o Opened
	if c.ask(Request{Op: "open", File: "camp.krk"}, &o); o.Frame.Record != now.File {
		t.Errorf("pages are told of %q", o.Frame.Record)
	}
	c.ask(Request{Op: "step", Count: 40}, nil)
	want := c.mind("hunter#1", ptr[int64](55))
	c.ask(Request{Op: "record"}, &now)
	if now.On || now.Bytes == 0 || now.Why != "" {
		t.Fatalf("%+v", now)
	}
	c.ask(Request{Op: "step", Count: 10}, nil)
	var files []string
	if c.ask(Request{Op: "files"}, &files); !slices.Contains(files, now.File) {
		t.Fatal(files)
	}
	c.ask(Request{Op: "open", File: now.File}, &o)
	if f := o.Frame; f.First != 30 || f.Last != 70 || !o.Record {
		t.Fatalf("%+v", f)
	}
	if got := c.mind("hunter#1", ptr[int64](55)); !slices.Equal(got.Cells, want.Cells) {
		t.Errorf("%+v\nwant\n%+v", got.Cells, want.Cells)
	}
	if _, wrong := c.try(Request{Op: "record", On: true}); wrong != errTaped.Error() {
		t.Error(wrong)
	}
	info, err := os.Stat(filepath.Join(folder, filepath.FromSlash(now.File)))
	if err != nil || info.Size() != now.Bytes {
		t.Error(info, err)
	}
}

// TestRecordingsEndWithWhatTheyAreOf: another begins anew in another file, and a restart ends one.
func TestRecordingsEndWithWhatTheyAreOf(t *testing.T) {
	address, _ := serve(t, Options{}, camp)
	c := dial(t, address)
	c.openAt("camp.krk", 5)
	var now Taping
	for _, want := range []string{"traces/camp-1.ktrace", "traces/camp-2.ktrace"} {
		if c.ask(Request{Op: "record", On: true}, &now); now.File != want {
			t.Errorf("%+v, want %s", now, want)
		}
		c.ask(Request{Op: "step", Count: 5}, nil)
		c.ask(Request{Op: "restart", Seed: 2}, nil)
		if c.ask(Request{Op: "recording"}, &now); now.On {
			t.Errorf("it goes on after a restart: %+v", now)
		}
		c.ask(Request{Op: "pause"}, nil)
	}
}

// TestRecordingsAreBounded: one that grows too long ends by itself, and what there is of it is good.
func TestRecordingsAreBounded(t *testing.T) {
	folder := t.TempDir()
	text, err := os.ReadFile(camp)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "camp.krk"), text, 0o644); err != nil {
		t.Fatal(err)
	}
	s := open(t, filepath.Join(folder, "camp.krk"), Options{})
	s.name = "camp.krk"
	if err := s.beginTape(); err != nil {
		t.Fatal(err)
	}
	name := s.tape.name
	s.tape.most = 200_000
	for n := 0; s.tape != nil; n++ {
		if s.step(); n > 100_000 {
			t.Fatal("it has no end")
		}
	}
	if !strings.Contains(s.taped.Why, "bytes") || s.taped.On {
		t.Errorf("%+v", s.taped)
	}
	for range 10 {
		s.step()
	}
	data, err := s.library.trace(name)
	if err != nil || len(data) > 200_000 {
		t.Fatal(len(data), err)
	}
	r, err := newRecording(data, silence{})
	if err != nil {
		t.Fatal(err)
	}
	if _, last := r.Range(); last < 100 || r.SeekTo(last) != nil {
		t.Errorf("it can be read up to %d", last)
	}
}

// TestRecordingsStayBelowTheRoot: also if their folder is a link to elsewhere.
func TestRecordingsStayBelowTheRoot(t *testing.T) {
	folder, outside := t.TempDir(), t.TempDir()
	if err := os.Symlink(outside, filepath.Join(folder, tracesFolder)); err != nil {
		t.Skip(err)
	}
	l := &Library{root: folder}
	if _, err := l.newTrace("a/b.krk"); err == nil {
		t.Error("a trace is written outside")
	}
	if list, _ := os.ReadDir(outside); len(list) > 0 {
		t.Error(list)
	}
}
