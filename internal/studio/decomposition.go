package studio

import (
	"github.com/karakuri-ai/karakuri/internal/model/def"
	"github.com/karakuri-ai/karakuri/internal/plan/htn"
)

// Verdict is the outcome of a method, or of one try of it.
type Verdict string

// The verdicts.
const (
	verdictChosen    Verdict = "chosen"    // it is in the plan
	verdictAbandoned Verdict = "abandoned" // it was chosen, and then taken back
	verdictRejected  Verdict = "rejected"  // its condition does not hold, or no binding exists
	verdictBanned    Verdict = "banned"
	verdictNever     Verdict = "never" // the search did not reach it
)

// Task is one occurrence of a task with all its methods in order, or of an operator.
type Task struct {
	ID      int       `json:"id"` // number of the attempt
	Ended   int       `json:"ended,omitempty"`
	Name    string    `json:"name"` // with arguments
	Decl    string    `json:"decl"` // name without arguments
	InPlan  bool      `json:"inPlan"`
	Step    *int      `json:"step,omitempty"` // an operator's step in the plan so far; nil: its condition failed, or this is a task
	Leaf    bool      `json:"leaf,omitempty"` // this is an operator
	Cause   *Cause    `json:"cause,omitempty"`
	Pruned  string    `json:"pruned,omitempty"`
	Methods []*Method `json:"methods,omitempty"`
}

// Method is a method of a task.
type Method struct {
	Index   int     `json:"index"`
	Name    string  `json:"name"`
	When    string  `json:"when,omitempty"`
	Each    string  `json:"each,omitempty"`
	Verdict Verdict `json:"verdict"`
	Tries   []*Try  `json:"tries,omitempty"`
	Count   *int    `json:"count,omitempty"` // number of candidates for its free variables
	At      Spot    `json:"at"`
}

// Try is one attempt at a method, or at one binding of it.
type Try struct {
	ID      int      `json:"id"`
	Ended   int      `json:"ended,omitempty"` // number of the backtracking that took it back; 0: it stands
	Bound   []string `json:"bound,omitempty"`
	Verdict Verdict  `json:"verdict"`
	Cause   *Cause   `json:"cause,omitempty"`
	Items   []*Task  `json:"items,omitempty"` // its subtasks, in the order in which the search reached them
}

// Cause is the reason for a failure.
type Cause struct {
	Text    string         `json:"text"`
	Failed  string         `json:"failed,omitempty"` // the condition
	Part    string         `json:"part,omitempty"`   // the part of it that did not hold
	Before  string         `json:"before,omitempty"` // the text of the condition before that part
	Behind  string         `json:"behind,omitempty"`
	Cooling bool           `json:"cooling,omitempty"` // Part is a cooldown; there is nothing more to show
	Seen    []htn.SeenCell `json:"seen,omitempty"`
}

// decomposer builds a tree from the list of attempts.
type decomposer struct {
	info  *def.Info
	tries map[int]*Try    // by number; -1: the top
	open  map[int][]*Task // tasks within a try, in order
	order []*Task         // all tasks, in order
	taken []*Try          // all chosen tries, in order
}

// decompose converts a list of attempts to tasks, with their methods, tries and subtasks.
func decompose(told *htn.Explanation, rec *htn.Recorder, info *def.Info) []*Task {
	d := decomposer{info: info, tries: map[int]*Try{-1: {ID: -1, Items: []*Task{}}}, open: map[int][]*Task{}}
	for i := range told.Tried {
		d.add(&told.Tried[i], &rec.Events[i], told.Tried)
	}
	for _, t := range d.order {
		d.judge(t)
	}
	return d.tries[-1].Items
}

func (d *decomposer) add(t *htn.Tried, e *htn.Event, all []htn.Tried) {
	method := e.Method
	switch t.Kind {
	case "task":
		d.task(t)
	case "step", "failed":
		_, _, operator := t.Declared()
		d.item(t.Parent, &Task{ID: t.ID, Name: t.Name, Decl: d.info.Operators[operator].Name, InPlan: t.InPlan, Step: t.Count, Leaf: true, Cause: causeOf(t)})
	case "candidates":
		if task := d.last(t.Parent); task != nil {
			m := task.Methods[method]
			if m.Count = t.Count; *t.Count == 0 {
				m.Tries = append(m.Tries, &Try{ID: t.ID, Verdict: verdictRejected, Cause: causeOf(t)})
			}
		}
	case "rejected":
		if task := d.last(t.Parent); task != nil {
			verdict := verdictRejected
			if t.Reason == htn.ReasonBanned {
				verdict = verdictBanned
			}
			task.Methods[method].Tries = append(task.Methods[method].Tries, &Try{ID: t.ID, Bound: t.Bound, Verdict: verdict, Cause: causeOf(t)})
		}
	case "method":
		d.take(t, method)
	case "pruned":
		d.prune(t)
	case "backtrack":
		d.back(t, e.To, all)
	}
}

func (d *decomposer) item(parent int, t *Task) {
	if try := d.tries[parent]; try != nil {
		try.Items = append(try.Items, t)
	}
	d.order = append(d.order, t)
}

func (d *decomposer) task(t *htn.Tried) {
	id, _, _ := t.Declared()
	info := d.info.Tasks[id]
	task := &Task{ID: t.ID, Name: t.Name, Decl: info.Name}
	for i, m := range info.Methods {
		task.Methods = append(task.Methods, &Method{Index: i, Name: m.Name, When: termText(m.When), Each: eachText(d.info, m), At: spotOf(m.Decl.At)})
	}
	d.item(t.Parent, task)
	d.open[t.Parent] = append(d.open[t.Parent], task)
}

// last returns the task whose methods are being tried within a try.
func (d *decomposer) last(parent int) *Task {
	if list := d.open[parent]; len(list) > 0 {
		return list[len(list)-1]
	}
	return nil
}

func (d *decomposer) take(t *htn.Tried, method int) {
	task := d.last(t.Parent)
	if task == nil {
		return
	}
	try := &Try{ID: t.ID, Bound: t.Bound, Verdict: verdictAbandoned}
	if t.InPlan {
		try.Verdict, task.InPlan = verdictChosen, true
	}
	task.Methods[method].Tries = append(task.Methods[method].Tries, try)
	d.tries[t.ID] = try
	d.taken = append(d.taken, try)
}

// prune records why the search did not pursue something: on the last task within the try if that has not been tried
// yet, else next to it.
func (d *decomposer) prune(t *htn.Tried) {
	if task := d.last(t.Parent); task != nil && d.order[len(d.order)-1] == task && task.Pruned == "" {
		task.Pruned = t.Text
		return
	}
	d.item(t.Parent, &Task{ID: t.ID, Name: "not pursued", Leaf: true, Pruned: t.Text})
}

// back takes back everything since the choice that the search returned to. If the choice was a method of a task, that
// is everything after the task; if it was an order of subtasks, everything after the subtask that another now replaces.
func (d *decomposer) back(t *htn.Tried, to int, all []htn.Tried) {
	from := t.ID
	if to >= 0 {
		from = d.returnTo(t, to)
	} else if t.ID+1 < len(all) {
		from = d.turn(&all[t.ID+1])
	}
	for _, task := range d.order {
		if task.ID > from && task.Ended == 0 {
			task.Ended = t.ID
		}
	}
	for _, try := range d.taken {
		if try.ID > from && try.Ended == 0 {
			try.Ended = t.ID
		}
	}
}

// returnTo marks a task as tried again, and returns its number.
func (d *decomposer) returnTo(t *htn.Tried, to int) int {
	list := d.open[t.Parent]
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].ID == to {
			d.open[t.Parent] = list[:i+1]
			return list[i].ID
		}
	}
	return t.ID
}

// turn returns the number before the subtask that next replaces: the last one that stands within the same try.
func (d *decomposer) turn(next *htn.Tried) int {
	try := d.tries[next.Parent]
	if try == nil {
		return next.ID
	}
	for i := len(try.Items) - 1; i >= 0; i-- {
		it := try.Items[i]
		if next.Kind == "step" && it.Step != nil && *it.Step < *next.Count {
			break
		}
		if it.Ended == 0 {
			return it.ID - 1
		}
	}
	return next.ID
}

// judge gives each method of a task the verdict of its best try.
func (d *decomposer) judge(t *Task) {
	rank := map[Verdict]int{verdictNever: 0, verdictRejected: 1, verdictBanned: 2, verdictAbandoned: 3, verdictChosen: 4}
	for _, m := range t.Methods {
		m.Verdict = verdictNever
		for _, try := range m.Tries {
			if rank[try.Verdict] > rank[m.Verdict] {
				m.Verdict = try.Verdict
			}
		}
	}
}

func causeOf(t *htn.Tried) *Cause {
	if t.Text == "" {
		return nil
	}
	return &Cause{t.Text, t.Failed, t.Part, t.Before, t.Behind, t.Cooling, t.Seen}
}
