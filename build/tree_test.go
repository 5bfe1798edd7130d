package build_test

import (
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/build"
	"github.com/karakuri-ai/karakuri/def"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/lang"
)

// treeText is what treeBuilt says, as a file.
const treeText = `tree guard(sight: float, reach: float = 1, inout calls: int, out target: foe) {
    service every 250ms look_for(player, range: sight)
    service every 1s set heat -= 1
    selector as "root" {
        sequence abort both skip_if tired {
            service every 2s shout
            service every 3s set heat = 0
            if visible(player) abort self
            attack(player) uninterrupted
                on_success kills += 1
                on_failure calls = 0, heat = 0
                on_abort heat = 1
            guard(4, reach: 2, ..) { override chase = keep_range }
        }
        reactive sequence { wait 2s; wait 1s..n * 2; log "seen" }
        resume sequence {
            plan fight(player) fail_if a succeed_if b while c
            set a = true, b = false
        }
        reactive selector { succeed; fail }
        parallel succeed 2 fail 1 { a; b }
        parallel all fail n { a }
        random sequence { a weight 2; b }
        random selector { a disabled; b }
        utility selector { a score hunger; b score 0.5 }
        switch weather { case rain, snow { a } else { b } }
        if_then_else { if a; b; c }
        while_do_else { if a; b }
        try { a; b } catch { c }
        when visible(player) abort lower { invert { a } }
        succeed { a }
        fail { a }
        repeat 3 { a }
        repeat { a }
        retry n + 1 { a }
        retry { a }
        timeout 3s { delay 500ms { cooldown 5s { once { until_failure { a } } } } }
        each e: foe where visible(e) order distance(e) { attack(e) }
        each p in home, shop { go(p) }
        limit 2 { chance 0.5 { a } }
    }
}

operator do_it { do guard(4, calls: n) }

agent one { tree guard(4, 1) once { override chase = keep_range; override a = b }; idle wander }
`

func treeBuilt(d *build.Domain) {
	do := build.Do
	d.Tree("guard(sight: float, reach: float = 1, inout calls: int, out target: foe)").
		Service(250*time.Millisecond, "look_for(player, range: sight)").
		ServiceSet("1s", "heat -= 1").
		Root(build.Selector(
			build.Sequence(
				build.If("visible(player)").Abort(build.Self),
				do("attack(player)").Uninterrupted().OnSuccess("kills += 1").OnFailure("calls = 0", "heat = 0").OnAbort("heat = 1"),
				do("guard(4, reach: 2, ..)").Override("chase", "keep_range"),
			).Abort(build.Both).SkipIf("tired").Service("2s", "shout").ServiceSet(3*time.Second, "heat = 0"),
			build.ReactiveSequence(build.Wait(2*time.Second), build.WaitBetween("1s", "n * 2"), build.Log("seen")),
			build.ResumeSequence(build.PlanFor("fight(player)").FailIf("a").SucceedIf("b").While("c"), build.Set("a = true", "b = false")),
			build.ReactiveSelector(build.Succeed(), build.Fail()),
			build.Parallel(do("a"), do("b")).SucceedAt("2").FailAt("1"),
			build.ParallelAll(do("a")).FailAt("n"),
			build.RandomSequence(do("a").Weight("2"), do("b")),
			build.RandomSelector(do("a").Disabled(), do("b")),
			build.UtilitySelector(do("a").Score("hunger"), do("b").Score("0.5")),
			build.Switch("weather", build.Case("rain, snow", do("a")), build.Else(do("b"))),
			build.IfThenElse(build.If("a"), do("b"), do("c")),
			build.WhileDoElse(build.If("a"), do("b")),
			build.Try(do("a"), do("b")).Catch(do("c")),
			build.When("visible(player)", build.Invert(do("a"))).Abort(build.Lower),
			build.ForceSuccess(do("a")),
			build.ForceFailure(do("a")),
			build.Repeat(3, do("a")),
			build.RepeatForever(do("a")),
			build.Retry("n + 1", do("a")),
			build.RetryForever(do("a")),
			build.Timeout("3s", build.Delay("500ms", build.Cooldown("5s", build.OnlyOnce(build.UntilFailure(do("a")))))),
			build.Each("e: foe", do("attack(e)")).Where("visible(e)").Order("distance(e)"),
			build.EachIn("p", "home, shop", do("go(p)")),
			build.Limit(2, build.Chance(0.5, do("a"))),
		).As("root"))
	d.Operator("do_it").Do("guard(4, calls: n)")
	d.Agent("one").Tree("guard(4, 1)").Once().Override("chase", "keep_range").Override("a", "b").Idle("wander")
}

func TestTreesFromFileAndBuilderAreTheSame(t *testing.T) {
	parsed, ds := lang.Parse(diag.NewSource("trees.krk", treeText))
	if len(ds.All) > 0 {
		t.Fatal(ds.Err())
	}
	d := build.New("trees.krk")
	treeBuilt(d)
	m, ds := d.Model()
	if len(ds.All) > 0 {
		t.Fatal(ds.Err())
	}
	for _, f := range []*def.File{parsed, m.Files[0]} {
		if got := lang.Format(f); got != treeText {
			t.Errorf("%s\nwant\n%s", got, treeText)
		}
	}
	fromText, err := lang.EncodeJSON(withoutLayout(parsed))
	if err != nil {
		t.Fatal(err)
	}
	fromGo, err := lang.EncodeJSON(m.Files[0])
	if err != nil {
		t.Fatal(err)
	}
	if string(fromText) != string(fromGo) {
		t.Errorf("the file says\n%s\nthe builder\n%s", fromText, fromGo)
	}
}

// withoutLayout returns a file as if it had been made by a program.
func withoutLayout(f *def.File) *def.File {
	c := *f
	c.Src = nil
	for _, d := range c.Decls {
		d.Header().Gap = false
	}
	return &c
}

func TestMistakesInTrees(t *testing.T) {
	self := build.Sequence()
	self.Catch(self)
	for _, c := range []struct {
		name  string
		build func(d *build.Domain)
		want  string
	}{
		{"ports", func(d *build.Domain) { d.Tree("a(x: int").Root(build.Do("b")); d.Tree("b c") },
			`missing ")" [K005] · expected the end, found "c" [K001]`},
		{"root", func(d *build.Domain) { d.Tree("a").Root(build.Do("b")).Root(build.Do("c")) }, `Root of a is given already [K221]`},
		{"strings", func(d *build.Domain) {
			d.Tree("a").Root(build.Sequence(build.If("x >"), build.Set("y"), build.Do("b c"), build.Wait("1 s"), build.Case("", nil)))
		}, `expected an expression after ">" [K001] · expected =, += or -= after "y" [K001] · expected the end, found "c" [K001] · expected the end, found "s" [K001] · expected an expression, found the end of the file [K001]`},
		{"numbers", func(d *build.Domain) {
			d.Tree("a").Service(4, "b").Root(build.Repeat(true, build.Timeout(3, build.Do("b"))))
		}, `an int is no interval [K220] · an int is no time [K220] · a bool is no number [K220]`},
		{"twice", func(d *build.Domain) { d.Tree("a").Root(build.Do("b").SkipIf("x").SkipIf("y")) }, `SkipIf of a node is given already [K221]`},
		{"names", func(d *build.Domain) { d.Tree("a").Root(build.Do("b").As("").Override("c`", "d")) },
			"the name of a node must not be empty [K223] · \"c`\" is not a name [K223]"},
		{"rest", func(d *build.Domain) { d.Agent("a").Tree("b(..)"); d.Operator("o").Do("b(..)") },
			`".." stands in calls within trees only [K223] · ".." stands in calls within trees only [K223]`},
		{"loops", func(d *build.Domain) { d.Tree("a").Root(build.Each("x: t, y: t", build.Do("b"))) }, `a loop has one variable [K223]`},
		{"a node within itself", func(d *build.Domain) { d.Tree("a").Root(self) }, `nodes nest deeper than 256 [K369]`},
		{"nothing", func(d *build.Domain) {
			var n *build.Node
			var tr *build.Tree
			var l *build.TreeLine
			tr.Service("1s", "a").ServiceSet("1s", "a = 1").Root(n.Abort(build.Self).As("x").Catch(nil).Weight("1"))
			l.Once().Override("a", "b").Idle("c")
			d.Tree("a").Root(build.Sequence(nil, n))
		}, ``},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := build.New("t.krk")
			c.build(d)
			_, ds := d.Model()
			var list []string
			for i := range ds.All {
				_, message, _ := strings.Cut(ds.All[i].Error(), ": ")
				list = append(list, message)
			}
			if got := strings.Join(list, " · "); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}
