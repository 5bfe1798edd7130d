package agent_test

import "testing"

// garrison is a squad with roles, orders and a token.
const garrison = `
state squad { alert: int 0..9 }
type place max 9
objects gate, tower: place
action walk(p: place) uses legs
action aim
action shoot needs gun
action cheer
goal hold(p: place) { walk(p); aim }
goal fire { aim; shoot }
goal loaf { cheer }
operator keep_gate { do parallel { order watcher hold(gate); order shooter fire }; effect alert = 3 }
operator drill { do order helper exercise }
operator lift { do cheer }
task exercise { method "lift" { lift } }
task defend { method "gate" { keep_gate } }
task train { method "drill" { drill } }
squad team {
    plan defend
    role watcher 1..1
    role shooter 0..2
    token gun 1 lease 9s
}
squad class {
    plan train
    role helper 1..3
}
brain plain { want loaf { score 0.1 } }
agent soldier { brain plain; squad team }
agent pupil { idle aim; squad class }
`

// TestReloadsOfSquads: members, roles, orders and leases stay as far as they still exist.
func TestReloadsOfSquads(t *testing.T) {
	testReloads(t, []reloadCase{
		{name: "something else", script: "run 6", edit: "=> action late", ticks: 4,
			calls: "restored walk; restored aim; restored aim",
			then:  "7: plan kept: the new plan is the same"},
		{name: "something else while tokens are lent", script: "run 45", edit: "=> action late", ticks: 4,
			calls: "restored aim; restored shoot",
			then:  "46: plan kept: the new plan is the same"},
		{name: "another role", script: "run 6", edit: "role watcher => role scout 0..1; role watcher", ticks: 4,
			calls: "restored walk; restored aim; restored aim",
			then:  "7: plan kept: the new plan is the same"},
		{name: "another token", script: "run 45", edit: "token gun => token drum 2; token gun", ticks: 4,
			calls: "restored aim; restored shoot",
			then:  "46: plan kept: the new plan is the same"},
		{name: "more tokens", script: "run 45", edit: "token gun 1 => token gun 2\n=> action late", ticks: 4,
			calls: "restored aim; restored shoot",
			then:  "46: plan kept: the new plan is the same; 46: gun granted to soldier#3"},
		{name: "more tokens, and nothing else", script: "run 45", edit: "token gun 1 => token gun 2", ticks: 4,
			calls: "restored aim; restored shoot",
			then:  "46: plan kept: the new plan is the same; 46: gun granted to soldier#3"},
		{name: "the token is gone", script: "run 45", edit: "token gun 1 lease 9s =>\naction shoot needs gun => action shoot", ticks: 4,
			calls:  "abort shoot: the program was changed; restored aim",
			events: "shoot aborted: the program was changed; shoot aborted: the program was changed",
			losses: "soldier#2, soldier#3: order fire: step shoot of goal fire ends: action shoot is gone, or needs nothing any more",
			then:   "46: plan kept: the new plan is the same; 46: shoot started; 46: shoot started"},
		{name: "a token is needed that was not", script: "run 6", edit: "action aim => action aim needs gun", ticks: 4,
			calls:  "abort aim: the program was changed; abort aim: the program was changed; restored walk",
			events: "aim aborted: the program was changed; aim aborted: the program was changed",
			losses: "soldier#2, soldier#3: order fire: step aim of goal fire ends: it does something else",
			then:   "7: plan kept: the new plan is the same; 7: aim started; 7: aim started; 7: gun granted to soldier#2; 7: gun refused to soldier#3"},
		{name: "fewer may have a role", script: "run 6", edit: "role shooter 0..2 => role shooter 0..1\n=> action late", ticks: 4,
			calls:  "restored walk; restored aim; restored aim",
			then:   "7: plan kept: the new plan is the same; 7: order 3 of soldier#3 withdrawn: the member has another role now; 7: aim aborted: its goal is no longer wanted; 7: fire terminated: its goal is no longer wanted; 7: order 1 done: inactive: it was withdrawn; 8: 1 options; 8: loaf kept with 0.1; 8: loaf resumed; 8: cheer started",
			losses: "soldier#3: role shooter of squad team ends: as many have it as may"},
		{name: "a role is gone", script: "run 6", edit: "role shooter 0..2 =>\n; order shooter fire =>", ticks: 4,
			calls:  "restored walk; restored aim; restored aim; abort aim: its goal is no longer wanted; abort aim: its goal is no longer wanted",
			events: "step aborted: keep_gate: the program was changed; plan aborted: the program was changed; aim aborted: its goal is no longer wanted; fire terminated: its goal is no longer wanted; order 1 done: inactive: it was withdrawn; aim aborted: its goal is no longer wanted; fire terminated: its goal is no longer wanted; order 1 done: inactive: it was withdrawn",
			losses: "team#1: its plan does not continue: order shooter fire is gone; soldier#2, soldier#3: role shooter of squad team ends: it is gone; team#1: order shooter fire ends: it is gone",
			then:   "7: plan adopted: defend in 1 step; 7: step started: keep_gate; 7: 1 options; 7: loaf kept with 0.1; 7: loaf resumed; 7: cheer started; 7: 1 options; 7: loaf kept with 0.1; 7: loaf resumed; 7: cheer started; 7: order 1 of soldier#1 withdrawn: the squad has another plan; 7: walk aborted: its goal is no longer wanted; 7: hold terminated: its goal is no longer wanted; 7: order 1 done: inactive: it was withdrawn; 7: order 4 given to soldier#1: hold(gate); 7: order 2 queued; 8: order 2 taken; 8: hold(gate) activated; 8: hold takes way 1; 8: walk(gate) started; 8: order 4 of soldier#1 accepted; 8: order 4 of soldier#1 running"},
		{name: "a goal that is ordered is gone", script: "run 6", edit: "; order shooter fire =>\ngoal fire { aim; shoot } =>", ticks: 4,
			calls:  "abort aim: the program was changed; abort aim: the program was changed; restored walk",
			events: "step aborted: keep_gate: the program was changed; plan aborted: the program was changed; aim aborted: the program was changed; fire terminated: the program was changed; order 1 done: inactive: it was withdrawn; aim aborted: the program was changed; fire terminated: the program was changed; order 1 done: inactive: it was withdrawn",
			losses: "team#1: its plan does not continue: order shooter fire is gone; soldier#2, soldier#3: order fire ends: goal fire ends: it is gone; team#1: order shooter fire ends: it is gone",
			then:   "7: plan adopted: defend in 1 step; 7: step started: keep_gate; 7: 1 options; 7: loaf kept with 0.1; 7: loaf resumed; 7: cheer started; 7: 1 options; 7: loaf kept with 0.1; 7: loaf resumed; 7: cheer started; 7: order 1 of soldier#1 withdrawn: the squad has another plan; 7: walk aborted: its goal is no longer wanted; 7: hold terminated: its goal is no longer wanted; 7: order 1 done: inactive: it was withdrawn; 7: order 4 given to soldier#1: hold(gate); 7: order 2 queued; 8: order 2 taken; 8: hold(gate) activated; 8: hold takes way 1; 8: walk(gate) started; 8: order 4 of soldier#1 accepted; 8: order 4 of soldier#1 running"},
		{name: "what it orders is another thing", script: "run 6", edit: "order shooter fire => order shooter hold(tower)", ticks: 4,
			calls:  "restored walk; restored aim; restored aim; abort aim: its goal is no longer wanted; abort aim: its goal is no longer wanted",
			events: "step aborted: keep_gate: the program was changed; plan aborted: the program was changed; aim aborted: its goal is no longer wanted; fire terminated: its goal is no longer wanted; order 1 done: inactive: it was withdrawn; aim aborted: its goal is no longer wanted; fire terminated: its goal is no longer wanted; order 1 done: inactive: it was withdrawn",
			losses: "team#1: its plan does not continue: order shooter fire is gone; team#1: order shooter fire ends: it is gone",
			then:   "7: plan adopted: defend in 1 step; 7: step started: keep_gate; 7: 1 options; 7: loaf kept with 0.1; 7: loaf resumed; 7: cheer started; 7: 1 options; 7: loaf kept with 0.1; 7: loaf resumed; 7: cheer started; 7: order 1 of soldier#1 withdrawn: the squad has another plan; 7: walk aborted: its goal is no longer wanted; 7: hold terminated: its goal is no longer wanted; 7: order 1 done: inactive: it was withdrawn; 7: order 4 given to soldier#1: hold(gate); 7: order 2 queued; 7: order 5 given to soldier#2: hold(tower); 7: order 2 queued; 7: order 6 given to soldier#3: hold(tower); 7: order 2 queued; 8: order 2 taken; 8: hold(gate) activated; 8: hold takes way 1; 8: walk(gate) started; 8: cheer aborted: something more important interrupted it; 8: loaf suspended: something more important interrupted it; 8: order 2 taken; 8: hold(tower) activated; 8: hold takes way 1; 8: walk(tower) started; 8: cheer aborted: something more important interrupted it; 8: loaf suspended: something more important interrupted it; 8: order 2 taken; 8: hold(tower) activated; 8: hold takes way 1; 8: walk(tower) started; 8: order 4 of soldier#1 accepted; 8: order 4 of soldier#1 running; 8: order 5 of soldier#2 accepted; 8: order 5 of soldier#2 running; 8: order 6 of soldier#3 accepted; 8: order 6 of soldier#3 running"},
		{name: "another argument", script: "run 6", edit: "hold(gate) => hold(tower)", ticks: 4,
			calls: "restored walk; restored aim; restored aim",
			then:  "7: plan kept: the new plan is the same"},
		{name: "the place that is ordered is gone", script: "run 6", edit: "objects gate, tower => objects tower\nhold(gate) => hold(tower)", ticks: 4,
			calls: "restored walk; restored aim; restored aim",
			then:  "7: plan kept: the new plan is the same"},
		{name: "they are no members any more", script: "run 6", edit: "brain plain; squad team => brain plain", ticks: 4,
			calls:  "restored walk; restored aim; restored aim; abort walk: its goal is no longer wanted; abort aim: its goal is no longer wanted; abort aim: its goal is no longer wanted",
			events: "walk aborted: its goal is no longer wanted; hold terminated: its goal is no longer wanted; order 1 done: inactive: it was withdrawn; aim aborted: its goal is no longer wanted; fire terminated: its goal is no longer wanted; order 1 done: inactive: it was withdrawn; aim aborted: its goal is no longer wanted; fire terminated: its goal is no longer wanted; order 1 done: inactive: it was withdrawn",
			losses: "soldier#1, soldier#2, soldier#3: it leaves squad team: its kind can no longer be a member; team#1: order watcher hold ends: its member is gone; team#1: order shooter fire ends: its member is gone",
			then:   "7: plan kept: the new plan is the same; 7: step failed: keep_gate: a member was lost; 7: method banned for 5s: defend, \"gate\"; 7: plan failed at step 1 of 1; 7: 1 options; 7: loaf kept with 0.1; 7: loaf resumed; 7: cheer started; 7: 1 options; 7: loaf kept with 0.1; 7: loaf resumed; 7: cheer started; 7: 1 options; 7: loaf kept with 0.1; 7: loaf resumed; 7: cheer started; 8: no plan for defend; 8: idle: there is no plan"},
		{name: "the squad is gone", script: "run 6", edit: "squad team { => squad gang {\nbrain plain; squad team => brain plain; squad gang", ticks: 4,
			calls:  "restored walk; restored aim; restored aim; abort walk: its goal is no longer wanted; abort aim: its goal is no longer wanted; abort aim: its goal is no longer wanted",
			events: "step aborted: keep_gate: the program was changed; plan aborted: the program was changed; walk aborted: its goal is no longer wanted; hold terminated: its goal is no longer wanted; order 1 done: inactive: it was withdrawn; aim aborted: its goal is no longer wanted; fire terminated: its goal is no longer wanted; order 1 done: inactive: it was withdrawn; aim aborted: its goal is no longer wanted; fire terminated: its goal is no longer wanted; order 1 done: inactive: it was withdrawn",
			losses: "team#1: its kind team is gone, and with it the agent",
			then:   "7: 1 options; 7: loaf kept with 0.1; 7: loaf resumed; 7: cheer started; 7: 1 options; 7: loaf kept with 0.1; 7: loaf resumed; 7: cheer started; 7: 1 options; 7: loaf kept with 0.1; 7: loaf resumed; 7: cheer started"},
		{name: "a task that is ordered", spawn: "class pupil pupil", script: "run 6", edit: "=> action late", ticks: 4,
			calls: "restored cheer; restored cheer",
			then:  "7: plan kept: the new plan is the same; 7: plan kept: the new plan is the same; 7: plan kept: the new plan is the same"},
		{name: "a task that is ordered is gone", spawn: "class pupil pupil", script: "run 6", edit: "task exercise { => task work_out {\nhelper exercise => helper work_out", ticks: 4,
			calls:  "abort cheer: the program was changed; abort cheer: the program was changed",
			events: "step aborted: drill: the program was changed; plan aborted: the program was changed; step aborted: lift: the program was changed; plan aborted: the program was changed; step aborted: lift: the program was changed; plan aborted: the program was changed",
			losses: "class#1: its plan does not continue: order helper exercise is gone; pupil#1, pupil#2: order exercise ends: task exercise is gone; pupil#1, pupil#2: its idle action does not continue: task exercise is gone; class#1: order helper exercise ends: it is gone",
			then:   "7: plan adopted: train in 1 step; 7: step started: drill; 7: idle: no plan line applies; 7: idle: no plan line applies; 7: order 3 given to pupil#1: work_out; 7: order 4 given to pupil#2: work_out; 8: idle action aborted: something more important interrupted it; 8: plan adopted: work_out in 1 step; 8: step started: lift; 8: idle action aborted: something more important interrupted it; 8: plan adopted: work_out in 1 step; 8: step started: lift; 8: order 3 of pupil#1 accepted; 8: order 3 of pupil#1 running; 8: order 4 of pupil#2 accepted; 8: order 4 of pupil#2 running"},
		{name: "a method of it is another", spawn: "class pupil pupil", script: "run 6", edit: "method \"lift\" { lift } => method \"lift\" { lift; lift }", ticks: 4,
			calls:  "abort cheer: the program was changed; abort cheer: the program was changed",
			events: "step aborted: lift: the program was changed; plan aborted: the program was changed; step aborted: lift: the program was changed; plan aborted: the program was changed",
			losses: "pupil#1, pupil#2: its order does not continue: method lift of task exercise has other steps",
			then:   "7: plan kept: the new plan is the same; 7: plan adopted: exercise in 2 steps; 7: step started: lift; 7: plan adopted: exercise in 2 steps; 7: step started: lift"},
		{name: "a member is gone", spawn: "class pupil pupil", script: "run 6", edit: "agent pupil { idle aim; squad class } => agent student { squad class }", ticks: 4,
			calls:  "abort cheer: the program was changed; abort cheer: the program was changed",
			events: "step aborted: lift: the program was changed; plan aborted: the program was changed; step aborted: lift: the program was changed; plan aborted: the program was changed",
			losses: "pupil#1, pupil#2: its kind pupil is gone, and with it the agent; class#1: order helper exercise ends: its member is gone",
			then:   "7: plan kept: the new plan is the same; 7: step failed: drill: a member was lost; 7: method banned for 5s: train, \"drill\"; 7: plan failed at step 1 of 1; 8: no plan for train; 8: idle: there is no plan"},
	}, garrison, "team soldier soldier soldier")
}
