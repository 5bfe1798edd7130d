package assess_test

import (
	"fmt"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/assess"
	"github.com/karakuri-ai/karakuri/playground"
)

// A fickle cat walks to and fro between two walls, and turns round every second for no reason.
func Example() {
	const cat = `
type animal
state agent { mood: int 0..1 }
action move_to(x: vec2)
tree moods  { sequence { wait 1s; set mood = 1 - mood } }
tree wander { selector { sequence abort both { if mood == 1; move_to(vec2(38, 2)) }; move_to(vec2(2, 2)) } }
agent cat { tree wander; layer fickle moods; body animal }
`
	program, err := karakuri.Load(fstest.MapFS{"cat.krk": {Data: []byte(cat)}}, "cat.krk")
	if err != nil {
		fmt.Println(err)
		return
	}
	scene, err := playground.ParseScene("cat.scene", "size 40 4\nstart 20 2\ncast cat 1\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := assess.Run(assess.Options{Name: "cat", Open: assess.InScene(program, scene, playground.Options{}), Seeds: assess.Seeds{From: 1, To: 2}, Seconds: 61})
	if err != nil {
		fmt.Println(err)
		return
	}
	v, _ := report.Row("cat").Value("unprovoked")
	fmt.Printf("%.0f times a minute\n", v.Value)
	fmt.Println(report.Over()[0])
	// Output:
	// 54 times a minute
	// cat: of them unprovoked
}
