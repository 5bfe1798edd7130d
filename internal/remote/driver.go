package remote

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/internal/model/def"
)

// driver carries out an action of the program by sending it to the game.
type driver struct {
	session *Session
	number  uint32
	params  []def.ActionParam
}

// job is the private state of a running action. A report that has arrived is saved with it.
type job struct {
	Instance  int64
	Report    uint8 // action.Status; 0: none
	Spent     bool
	Ending    bool // its end was requested
	Suspended bool
}

// bind binds the action.
func (d *driver) bind(b *action.Bindings, name string) {
	action.Bind(b, name, update, action.OnStart(d.start), action.OnAbort(d.abort), action.OnSuspend(d.suspend), action.OnResume(d.resume), action.OnRestored(d.restored),
		action.OnReleased[action.Arguments](d.released))
}

// update returns the status that the game has reported.
func update(c *action.Ctx, _ *action.Arguments, j *job) action.Status {
	if j.Spent {
		j.Spent = false
		c.Spent()
	}
	if j.Report == 0 {
		return action.Running
	}
	return action.Status(j.Report)
}

func (d *driver) start(c *action.Ctx, p *action.Arguments, j *job) {
	j.Instance = c.Serial()
	d.session.running.put(j.Instance, j, c.Agent())
	d.begin(OpStart, 0, c, p, j)
}

// restored is called for an action that continues from a snapshot or in another program. One that comes from another
// crowd has a number of this one.
func (d *driver) restored(c *action.Ctx, p *action.Arguments, j *job) {
	j.Instance = c.Serial()
	flags := uint8(0)
	if j.Suspended {
		flags |= FlagSuspended
	}
	if j.Ending {
		flags |= FlagEnding
	}
	d.session.running.put(j.Instance, j, c.Agent())
	d.begin(OpRestored, flags, c, p, j)
}

// begin sends an action with its arguments.
func (d *driver) begin(op Op, flags uint8, c *action.Ctx, p *action.Arguments, j *job) {
	s := d.session
	at := len(s.out)
	s.out = appendInt(appendInt(appendHead(s.out, op, flags, 0, d.number), j.Instance), int64(c.Agent()))
	for i := range d.params {
		v := &p[i]
		if types := d.params[i].Types; len(types) > 1 {
			which := 0
			for which < len(types)-1 && types[which] != v.Type {
				which++
			}
			s.out = appendInt(s.out, int64(which))
		}
		for w := range v.Type.Width() {
			s.out = appendInt(s.out, int64(v.Words[w]))
		}
	}
	appendHead(s.out[:at], op, flags, (len(s.out)-at)/WordBytes-1, d.number)
}

func (d *driver) abort(c *action.Ctx, _ *action.Arguments, j *job, r action.Reason) {
	flags := uint8(0)
	if j.Ending = c.Ending(); j.Ending {
		flags = FlagGrace
		j.Report = 0 // the earlier report was the outcome of an action that is no longer wanted
	}
	d.tell(OpAbort, flags, uint32(r), j.Instance, c.Agent())
}

func (d *driver) suspend(c *action.Ctx, _ *action.Arguments, j *job) {
	j.Suspended = true
	d.tell(OpSuspend, 0, 0, j.Instance, c.Agent())
}

func (d *driver) resume(c *action.Ctx, _ *action.Arguments, j *job) {
	j.Suspended = false
	d.tell(OpResume, 0, 0, j.Instance, c.Agent())
}

// released forgets an action that has ended. Of one that was asked to end and has not reported, the game receives that
// its time is over.
func (d *driver) released(j *job) {
	r, ok := d.session.running.drop(j.Instance, j)
	if ok && j.Ending && j.Report == 0 {
		d.tell(OpOver, 0, 0, j.Instance, r.agent)
	}
}

func (d *driver) tell(op Op, flags uint8, number uint32, instance int64, agent action.AgentID) {
	d.session.out = appendInt(appendInt(appendHead(d.session.out, op, flags, 2, number), instance), int64(agent))
}

// doing is a running action.
type doing struct {
	instance int64 // 0: none
	job      *job
	agent    action.AgentID
}

// running finds running actions by their numbers: open addressing, so that nothing is allocated while they come and go.
type running struct {
	list []doing // a power of two, or none
	len  int
}

func (r *running) home(instance int64) int {
	return int(uint64(instance) * 0x9e3779b97f4a7c15 >> 32 & uint64(len(r.list)-1))
}

// find returns the index of an action; false if it does not run.
func (r *running) find(instance int64) (*doing, bool) {
	if len(r.list) == 0 || instance == 0 {
		return nil, false
	}
	for i := r.home(instance); ; i = (i + 1) & (len(r.list) - 1) {
		switch r.list[i].instance {
		case instance:
			return &r.list[i], true
		case 0:
			return nil, false
		}
	}
}

// put notes an action, instead of one of the same number.
func (r *running) put(instance int64, j *job, agent action.AgentID) {
	if 4*(r.len+1) > 3*len(r.list) {
		old := r.list
		r.list, r.len = make([]doing, max(16, 2*len(old))), 0
		for _, d := range old {
			if d.instance != 0 {
				r.put(d.instance, d.job, d.agent)
			}
		}
	}
	i := r.home(instance)
	for r.list[i].instance != 0 && r.list[i].instance != instance {
		i = (i + 1) & (len(r.list) - 1)
	}
	if r.list[i].instance == 0 {
		r.len++
	}
	r.list[i] = doing{instance, j, agent}
}

// drop forgets an action, if it is that one, and returns its data.
func (r *running) drop(instance int64, j *job) (d doing, ok bool) {
	at, ok := r.find(instance)
	if !ok || at.job != j {
		return d, false
	}
	d = *at
	mask := len(r.list) - 1
	hole := r.home(instance)
	for &r.list[hole] != at {
		hole = (hole + 1) & mask
	}
	for i := (hole + 1) & mask; r.list[i].instance != 0; i = (i + 1) & mask { // those that would not be found behind the hole move into it
		if home := r.home(r.list[i].instance); (i-home)&mask >= (i-hole)&mask {
			r.list[hole] = r.list[i]
			hole = i
		}
	}
	r.list[hole] = doing{}
	r.len--
	return d, true
}
