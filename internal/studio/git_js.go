package studio

import (
	"context"
	"errors"
)

// errNoGit is the error of a version of git in a browser.
var errNoGit = errors.New("there is no git in a browser")

func (l *Library) head(context.Context, string) (string, error) { return "", errNoGit }
