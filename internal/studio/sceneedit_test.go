package studio

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The scene is changed in its text, byte for byte, written with the hash that the page has seen, and the simulation
// begins anew in it.
func TestSceneEdit(t *testing.T) {
	address, folder := serve(t, Options{}, "../../examples/skirmish/skirmish.krk", "../../examples/skirmish/skirmish.scene")
	c := dial(t, address)
	before := c.openAt("skirmish.krk", 5)
	file := filepath.Join(folder, "skirmish.scene")
	disk := func() string {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	text := disk()
	if before.SceneFile != "skirmish.scene" {
		t.Fatalf("the scene is in %q", before.SceneFile)
	}
	var source SourceText
	c.ask(Request{Op: "source", File: "skirmish.scene"}, &source)
	hash := source.Hash
	if source.Text != text || source.Readonly || hash == "" {
		t.Fatalf("%+v", source)
	}
	var s SceneText
	c.ask(Request{Op: "scene", Text: text}, &s)
	if s.Text != text || s.Land == nil || len(s.Handles) != 4+6+10 || !strings.HasPrefix(s.Handles[4].Name, "start 1: rifleman") || s.Handles[10].Kind != "cover" {
		t.Fatalf("%+v", s)
	}
	c.ask(Request{Op: "scene", Text: text, Scene: &SceneEdit{What: SceneMove, Index: 4, Points: [][2]float64{{6, 20.5}}}}, &s)
	want := strings.Replace(text, "start 4 12", "start 6 20.5", 1)
	if s.Text != want || s.Chosen != 4 || disk() != text {
		t.Fatalf("moved: %+v", s)
	}
	for _, wrong := range []SceneEdit{{What: SceneMove, Index: 99}, {What: "paint"}, {What: SceneAdd, Kind: "cover", Points: [][2]float64{{1, 1}}}, {What: SceneRemove, Index: -1}} {
		if _, why := c.try(Request{Op: "scene", Text: text, Scene: &wrong}); why == "" {
			t.Errorf("%+v is accepted", wrong)
		}
	}
	var saved Saved
	c.ask(Request{Op: "save", File: "skirmish.scene", Text: want, Was: hash}, &saved)
	if !saved.Saved || disk() != want || saved.Opened == nil || saved.Opened.Frame.Run == before.Frame.Run {
		t.Fatalf("%+v", saved)
	}
	found := false
	for _, f := range saved.Opened.Frame.Figures {
		found = found || f.X == 6 && f.Y == 20.5
	}
	if !found {
		t.Errorf("nobody begins at the new place: %+v", saved.Opened.Frame.Figures)
	}
	var merged Merged
	c.ask(Request{Op: "merge", File: "skirmish.scene", Base: text, Text: text + "start 1 1\n"}, &merged)
	if len(merged.Conflicts) > 0 || merged.Text != want+"start 1 1\n" {
		t.Errorf("merged: %+v", merged)
	}
	var diff Diff
	c.ask(Request{Op: "diff", File: "skirmish.scene", Name: "disk", Text: text}, &diff)
	if len(diff.Changes) != 1 || len(diff.Marks) != 0 {
		t.Errorf("the differences: %+v", diff)
	}
	saved = Saved{}
	c.ask(Request{Op: "save", File: "skirmish.scene", Text: text, Was: hash}, &saved)
	if saved.Saved || saved.Conflict == nil || saved.Conflict.Text != want || disk() != want {
		t.Errorf("what somebody else wrote is overwritten: %+v", saved)
	}
	now := saved.Conflict.Hash
	saved = Saved{}
	c.ask(Request{Op: "save", File: "skirmish.scene", Text: "size 4\n", Was: now}, &saved)
	if !saved.Saved || len(saved.Findings) == 0 || saved.Findings[0].Line != 1 || !strings.Contains(saved.Kept, "size") || disk() != "size 4\n" {
		t.Errorf("a scene with a mistake: %+v", saved)
	}
	s = SceneText{}
	c.ask(Request{Op: "scene", Text: "size 4\n"}, &s)
	if s.Fault == "" || s.Land != nil || s.Text != "size 4\n" {
		t.Errorf("%+v", s)
	}
}

// Without a scene there is nothing to edit.
func TestNoSceneEdit(t *testing.T) {
	address, _ := serve(t, Options{}, meal)
	c := dial(t, address)
	c.openAt("meal.krk", 1)
	if _, why := c.try(Request{Op: "scene", Text: "x"}); !strings.Contains(why, "no scene") {
		t.Errorf("%q", why)
	}
	for _, op := range []string{"source", "save", "disk", "check"} {
		if _, why := c.try(Request{Op: op, File: "meal.scene", Text: "x", Was: "y"}); !strings.Contains(why, "not a file of this program") {
			t.Errorf("%s: %q", op, why)
		}
	}
}

// TestASceneThatTheProgramCannotHoldIsTold while it is edited, by its picture and among the findings of its text.
func TestASceneThatTheProgramCannotHoldIsTold(t *testing.T) {
	address, _ := serve(t, Options{}, "../../examples/skirmish/skirmish.krk", "../../examples/skirmish/skirmish.scene")
	c := dial(t, address)
	c.openAt("skirmish.krk", 5)
	text := read(t, "../../examples/skirmish/skirmish.scene")
	for _, tc := range []struct{ text, fault string }{{text, ""}, {strings.ReplaceAll(text, "rifleman", "dragon"), "dragon"}} {
		var s SceneText
		c.ask(Request{Op: "scene", Text: tc.text}, &s)
		if !strings.Contains(s.Fault, tc.fault) || (s.Fault == "") != (tc.fault == "") || s.Land == nil {
			t.Errorf("the picture tells %q, want %q", s.Fault, tc.fault)
		}
		var found Checked
		c.ask(Request{Op: "check", File: "skirmish.scene", Text: tc.text}, &found)
		if (len(found.Findings) == 0) != (tc.fault == "") || tc.fault != "" && !strings.Contains(found.Findings[0].Message, tc.fault) {
			t.Errorf("the text tells %+v, want %q", found.Findings, tc.fault)
		}
	}
}
