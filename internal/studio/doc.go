// Package studio is the place to see how characters decide: a server of pages that show running simulations and recorded runs, in a browser.
//
// A Library says which files there are; nothing else is ever read or written. A Session is the simulation of one of them, carried on by one
// goroutine, which everything else asks. All pages that look at a file look at the same simulation. What they are told of while it runs is one
// picture of who is where, made at most FrameRate times a second, of which a page that is slow gets fewer: nothing waits for a page.
//
// Everything else a page asks for. Of the past too: checkpoints are kept, and a second simulation of the same file is taken back to one and let
// run up to the moment asked about, while the first one runs on. So a planning of the past is explained as it was: planning again over the
// picture that the planner saw.
//
// Pages and server speak over one WebSocket, in JSON: a Request, and an answer with its number. Only pages of the server's own origin may; who asks
// from elsewhere, or does not know the token where there is one, is refused.
package studio
