package btcpp

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Log is the output of BehaviorTree.CPP's FileLogger2 (.btlog): the trees, and every change of a node's status. Groot2
// replays such files.
type Log struct {
	XML     string // of the trees as they were created, each node with its _uid
	First   int64  // the time that records count from, in microseconds since 1970
	Records []LogRecord
}

// LogRecord is one change of a status.
type LogRecord struct {
	Offset uint64 // microseconds since the first time, below [MaxLogOffset]
	UID    uint16 // of the node
	Status LogStatus
}

// LogStatus is the status that a node changed to.
type LogStatus uint8

// Statuses, with the library's numbers.
const (
	LogIdle LogStatus = iota
	LogRunning
	LogSuccess
	LogFailure
	LogSkipped
)

var statusNames = [...]string{"IDLE", "RUNNING", "SUCCESS", "FAILURE", "SKIPPED"}

// String returns the status as the library writes it, "SUCCESS".
func (s LogStatus) String() string {
	if int(s) >= len(statusNames) {
		return fmt.Sprintf("status %d", uint8(s))
	}
	return statusNames[s]
}

// Limits of logs.
const (
	MaxLogXML     = MaxTotalBytes
	MaxLogRecords = 1 << 24   // a day and a half of 120 changes a second
	MaxLogOffset  = 1<<48 - 1 // about nine years
)

const (
	logMagic    = "BTCPP4-FileLogger2"
	logProtocol = 1
	recordBytes = 9
)

// LogError describes why a file is not a log, or where a log is damaged.
type LogError struct {
	Offset int64 // in bytes, from the beginning of the file
	Reason string
}

// Error returns the place and the reason.
func (e *LogError) Error() string {
	return fmt.Sprintf("btlog: byte %d: %s", e.Offset, e.Reason)
}

// ReadLog reads a log. If the file is damaged, the error is a *LogError, and the log contains the records before the
// damage. The log is nil only if its head cannot be read.
func ReadLog(r io.Reader) (*Log, error) {
	in := bufio.NewReader(r)
	head := make([]byte, len(logMagic)+1+4)
	if n, err := io.ReadFull(in, head); err != nil {
		return nil, cutOff(err, int64(n), "the file ends within its head")
	}
	if string(head[:len(logMagic)]) != logMagic {
		return nil, &LogError{0, "the file does not begin with " + logMagic}
	}
	if p := head[len(logMagic)]; p != logProtocol {
		return nil, &LogError{int64(len(logMagic)), fmt.Sprintf("protocol %d is unknown; only %d is supported", p, logProtocol)}
	}
	size := binary.LittleEndian.Uint32(head[len(logMagic)+1:])
	if size > MaxLogXML {
		return nil, &LogError{int64(len(logMagic)) + 1, fmt.Sprintf("%d bytes of XML, more than %d", size, MaxLogXML)}
	}
	at := int64(len(head))
	text, err := io.ReadAll(io.LimitReader(in, int64(size)))
	if at += int64(len(text)); err != nil || len(text) < int(size) {
		return nil, cutOff(err, at, "the file ends within the XML")
	}
	var first [8]byte
	if n, err := io.ReadFull(in, first[:]); err != nil {
		return nil, cutOff(err, at+int64(n), "the file ends within its first time")
	}
	at += int64(len(first))
	l := &Log{XML: string(text), First: int64(binary.LittleEndian.Uint64(first[:]))}
	return l, l.readRecords(in, at)
}

func (l *Log) readRecords(in io.Reader, at int64) error {
	var b [recordBytes]byte
	for {
		n, err := io.ReadFull(in, b[:])
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return cutOff(err, at+int64(n), "the file ends within a record")
		case len(l.Records) == MaxLogRecords:
			return &LogError{at, fmt.Sprintf("more than %d records", MaxLogRecords)}
		case b[8] > uint8(LogSkipped):
			return &LogError{at + 8, fmt.Sprintf("there is no status %d", b[8])}
		}
		offset := uint64(binary.LittleEndian.Uint32(b[:])) | uint64(binary.LittleEndian.Uint16(b[4:]))<<32
		l.Records = append(l.Records, LogRecord{offset, binary.LittleEndian.Uint16(b[6:]), LogStatus(b[8])})
		at += recordBytes
	}
}

// cutOff distinguishes the end of the file from a fault of the reader.
func cutOff(err error, at int64, reason string) error {
	if err == nil || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return &LogError{at, reason}
	}
	return err
}

// Write writes the log, which [ReadLog] reads as the same. It refuses what the format cannot hold.
func (l *Log) Write(w io.Writer) error {
	if len(l.XML) > MaxLogXML {
		return fmt.Errorf("btlog: %d bytes of XML, more than %d", len(l.XML), MaxLogXML)
	}
	b := append([]byte(logMagic), logProtocol)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(l.XML)))
	b = append(b, l.XML...)
	b = binary.LittleEndian.AppendUint64(b, uint64(l.First))
	out := bufio.NewWriter(w)
	out.Write(b)
	for i, r := range l.Records {
		if r.Offset > MaxLogOffset || r.Status > LogSkipped || i == MaxLogRecords {
			return fmt.Errorf("btlog: record %d cannot be written: %+v", i, r)
		}
		b = binary.LittleEndian.AppendUint32(b[:0], uint32(r.Offset))
		b = binary.LittleEndian.AppendUint16(b, uint16(r.Offset>>32))
		b = binary.LittleEndian.AppendUint16(b, r.UID)
		out.Write(append(b, uint8(r.Status)))
	}
	return out.Flush()
}
