// Package search finds plans for HDDL problems: it runs the searches one after the other and shares the time between
// them.
package search
