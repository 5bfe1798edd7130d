package agent

import (
	"reflect"
	"testing"
	"testing/fstest"

	"github.com/karakuri-ai/karakuri/internal/run/program"
	"github.com/karakuri-ai/karakuri/internal/run/runner"
)

// TestEveryPartIsWired: each link of a part leads to that part of the same crowd, also after the crowd has gone over to
// another program.
func TestEveryPartIsWired(t *testing.T) {
	p, ds := program.Load(fstest.MapFS{"a.krk": {Data: []byte("agent a {}")}}, "a.krk")
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	b := runner.NewBindings(p.Info)
	c, err := New(p, b, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if links := checkLinks(t, c); links < 70 {
		t.Errorf("%d links were looked at", links)
	}
	if _, err := c.Reload(p, b); err != nil {
		t.Fatal(err)
	}
	checkLinks(t, c)
}

func checkLinks(t *testing.T, c *Crowd) (links int) {
	t.Helper()
	v := reflect.ValueOf(c).Elem()
	at := map[reflect.Type]uintptr{} // where the part of a type is
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Pointer {
			at[f.Type()] = f.Pointer()
		} else if f.Kind() == reflect.Struct {
			at[reflect.PointerTo(f.Type())] = f.Addr().Pointer()
		}
	}
	for i := range v.NumField() {
		part := reflect.Indirect(v.Field(i))
		for k := 0; part.Kind() == reflect.Struct && k < part.NumField(); k++ {
			f := part.Field(k)
			want, is := at[f.Type()]
			if !is {
				continue
			}
			if links++; f.Pointer() != want {
				t.Errorf("%s.%s is not the crowd's own", part.Type().Name(), part.Type().Field(k).Name)
			}
		}
	}
	return links
}
