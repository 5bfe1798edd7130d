package studio

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/karakuri-ai/karakuri/playground"
)

const (
	// sceneEnding is the file name extension of scenes.
	sceneEnding = ".scene"
	// sceneMark separates a file from the chosen scene.
	sceneMark = " · "
	// maxScenes is the maximum number of scenes considered for a file.
	maxScenes = 20
)

// splitScene splits a library name into a file and a scene; an empty scene means the one with the file's name.
func splitScene(name string) (file, scene string) {
	file, scene, _ = strings.Cut(name, sceneMark)
	return file, scene
}

// isSceneFile reports whether a file is a scene by its name.
func isSceneFile(file string) bool { return strings.HasSuffix(file, sceneEnding) }

// sceneFile returns the name of the file with the scene of a library name.
func sceneFile(name string) string {
	file, scene := splitScene(name)
	if scene != "" {
		return path.Join(path.Dir(file), scene) + sceneEnding
	}
	return strings.TrimSuffix(file, path.Ext(file)) + sceneEnding
}

// scene reads the scene of a library name, or returns nil if there is none.
func (l *Library) scene(name string) (*playground.Scene, error) {
	at := sceneFile(name)
	text, err := l.read(at)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return playground.ParseScene(path.Base(at), text)
}

// variants returns the library names of a file with each of the other scenes that it fits into.
func (l *Library) variants(name string) []string {
	var scenes []string
	for _, s := range l.scenesBeside(name) {
		if s != sceneFile(name) {
			scenes = append(scenes, s)
		}
	}
	if len(scenes) == 0 {
		return nil
	}
	p, _ := l.load(name, nil)
	if p == nil {
		return nil
	}
	var out []string
	for _, s := range scenes {
		variant := name + sceneMark + strings.TrimSuffix(path.Base(s), sceneEnding)
		if scene, err := l.scene(variant); err == nil && scene != nil && scene.Fits(public(p)) {
			out = append(out, variant)
		}
	}
	return out
}

// scenesBeside returns the names of the scenes in the folder of a file, sorted.
func (l *Library) scenesBeside(name string) []string {
	if l.isTrace(name) {
		return nil
	}
	var entries []fs.DirEntry
	var err error
	if fixed := l.system(name); fixed != nil {
		entries, err = fs.ReadDir(fixed, path.Dir(name))
	} else {
		entries, err = os.ReadDir(filepath.Join(l.root, filepath.FromSlash(path.Dir(name))))
	}
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), sceneEnding) && len(out) < maxScenes {
			out = append(out, path.Join(path.Dir(name), e.Name()))
		}
	}
	slices.Sort(out)
	return out
}
