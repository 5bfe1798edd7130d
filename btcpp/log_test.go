package btcpp_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/karakuri-ai/karakuri/btcpp"
)

var shortLog = btcpp.Log{XML: `<root BTCPP_format="4"/>`, First: 1_700_000_000_000_000, Records: []btcpp.LogRecord{
	{Offset: 0, UID: 1, Status: btcpp.LogRunning}, {Offset: 1<<40 + 5, UID: 65535, Status: btcpp.LogSkipped}, {Offset: btcpp.MaxLogOffset, UID: 1},
}}

func logBytes(t *testing.T, l *btcpp.Log) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := l.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestLogIsReadAsItWasWritten(t *testing.T) {
	raw := logBytes(t, &shortLog)
	l, err := btcpp.ReadLog(bytes.NewReader(raw))
	if err != nil || !reflect.DeepEqual(*l, shortLog) {
		t.Errorf("%+v, %v", l, err)
	}
	if len(raw) != 18+1+4+len(shortLog.XML)+8+3*9 {
		t.Errorf("%d bytes", len(raw))
	}
}

func TestDamagedLogs(t *testing.T) {
	raw := logBytes(t, &shortLog)
	head := 18 + 1 + 4 + len(shortLog.XML) + 8
	for n := range len(raw) {
		l, err := btcpp.ReadLog(bytes.NewReader(raw[:n]))
		var fault *btcpp.LogError
		whole := n >= head && (n-head)%9 == 0
		switch {
		case whole && err != nil, !whole && (!errors.As(err, &fault) || fault.Offset != int64(n)):
			t.Errorf("%d bytes: %v", n, err)
		case n < head && l != nil, n >= head && len(l.Records) != (n-head)/9:
			t.Errorf("%d bytes: %+v", n, l)
		}
	}
	for _, c := range []struct {
		at     int
		value  byte
		offset int64
	}{{0, 'b', 0}, {18, 2, 18}, {22, 255, 19}, {head + 8, 5, int64(head) + 8}} {
		damaged := bytes.Clone(raw)
		damaged[c.at] = c.value
		_, err := btcpp.ReadLog(bytes.NewReader(damaged))
		var fault *btcpp.LogError
		if !errors.As(err, &fault) || fault.Offset != c.offset {
			t.Errorf("byte %d as %d: %v", c.at, c.value, err)
		}
	}
	for _, r := range []btcpp.LogRecord{{Offset: btcpp.MaxLogOffset + 1}, {Status: btcpp.LogSkipped + 1}} {
		l := btcpp.Log{Records: []btcpp.LogRecord{r}}
		if err := l.Write(&bytes.Buffer{}); err == nil {
			t.Errorf("%+v is written", r)
		}
	}
	if btcpp.LogFailure.String() != "FAILURE" || btcpp.LogStatus(9).String() != "status 9" {
		t.Error("names of statuses")
	}
}

// The log that the library wrote is read and written to the same bytes, and its XML is a document.
func TestLogOfTheLibrary(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join(dataDir(t), "traces", "sample.btlog"))
	if err != nil {
		t.Fatal(err)
	}
	l, err := btcpp.ReadLog(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(logBytes(t, l), raw) {
		t.Error("written again it differs")
	}
	d := sound(t, l.XML, btcpp.Options{})
	uids := map[string]bool{}
	var note func(e *btcpp.Element)
	note = func(e *btcpp.Element) {
		for _, a := range e.Other {
			if a.Name == "_uid" {
				uids[a.Value] = true
			}
		}
		for _, child := range e.Children {
			note(child)
		}
	}
	note(d.Tree("Main").Root)
	if len(uids) != 7 || len(l.Records) == 0 || l.Records[0].Status != btcpp.LogRunning {
		t.Errorf("%d nodes, %d records", len(uids), len(l.Records))
	}
}

func FuzzLog(f *testing.F) {
	var b bytes.Buffer
	if err := shortLog.Write(&b); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte("BTCPP4-FileLogger2\x01\xff\xff\x00\x00"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		l, err := btcpp.ReadLog(bytes.NewReader(raw))
		if err != nil {
			return
		}
		if again := logBytes(t, l); !bytes.Equal(again, raw) {
			t.Errorf("%d bytes, written again %d", len(raw), len(again))
		}
	})
}
