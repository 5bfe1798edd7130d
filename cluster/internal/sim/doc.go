// Package sim runs the owners, followers and clients of a cluster under simulated time, network and stores. A seed
// decides everything: what is late or lost, which node stops, freezes or is cut off, and when. The code of package zone
// is the same as in a cluster. In the end the oracle plays the log of each zone on one machine and compares.
package sim
