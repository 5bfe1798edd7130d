package assess

import (
	"strings"
	"testing"

	"github.com/karakuri-ai/karakuri/playground"
)

// fighters is a file in which "one" does ONE, and "other" OTHER. SEES is the reaction time of "one".
const fighters = `
type thing max 64
type item : thing
type person : thing
state agent {
    sensed team: float
    remembered position(x: thing): vec2
    remembered team_of(x: thing): float
    foe(p: person) := team_of(p) != team
}
sense sight { range 30; cone 90deg; line_of_sight; reaction SEES }
sense damage { }
memory short { span 60s; decay 0.001/s }
action stand
action move_to(x: thing | vec2)
action face(x: thing | vec2)
action shoot(p: person)
action strike(p: person)
action look_around
action suppress(x: vec2)
action flee_from(x: thing)
action throw_grenade(x: vec2)
tree act  { ONE }
tree rest { OTHER }
agent one { tree act; sense sight; sense damage; memory short; body person }
agent other { tree rest; body person }
`

func fight(one, other, sees string) string {
	return strings.NewReplacer("SEES", sees, "ONE", one, "OTHER", other).Replace(fighters)
}

// duel is a scene with one on the left, looking right, and another at a point.
func duel(at, traits string) string {
	return "size 60 20\nstart 5 10\nstart " + at + "\ncast one 1 team 1 " + traits + "\ncast other 1 team 2 range 30 rounds 99 aim 1 shot 1 cooldown 500ms health 1000\n"
}

const nobody = "wait 1s"

// Who is shot at in the open, in view of the shooter, and does nothing, is exposed and idle; who is behind cover, or
// does something, is not.
func TestExposed(t *testing.T) {
	shoots := "each p: person { shoot(p) }"
	for _, c := range []struct {
		name, one, more string
		low, high       float64
	}{
		{"idle", "stand", "", 0.9, 1},
		{"busy", "look_around", "", 0, 0},
		{"in cover", "stand", "objects cover as item at 6 10\n", 0, 0},
	} {
		r := measured(t, fight(c.one, shoots, "0.2s"), duel("20 10", "health 1000")+c.more, 10, playground.Options{})
		within(t, c.name, valueOf(t, r, exposed).Value, c.low, c.high)
	}
	r := measured(t, fight("stand", nobody, "0.2s"), duel("20 10", ""), 10, playground.Options{})
	if _, under := r.Row("one").Value("exposed"); under {
		t.Error("nobody shoots, and it is under fire")
	}
}

// A hit from behind that changes nothing is ignored; a turn towards the shooter, or another action, is an answer.
func TestIgnored(t *testing.T) {
	shoots := "each p: person { shoot(p) }"
	turns := "selector { sequence abort lower { if exists(p in remembered person where foe(p)); each p in remembered person { face(p) }; wait 1s }; stand }"
	flees := "selector { sequence abort lower { if exists(p in remembered person where foe(p)); each p in remembered person { flee_from(p) } }; stand }"
	for _, c := range []struct {
		name, one string
		low, high float64
	}{{"ignored", "stand", 1, 1}, {"turns", turns, 0, 0}, {"flees", flees, 0, 0.5}} {
		land := strings.Replace(duel("25 10", "health 1000 turn 360deg"), "start 5 10\nstart 25 10", "start 25 10\nstart 5 10", 1) // from behind
		r := measured(t, fight(c.one, shoots, "0.2s"), land, 5, playground.Options{})
		within(t, c.name, valueOf(t, r, ignored).Value, c.low, c.high)
	}
}

// A reaction within a tenth of a second is too early for somebody who came into view; after the reaction time of a
// sense it is not.
func TestEarly(t *testing.T) {
	acts := "selector { sequence abort lower { if exists(p in remembered person where foe(p)); each p in remembered person { face(p) }; wait 9s }; stand }"
	comes := "move_to(vec2(20, 10))"
	land := "size 60 20\nwall 15 0 15 8\nstart 5 10\nstart 20 2\ncast one 1 team 1\ncast other 1 team 2\n"
	within(t, "at once", countOf(t, measured(t, fight(acts, comes, "0s"), land, 8, playground.Options{}), early), 1, 1)
	slower := measured(t, fight(acts, comes, "0.3s"), land, 8, playground.Options{})
	within(t, "after 0.3 s", countOf(t, slower, early), 0, 0)
	within(t, "from sight to action", valueOf(t, slower, response).Value, 0.3, 0.4) // a tick to see, and the reaction time
	idler := measured(t, fight("stand", comes, "0.3s"), land, 8, playground.Options{})
	if _, reacts := idler.Row("one").Value("response"); reacts {
		t.Error("who does nothing has a time of reaction")
	}
}

// Shots with a comrade in their line are found.
func TestLineOfFire(t *testing.T) {
	shoots := "each p in remembered person where foe(p) { shoot(p) }"
	land := "size 60 20\nstart 5 10\nstart 20 10\nstart AT\ncast one 1 team 1 range 30 rounds 99 shot 1\ncast other 1 team 2 health 1000\ncast other 1 team 1 health 1000\n"
	for _, c := range []struct {
		name, at  string
		low, high float64
	}{{"between", "12 10.3", 1, 1}, {"beside", "12 11", 0, 0}, {"behind the target", "25 10", 0, 0}} {
		r := measured(t, fight(shoots, nobody, "0.2s"), strings.Replace(land, "AT", c.at, 1), 8, playground.Options{})
		within(t, c.name, valueOf(t, r, lineOfFire).Value, c.low, c.high)
	}
}

// An action on what its agent does not remember, or on a spot where an enemy is whom it believes elsewhere, betrays
// knowledge that it cannot have.
func TestUntrue(t *testing.T) {
	behind := "size 60 20\nwall 15 0 15 20\nstart 20 10\nstart 5 10\ncast other 1 team 2\ncast one 1 team 1\n"
	within(t, "unknown", countOf(t, measured(t, fight("each p: person { shoot(p) }", nobody, "0.2s"), behind, 1, playground.Options{}), untrue), 1, 99)
	within(t, "remembered", countOf(t, measured(t, fight("each p in remembered person { face(p) }", nobody, "0.2s"), duel("20 10", ""), 5, playground.Options{}), untrue), 0, 0)

	// The other walks away behind a wall, where the one cannot see it.
	land := "size 60 60\nwall 15 0 15 9\nwall 15 11 15 60\nstart 5 10\nstart 20 10\ncast one 1 team 1\ncast other 1 team 2\n"
	goes := "sequence { wait 1s; move_to(vec2(20, 45)); wait 99s }"
	for _, c := range []struct {
		name, spot string
		want       float64
	}{{"where it is", "vec2(20, 45)", 1}, {"elsewhere", "vec2(30, 45)", 0}, {"where it was", "vec2(20, 10)", 0}} {
		r := measured(t, fight("sequence { wait 0.6s; move_to(vec2(5, 50)); wait 3s; move_to("+c.spot+"); wait 99s }", goes, "0.2s"), land, 16, playground.Options{})
		within(t, c.name, countOf(t, r, untrue), c.want, c.want)
	}
}

// Members of a squad who stand together while there is room are bunched up.
func TestBunched(t *testing.T) {
	const file = `
type person max 8
action stand
goal be { stand }
brain calm { want be { score 0.5 } }
agent one { brain calm; squad team; body person }
task nothing { method "none" { } }
squad team { plan nothing }
`
	land := "size WIDE 20\nstart 5 10\nstart AT\nsquad team as alpha\ncast one 2 squad alpha\n"
	for _, c := range []struct {
		name, wide, at string
		low, high      float64
	}{{"together", "40", "8 10", 0.9, 1}, {"apart", "40", "10 10", 0, 0}, {"apart enough", "40", "15 10", 0, 0}} {
		r := measured(t, file, strings.NewReplacer("WIDE", c.wide, "AT", c.at).Replace(land), 5, playground.Options{})
		within(t, c.name, valueOf(t, r, bunched).Value, c.low, c.high)
	}
	narrow := "size 6 6\nstart 2 3\nstart 4 3\nsquad team as alpha\ncast one 2 squad alpha\n"
	within(t, "no room", valueOf(t, measured(t, file, narrow, 5, playground.Options{}), bunched).Value, 0, 0)
}

// What the playground counts is in the report, and so is who wins.
func TestDeathsAndWins(t *testing.T) {
	shoots := "each p in remembered person where foe(p) { shoot(p) }"
	land := "size 60 20\nuntil one_team\nstart 5 10\nstart 20 10\ncast one 1 team 1 range 30 rounds 99 shot 50\ncast other 1 team 2 health 100\n"
	r := measured(t, fight(shoots, nobody, "0.2s"), land, 20, playground.Options{})
	within(t, "kills", countOf(t, r, kills), 1, 1)
	within(t, "hits", countOf(t, r, hits), 2, 2)
	dead, _ := r.Row("other").Value("deaths")
	lost, _ := r.Row("other").Value("taken")
	within(t, "deaths", dead.Count, 2, 2)
	within(t, "lost", lost.Count, 200, 200)
	if len(r.Teams) != 2 || r.Teams[0].Wins != 2 || r.Teams[1].Wins != 0 || r.Teams[0].Left.Value != 1 || r.Teams[1].Left.Value != 0 {
		t.Errorf("%+v", r.Teams)
	}
	items := "size 30 10\nstart 5 5\nenergy 9 5\npower 12 5\nitems energy 1 as item\nitems power 1 as item\ncast one 1\n"
	takes := strings.Replace(fight("each i in remembered item { sequence { move_to(i); pick_up(i) } }", nobody, "0.2s"), "action stand", "action stand\naction pick_up(i: item)", 1)
	r = measured(t, takes, items, 10, playground.Options{})
	within(t, "energy", countOf(t, r, energy), 1, 1)
	within(t, "power", countOf(t, r, power), 1, 1)
}

// Orders that members refuse or fail at are counted against those that they carry out.
func TestOrders(t *testing.T) {
	const file = `
type person max 8
action stand
action move_to(x: vec2)
goal be { stand }
goal go_there { move_to(vec2(20, 10)) }
goal nowhere  { move_to(vec2(35, 10)) }
brain calm { want be { score 0.1 }; orders score 0.9 }
agent one { brain calm; squad team; body person }
operator send  { do order mate go_there }
operator lose  { do order mate nowhere }
task work { method "it" { PLAN } }
squad team { plan work; role mate 1..1 each m: person }
`
	land := "size 40 20\nbox 30 0 32 20\nstart 5 10\nsquad team as alpha\ncast one 1 squad alpha\n"
	for _, c := range []struct {
		plan      string
		low, high float64
	}{{"send", 0, 0}, {"lose", 1, 1}} {
		r := measured(t, strings.Replace(file, "PLAN", c.plan, 1), land, 10, playground.Options{})
		within(t, c.plan, valueOf(t, r, refused).Value, c.low, c.high)
	}
}
