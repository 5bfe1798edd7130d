"""A game's connection to a zone of a Karakuri cluster: docs/cluster-clients.md. Needs only Python 3.8."""

import base64
import json
import os
import secrets
import socket
import ssl
import struct
import time
import urllib.error
import urllib.parse
import urllib.request

PROTOCOL = 2
WINDOW = 256  # inputs that may wait for their answers
SILENT = 2.0  # seconds without a word of the owner after which another is looked for
RETRY = 0.05


class Ended(Exception):
    """The zone has sent the game away for good."""


class Window(Exception):
    """Too many inputs are not acknowledged: receive before sending more."""


class Lost(Exception):
    """The connection is lost; the client makes another one."""


class Answer:
    """The answer to one input. Fault says why it was not carried out; empty: it was."""

    def __init__(self, client, seq, fault, out):
        self.client, self.seq, self.fault, self.out = client, seq, fault, out


class Delivery:
    """What a zone says of its ticks first to last: answers to inputs of any game, then the commands of the ticks."""

    def __init__(self, raw):
        r = _Reader(raw)
        self.raw, self.epoch, self.first, self.last, self.hash = raw, r.uint(), r.uint(), r.uint(), r.uint()
        self.answers = [Answer(r.text(), r.uint(), r.text(), r.bytes()) for _ in range(r.uint())]
        self.out = r.bytes()


class _Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def uint(self):
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7

    def bytes(self):
        n = self.uint()
        if self.at + n > len(self.data):
            raise IndexError("the frame is damaged")
        self.at += n
        return bytes(self.data[self.at - n:self.at])

    def text(self):
        return self.bytes().decode()


def _uint(n):
    out = bytearray()
    while n >= 128:
        out.append(n & 127 | 128)
        n >>= 7
    out.append(n)
    return bytes(out)


class Client:
    """Finds the owner of a zone through any node, and connects again when that is lost, as long as receive is called. Each
    input arrives once and in order, and each delivery comes once. For one thread at a time."""

    def __init__(self, nodes, zone, name=None, token=None, report=None):
        self.nodes, self.zone, self.token = [n.rstrip("/") for n in nodes], zone, token
        self.name, self.report = name or secrets.token_hex(16), report or (lambda line: None)
        self.tps = self.epoch = self.tick = self.hash = 0
        self._joined, self._next, self._waiting, self._tries, self._socket = False, 1, [], 0, None

    def unacknowledged(self):
        """The number of inputs whose answers have not arrived."""
        return len(self._waiting)

    def send(self, batch):
        """Sends a batch. Raises Window."""
        self._send(b"\0" + bytes(batch))

    def transfer(self, agent, zone):
        """Sends an agent to another zone. Raises Window."""
        self._send(b"\2" + _uint(agent << 1 if agent >= 0 else -agent * 2 - 1) + zone.encode())

    def _send(self, body):
        if len(self._waiting) >= WINDOW:
            raise Window("%d inputs are not acknowledged" % WINDOW)
        frame = b"\1" + _uint(self._next) + body
        self._waiting.append((self._next, frame))
        self._next += 1
        self._write(frame)

    def _write(self, frame):
        try:
            if self._socket:
                self._socket.send(frame)
        except OSError as e:
            self._drop(e)

    def receive(self):
        """Returns the next delivery. Raises Ended."""
        while True:
            try:
                if self._socket is None:
                    self._connect()
                delivery = self._take(self._socket.receive())
                if delivery:
                    return delivery
            except (OSError, Lost, IndexError, ValueError) as e:
                self._drop(e)
                self._tries += 1
                time.sleep(RETRY)

    def close(self):
        """Leaves the zone for good: it forgets the game."""
        self._write(b"\1" + _uint(self._next) + b"\1")
        if self._socket:
            self._socket.close()
        self._socket = None

    def _drop(self, why):
        self.report("the connection was lost: %s" % why)
        if self._socket:
            self._socket.close()
        self._socket = None

    def _connect(self):
        node = self.nodes[self._tries % len(self.nodes)]
        head = {"Authorization": "Bearer " + self.token} if self.token else {}
        query = urllib.parse.urlencode({"zone": self.zone})
        try:
            with urllib.request.urlopen(urllib.request.Request(node + "/v1/owner?" + query, headers=head), timeout=SILENT) as r:
                owner = json.load(r)["url"]
        except urllib.error.HTTPError as e:
            text = e.read().decode(errors="replace").strip()
            if e.code in (400, 403):
                raise Ended(text)
            raise Lost(text)
        query = urllib.parse.urlencode({"protocol": PROTOCOL, "zone": self.zone, "client": self.name, "resume": int(self._joined),
                                        "epoch": self.epoch, "tick": self.tick, "hash": "%x" % self.hash})
        self._socket = _Socket(owner + "/v1/zone?" + query, head)
        r = self._open(self._socket.receive())
        if self._kind != 1:
            raise Lost("the node does not begin with its greeting")
        tick, digest, received, self.tps = r.uint(), r.uint(), r.uint(), r.uint()
        if not self._joined:
            self._joined, self.tick, self.hash = True, tick, digest
        answered = self._next - 1 - len(self._waiting)
        if 0 < received < answered:
            raise Ended("the zone has lost what it had confirmed: input %d was answered, and it has %d" % (answered, received))
        for seq, frame in self._waiting:
            if seq > received:
                self._write(frame)

    def _open(self, frame):
        self._kind = frame[0]
        if self._kind == 3:
            text = frame[2:].decode(errors="replace")
            raise Lost(text) if frame[1] == 1 else Ended(text)
        r = _Reader(frame)
        r.at = 1
        epoch = r.uint()
        if epoch < self.epoch:
            raise Lost("the owner's epoch is over: it is %d, and epoch %d has begun" % (epoch, self.epoch))
        self.epoch = epoch
        return r

    def _take(self, frame):
        r = self._open(frame)
        if self._kind != 2:
            raise Lost("the frame is damaged, or of another version")
        d = Delivery(bytes(frame[r.at:]))
        if d.last <= self.tick:
            return None
        if d.first != self.tick + 1:
            raise Lost("ticks %d to %d follow tick %d" % (d.first, d.last, self.tick))
        self.tick, self.hash = d.last, d.hash
        for a in d.answers:
            if a.client == self.name and self._waiting and self._waiting[0][0] == a.seq:
                self._waiting.pop(0)
        return d


class _Socket:
    """A WebSocket connection for binary messages."""

    def __init__(self, url, head):
        u = urllib.parse.urlsplit(url)
        self.socket = socket.create_connection((u.hostname, u.port or (443 if u.scheme == "https" else 80)), SILENT)
        if u.scheme == "https":
            self.socket = ssl.create_default_context().wrap_socket(self.socket, server_hostname=u.hostname)
        self.buffer = b""
        lines = ["GET %s?%s HTTP/1.1" % (u.path, u.query), "Host: " + u.netloc, "Upgrade: websocket", "Connection: Upgrade",
                 "Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)).decode(), "Sec-WebSocket-Version: 13"]
        lines += ["%s: %s" % x for x in head.items()]
        self.socket.sendall("\r\n".join(lines + ["", ""]).encode())
        while b"\r\n\r\n" not in self.buffer:
            self._more()
        answer, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        status = answer.split(b"\r\n")[0].decode()
        if " 101" not in status:
            raise Lost(status)

    def _more(self):
        data = self.socket.recv(1 << 16)
        if not data:
            raise Lost("the node has closed the connection")
        self.buffer += data

    def _exactly(self, n):
        while len(self.buffer) < n:
            self._more()
        data, self.buffer = self.buffer[:n], self.buffer[n:]
        return data

    def send(self, data, op=2):
        n = len(data)
        head = bytes([128 | op]) + (bytes([128 | n]) if n < 126 else struct.pack(">BH", 254, n) if n < 65536 else struct.pack(">BQ", 255, n))
        mask = os.urandom(4)
        key = int.from_bytes((mask * (n // 4 + 1))[:n], "big")
        self.socket.sendall(head + mask + (int.from_bytes(data, "big") ^ key).to_bytes(n, "big"))

    def receive(self):
        message = b""
        while True:
            first, second = self._exactly(2)
            n = second & 127
            if n > 125:
                n = int.from_bytes(self._exactly(2 if n == 126 else 8), "big")
            data, op = self._exactly(n), first & 15
            if op == 8:
                raise Lost("the node has closed the connection")
            if op == 9:
                self.send(data, 10)
            elif op in (0, 1, 2):
                message += data
                if first & 128:
                    return message

    def close(self):
        try:
            self.socket.close()
        except OSError:
            pass
