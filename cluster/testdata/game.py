"""Plays with a zone: sends numbered objects, and prints each delivery. A line on standard input ends it."""

import os
import struct
import sys
import threading

sys.path.insert(0, sys.argv[1])
import zone  # noqa: E402

client = zone.Client(sys.argv[3].split(","), sys.argv[2], name="game", token="games", report=lambda line: print("#", line, flush=True))
ends = threading.Event()
threading.Thread(target=lambda: (sys.stdin.readline(), ends.set()), daemon=True).start()
sent = 0
while True:
    delivery = client.receive()
    print(delivery.raw.hex(), flush=True)
    if ends.is_set() and client.unacknowledged() == 0:
        break
    for _ in range(0 if ends.is_set() else 2):
        sent += 1
        name = ("crate %d" % sent).encode()
        words = [sent, len(name)]
        body = struct.pack("<2q", *words) + name + b"\0" * (-len(name) % 8)
        client.send(struct.pack("<Q", 6 | len(body) // 8 << 16) + body)
client.close()
print("end", sent, flush=True)
os._exit(0)
