# A session of karakuri serve. Add it to the tree, connect its signals, and call open. After a lost connection it connects again; nothing is lost and nothing is repeated.
extends Node

signal opened()  # the session is there: names are known, and batches can be sent
signal answered(answer)  # to each batch, in order: see answer.gd
signal ended(reason)  # nothing more comes

const Ops = preload("ops.gd")
const Answer = preload("answer.gd")

const FRAME_BYTES = 60 * 1024  # Godot closes connections on frames of more than 64 KB
const HEAD_BYTES = 24
const BUFFER_KB = 8 * 1024
const PACKETS = 2048
const TRY_AGAIN = 1013  # code of a connection that is closed, but not its session

var retries = 20  # how often to connect again before the session ends
var pause_ms = 250  # between two tries
var manifest = {}

var _address = ""
var _query = ""
var _expected = ""  # hash of the manifest
var _headers = PoolStringArray()
var _client = null
var _id = ""
var _said = 0  # last message of the game
var _heard = 0  # last message of the server
var _sent = 0  # last message that this connection has carried
var _unacknowledged = []  # [number, bytes]
var _frames = []  # that wait for room
var _part = PoolByteArray()  # of a message that goes on in the next frame
var _tries = 0
var _again = -1  # when to connect again
var _reason = ""  # why the server has ended it
var _over = false


# Connects. The address is that of karakuri serve, "ws://127.0.0.1:7421"; options are those of docs/engines.md. The hash is that of the manifest that the game was made
# for: another program ends the session. Empty: any program will do.
func open(address: String, program: String = "", options: Dictionary = {}, token: String = "", manifest_hash: String = ""):
	_address = address
	_expected = manifest_hash
	_query = "program=" + program.percent_encode() + "&options=" + to_json(options).percent_encode()
	if token != "":
		_headers = PoolStringArray(["Authorization: Bearer " + token])
	var request = HTTPRequest.new()
	add_child(request)
	request.connect("request_completed", self, "_on_manifest", [request])
	var wrong = request.request("http" + address.substr(2) + "/v1/manifest?program=" + program.percent_encode(), _headers)
	if wrong != OK:
		_end("the address %s is not to be understood" % address)


# The number of a name in a list of the manifest: number("actions", "move_to"); -1: there is none.
func number(list: String, name: String) -> int:
	for i in range(manifest[list].size()):
		if manifest[list][i]["name"] == name:
			return i
	return -1


# Hands over a batch; see batch.gd. Its answer comes by the signal.
func send(batch):
	_said += 1
	var message = [_said, batch.bytes()]
	_unacknowledged.append(message)
	_flush()


# Ends the session.
func close():
	if _client != null and _again < 0:
		_client.disconnect_from_host(1000, "")
	_over = true


# Breaks the connection off, as a network may.
func drop():
	_lost()


func _process(_delta):
	if _over or _id == "" and _client == null and _again < 0:
		return
	if _again >= 0:
		if OS.get_ticks_msec() < _again:
			return
		_again = -1
		_connect()
	_client.poll()
	if _client != null and _again < 0:
		_flush()


func _on_manifest(result: int, code: int, _some_headers, body: PoolByteArray, request: HTTPRequest):
	request.queue_free()
	if result != HTTPRequest.RESULT_SUCCESS or code != 200:
		_end("the server does not say its manifest: %d %s" % [code, body.get_string_from_utf8()])
		return
	manifest = parse_json(body.get_string_from_utf8())
	if _expected != "" and _expected != manifest["hash"]:
		_end("the game was made for a program whose manifest is %s, and that of the server's is %s" % [_expected, manifest["hash"]])
		return
	_query += "&manifest=" + manifest["hash"]
	_connect()


func _connect():
	_client = WebSocketClient.new()
	_client.set_buffers(BUFFER_KB, PACKETS, BUFFER_KB, PACKETS)
	_client.connect("connection_error", self, "_lost")
	_client.connect("connection_closed", self, "_on_closed")
	_client.connect("server_close_request", self, "_on_close_request")
	_client.connect("data_received", self, "_on_data")
	_part = PoolByteArray()
	_frames = []
	_sent = -1  # nothing is sent before the server has said what has arrived
	var query = _query if _id == "" else "session=%s&received=%d" % [_id, _heard]
	if _client.connect_to_url("%s/v1/session?%s&frame=%d" % [_address, query, FRAME_BYTES], PoolStringArray(), false, _headers) != OK:
		_lost()


func _on_close_request(code: int, reason: String):
	if code != TRY_AGAIN:
		_reason = "%d: %s" % [code, reason]


func _on_closed(_clean = false):
	if _reason != "":
		_end(_reason)
	else:
		_lost()


func _lost():
	if _over or _again >= 0:
		return
	_tries += 1
	if _tries > retries:
		_end("no connection came about")
		return
	if _client != null and _client.get_connection_status() == NetworkedMultiplayerPeer.CONNECTION_CONNECTED:
		_client.get_peer(1).close(TRY_AGAIN, "")
	_again = OS.get_ticks_msec() + (pause_ms if _tries > 1 else 0)


func _end(reason: String):
	_over = true
	emit_signal("ended", reason)


# Sends what is to be sent, as far as there is room.
func _flush():
	if _client == null or _again >= 0 or _over or _sent < 0 or _client.get_connection_status() != NetworkedMultiplayerPeer.CONNECTION_CONNECTED:
		return
	for message in _unacknowledged:
		if message[0] > _sent:
			_sent = message[0]
			_frames += _split(message)
	var peer = _client.get_peer(1)
	peer.set_write_mode(WebSocketPeer.WRITE_MODE_BINARY)
	while _frames.size() > 0:
		if peer.put_packet(_frames[0]) != OK:
			return
		_frames.pop_front()


# The frames of a message.
func _split(message: Array) -> Array:
	var frames = []
	var at = 0
	var bytes: PoolByteArray = message[1]
	while true:
		var n = min(bytes.size() - at, FRAME_BYTES - HEAD_BYTES)
		var b = StreamPeerBuffer.new()
		b.put_64(message[0])
		b.put_64(_heard)
		b.put_u32(1 if at + n < bytes.size() else 0)
		b.put_u32(n)
		if n > 0:
			b.put_data(bytes.subarray(at, at + n - 1))
		frames.append(b.data_array)
		at += n
		if at >= bytes.size():
			return frames
	return frames


func _on_data():
	var peer = _client.get_peer(1)
	while _again < 0 and not _over and peer.get_available_packet_count() > 0:
		var packet = peer.get_packet()
		if peer.was_string_packet():
			_hello(parse_json(packet.get_string_from_utf8()))
		else:
			_hear(packet)


func _hello(hello: Dictionary):
	if int(hello["protocol"]) != Ops.PROTOCOL:
		_end("the server speaks version %d of batches, and this client %d" % [hello["protocol"], Ops.PROTOCOL])
		return
	var fresh = _id == ""
	_id = hello["session"]
	_sent = int(hello["received"])
	_acknowledge(_sent)
	if fresh:
		emit_signal("opened")
	_flush()


# Takes a frame of the server.
func _hear(packet: PoolByteArray):
	var b = StreamPeerBuffer.new()
	b.data_array = packet
	var message = b.get_64()
	var ack = b.get_64()
	var more = b.get_u32() & 1
	if packet.size() < HEAD_BYTES or b.get_u32() != packet.size() - HEAD_BYTES or message > _heard + 1:
		_lost()
		return
	_tries = 0
	_acknowledge(ack)
	if packet.size() > HEAD_BYTES:
		_part.append_array(packet.subarray(HEAD_BYTES, packet.size() - 1))
	if more == 1:
		return
	var whole = _part
	_part = PoolByteArray()
	if message == _heard + 1:
		_heard = message
		emit_signal("answered", Answer.new(whole))


func _acknowledge(ack: int):
	while _unacknowledged.size() > 0 and _unacknowledged[0][0] <= ack:
		_unacknowledged.pop_front()
