// Package clients has the tests of the library for other languages and of the clients that call it. They need compilers
// and interpreters, and so run only where they are asked for:
//
//	go test ./internal/tools/clients -count=1 -v -clients
package clients
