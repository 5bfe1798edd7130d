package zone

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// settingsKey is the key of what holds for a whole cluster.
const settingsKey = "settings"

// settings hold for all nodes of a cluster. The first node writes them.
type settings struct {
	Lease time.Duration `json:"lease"`
}

// ErrLease reports that a node was started with another lease than its cluster has.
var ErrLease = errors.New("another lease than the cluster has")

// settleTries is how often the settings are read again when they exist and a Get has not seen them yet.
const settleTries = 20

// AgreeLease returns the lease of a cluster: the first node decides it, for nodes with different ones would take zones
// from each other. A node that wants 0 takes what there is, or the given default. The error is ErrLease, wrapped, when
// it wants another one than there is.
func AgreeLease(kv KV, env Env, wanted, otherwise time.Duration) (time.Duration, error) {
	mine := settings{wanted}
	if wanted == 0 {
		mine.Lease = otherwise
	}
	data, err := json.Marshal(mine)
	if err != nil {
		return 0, err
	}
	if _, err = kv.Create(settingsKey, data); err == nil {
		return mine.Lease, nil
	}
	if !errors.Is(err, ErrConflict) {
		return 0, err
	}
	v, err := kv.Get(settingsKey)
	for n := 0; errors.Is(err, ErrNotFound) && n < settleTries; n++ { // an old answer
		env.Sleep(retryTime)
		v, err = kv.Get(settingsKey)
	}
	var are settings
	if err == nil {
		err = json.Unmarshal(v.Data, &are)
	}
	if err != nil {
		return 0, fmt.Errorf("the settings of the cluster: %w", err)
	}
	if wanted != 0 && wanted != are.Lease {
		return 0, fmt.Errorf("%w: this node was given %v, and the cluster was created with %v; start the node with that, or with none", ErrLease, wanted, are.Lease)
	}
	return are.Lease, nil
}
