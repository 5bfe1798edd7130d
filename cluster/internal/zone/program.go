package zone

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"sync"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri"
	"github.com/karakuri-ai/karakuri/internal/remote"
)

// MaxProgramBytes is the maximum size of a program's files together.
const MaxProgramBytes = 64 << 20

// Bundle is a program's files. Its hash names the program in the whole cluster.
type Bundle struct {
	Main  string
	Files map[string][]byte
}

// recording is a folder that keeps which files were read.
type recording struct {
	of    fs.FS
	files map[string][]byte
}

func (r *recording) Open(name string) (fs.File, error) {
	if data, err := fs.ReadFile(r.of, name); err == nil {
		r.files[name] = data
	}
	return r.of.Open(name)
}

// ReadBundle loads a program from a file and those that it imports, and returns all of them. The error lists every
// mistake in them, or says why the program cannot run for others.
func ReadBundle(fsys fs.FS, main string) (*Bundle, error) {
	r := &recording{fsys, map[string][]byte{}}
	p, err := karakuri.Load(r, main)
	if err != nil {
		return nil, err
	}
	if _, err := remote.New(p, remote.Options{}); err != nil {
		return nil, fmt.Errorf("%s: %w", main, err)
	}
	return &Bundle{main, r.files}, nil
}

// Bytes returns the bundle as bytes, the same for the same files, and their hash.
func (b *Bundle) Bytes() (data []byte, hash string, err error) {
	data = appendBytes([]byte("KRKB\x01"), b.Main)
	data = appendUint(data, uint64(len(b.Files)))
	for _, name := range slices.Sorted(maps.Keys(b.Files)) {
		data = appendBytes(appendBytes(data, name), b.Files[name])
	}
	if len(data) > MaxProgramBytes {
		return nil, "", fmt.Errorf("zone: the files of %s have %d bytes, the limit is %d", b.Main, len(data), MaxProgramBytes)
	}
	return data, hashOf(data), nil
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Programs loads programs from the object store and keeps them: they are immutable and shared by all zones. Safe for
// concurrent use.
type Programs struct {
	// Tap is remote.Options.Tap of all crowds that are made with these programs; nil: none.
	Tap func(o karakuri.Options) karakuri.Options

	objects Objects
	lock    sync.Mutex
	loaded  map[string]*karakuri.Program
}

// NewPrograms returns the programs of a store.
func NewPrograms(o Objects) *Programs {
	return &Programs{objects: o, loaded: map[string]*karakuri.Program{}}
}

// programKey is the name of a program's object.
func programKey(hash string) string { return "program/" + hash }

// Put stores a program's files and returns their hash.
func (p *Programs) Put(b *Bundle) (hash string, err error) {
	data, hash, err := b.Bytes()
	if err != nil {
		return "", err
	}
	return hash, p.objects.Put(programKey(hash), data)
}

// Get returns a program by its hash.
func (p *Programs) Get(hash string) (*karakuri.Program, error) {
	p.lock.Lock()
	defer p.lock.Unlock()
	if found := p.loaded[hash]; found != nil {
		return found, nil
	}
	data, err := p.objects.Get(programKey(hash))
	if err != nil {
		return nil, fmt.Errorf("zone: program %.12s: %w", hash, err)
	}
	if is := hashOf(data); is != hash {
		return nil, fmt.Errorf("zone: program %.12s is %w: its hash is %.12s", hash, errDamaged, is)
	}
	b, err := readBundle(data)
	if err != nil {
		return nil, err
	}
	files := fstest.MapFS{}
	for name, text := range b.Files {
		files[name] = &fstest.MapFile{Data: text}
	}
	made, err := karakuri.Load(files, b.Main)
	if err != nil {
		return nil, fmt.Errorf("zone: program %.12s: %w", hash, err)
	}
	p.loaded[hash] = made
	return made, nil
}

func readBundle(data []byte) (*Bundle, error) {
	if len(data) < 5 || string(data[:5]) != "KRKB\x01" {
		return nil, fmt.Errorf("zone: the object is no program")
	}
	r := reader{b: data[5:]}
	b := &Bundle{Main: r.text(), Files: map[string][]byte{}}
	for range r.count() {
		name := r.text()
		b.Files[name] = r.bytes()
	}
	if err := r.end(); err != nil {
		return nil, fmt.Errorf("zone: the files of a program are %w", err)
	}
	return b, nil
}
