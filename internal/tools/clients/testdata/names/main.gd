# Writes a batch by the typed names, as hex, then what it reads from an answer.
extends SceneTree

const Answer = preload("addons/karakuri/answer.gd")
const Batch = preload("addons/karakuri/batch.gd")
const Ops = preload("addons/karakuri/ops.gd")
const Names = preload("every.gd")


func _init():
	var batch = Batch.new()
	var agent = 9
	Names.kinds.king.spawn(batch, 7)
	Names.types.crate.add(batch, 8, "new one")
	Names.symbols.hungry.write(batch, agent, true)
	Names.symbols.money.write(batch, agent, 42)
	Names.symbols.debt.write(batch, agent, -3)
	Names.symbols.at.write(batch, agent, Names.Place.NEW)
	Names.symbols.pos.write(batch, agent, Vector2(1.5, -2))
	Names.symbols.tired.write(batch, agent, 1)
	Names.symbols.fares.write(batch, agent, Names.Place.SHOP, Names.objects.box, 4)
	Names.symbols.position.write(batch, agent, Names.objects.Box2, Vector2(0.25, 3))
	Names.symbols.wind.write(batch, Vector2(3, 4))
	Names.symbols.class_.write(batch, Names.Place.SHOP)
	Names.symbols.red_alarm.write(batch, 11, true)
	Names.symbols.rich.read(batch, 9, agent)
	Names.goals.visit.order(batch, 10, agent, Vector2(5, 6), Names.Place.SHOP, true, 0.5, true)
	Names.goals.idle.order(batch, 12, agent)
	Names.personalities.merry.give(batch, agent)
	Names.personalities.no_personality.give(batch, agent)
	print(batch.bytes().hex_encode())

	var hex = OS.get_cmdline_args()[-1]
	var bytes = PoolByteArray()
	for i in range(0, hex.length(), 2):
		bytes.append(("0x" + hex.substr(i, 2)).hex_to_int())
	var answer = Answer.new(bytes)
	while answer.next():
		var go = Names.actions.go.read(answer)
		if go:
			var to = "%d %d" % [4 * go.to.x, 4 * go.to.y] if go.to_type == 1 else str(go.to)
			print("go %d %d %d %s %d" % [go.instance, go.agent, go.to_type, to, int(go.fast)])
		var say = Names.actions.say.read(answer)
		if say:
			print("say %d %s %s" % [say.instance, say.line.strip_edges(), say.how if say.how_type == 0 else listed(say.how)])
		var patrol = Names.actions.patrol.read(answer)
		if patrol:
			print("patrol %s %s %s %d" % [listed(patrol.stops), listed([4 * patrol.heights[0], 4 * patrol.heights[1]]), listed(patrol.names), patrol.agent_])
		var twice = Names.actions.double.read(answer)
		if twice:
			print("double %d %d" % [4 * twice.for_, twice.x])
		if answer.op == Ops.VALUE and answer.number == Names.symbols.rich.NUMBER:
			print("rich %d" % int(Names.symbols.rich.value(answer)))
		if answer.op == Ops.VALUE and answer.number == Names.symbols.pos.NUMBER:
			var at = Names.symbols.pos.value(answer)
			print("pos %d %d" % [4 * at.x, 4 * at.y])
	quit()


func listed(list: Array) -> String:
	var text = ""
	for x in list:
		text += " " + str(x)
	return text.substr(1)
