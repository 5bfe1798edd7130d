package studio

import (
	"context"
	"errors"
	"io"
)

// errNoSockets is the error of a studio that is to listen in a browser.
var errNoSockets = errors.New("the studio cannot listen in a browser, which has no server sockets")

// Server serves the studio's pages, but not in a browser.
type Server struct{ *Host }

// Listen returns an error: a program in a browser cannot listen.
func Listen(context.Context, *Library, Options) (*Server, error) { return nil, errNoSockets }

// Serve returns an error: a program in a browser cannot listen.
func Serve(context.Context, *Library, Options, io.Writer) error { return errNoSockets }

// URL returns "", because no server exists.
func (s *Server) URL() string { return "" }

// Serve returns an error: a program in a browser cannot listen.
func (s *Server) Serve() error { return errNoSockets }
