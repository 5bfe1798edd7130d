package bt

import (
	"github.com/karakuri-ai/karakuri/action"
	"github.com/karakuri-ai/karakuri/world"
)

// startServices runs the services of a node that starts.
func (x *run) startServices(n int32, nd *node) {
	for i := range nd.services {
		s := &nd.services[i]
		x.setLane(s.lane, 0)
		x.memory[s.word] = world.Word(x.tick)
	}
	x.runServices(n, nd)
}

// runServices runs the services of a node that are due, and lets those continue that run.
func (x *run) runServices(n int32, nd *node) {
	for i := range nd.services {
		s := &nd.services[i]
		switch {
		case x.lane(s.lane) != 0:
			x.updateService(n, i, s)
		case x.tick >= int64(x.memory[s.word]):
			x.startService(n, i, s)
		default:
			x.soon(int64(x.memory[s.word]))
		}
	}
}

func (x *run) startService(n int32, i int, s *service) {
	if s.action < 0 {
		s.effects.Apply(x.m, x.memory)
		x.serviceOver(n, i, s, Success)
		return
	}
	x.setLane(s.lane, uint32(x.startAction(s.action, s.args).Slot()+1))
	if x.updateService(n, i, s) {
		x.emit(Event{Kind: ServiceRan, Node: n, Service: int32(i), Status: Running})
	}
}

// updateService lets the action of a service continue, and reports whether it still runs. It then does so in every
// tick.
func (x *run) updateService(n int32, i int, s *service) bool {
	status := x.env.Instances.Update(x.env.Ctx, action.HandleOf(s.action, int32(x.lane(s.lane))-1))
	x.m.State = x.env.Ctx.State()
	if status == action.Running {
		x.soon(x.tick + 1)
		return true
	}
	x.setLane(s.lane, 0)
	x.checkFault(n)
	x.serviceOver(n, i, s, Status(status))
	return false
}

// serviceOver makes a service due after its interval.
func (x *run) serviceOver(n int32, i int, s *service, status Status) {
	due := x.tick + max(x.ticks(s.every), 1)
	x.memory[s.word] = world.Word(due)
	x.soon(due)
	x.emit(Event{Kind: ServiceRan, Node: n, Service: int32(i), Status: status})
}

// stopServices aborts what the services of a node are running.
func (x *run) stopServices(n int32, nd *node, reason action.Reason) {
	for i := range nd.services {
		s := &nd.services[i]
		slot := int32(x.lane(s.lane)) - 1
		if slot < 0 {
			continue
		}
		x.setLane(s.lane, 0)
		x.env.Instances.Abort(x.env.Ctx, action.HandleOf(s.action, slot), reason)
		x.m.State = x.env.Ctx.State()
		x.checkFault(n)
		x.emit(Event{Kind: ServiceRan, Node: n, Service: int32(i), Status: Inactive, Reason: reason})
	}
}
