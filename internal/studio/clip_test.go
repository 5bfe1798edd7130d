package studio

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A clip is a recording of what led to a moment: half a minute of it, or less if the run has begun since.
func TestClip(t *testing.T) {
	address, _ := serve(t, Options{}, camp)
	c := dial(t, address)
	c.openAt("camp.krk", 400)
	want := c.mind("hunter#1", ptr[int64](300))
	var got Clip
	c.ask(Request{Op: "clip", Tick: ptr[int64](350), Agent: "hunter#1"}, &got)
	if got.File != "traces/camp-1.ktrace" || got.From != 50 || got.To != 350 {
		t.Fatalf("%+v", got)
	}
	if m := got.Marks; len(m) != 1 || m[0].Tick != 350 || m[0].Agent != "hunter#1" || m[0].Note != "what led to it: traces/camp-1.ktrace" {
		t.Errorf("%+v", m)
	}
	var files []string
	if c.ask(Request{Op: "files"}, &files); !slices.Contains(files, got.File) {
		t.Error(files)
	}
	var o Opened
	c.ask(Request{Op: "open", File: got.File}, &o)
	if f := o.Frame; f.First != got.From || f.Last != 350 || !o.Record {
		t.Fatalf("%+v", f)
	}
	if lived := c.mind("hunter#1", ptr[int64](300)); !slices.Equal(lived.Cells, want.Cells) {
		t.Errorf("%+v\nwant\n%+v", lived.Cells, want.Cells)
	}
	if _, wrong := c.try(Request{Op: "clip"}); wrong != errTaped.Error() {
		t.Error(wrong)
	}
}

// A clip keeps what a user has noted, and needs a past.
func TestAClipKeepsTheNote(t *testing.T) {
	address, folder := serve(t, Options{}, camp)
	c := dial(t, address)
	var o Opened
	c.ask(Request{Op: "open", File: "camp.krk"}, &o)
	c.ask(Request{Op: "pause"}, nil)
	c.ask(Request{Op: "restart", Seed: 3}, nil)
	if _, wrong := c.try(Request{Op: "clip", Tick: ptr[int64](0)}); wrong != "nothing has happened yet" {
		t.Error(wrong)
	}
	c.openAt("camp.krk", 50)
	c.ask(Request{Op: "bookmark", Mark: &Bookmark{Tick: 40, Note: "he turns"}}, nil)
	var got Clip
	if c.ask(Request{Op: "clip", Tick: ptr[int64](40)}, &got); len(got.Marks) != 1 || got.Marks[0].Note != "he turns; what led to it: traces/camp-1.ktrace" {
		t.Errorf("%+v", got.Marks)
	}
	for i := range MaxBookmarks {
		c.try(Request{Op: "bookmark", Mark: &Bookmark{Tick: int64(1000 + i)}})
	}
	if _, wrong := c.try(Request{Op: "clip", Tick: ptr[int64](30)}); !strings.Contains(wrong, "remove some") {
		t.Error(wrong)
	}
	if list, _ := filepath.Glob(filepath.Join(folder, "traces", "*")); len(list) != 1 {
		t.Errorf("traces without a bookmark: %v", list)
	}
}

// A trace is of one run: a clip begins where the run was changed by hand, or got another program.
func TestAClipBeginsWhereTheRunWasChanged(t *testing.T) {
	address, _ := serve(t, Options{}, camp)
	c := dial(t, address)
	c.openAt("camp.krk", 200)
	c.ask(Request{Op: "set", Agent: "hunter#1", Sets: []Setting{{"meat", "3"}}}, nil)
	c.ask(Request{Op: "step", Count: 100}, nil)
	var got Clip
	c.ask(Request{Op: "clip"}, &got)
	if got.From != 200 || got.To != 300 {
		t.Errorf("%+v", got)
	}
	var o Opened
	c.ask(Request{Op: "open", File: got.File}, &o)
	if o.Frame.First != 200 || o.Frame.Last != 300 {
		t.Errorf("%+v", o.Frame)
	}
}
