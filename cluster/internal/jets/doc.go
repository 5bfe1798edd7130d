// Package jets keeps the logs, values and objects of a cluster in NATS JetStream.
package jets
