// Package studio shows how characters decide: it serves pages that show running simulations and recorded runs in a
// browser.
//
// A Library lists the files that pages can open; the studio reads and writes no others. A Session is the simulation of
// one of them. One goroutine runs it and carries out all requests. All pages that open a file show the same simulation.
// While it runs, each page receives pictures of where the figures are, at most FrameRate per second. A slow page gets
// fewer: the simulation never waits for a page.
//
// Pages request everything else, also about the past: the session keeps checkpoints, and a second simulation of the
// same file goes back to one of them and replays up to the requested moment, while the first one runs on. A planning of
// the past is explained by planning again over the picture that the planner saw.
//
// Pages and server exchange JSON over one WebSocket: a Request, and an Answer with the same ID. The server refuses
// requests from pages of another origin, and requests without the token if it has one.
package studio
