package action

// Gate makes instances call f before an action of the host starts, with the agent that starts it, so that f can stop
// other activities first. Activities of drivers do not call it.
func (in *Instances) Gate(f func(c *Ctx, action int32)) { in.gate = f }

// Within returns the driver that runs the activity of a handle, or nil for an action of the host.
func (in *Instances) Within(h Handle) Driver {
	if d, ok := in.stores[h.action-1].(*driven); ok {
		return d.driver
	}
	return nil
}

// isOfHost reports whether an ID belongs to an action of the host.
func (in *Instances) isOfHost(action int32) bool {
	return len(in.spans) == 0 || action < in.spans[0].first
}
