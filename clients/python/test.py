"""Plays the recorded exchange, and misuses the library. Arguments: program, options, rounds."""

import json
import struct
import sys
import threading

import karakuri as krk

program, options, rounds = sys.argv[1:]
p = krk.Program(program)
setup = json.load(open(options))
recorded = open(rounds, "rb").read()


def replay(session):
    at, n = 0, 0

    def part():
        nonlocal at
        (length,) = struct.unpack_from("<I", recorded, at)
        at += 4 + length
        return recorded[at - length : at]

    while at < len(recorded):
        batch, want = part(), part()
        assert session.exchange(batch) == want, "round %d differs" % n
        n += 1
    return n


def fails(code, f):
    try:
        f()
    except krk.KarakuriError as e:
        assert e.code == code, (e.code, str(e))
        return
    assert False, "it passes"


s = krk.Session(p, setup)
assert replay(s) > 0
snapshot = s.snapshot()
with krk.Session(p, setup, snapshot) as twin:
    s.rollback(bytearray(snapshot))
    first = twin.exchange(krk.Batch())
    assert first == s.exchange(krk.Batch()) and all(i.op == krk.RESTORED for i in krk.items(first))
fails(1, lambda: twin.exchange(krk.Batch()))
fails(5, lambda: krk.Program(text="agent {"))
fails(6, lambda: krk.Session(p, {"tps": -1}))
fails(7, lambda: s.exchange(b"123"))
fails(9, lambda: s.rollback(b"123"))
fails(10, lambda: s.record("/no/such/folder/a.ktrace"))

b = krk.Batch()
b.add_text(krk.OBJECT, p.number("types", "crate"), "a crate: 木箱", 5)
b.add(krk.SPAWN, p.number("kinds", "villager"), 1)
b.add(krk.STEP, 1)
said = {i.op: i for i in krk.items(s.exchange(b))}
assert said[krk.ADDED].int(0) == 5 and said[krk.ADDED].int(1) > 0 and said[krk.TICK].length == 4
b.clear()
b.add(krk.EXPLAIN, 0, 9, said[krk.SPAWNED].int(1))
assert "villager" in next(krk.items(s.exchange(b))).text(1)

b = krk.Batch()
b.add(krk.STEP, 1)
for bad in (
    lambda: b.add(krk.WRITE, 0, 1, "x"),
    lambda: b.add(krk.WRITE, 0, 1, 1 << 63),
    lambda: b.add(krk.WRITE, -1, 1),
    lambda: b.add(krk.WALLS, 0, *range(65536)),
    lambda: b.add_text(krk.OBJECT, 0, "a crate", None),
    lambda: b.add_text(krk.OBJECT, 0, "a" * (8 * 65533 + 1), 1),
):
    try:
        bad()
    except struct.error:
        assert len(b.data) == 8, "a part of an item is left"
    else:
        assert False, "a bad item is added"

counts = []
threads = [threading.Thread(target=lambda: counts.append(replay(krk.Session(p, setup)))) for _ in range(3)]
for t in threads:
    t.start()
for t in threads:
    t.join()
assert len(counts) == 3, "a thread has failed"
krk.reset()
fails(1, lambda: s.exchange(b""))
print("all is well")
