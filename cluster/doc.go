// Package cluster runs crowds on more than one machine, on NATS JetStream. A crowd is a zone: one node owns it, makes
// its ticks and logs what goes into them; when that node fails another one replays the log and continues with the same
// decisions. Games connect to any node, and go on through such a change: no command is lost, and none comes twice.
//
// [Start] starts a node, [Connect] connects a game. Command karakuri-cluster does both for those who need no Go.
package cluster
