package builder_test

import (
	"strings"
	"testing"
	"time"

	"github.com/karakuri-ai/karakuri/builder"
	"github.com/karakuri-ai/karakuri/diag"
	"github.com/karakuri-ai/karakuri/internal/lang"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// treeText is the file that equals treeBuilt.
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
        reactive sequence { wait 2s; wait 1s..n * 2; log "seen"; todo "aim" }
        resume sequence {
            plan fight(player) best fail_if a succeed_if b while c
            set a = true, b = false
        }
        reactive selector { succeed; fail }
        parallel succeed 2 fail 1 { a; b }
        parallel all fail n { a }
        random sequence { a weight 2; b }
        random selector { a disabled; b }
        utility selector { a score hunger; b score 0.5 }
        switch weather { case rain, snow { a } else { b } }
        choose routine(o, ..) by use(o)
        round_robin(2) as "turns" { a; b }
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

func treeBuilt(d *builder.Domain) {
	do := builder.Do
	d.Tree("guard(sight: float, reach: float = 1, inout calls: int, out target: foe)").
		Service(250*time.Millisecond, "look_for(player, range: sight)").
		ServiceSet("1s", "heat -= 1").
		Root(builder.Selector(
			builder.Sequence(
				builder.If("visible(player)").Abort(builder.Self),
				do("attack(player)").Uninterrupted().OnSuccess("kills += 1").OnFailure("calls = 0", "heat = 0").OnAbort("heat = 1"),
				do("guard(4, reach: 2, ..)").Override("chase", "keep_range"),
			).Abort(builder.Both).SkipIf("tired").Service("2s", "shout").ServiceSet(3*time.Second, "heat = 0"),
			builder.ReactiveSequence(builder.Wait(2*time.Second), builder.WaitBetween("1s", "n * 2"), builder.Log("seen"), builder.Todo("aim")),
			builder.ResumeSequence(builder.PlanFor("fight(player)").Best().FailIf("a").SucceedIf("b").While("c"), builder.Set("a = true", "b = false")),
			builder.ReactiveSelector(builder.Succeed(), builder.Fail()),
			builder.Parallel(do("a"), do("b")).SucceedAt("2").FailAt("1"),
			builder.ParallelAll(do("a")).FailAt("n"),
			builder.RandomSequence(do("a").Weight("2"), do("b")),
			builder.RandomSelector(do("a").Disabled(), do("b")),
			builder.UtilitySelector(do("a").Score("hunger"), do("b").Score("0.5")),
			builder.Switch("weather", builder.Case("rain, snow", do("a")), builder.Else(do("b"))),
			builder.Choose("routine(o, ..)", "use(o)"),
			builder.DoWith("round_robin(2)", do("a"), do("b")).As("turns"),
			builder.IfThenElse(builder.If("a"), do("b"), do("c")),
			builder.WhileDoElse(builder.If("a"), do("b")),
			builder.Try(do("a"), do("b")).Catch(do("c")),
			builder.When("visible(player)", builder.Invert(do("a"))).Abort(builder.Lower),
			builder.ForceSuccess(do("a")),
			builder.ForceFailure(do("a")),
			builder.Repeat(3, do("a")),
			builder.RepeatForever(do("a")),
			builder.Retry("n + 1", do("a")),
			builder.RetryForever(do("a")),
			builder.Timeout("3s", builder.Delay("500ms", builder.Cooldown("5s", builder.OnlyOnce(builder.UntilFailure(do("a")))))),
			builder.Each("e: foe", do("attack(e)")).Where("visible(e)").Order("distance(e)"),
			builder.EachIn("p", "home, shop", do("go(p)")),
			builder.Limit(2, builder.Chance(0.5, do("a"))),
		).As("root"))
	d.Operator("do_it").Do("guard(4, calls: n)")
	d.Agent("one").Tree("guard(4, 1)").Once().Override("chase", "keep_range").Override("a", "b").Idle("wander")
}

func TestTreesFromFileAndBuilderAreTheSame(t *testing.T) {
	parsed, ds := lang.Parse(diag.NewSource("trees.krk", treeText))
	if len(ds.All) > 0 {
		t.Fatal(ds.Err())
	}
	d := builder.New("trees.krk")
	treeBuilt(d)
	m, ds := modelOf(d)
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
	self := builder.Sequence()
	self.Catch(self)
	for _, c := range []struct {
		name  string
		build func(d *builder.Domain)
		want  string
	}{
		{"ports", func(d *builder.Domain) { d.Tree("a(x: int").Root(builder.Do("b")); d.Tree("b c") },
			`missing ")" [K005] · expected the end, found "c" [K001]`},
		{"root", func(d *builder.Domain) { d.Tree("a").Root(builder.Do("b")).Root(builder.Do("c")) }, `Root of a is given already [K221]`},
		{"strings", func(d *builder.Domain) {
			d.Tree("a").Root(builder.Sequence(builder.If("x >"), builder.Set("y"), builder.Do("b c"), builder.Wait("1 s"), builder.Case("", nil)))
		}, `expected an expression after ">" [K001] · expected =, += or -= after "y" [K001] · expected the end, found "c" [K001] · expected the end, found "s" [K001] · expected an expression, found the end of the file [K001]`},
		{"numbers", func(d *builder.Domain) {
			d.Tree("a").Service(4, "b").Root(builder.Repeat(true, builder.Timeout(3, builder.Do("b"))))
		}, `an int is not an interval [K220] · an int is not a time [K220] · a bool is not a number [K220]`},
		{"twice", func(d *builder.Domain) { d.Tree("a").Root(builder.Do("b").SkipIf("x").SkipIf("y")) }, `SkipIf of a node is given already [K221]`},
		{"names", func(d *builder.Domain) { d.Tree("a").Root(builder.Do("b").As("").Override("c`", "d")) },
			"the name of a node must not be empty [K223] · \"c`\" is not a name [K223]"},
		{"rest", func(d *builder.Domain) { d.Agent("a").Tree("b(..)"); d.Operator("o").Do("b(..)") },
			`".." is only allowed in calls within trees [K223] · ".." is only allowed in calls within trees [K223]`},
		{"loops", func(d *builder.Domain) { d.Tree("a").Root(builder.Each("x: t, y: t", builder.Do("b"))) }, `a loop has one variable [K223]`},
		{"a node within itself", func(d *builder.Domain) { d.Tree("a").Root(self) }, `nodes nest deeper than 256 [K369]`},
		{"nothing", func(d *builder.Domain) {
			var n *builder.Node
			var tr *builder.Tree
			var l *builder.TreeLine
			tr.Service("1s", "a").ServiceSet("1s", "a = 1").Root(n.Abort(builder.Self).As("x").Catch(nil).Weight("1"))
			l.Once().Override("a", "b").Idle("c")
			d.Tree("a").Root(builder.Sequence(nil, n))
		}, ``},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := builder.New("t.krk")
			c.build(d)
			_, ds := modelOf(d)
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
