package studio

import "time"

// yield lets the page's messages in after a pulse: a program in a browser has one thread, and receives messages only
// while all its goroutines wait.
func yield() { time.Sleep(time.Millisecond) }
