// Command release builds what a release consists of: go run ./internal/tools/release -o dist. It writes an archive of
// the command line for each platform, the WebAssembly package, the playground page, the C library where there is a C
// compiler for the platform, the clients, and SHA256SUMS. It starts each command line that this machine can start, by
// itself or with qemu-aarch64 or wine.
//
// The version is that of the commit, which karakuri --version then says: tag it first. Two builds of one commit give
// the same bytes, except for the C library, whose C compiler decides.
package main

import (
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// platform is what programs are built for.
type platform struct{ system, arch string }

func (p platform) String() string { return p.system + "-" + p.arch }

var platforms = []platform{{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}}

// artefact is a file of the release. Make fills a folder with its contents, and returns remarks for people.
type artefact struct {
	name string // without the version
	zip  bool
	make func(dir string) (remarks []string, err error)
}

func main() {
	log.SetFlags(0)
	out := flag.String("o", "dist", "folder to write to; it must be empty or not exist")
	only := flag.String("only", "", "build only the artefacts whose names match this regular expression, as in 'linux-amd64|wasm'")
	version := flag.String("version", "", "version in the names of the files; default: what git describe says")
	flag.Parse()
	if err := release(*out, *only, *version, log.Printf); err != nil {
		log.Fatal("release: ", err)
	}
}

// release builds the artefacts whose names match a pattern.
func release(out, only, version string, tell func(format string, args ...any)) error {
	match, err := regexp.Compile(only)
	if err != nil {
		return fmt.Errorf("-only: %w", err)
	}
	if list, err := os.ReadDir(out); err == nil && len(list) > 0 {
		return fmt.Errorf("%s is not empty", out)
	}
	if version == "" {
		if version, err = git("describe", "--tags", "--always", "--dirty"); err != nil {
			return fmt.Errorf("no version: name one with -version, or build in a clone: %w", err)
		}
	}
	when, err := commitTime()
	if err != nil {
		return err
	}
	if !regexp.MustCompile(`^[\w.+-]+$`).MatchString(version) {
		return fmt.Errorf("%q cannot be a part of the names of files: name a version with -version", version)
	}
	list := slices.DeleteFunc(artefacts(version), func(a artefact) bool { return !match.MatchString(a.name) })
	if len(list) == 0 {
		return fmt.Errorf("nothing matches %q", only)
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	var sums []string
	for _, a := range list {
		file, remarks, err := a.build(out, version, when)
		if errors.Is(err, errNoCompiler) {
			tell("%s: left out: %v", a.name, err)
			continue
		}
		if err != nil {
			return fmt.Errorf("%s: %w", a.name, err)
		}
		sum, size, err := checksum(filepath.Join(out, file))
		if err != nil {
			return err
		}
		sums = append(sums, sum+"  "+file+"\n")
		tell("%s, %.1f MB%s", file, float64(size)/1e6, strings.Join(append([]string{""}, remarks...), "; "))
	}
	slices.SortFunc(sums, func(a, b string) int { return strings.Compare(a[64:], b[64:]) })
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), []byte(strings.Join(sums, "")), 0o644)
}

// artefacts lists all artefacts.
func artefacts(version string) []artefact {
	var list []artefact
	for _, p := range platforms {
		list = append(list, artefact{"karakuri-" + p.String(), p.system == "windows", func(dir string) ([]string, error) { return commandLine(dir, version, p) }})
	}
	for _, p := range platforms {
		if p.system != "darwin" { // the library needs Apple's SDK
			list = append(list, artefact{"libkarakuri-" + p.String(), p.system == "windows", func(dir string) ([]string, error) { return nil, library(dir, p) }})
		}
	}
	return append(list,
		artefact{"karakuri-wasm", false, func(dir string) ([]string, error) {
			return nil, libTool(dir, "-wasm")
		}},
		artefact{"karakuri-playground", false, func(dir string) ([]string, error) {
			return nil, goTool(nil, "run", "./internal/tools/play", "-o", dir)
		}},
		artefact{"karakuri-clients", false, clients})
}

// build makes an artefact, and returns the name of its file.
func (a *artefact) build(out, version string, when time.Time) (file string, remarks []string, err error) {
	folder := strings.Replace(a.name, "karakuri", "karakuri-"+version, 1)
	work, err := os.MkdirTemp("", "release-*")
	if err != nil {
		return "", nil, err
	}
	defer os.RemoveAll(work)
	dir := filepath.Join(work, folder)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", nil, err
	}
	if remarks, err = a.make(dir); err != nil {
		return "", nil, err
	}
	if err := copyFile("LICENSE", filepath.Join(dir, "LICENSE")); err != nil {
		return "", nil, err
	}
	pack, ending := packTar, ".tar.gz"
	if a.zip {
		pack, ending = packZip, ".zip"
	}
	file = folder + ending
	return file, remarks, pack(filepath.Join(out, file), work, when)
}

// commandLine builds the command line for a platform, and starts it if this machine can.
func commandLine(dir, version string, p platform) ([]string, error) {
	file := filepath.Join(dir, "karakuri")
	if p.system == "windows" {
		file += ".exe"
	}
	env := []string{"GOOS=" + p.system, "GOARCH=" + p.arch, "CGO_ENABLED=0"}
	// without what git says: the go command would note the archives so far as changes
	if err := goTool(env, "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -X main.release="+version, "-o", file, "./cmd/karakuri"); err != nil {
		return nil, err
	}
	if err := copyFile("README.md", filepath.Join(dir, "README.md")); err != nil {
		return nil, err
	}
	starter := starterOf(p)
	if starter == nil {
		return []string{"not started: this machine cannot"}, nil
	}
	said, err := exec.Command(starter[0], append(starter[1:], file, "--version")...).Output()
	if err != nil {
		return nil, fmt.Errorf("%s --version: %w", file, err)
	}
	if !strings.HasPrefix(string(said), "karakuri "+version+" ") {
		return nil, fmt.Errorf("%s --version says %q, not %s", file, said, version)
	}
	return []string{"says " + strings.TrimSpace(string(said))}, nil
}

// starterOf returns the command that starts a program of a platform; nil: there is none.
func starterOf(p platform) []string {
	if p.system == runtime.GOOS && p.arch == runtime.GOARCH {
		return []string{"env"}
	}
	for _, s := range []struct {
		p    platform
		name string
	}{{platform{"linux", "arm64"}, "qemu-aarch64"}, {platform{"linux", "arm64"}, "qemu-aarch64-static"}, {platform{"windows", "amd64"}, "wine"}} {
		if path, err := exec.LookPath(s.name); err == nil && s.p == p {
			return []string{path}
		}
	}
	return nil
}

// errNoCompiler is the error of a library for whose platform there is no C compiler.
var errNoCompiler = errors.New("there is no C compiler for it")

// library builds the C library for a platform.
func library(dir string, p platform) error {
	compiler := compilerOf(p)
	if compiler == "" {
		return errNoCompiler
	}
	return libTool(dir, "-os", p.system, "-arch", p.arch, "-cc", compiler)
}

// libTool builds a library into a folder, without what git says.
func libTool(dir string, args ...string) error {
	env := []string{"GOFLAGS=" + strings.TrimSpace(os.Getenv("GOFLAGS")+" -buildvcs=false")}
	return goTool(env, append([]string{"run", "./internal/tools/lib", "-o", dir}, args...)...)
}

// compilerOf returns the C compiler for a platform, "" if there is none.
func compilerOf(p platform) string {
	names := map[platform][]string{{"linux", "amd64"}: {"x86_64-linux-gnu-gcc"}, {"linux", "arm64"}: {"aarch64-linux-gnu-gcc"}, {"windows", "amd64"}: {"x86_64-w64-mingw32-gcc"}}[p]
	if p.system == runtime.GOOS && p.arch == runtime.GOARCH {
		names = append([]string{"cc", "gcc"}, names...)
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// clients copies the sources of the clients, as git knows them.
func clients(dir string) ([]string, error) {
	list, err := git("ls-files", "clients")
	if err != nil {
		return nil, err
	}
	files := strings.Fields(list)
	for _, file := range files {
		to := filepath.Join(dir, strings.TrimPrefix(file, "clients/"))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return nil, err
		}
		if err := copyFile(file, to); err != nil {
			return nil, err
		}
	}
	return []string{fmt.Sprintf("%d files", len(files))}, nil
}

// commitTime returns when the commit was made: all files of the archives have that time.
func commitTime() (time.Time, error) {
	text, err := git("log", "-1", "--format=%ct")
	if err != nil {
		return time.Time{}, err
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	return time.Unix(seconds, 0).UTC(), err
}

func git(args ...string) (string, error) {
	b, err := exec.Command("git", args...).Output()
	return strings.TrimSpace(string(b)), err
}

func goTool(env []string, args ...string) error {
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), env...)
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, said)
	}
	return nil
}

// checksum returns the SHA-256 of a file in hexadecimal, and its size.
func checksum(file string) (sum string, size int64, err error) {
	f, err := os.Open(file)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	h := sha256.New()
	size, err = io.Copy(h, f)
	return fmt.Sprintf("%x", h.Sum(nil)), size, err
}

func copyFile(from, to string) error {
	b, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, b, 0o644)
}
