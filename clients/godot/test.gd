# Plays the recorded exchange over WebSocket, with connections that break off. Arguments: address, options, rounds, how often to break off.
extends SceneTree

const Batch = preload("addons/karakuri/batch.gd")
const Ops = preload("addons/karakuri/ops.gd")
const Session = preload("addons/karakuri/session.gd")

var session = Session.new()
var refused = Session.new()
var batch = Batch.new()
var rounds = StreamPeerBuffer.new()
var want = PoolByteArray()
var n = 0
var ticks = 0
var every = 1
var large = 0  # words of a batch that takes several frames
var failures = 0


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
	rounds.data_array = file.get_buffer(file.get_len())
	file.close()
	every = int(args[first + 3])
	batches()
	session.connect("opened", self, "on_opened")
	session.connect("answered", self, "on_answer")
	session.connect("ended", self, "on_end")
	get_root().call_deferred("add_child", session)
	get_root().call_deferred("add_child", refused)
	refused.connect("ended", self, "on_refused", [args[first], options])
	refused.call_deferred("open", args[first], "outpost", options, "secret", "0123456789abcdef")


# A session of another program ends with a reason; then the exchange begins.
func on_refused(reason: String, address: String, options: Dictionary):
	check(reason.find("0123456789abcdef") >= 0, reason)
	refused.queue_free()
	session.open(address, "outpost", options, "secret")


func check(ok: bool, what: String):
	if not ok:
		failures += 1
		print("failed: ", what)


# An item that cannot be said leaves the batch as it is.
func batches():
	batch.add(Ops.STEP, 1)
	var many = []
	many.resize(65536)
	for i in range(many.size()):
		many[i] = i
	var long_text = "aaaaaaaa"
	while long_text.length() < 8 * 65536:
		long_text += long_text
	check(not batch.add(Ops.WRITE, 0, [1, "x"]) and not batch.add(Ops.WRITE, -1, [1]) and not batch.add(Ops.WALLS, 0, many), "a bad item is added")
	check(not batch.add_text(Ops.OBJECT, 0, "a crate", [null]) and not batch.add_text(Ops.OBJECT, 0, long_text, [1]), "a bad text is added")
	check(batch.bytes().size() == 8, "a part of an item is left")


func on_opened():
	next_round()


func part() -> PoolByteArray:
	var length = rounds.get_32()
	return rounds.get_data(length)[1]


func next_round():
	if rounds.get_position() == rounds.get_size():
		talk()
		return
	batch.clear()
	batch._data.put_data(part())
	want = part()
	session.send(batch)
	if n % every == 1:
		session.drop()


func on_answer(answer):
	if large > 0:
		on_talk(answer)
		return
	check(answer.bytes() == want, "round %d differs" % n)
	while answer.next():
		if answer.op == Ops.TICK:
			ticks += 1
	n += 1
	next_round()


# Names an object, spawns an agent, and says and asks more than a frame holds.
func talk():
	batch.clear()
	batch.add_text(Ops.OBJECT, session.number("types", "crate"), "a crate: 木箱", [5])
	batch.add(Ops.SPAWN, session.number("kinds", "villager"), [1])
	large = 20000
	for _i in range(large):
		batch.add(Ops.REPORT, 2, [-1])  # refused: there is no such action
	session.send(batch)


func on_talk(answer):
	var added = 0
	var agent = 0
	var refused = 0
	while answer.next():
		if answer.op == Ops.ADDED:
			added = answer.int_at(1) if answer.int_at(0) == 5 else 0
		elif answer.op == Ops.SPAWNED:
			agent = answer.int_at(1)
		elif answer.op == Ops.TEXT:
			check(answer.text_at(1).find("villager") >= 0, "an explanation")
			session.close()
			print("%d ticks" % ticks)
			print("all is well" if failures == 0 else "%d checks failed" % failures)
			quit(0 if failures == 0 else 1)
			return
		else:
			refused += 1
	check(added > 0 and agent > 0 and refused == large, "object %d, agent %d, %d refused" % [added, agent, refused])
	batch.clear()
	batch.add(Ops.EXPLAIN, 0, [9, agent])
	session.send(batch)


func on_end(reason):
	print("failed: the session ends: ", reason)
	quit(1)
