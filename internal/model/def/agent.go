package def

// checkAgents checks the kinds of agents.
func (c *checker) checkAgents() {
	for _, e := range c.entriesOf(kindAgent) {
		d := e.decl.(*Agent)
		a := &AgentInfo{Decl: d, ID: int32(len(c.info.Agents)), Name: e.name}
		for _, line := range d.Plans {
			if line != nil {
				a.Plans = append(a.Plans, c.checkPlan(line, DefaultReplan))
			}
		}
		if d.Tree != nil {
			a.Tree = c.checkTreeLine(d)
		}
		if d.Brain != nil {
			a.Mind = c.checkMind(d)
		}
		c.checkPercepts(a)
		if d.Idle != nil {
			a.Idle = c.actionCall(&d.Idle.Do, c.global())
		}
		if d.Squad != nil {
			a.Squad = c.squadOf(d.Squad)
		}
		c.checkReactions(a)
		checkAlerts(c, a)
		c.checkLayers(a)
		e.agent = a
		if !e.lost {
			c.info.Agents = append(c.info.Agents, a)
		}
	}
	c.addLeaders()
}

// checkPlan checks a plan line; interval is its default interval.
func (c *checker) checkPlan(d *PlanLine, every float64) PlanInfo {
	p := PlanInfo{Decl: d}
	p.Call, _ = c.constCall(&d.Task, c.global())
	c.clauses(PlanTable.Head, d, &p, c.global())
	if d.Every == nil {
		p.Every = every
	}
	return p
}
