# A hungry villager: the game carries out his actions, each in half a second. Run "karakuri serve examples/meal/meal.krk" before.
extends Node

const Batch = preload("addons/karakuri/batch.gd")
const Ops = preload("addons/karakuri/ops.gd")
const Session = preload("addons/karakuri/session.gd")
const Meal = preload("meal.gd")  # made by: karakuri generate gd meal.krk

const TICKS = 40

var session = Session.new()
var batch = Batch.new()
var running = {}  # instance: tick when it is done
var tick = 0


func _ready():
	session.connect("opened", self, "_on_opened")
	session.connect("answered", self, "_on_answered")
	session.connect("ended", self, "_on_ended")
	add_child(session)
	var args = Array(OS.get_cmdline_args())
	while args.size() > 0 and not args[0].begins_with("ws"):
		args.pop_front()
	session.open(args[0] if args.size() > 0 else "ws://127.0.0.1:7421", "meal", {"tps": 10}, args[1] if args.size() > 1 else "")


func _on_opened():
	Meal.kinds.villager.spawn(batch, 1)
	batch.add(Ops.STEP, 1)
	session.send(batch)


func _on_answered(answer):
	batch.clear()
	while answer.next():
		var walk = Meal.actions.move_to.read(answer)
		if walk:
			print("tick %2d: start move_to %s" % [tick, Meal.Place.keys()[walk.p].to_lower()])
			running[walk.instance] = tick + 5
		elif answer.op == Ops.ABORT:
			running.erase(answer.int_at(0))
	for instance in running.keys():
		if tick >= running[instance]:
			batch.add(Ops.REPORT, 2, [instance])
			running.erase(instance)
	tick += 1
	if tick == TICKS:
		session.close()
		get_tree().quit()
		return
	batch.add(Ops.STEP, 1)
	session.send(batch)


func _on_ended(reason):
	print(reason)
	get_tree().quit()
