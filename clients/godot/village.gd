# A village with needs, drawn by hand: click somebody to ask why. Run "karakuri serve examples/village/village.krk" before.
# Arguments: the address of the server, its token, "until=HOUR" to end then and say what was done, and "picture=FILE".
extends Node2D

const Batch = preload("addons/karakuri/batch.gd")
const Ops = preload("addons/karakuri/ops.gd")
const Session = preload("addons/karakuri/session.gd")
const Names = preload("village_names.gd")  # made by: karakuri generate gd village.krk

const HOURS_PER_SECOND = 1.0 / 6
const PACE = 900.0  # in an hour
const NEEDS = {"hunger": Color("e2803f"), "thirst": Color("58aee0"), "tired": Color("a08ae6"), "lonely": Color("66c088")}
const GROWTH = {"hunger": 1.0 / 9, "thirst": 1.0 / 6, "tired": 1.0 / 18, "lonely": 1.0 / 12}  # in an hour
const GROWTH_ASLEEP = 0.4
const LASTS = {"eat": 0.5, "drink": 0.15, "sleep": INF, "work": 2.0, "talk": 0.8}  # hours; who sleeps wakes when he is rested and the night is over
const FILLS = {"eat": "hunger", "drink": "thirst", "talk": "lonely"}
const PLACES = [Vector2(130, 430), Vector2(300, 360), Vector2(500, 450), Vector2(560, 160), Vector2(280, 150)]  # in the order of the enum
const COATS = [Color("d8b45a"), Color("d9748a"), Color("7c9be0")]
const CALLED = ["Ada", "Bo", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo"]


# One of them, as the game knows him. The engine knows what he senses.
class Villager:
	var called = ""
	var kind = 0
	var agent = 0
	var at = Vector2()
	var needs = {"hunger": 0.3, "thirst": 0.2, "tired": 0.1, "lonely": 0.2}
	var coins = 3
	var doing = ""  # empty: nothing
	var did = {}  # how often each action was finished
	var instance = 0
	var left = 0.0  # hours
	var to = Vector2()
	var why = ""

	# Takes up what the engine decided.
	func start(what: String, its_instance: int, hours: float, where: Vector2):
		doing = what
		instance = its_instance
		left = hours
		to = where

	# Lets hours pass. True: what he did is done.
	func live(hours: float, night: bool) -> bool:
		var asleep = doing == "sleep"
		for need in needs:
			var grows = -hours / 9 if asleep and need == "tired" else hours * GROWTH[need] * (GROWTH_ASLEEP if asleep else 1.0)
			needs[need] = clamp(needs[need] + grows, 0, 1)
		if doing == "":
			return false
		at += (to - at) * (min(1, hours / left) if left > 0 else 1.0)
		left -= hours
		return needs.tired == 0 and not night if asleep else left <= 0

	func finish():
		did[doing] = did.get(doing, 0) + 1
		if doing == "work":
			coins = min(99, coins + 4)
		if doing == "eat":
			coins -= 2
		if doing in FILLS:
			needs[FILLS[doing]] = 0.0
		doing = ""


var symbols = {"hunger": Names.symbols.hunger, "thirst": Names.symbols.thirst, "tired": Names.symbols.tired, "lonely": Names.symbols.lonely}
var actions = {"eat": Names.actions.eat, "drink": Names.actions.drink, "sleep": Names.actions.sleep, "work": Names.actions.work, "talk": Names.actions.talk}
var session = Session.new()
var batch = Batch.new()
var villagers = []
var chosen = 0
var hour = 6.0
var waits = true  # for an answer
var passed = 0.0  # seconds since the last batch
var until = INF
var picture = ""
var font = Control.new().get_font("font")


func _ready():
	var address = "ws://127.0.0.1:7421"
	var token = ""
	for arg in OS.get_cmdline_args():
		if arg.begins_with("ws"):
			address = arg
		elif arg.begins_with("until="):
			until = float(arg.substr(6))
		elif arg.begins_with("picture="):
			picture = arg.substr(8)
		elif not arg.begins_with("-") and not "." in arg and not "/" in arg:
			token = arg
	for i in CALLED.size():
		var v = Villager.new()
		v.called = CALLED[i]
		v.kind = i % COATS.size()
		v.at = beside(Names.Place.HOME, i)
		villagers.append(v)
	session.connect("opened", self, "_on_opened")
	session.connect("answered", self, "_on_answered")
	session.connect("ended", self, "_on_ended")
	add_child(session)
	session.open(address, "village", {"tps": 10, "texts": true}, token, Names.MANIFEST_HASH)


# A spot at a place that nobody else stands on.
func beside(place: int, seat: int) -> Vector2:
	return PLACES[place] + Vector2(36, 0).rotated(TAU * seat / CALLED.size())


func night() -> bool:
	return fmod(hour, 24) >= 21 or fmod(hour, 24) < 6


func _on_opened():
	for i in villagers.size():
		[Names.kinds.farmer, Names.kinds.gossip, Names.kinds.dreamer][villagers[i].kind].spawn(batch, i)
	waits = false


func _process(delta):
	passed += delta
	if waits:
		return
	if hour >= until:
		end()
		return
	# Headless, frames are short and many: a batch says at least a thirtieth of a second.
	if until == INF and passed < 1.0 / 60:
		return
	var seconds = passed if until == INF else 1.0 / 30
	passed = 0.0
	live(seconds)
	batch.add(Ops.TIME, 0, [int(seconds * 1e9)])
	batch.add(Ops.EXPLAIN, 0, [chosen, villagers[chosen].agent])
	waits = true
	session.send(batch)
	batch.clear()
	update()


# Lets seconds pass, and writes what is sensed.
func live(seconds: float):
	hour += seconds * HOURS_PER_SECOND
	Names.symbols.night.write(batch, night())
	for v in villagers:
		if v.agent == 0:
			continue
		if v.live(seconds * HOURS_PER_SECOND, night()):
			v.finish()
			batch.add(Ops.REPORT, 2, [v.instance])
		for need in NEEDS:
			symbols[need].write(batch, v.agent, v.needs[need])
		Names.symbols.coins.write(batch, v.agent, v.coins)


func _on_answered(answer):
	waits = false
	while answer.next():
		if answer.op == Ops.SPAWNED:
			villagers[answer.int_at(0)].agent = answer.int_at(1)
		elif answer.op == Ops.TEXT:
			villagers[answer.int_at(0)].why = answer.text_at(1)
		elif answer.op == Ops.ABORT:
			for v in villagers:
				if v.instance == answer.int_at(0):
					v.doing = ""
		elif answer.op == Ops.START:
			begin(answer)


func begin(answer):
	for i in villagers.size():
		var v = villagers[i]
		if v.agent != answer.int_at(1):
			continue
		var walk = Names.actions.walk_to.read(answer)
		if walk:
			var to = beside(walk.p, i)
			v.start("walk to the " + Names.Place.keys()[walk.p].to_lower(), walk.instance, v.at.distance_to(to) / PACE, to)
		for what in actions:
			var action = actions[what].read(answer)
			if action:
				v.start(what, action.instance, LASTS[what], v.at)


func _on_ended(reason):
	print(reason)
	get_tree().quit()


# Says what was done, and ends.
func end():
	for v in villagers:
		var did = PoolStringArray()
		for what in LASTS:
			did.append("%s %d" % [what, v.did.get(what, 0)])
		print("%s: %s" % [v.called, did.join(", ")])
	waits = true
	if picture != "":
		yield(VisualServer, "frame_post_draw")
		var image = get_viewport().get_texture().get_data()
		image.flip_y()
		image.save_png(picture)
	session.close()
	get_tree().quit()


func _input(event):
	if event is InputEventMouseButton and event.pressed:
		for i in villagers.size():
			if villagers[i].at.distance_to(event.position) < 16:
				chosen = i


func _draw():
	draw_rect(Rect2(0, 0, 680, 600), Color("3f5d3f"))
	for way in [[0, 1], [1, 2], [1, 4], [4, 3], [2, 3]]:
		draw_line(PLACES[way[0]], PLACES[way[1]], Color("7d7150"), 12)
	for dx in [-42, 0, 42]:
		house(PLACES[0] + Vector2(dx, 0), Color("b5553c"), 32)
	house(PLACES[2], Color("7a4a86"), 58)
	draw_circle(PLACES[1], 16, Color("9aa4a8"))
	draw_circle(PLACES[1], 10, Color("2f6d92"))
	for row in 6:
		draw_rect(Rect2(PLACES[3] + Vector2(-60, -45 + 15 * row), Vector2(120, 9)), Color("c7a94b") if row % 2 else Color("9f8f3e"))
	draw_circle(PLACES[4], 36, Color("9c9279"))
	draw_circle(PLACES[4], 11, Color("3c7a4a"))
	for i in PLACES.size():
		draw_string(font, PLACES[i] + Vector2(-16, 72), Names.Place.keys()[i].to_lower())
	for i in villagers.size():
		var v = villagers[i]
		if i == chosen:
			draw_circle(v.at, 16, Color.white)
		draw_circle(v.at, 12, COATS[v.kind])
		draw_string(font, v.at + Vector2(-4, 5), v.called[0], Color("1b241d"))
	if night():
		draw_rect(Rect2(0, 0, 680, 600), Color(0.04, 0.06, 0.19, 0.5))
	panel(villagers[chosen])


func house(at: Vector2, roof: Color, size: float):
	draw_rect(Rect2(at + Vector2(-size / 2, -size / 3), Vector2(size, size * 0.6)), Color("d9cfb4"))
	draw_colored_polygon(PoolVector2Array([at + Vector2(-size * 0.62, -size / 3), at + Vector2(size * 0.62, -size / 3), at + Vector2(0, -size * 0.85)]), roof)


# What the chosen one needs, does and thinks.
func panel(v):
	draw_rect(Rect2(680, 0, 344, 600), Color("1d2b24"))
	draw_string(font, Vector2(700, 28), "%02d:%02d %s" % [int(hour) % 24, int(fmod(hour, 1) * 60), "night" if night() else "day"])
	draw_string(font, Vector2(700, 56), "%s %s, has %d coins" % [v.called, "thinks" if v.doing == "" else "does: " + v.doing, v.coins])
	var y = 72
	for need in NEEDS:
		draw_string(font, Vector2(700, y + 9), need)
		draw_rect(Rect2(760, y, 240, 9), Color("0f1712"))
		draw_rect(Rect2(760, y, 240 * v.needs[need], 9), NEEDS[need])
		y += 18
	y += 16
	for line in v.why.split("\n"):
		if y > 590:
			break
		draw_string(font, Vector2(700, y), line.replace("\t", "    "), Color("d7e0d9"), 320)
		y += 16
