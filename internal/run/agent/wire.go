package agent

// wire links the parts of a new crowd to each other. Counts so far stay.
func (c *Crowd) wire() {
	c.agents = population{core: &c.core}
	c.families = families{core: &c.core, agents: &c.agents, routines: &c.routines, squads: &c.squads,
		perception: &c.perception, net: &c.net, journal: &c.journal, view: &c.view}
	c.routines = routines{core: &c.core, agents: &c.agents, families: &c.families, turns: &c.turns,
		squads: &c.squads, net: &c.net, journal: &c.journal}
	c.turns = turns{core: &c.core, agents: &c.agents, families: &c.families, routines: &c.routines,
		reflexes: &c.reflexes, net: &c.net, meter: &c.meter}
	c.reflexes = reflexes{core: &c.core, families: &c.families, voices: &c.journal.voices, net: &c.net}
	c.perception = perception{core: &c.core, agents: &c.agents, turns: &c.turns, reflexes: &c.reflexes, journal: &c.journal,
		alertness: alertness{core: &c.core, agents: &c.agents, journal: &c.journal}}
	c.objects = objects{core: &c.core, agents: &c.agents, families: &c.families, perception: &c.perception, squads: &c.squads, journal: &c.journal}
	c.exchange = exchange{core: &c.core, agents: &c.agents, turns: &c.turns, squads: &c.squads, journal: &c.journal}
	c.squads = squads{core: &c.core, agents: &c.agents, families: &c.families, perception: &c.perception, voices: &c.journal.voices,
		commands: &c.commands, exchange: &c.exchange, commons: &c.commons, net: &c.net, journal: &c.journal}
	c.commons = commons{core: &c.core, agents: &c.agents, families: &c.families, squads: &c.squads, journal: &c.journal}
	c.commands = commands{core: &c.core, agents: &c.agents, families: &c.families, squads: &c.squads,
		exchange: &c.exchange, net: &c.net, journal: &c.journal}
	c.net = net{core: &c.core, families: &c.families, routines: &c.routines, reflexes: &c.reflexes,
		squads: &c.squads, exchange: &c.exchange, journal: &c.journal}
	c.journal = journal{core: &c.core, agents: &c.agents, families: &c.families, objects: &c.objects,
		perception: &c.perception, snapshots: &c.snapshots, net: &c.net, meter: &c.meter}
	c.journal.voices = voices{core: &c.core, agents: &c.agents, hearing: &c.perception, squads: &c.squads, journal: &c.journal}
	c.snapshots = snapshots{core: &c.core, agents: &c.agents, routines: &c.routines, reflexes: &c.reflexes,
		perception: &c.perception, objects: &c.objects, squads: &c.squads, voices: &c.journal.voices, journal: &c.journal, taken: c.agents.taken}
	c.view = View{core: &c.core, agents: &c.agents, families: &c.families, routines: &c.routines, reflexes: &c.reflexes,
		perception: &c.perception, objects: &c.objects, squads: &c.squads, exchange: &c.exchange, voices: &c.journal.voices, meter: &c.meter, journal: &c.journal}
	c.meter.core, c.meter.agents, c.meter.journal = &c.core, &c.agents, &c.journal
}
