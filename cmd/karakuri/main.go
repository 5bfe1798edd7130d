// Command karakuri checks, formats, tests, plans, explains and runs karakuri files.
package main

import "os"

func main() {
	os.Exit(run(os.Args[1:], newConsole()))
}
