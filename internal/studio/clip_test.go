package studio

import (
	"slices"
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
