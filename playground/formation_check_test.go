package playground

import (
	"strings"
	"testing"
)

// TestFormationsThatThePlaygroundDoesNotKnow: each mistake is reported at its place, by Check and by New.
func TestFormationsThatThePlaygroundDoesNotKnow(t *testing.T) {
	const file = `
type person max 16
type shape = { wedge, line, file, column }
state squad { formation: shape = wedge; spacing: float = 6 }
action march(x: vec2)
action stand(s: float)
goal walk_to(p: vec2) { march(p) }
operator spread(m: float) { effect spacing = m }
operator close_up { effect spacing = 2 }
operator go { do order hand walk_to(vec2(1, 1)) }
task patrol { method "on" { spread(5); close_up; unordered { go } } }
squad pack { plan patrol every 1s; role hand 0..9 }
tree idle { stand(1) }
agent member { tree idle; squad pack; body person }
`
	for _, c := range []struct {
		name, old, new string
		want           []string // parts of the findings
	}{
		{"all is well", "", "", nil},
		{"a misspelt shape", "{ wedge, line", "{ wegde, lin, wedge, line", []string{`3:16: the playground knows no formation "wegde" [K345] did you mean "wedge"?`, `3:23: the playground knows no formation "lin" [K345] did you mean "line"?`}},
		{"another shape", "wedge, line", "wedge, circle, line", []string{`3:23: the playground knows no formation "circle" [K345] the formations are wedge, line, file, column`}},
		{"a formation that is a number", "formation: shape = wedge", "formation: int", []string{"4:15: the playground reads formation as an enum without parameters, not as int [K343]"}},
		{"a spacing that is a number of another type", "spacing: float = 6", "spacing: bool", []string{"4:41: the playground reads spacing as a float without parameters, not as bool [K343]"}},
		{"no spacing at the start", "spacing: float = 6", "spacing: float", []string{"4:41: a spacing of 0 metres is not possible: it must be from 0.5 to 50 [K346] 6 keeps"}},
		{"an argument", "spread(5)", "spread(0)", []string{"11:36: a spacing of 0 metres is not possible"}},
		{"an effect", "effect spacing = 2", "effect spacing = 51.5", []string{"9:38: a spacing of 51.5 metres is not possible"}},
		{"without march", "march", "walk", nil},
		{"a file without march may use the names as it likes", file, strings.NewReplacer("march", "walk", "formation: shape = wedge", "formation: int").Replace(file), nil},
	} {
		text := strings.Replace(file, c.old, c.new, -1)
		if strings.Contains(c.new, "bool") {
			text = strings.NewReplacer("effect spacing = m", "", "effect spacing = 2", "").Replace(text)
		}
		p := compiled(t, text)
		ds := Check(p)
		_, err := New(p, scene(t, "size 20 20\nsquad pack as alpha\ncast member 1 squad alpha\n"), Options{StandIns: true})
		if (err != nil) != (len(c.want) > 0) || len(ds.All) != len(c.want) {
			t.Errorf("%s: %v; New: %v", c.name, ds.All, err)
			continue
		}
		for i, want := range c.want {
			if got := ds.All[i].Error(); !strings.Contains(got+" "+ds.All[i].Hint, want) {
				t.Errorf("%s: %s %s\nwant %s", c.name, got, ds.All[i].Hint, want)
			}
		}
	}
}
