package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
)

type versionCmd struct{}

// Help returns the text of --help.
func (*versionCmd) Help() string {
	return "Prints the version of karakuri, the commit it was built from where that is known, and the Go version and platform.\n\nkarakuri --version does the same."
}

// Run prints one line.
func (*versionCmd) Run(c *console) error {
	_, err := fmt.Fprintln(c.out, versionText())
	return err
}

// release is the version that internal/tools/release has built in; empty: the version is that of the module.
var release string

// versionText is "karakuri v1.2.3 (0123456789ab) go1.26.8 linux/amd64".
func versionText() string {
	version, commit := versionNumber()
	if commit != "" {
		commit = fmt.Sprintf(" (%.12s)", commit)
	}
	return fmt.Sprintf("karakuri %s%s %s %s/%s", version, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// versionNumber returns the version of the program, and the commit that it was built from where that is known.
func versionNumber() (version, commit string) {
	version = "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok {
		version = cmp.Or(release, info.Main.Version, version)
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				commit = s.Value
			}
		}
	}
	return version, commit
}
