# Plays a recorded game over WebSocket by the clock, with one poll a frame, and says how it kept up. Arguments: address, options, rounds, ticks a second. It packs each batch
# anew, as a game does.
extends SceneTree

const Batch = preload("addons/karakuri/batch.gd")
const Session = preload("addons/karakuri/session.gd")

var session = Session.new()
var batch = Batch.new()
var rounds = []  # of each [items, answer]
var sent = []  # when
var rate = 30
var begun = 0
var next = 0
var answers = 0
var packed = 0  # microseconds
var writes = 0
var waits = []


func _init():
	var args = OS.get_cmdline_args()
	var first = 0
	while not args[first].begins_with("ws"):
		first += 1
	var file = File.new()
	file.open(args[first + 1], File.READ)
	var options = parse_json(file.get_as_text())
	file.close()
	file.open(args[first + 2], File.READ)
	while not file.eof_reached() and file.get_position() < file.get_len():
		var items = unpacked(file.get_buffer(file.get_32()))
		rounds.append([items, file.get_buffer(file.get_32())])
	file.close()
	rate = int(args[first + 3])
	session.connect("opened", self, "on_opened")
	session.connect("answered", self, "on_answer")
	session.connect("ended", self, "on_end")
	get_root().call_deferred("add_child", session)
	session.call_deferred("open", args[first], "it", options)


# The items of a batch: [op, number, words, flags].
func unpacked(bytes: PoolByteArray) -> Array:
	var items = []
	var data = StreamPeerBuffer.new()
	data.data_array = bytes
	while data.get_position() < bytes.size():
		var head = data.get_u32()
		var number = data.get_u32()
		var words = []
		for _i in range(head >> 16):
			words.append(data.get_64())
		items.append([head & 255, number, words, head >> 8 & 255])
	return items


func on_opened():
	begun = OS.get_ticks_usec()


func _idle(_delta) -> bool:
	if begun > 0 and next < rounds.size() and OS.get_ticks_usec() - begun >= next * 1000000.0 / rate:
		var before = OS.get_ticks_usec()
		batch.clear()
		for item in rounds[next][0]:
			batch.add(item[0], item[1], item[2], item[3])
		packed += OS.get_ticks_usec() - before
		writes += rounds[next][0].size()
		sent.append(OS.get_ticks_usec())
		session.send(batch)
		next += 1
	return false


func on_answer(answer):
	waits.append(OS.get_ticks_usec() - sent[answers])
	if answer.bytes() != rounds[answers][1]:
		on_end("an answer differs")
		return
	answers += 1
	if answers == rounds.size():
		waits.sort()
		print("figures %d %.3f %d" % [OS.get_ticks_usec() - begun, float(packed) / writes, waits[waits.size() * 99 / 100]])
		session.close()
		quit(0)


func on_end(reason):
	print("failed: ", reason)
	quit(1)
