// Package zone keeps a crowd alive on more than one machine. A zone is a crowd whose owner makes each tick first, then
// appends what went into it to a log, and only then lets the commands leave. Who replays the log has the same crowd.
//
// [Machine] is the crowd with its place in the log: it makes ticks, and it replays them. [Owner] makes ticks and appends
// them. [Keeper] decides on one node when a zone is followed, taken over and given away. [Player] is a client's memory:
// what it has sent and what it has received. All of them do without goroutines, clocks and connections: [Env] and the
// stores are given to them, so that a simulation can run the same code.
package zone
