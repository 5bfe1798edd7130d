// Package serve runs engines for games elsewhere: sessions over WebSocket. Messages of both sides are numbered and
// acknowledged, so that a game whose connection was lost connects again and loses and repeats nothing.
package serve
