package jets

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/karakuri-ai/karakuri/cluster/internal/zone"
)

// Names in NATS.
const (
	Stream  = "KARAKURI_LOG"
	Bucket  = "KARAKURI"
	Objects = "KARAKURI_OBJECTS"
	// LogPrefix is what the subjects of logs begin with. Only nodes may publish to them.
	LogPrefix = "karakuri.log."
	// ViewPrefix is what the subjects begin with on which zones show each other their agents. The same holds for them.
	ViewPrefix = "karakuri.view."
)

// CallTime is the time limit of a call.
const CallTime = 2 * time.Second

// Codes of errors by which JetStream refuses an append.
const (
	wrongSequence        = 10071 // the last sequence is another
	wrongSequenceOngoing = 10164 // the same, or an earlier append to the subject is still in process
)

// stores are the three stores.
type stores struct {
	js      jetstream.JetStream
	stream  jetstream.Stream
	kv      jetstream.KeyValue
	under   jetstream.Stream // that keeps the values
	objects jetstream.ObjectStore
}

// Open returns the stores of a cluster. It makes those that do not exist, with so many replicas.
func Open(nc *nats.Conn, replicas int) (*zone.Stores, error) {
	js, err := jetstream.New(nc, jetstream.WithDefaultTimeout(CallTime))
	if err != nil {
		return nil, err
	}
	s := &stores{js: js}
	ctx, cancel := context.WithTimeout(context.Background(), 5*CallTime)
	defer cancel()
	if s.stream, err = js.Stream(ctx, Stream); errors.Is(err, jetstream.ErrStreamNotFound) {
		// Direct gets are answered by any replica, perhaps with an older message: the log does without them.
		s.stream, err = js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{Name: Stream, Subjects: []string{LogPrefix + ">"}, Replicas: replicas,
			Storage: jetstream.FileStorage, DenyDelete: true, AllowDirect: false})
	}
	if err != nil {
		return nil, fmt.Errorf("stream %s: %w", Stream, err)
	}
	if s.stream.CachedInfo().Config.AllowDirect {
		return nil, fmt.Errorf("stream %s allows direct gets, which may be answered with older messages", Stream)
	}
	if s.kv, err = js.KeyValue(ctx, Bucket); errors.Is(err, jetstream.ErrBucketNotFound) {
		s.kv, err = js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: Bucket, Replicas: replicas, History: 1})
	}
	if err != nil {
		return nil, fmt.Errorf("bucket %s: %w", Bucket, err)
	}
	if s.under, err = js.Stream(ctx, "KV_"+Bucket); err != nil {
		return nil, err
	}
	if s.objects, err = js.ObjectStore(ctx, Objects); errors.Is(err, jetstream.ErrBucketNotFound) {
		s.objects, err = js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: Objects, Replicas: replicas})
	}
	if err != nil {
		return nil, fmt.Errorf("object store %s: %w", Objects, err)
	}
	return &zone.Stores{Log: (*log)(s), KV: (*values)(s), Objects: (*objects)(s), Views: newViews(nc)}, nil
}

// refused makes JetStream's refusals ErrConflict.
func refused(err error) error {
	var api *jetstream.APIError
	if errors.As(err, &api) && (api.ErrorCode == wrongSequence || api.ErrorCode == wrongSequenceOngoing) || errors.Is(err, jetstream.ErrKeyExists) {
		return fmt.Errorf("%w: %w", zone.ErrConflict, err)
	}
	return err
}

func limited() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), CallTime)
}

type log stores

// Append implements zone.Log.
func (l *log) Append(name string, expected uint64, data []byte) (uint64, error) {
	ctx, cancel := limited()
	defer cancel()
	ack, err := l.js.Publish(ctx, LogPrefix+name, data, jetstream.WithExpectLastSequencePerSubject(expected), jetstream.WithExpectStream(Stream))
	if err != nil {
		return 0, refused(err)
	}
	return ack.Sequence, nil
}

// Last implements zone.Log.
func (l *log) Last(name string) (zone.Entry, bool, error) {
	ctx, cancel := limited()
	defer cancel()
	return entry(l.stream.GetLastMsgForSubject(ctx, LogPrefix+name))
}

// Next implements zone.Log.
func (l *log) Next(name string, after uint64) (zone.Entry, bool, error) {
	ctx, cancel := limited()
	defer cancel()
	return entry(l.stream.GetMsg(ctx, after+1, jetstream.WithGetMsgSubject(LogPrefix+name)))
}

func entry(m *jetstream.RawStreamMsg, err error) (zone.Entry, bool, error) {
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return zone.Entry{}, false, nil
	}
	if err != nil {
		return zone.Entry{}, false, err
	}
	return zone.Entry{Seq: m.Sequence, Data: m.Data}, true, nil
}

// Trim implements zone.Log.
func (l *log) Trim(name string, below uint64) error {
	if below <= 1 {
		return nil
	}
	ctx, cancel := limited()
	defer cancel()
	return l.stream.Purge(ctx, jetstream.WithPurgeSubject(LogPrefix+name), jetstream.WithPurgeSequence(below))
}

type values stores

// Get implements zone.KV.
func (v *values) Get(key string) (zone.Value, error) {
	ctx, cancel := limited()
	defer cancel()
	e, err := v.kv.Get(ctx, key)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return zone.Value{}, fmt.Errorf("%s: %w", key, zone.ErrNotFound)
	}
	if err != nil {
		return zone.Value{}, err
	}
	return zone.Value{Key: key, Data: e.Value(), Revision: e.Revision()}, nil
}

// listTries is how often a list is made anew when it was not complete.
const listTries = 10

// List implements zone.KV. A key that is updated while NATS lists them may be missing there, so the number of keys is
// asked for first.
func (v *values) List(prefix string) ([]zone.Value, error) {
	for range listTries {
		ctx, cancel := limited()
		info, err := v.under.Info(ctx, jetstream.WithSubjectFilter("$KV."+Bucket+"."+prefix+">"))
		cancel()
		if err != nil {
			return nil, err
		}
		found, err := v.list(prefix)
		if err != nil {
			return nil, err
		}
		if len(found) < len(info.State.Subjects) {
			continue
		}
		var list []zone.Value
		for _, key := range slices.Sorted(maps.Keys(found)) {
			if e := found[key]; e.Operation() == jetstream.KeyValuePut {
				list = append(list, zone.Value{Key: key, Data: e.Value(), Revision: e.Revision()})
			}
		}
		return list, nil
	}
	return nil, fmt.Errorf("the list of keys %s was not complete in %d attempts", prefix, listTries)
}

// list returns the newest entries of keys, also of those that were deleted.
func (v *values) list(prefix string) (map[string]jetstream.KeyValueEntry, error) {
	ctx, cancel := limited()
	defer cancel()
	w, err := v.kv.Watch(ctx, prefix+">")
	if err != nil {
		return nil, err
	}
	defer w.Stop()
	found := map[string]jetstream.KeyValueEntry{}
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case e, ok := <-w.Updates():
			if !ok {
				return nil, errors.New("the list of keys was cut short")
			}
			if e == nil {
				return found, nil
			}
			found[e.Key()] = e
		}
	}
}

// Create implements zone.KV.
func (v *values) Create(key string, data []byte) (uint64, error) {
	ctx, cancel := limited()
	defer cancel()
	rev, err := v.kv.Create(ctx, key, data)
	return rev, refused(err)
}

// Update implements zone.KV.
func (v *values) Update(key string, data []byte, revision uint64) (uint64, error) {
	ctx, cancel := limited()
	defer cancel()
	rev, err := v.kv.Update(ctx, key, data, revision)
	return rev, refused(err)
}

// Delete implements zone.KV.
func (v *values) Delete(key string) error {
	ctx, cancel := limited()
	defer cancel()
	return v.kv.Delete(ctx, key)
}

type objects stores

// Put implements zone.Objects.
func (o *objects) Put(name string, data []byte) error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*CallTime)
	defer cancel()
	_, err := o.objects.PutBytes(ctx, name, data)
	return err
}

// Get implements zone.Objects.
func (o *objects) Get(name string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*CallTime)
	defer cancel()
	data, err := o.objects.GetBytes(ctx, name)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil, fmt.Errorf("%s: %w", name, zone.ErrNotFound)
	}
	return data, err
}

// Delete implements zone.Objects.
func (o *objects) Delete(name string) error {
	ctx, cancel := limited()
	defer cancel()
	if err := o.objects.Delete(ctx, name); !errors.Is(err, jetstream.ErrObjectNotFound) {
		return err
	}
	return nil
}
