// Package agent holds agents and the crowd that ticks them together.
//
// Time is a number of ticks at a fixed rate: [Crowd.Step] makes one, [Crowd.Advance] as many as fit into the elapsed
// time. A tick is a list of phases, in each of which the agents come in order:
//
//   - perceive: agents with a body look, listen and exchange percepts ([Options].Senses), and the crowd writes their
//     memories to their symbols as if the host had written them before the tick
//   - receive: writes to the symbols of squads and the world since the last tick reach every agent
//   - wake: the crowd finds the agents for which something is due, or whose state was written to; the others sleep
//   - claim: objects claimed by running steps are closed to other agents
//   - decide: each agent chooses its plan line, plans if that is due, and compares the plans; of the host's code, it
//     calls functions only. Several goroutines can decide for different agents ([Options].Workers): deciding reads and
//     writes only the agent's own data
//   - act: reactions, then plans, trees, brains and idle actions, then layers are updated; the host's code runs here,
//     on the caller's goroutine
//   - commit: writes of agents to shared symbols reach the world or their squad, in order of agents, so that the last
//     one wins; orders given during the tick are delivered; objects and agents that were added or removed during the
//     tick are so for all agents; squads settle the reports and claims of their members, and assign roles
//
// Within a tick an agent therefore sees the shared state as of the tick's start, with its own writes.
//
// # Parts
//
// A [Crowd] is a list of parts. Each has its own fields and links to the parts that it uses; Crowd wires them, and its
// methods are the host's interface.
//
//   - core: program, options, shared state, the time, and the schedule of turns, which all parts use
//   - population: agents in their slots
//   - families: the drivers of trees, plans, goals, brains, orders and leases, which answer the crowd's queries about
//     their activities
//   - turns, crew: which agents act in a tick, and which goroutines decide
//   - routines: what agents repeat from tick to tick
//   - reflexes: reactions and layers
//   - perception, objects, exchange: senses and memories; objects and bodies that are added and removed; symbols that
//     agents share
//   - squads, commands: the actions of squads, and orders of the host
//   - net: recovery from host code that does not return
//   - journal: the hash, sinks, the tape of a recording or a [Replay], faults
//   - snapshots, meter: what is saved, and what is counted
//   - [View]: the answers to queries about agents
//
// # Cost
//
// Sleeping agents cost nothing: they wait in a wheel of ticks, and a write to their state raises a flag that the crowd
// sees.
//
// Each agent has a state of its own that holds the symbols of all scopes, so that conditions and planners read one
// flat memory: about 8 bytes for each dense cell, including shared ones; agents share large relations and objects
// until one of them writes. A change of the shared state is written once for each agent; without changes nothing is
// written.
package agent
