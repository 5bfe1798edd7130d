"""The Karakuri engine by its C library. See README.md, and docs/engines.md of the repository for batches."""

import ctypes
import json
import os
import struct
import sys

from ops import *  # noqa: F401,F403: the numbers of items belong to this module
from ops import PROTOCOL

_WORD = struct.Struct("<q")
_HEAD = struct.Struct("<BBHI")
_FLOAT = struct.Struct("<d")


class KarakuriError(Exception):
    """An error of the engine: its code is one of those of karakuri.h."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


def _load():
    ending = {"darwin": ".dylib", "win32": ".dll"}.get(sys.platform, ".so")
    lib = ctypes.CDLL(os.environ.get("KARAKURI_LIBRARY", "libkarakuri" + ending))
    handle, size, code = ctypes.c_uint64, ctypes.c_size_t, ctypes.c_int
    text, data, out = ctypes.c_char_p, ctypes.c_void_p, ctypes.POINTER
    for name, result, *args in (
        ("krk_error", size, data, size),
        ("krk_protocol", ctypes.c_int32),
        ("krk_program_load", code, text, out(handle)),
        ("krk_program_load_text", code, text, text, size, out(handle)),
        ("krk_program_manifest", code, handle, data, size, out(size)),
        ("krk_session_new", code, handle, text, out(handle)),
        ("krk_session_restore", code, handle, text, data, size, out(handle)),
        ("krk_exchange", code, handle, data, size, out(data), out(size)),
        ("krk_snapshot", code, handle, data, size, out(size)),
        ("krk_rollback", code, handle, data, size),
        ("krk_reload", code, handle, handle),
        ("krk_record", code, handle, text),
        ("krk_free", code, handle),
        ("krk_reset", code),
    ):
        f = getattr(lib, name)
        f.restype, f.argtypes = result, args
    if lib.krk_protocol() != PROTOCOL:
        raise ImportError("libkarakuri speaks version %d of batches, and this module %d" % (lib.krk_protocol(), PROTOCOL))
    return lib


_lib = _load()


def _check(code):
    if code:
        room = ctypes.create_string_buffer(8192)
        _lib.krk_error(room, len(room))
        raise KarakuriError(code, room.value.decode())


def _grown(call, *before):
    """Returns what a call writes to memory of the caller, which is made as long as it takes."""
    length = ctypes.c_size_t()
    code = call(*before, None, 0, ctypes.byref(length))
    while code == 3:
        room = ctypes.create_string_buffer(max(1, length.value))
        code = call(*before, room, length.value, ctypes.byref(length))
        if code == 0:
            return room.raw[: length.value]
    _check(code)
    return b""


def _bytes(data):
    """Returns the address and the length of anything with the buffer protocol, and what keeps it there."""
    view = memoryview(data).cast("B")
    if view.readonly:
        kept = bytes(view)
        return ctypes.cast(ctypes.c_char_p(kept), ctypes.c_void_p), len(kept), kept
    kept = (ctypes.c_char * len(view)).from_buffer(view)
    return ctypes.c_void_p(ctypes.addressof(kept)), len(view), kept


def reset():
    """Frees all programs and sessions."""
    _check(_lib.krk_reset())


class _Owner:
    def __init__(self):
        self.handle = ctypes.c_uint64()

    def free(self):
        """Frees it. What is not freed goes when Python ends."""
        handle, self.handle = self.handle, ctypes.c_uint64()
        if handle.value:
            _check(_lib.krk_free(handle))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.free()


class Program(_Owner):
    """A program, from a file or from a text that imports nothing. It does not change, and serves any number of sessions."""

    def __init__(self, path=None, text=None):
        super().__init__()
        if text is not None:
            data = text.encode()
            _check(_lib.krk_program_load_text(os.fsencode(path or "program.krk"), data, len(data), ctypes.byref(self.handle)))
        else:
            _check(_lib.krk_program_load(os.fsencode(path), ctypes.byref(self.handle)))
        self.manifest = json.loads(_grown(_lib.krk_program_manifest, self.handle))
        self._numbers = {kind: {x["name"]: i for i, x in enumerate(self.manifest[kind] or ())} for kind in ("symbols", "actions", "kinds", "types", "goals")}

    def number(self, kind, name):
        """Returns the number of a name: number("actions", "move_to")."""
        return self._numbers[kind][name]


class Session(_Owner):
    """A crowd whose actions the game carries out. Call it from one thread at a time."""

    def __init__(self, program, options=None, snapshot=None):
        super().__init__()
        text = json.dumps(options or {}).encode()
        if snapshot is None:
            _check(_lib.krk_session_new(program.handle, text, ctypes.byref(self.handle)))
        else:
            at, n, _kept = _bytes(snapshot)
            _check(_lib.krk_session_restore(program.handle, text, at, n, ctypes.byref(self.handle)))
        self._out, self._length = ctypes.c_void_p(), ctypes.c_size_t()

    def exchange(self, batch):
        """Carries out a batch (a Batch, or bytes), and returns the answer as bytes."""
        at, n, _kept = _bytes(batch.data if isinstance(batch, Batch) else batch)
        _check(_lib.krk_exchange(self.handle, at, n, ctypes.byref(self._out), ctypes.byref(self._length)))
        return ctypes.string_at(self._out, self._length.value) if self._length.value else b""

    def snapshot(self):
        return _grown(_lib.krk_snapshot, self.handle)

    def rollback(self, snapshot):
        at, n, _kept = _bytes(snapshot)
        _check(_lib.krk_rollback(self.handle, at, n))

    def reload(self, program):
        _check(_lib.krk_reload(self.handle, program.handle))

    def record(self, path):
        """Writes the run to a trace from now on; None ends it."""
        _check(_lib.krk_record(self.handle, None if path is None else os.fsencode(path)))


def _word(w):
    return _FLOAT.pack(w) if isinstance(w, float) else _WORD.pack(w)


class Batch:
    """What the game says."""

    def __init__(self):
        self.data = bytearray()

    def clear(self):
        self.data = bytearray()

    def add(self, op, number=0, *words, flags=0):
        """Adds an item. A word is an int, a bool, or a float. Where it raises struct.error, the batch is as before."""
        self.data += b"".join((_HEAD.pack(op, flags, len(words), number), *map(_word, words)))

    def add_text(self, op, number, text, *words):
        """Adds an item that ends with a text."""
        data = text.encode()
        pad = -len(data) % 8
        head = _HEAD.pack(op, 0, len(words) + 1 + (len(data) + pad) // 8, number)
        self.data += b"".join((head, *map(_word, words), _WORD.pack(len(data)), data, bytes(pad)))


class Item:
    """One item of an answer."""

    __slots__ = ("op", "flags", "number", "_data", "_at", "length")

    def __init__(self, data, at):
        self.op, self.flags, self.length, self.number = _HEAD.unpack_from(data, at)
        self._data, self._at = data, at + 8

    def int(self, i):
        return _WORD.unpack_from(self._data, self._at + 8 * i)[0]

    def float(self, i):
        return _FLOAT.unpack_from(self._data, self._at + 8 * i)[0]

    def text(self, i):
        begin = self._at + 8 * i + 8
        return self._data[begin : begin + self.int(i)].decode()


def items(data):
    """Yields the items of an answer."""
    at = 0
    while at < len(data):
        item = Item(data, at)
        at += 8 * (item.length + 1)
        yield item
