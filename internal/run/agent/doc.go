// Package agent holds agents and the crowd that ticks them together.
//
// Time is a number of ticks at a fixed rate: [Crowd.Step] is one of them, [Crowd.Advance] as many as fit into the time that
// has passed. A tick is a list of phases, in each of which the agents come in order:
//
//   - perceive: agents with a body look, listen and are told ([Options].Senses), and what they remember is written to their symbols as if the
//     host had written it before the tick
//   - receive: what was written to the symbols of squads and the world since the last tick reaches every agent
//   - wake: those are found for whom something is due, or whose state somebody has written to; the others sleep
//   - claim: what running steps have claimed is kept from others
//   - decide: each agent chooses its plan line, plans if that is due, and judges what it found; nothing of the host is called but
//     functions. Several goroutines can do so for different agents ([Options].Workers): each agent reads and writes its own only
//   - act: reactions, then plans, trees, brains and idle actions, then layers go on; the host's code runs here, on the caller's goroutine
//   - commit: what agents wrote to shared symbols becomes the world's, or their squad's, in order of agents, so that the last one wins; orders that were given
//     during the tick are passed on; objects and agents that came or went during the tick do so for everybody; squads settle what their members
//     report and claim, and assign roles
//
// Within a tick an agent therefore sees the shared state as of the tick's start, with its own writes.
//
// # Parts
//
// A [Crowd] is a list of parts. Each has its own fields and links to the parts that it uses; Crowd wires them, and its methods are what a host does with a crowd.
//
//   - core: program, options, shared state, the time, and the schedule of turns, which all parts work with
//   - population: agents in their slots
//   - families: the drivers of trees, plans, goals, brains, orders and leases, which answer what the crowd asks of their activities
//   - turns, crew: who acts in a tick, and who decides
//   - routines: what agents repeat from tick to tick
//   - reflexes: reactions and layers
//   - perception, objects, exchange: senses and memories; objects and bodies that come and go; symbols that agents share
//   - squads, commands: what squads do, and orders of the host
//   - net: what happens when the host's code does not come back
//   - journal: the hash, sinks, the tape of a recording or a [Replay], faults
//   - snapshots, meter: what is saved, and what is counted
//   - [View]: the answers to what is asked about agents
//
// # Cost
//
// Agents that sleep cost nothing: they wait in a wheel of ticks, and writing to their state raises a flag that the crowd sees.
//
// Each agent has a state of its own that holds the symbols of all scopes, so that conditions and planners read one flat
// memory: about 8 bytes for each dense cell, shared ones included; large relations and objects are shared between agents until
// one of them writes. What changed of the shared state is written once for each agent: nothing when nothing changed.
package agent
