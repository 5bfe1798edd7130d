// Package search finds plans for HDDL problems. It alternates between several searches, which share the time.
package search
