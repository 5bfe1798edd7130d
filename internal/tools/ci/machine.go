package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// tools are the programs and header files that some tests need, with the Debian packages that bring them.
var tools = []struct{ program, pkg string }{{"qemu-aarch64", "qemu-user"}, {"chromium", "chromium"}, {"godot3", "godot3"}, {"xvfb-run", "xvfb"}, {"node", "nodejs"}, {"npm", "npm"}, {"gcc", "gcc"}, {"g++", "g++"}, {"valgrind", "valgrind"}, {"python3", "python3"},
	{"nvim", "neovim"}, {"emacs", "emacs-nox"}, {"/usr/share/doc/elpa-eglot", "elpa-eglot"}, {"mcs", "mono-mcs"}, {"mono", "mono-runtime"}, {"godot3-server", "godot3-server"},
	{"/usr/include/X11/Xlib.h", "libx11-dev"}, {"/usr/include/X11/extensions/Xrandr.h", "libxrandr-dev"}, {"/usr/include/X11/Xcursor/Xcursor.h", "libxcursor-dev"},
	{"/usr/include/X11/extensions/Xinerama.h", "libxinerama-dev"}, {"/usr/include/X11/extensions/XInput2.h", "libxi-dev"}, {"/usr/include/X11/extensions/xf86vmode.h", "libxxf86vm-dev"}, {"/usr/include/GL/gl.h", "libgl1-mesa-dev"}}

// patience is the time limit for installing tools: CI does without those that are missing then.
const patience = 4 * time.Minute

// installTools installs the missing tools. The first use shows whether that worked.
func installTools() {
	var missing []string
	for _, t := range tools {
		if !there(t.program) {
			missing = append(missing, t.pkg)
		}
	}
	if _, err := exec.LookPath("apt-get"); err != nil || len(missing) == 0 {
		return
	}
	fmt.Printf("# tools for tests\n$ apt-get install -y -q --no-install-recommends %s\n", strings.Join(missing, " "))
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	exec.CommandContext(ctx, "apt-get", "update", "-q").Run() // without a list of packages none is found; an old one may do
	install := exec.CommandContext(ctx, "apt-get", append([]string{"install", "-y", "-q", "--no-install-recommends"}, missing...)...)
	install.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
	if out, err := install.CombinedOutput(); err != nil {
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		fmt.Printf("not installed: %v: %s\n", err, lines[len(lines)-1])
	}
	fmt.Println()
}

// there reports whether a program is on the path, or a file where it is looked for.
func there(program string) bool {
	if strings.HasPrefix(program, "/") {
		_, err := os.Stat(program)
		return err == nil
	}
	_, err := exec.LookPath(program)
	return err == nil
}

// packaged says why packages of npm cannot be installed, or nothing.
func packaged() string {
	for _, program := range []string{"node", "npm"} {
		if _, err := exec.LookPath(program); err != nil {
			return "there is no " + program + " (Debian: nodejs, npm)"
		}
	}
	if _, err := exec.Command("npm", "ping").CombinedOutput(); err != nil {
		return "the packages cannot be fetched from here"
	}
	return ""
}

// buildable says why the pages cannot be built, or nothing.
func buildable() string {
	if _, err := exec.LookPath("node"); err != nil {
		return "there is no node (Debian: nodejs)"
	}
	if _, err := os.Stat("internal/studio/web/node_modules"); err != nil {
		return "there are no internal/studio/web/node_modules (npm ci, in internal/studio/web)"
	}
	return ""
}

// extendable says why the extension for Visual Studio Code cannot be tested, or nothing.
func extendable() string {
	if _, err := exec.LookPath("node"); err != nil {
		return "there is no node (Debian: nodejs)"
	}
	if _, err := os.Stat("editors/vscode/node_modules"); err != nil {
		return "there are no editors/vscode/node_modules (npm ci, in editors/vscode)"
	}
	return ""
}

// browsable says why pages cannot be looked at, or nothing.
func browsable() string {
	if _, err := exec.LookPath("chromium"); err != nil {
		return "there is no chromium (Debian: chromium)"
	}
	return buildable()
}

// runnable says why programs for another kind of processor do not run here, or nothing. A small program is tried.
func runnable(env string) string {
	if runtime.GOARCH != "amd64" {
		return "this machine is not of that family"
	}
	cmd := exec.Command("go", "test", "-count=1", "-run", "^$", "./det")
	cmd.Env = append(os.Environ(), env)
	out, err := cmd.CombinedOutput()
	for _, sign := range []string{"exec format error", "microarchitecture support", "bad CPU type", "not a valid Win32 application"} {
		if err != nil && strings.Contains(string(out), sign) {
			return "programs with " + env + " do not run on this machine"
		}
	}
	return ""
}

// fetchable says why staticcheck cannot be had, or nothing.
func fetchable() string {
	pkg, version, _ := strings.Cut(staticcheck, "@")
	module := strings.TrimSuffix(pkg, "/cmd/staticcheck")
	if _, err := goOutput("list", "-m", module+"@"+version); err != nil {
		return module + " cannot be fetched from here"
	}
	return ""
}

// clusterable says why the dependencies of the cluster's module cannot be had, or nothing.
func clusterable() string {
	return modulesOf(cluster)
}

// drawable says why the example with a window cannot be built and shown, or nothing.
func drawable() string {
	for _, t := range tools {
		if (strings.HasPrefix(t.program, "/") || t.program == "xvfb-run" || t.program == "gcc") && !there(t.program) {
			return "there is no " + t.program + " (Debian: " + t.pkg + ")"
		}
	}
	return modulesOf(window)
}

// modulesOf says why the modules that a nested one needs cannot be had, or nothing.
func modulesOf(dir string) string {
	cmd := exec.Command("go", "mod", "download")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return "the modules that " + dir + " needs cannot be fetched from here: " + strings.TrimSpace(string(out))
	}
	return ""
}

// linkable says why the library for other languages cannot be built, or nothing.
func linkable() string {
	if why := raceable(); why != "" {
		return strings.Replace(why, "the race detector", "the library", 1)
	}
	return ""
}

// raceable says why the race detector does not work, or nothing: on most systems it needs a C compiler.
func raceable() string {
	if enabled, _ := goOutput("env", "CGO_ENABLED"); enabled != "1" {
		return "the race detector needs cgo"
	}
	compiler, _ := goOutput("env", "CC")
	name, _, _ := strings.Cut(compiler, " ")
	if _, err := exec.LookPath(name); err != nil {
		return "the race detector needs a C compiler"
	}
	return ""
}

func goOutput(args ...string) (string, error) {
	out, err := exec.Command("go", args...).Output()
	return strings.TrimSpace(string(out)), err
}
