"""A hungry villager: the game carries out his actions, each in half a second."""

import os

import karakuri as krk

program = krk.Program(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples/meal/meal.krk"))
session = krk.Session(program, {"tps": 10})
places = program.manifest["enums"][0]["values"]

batch, running, tick = krk.Batch(), {}, 0
batch.add(krk.SPAWN, program.number("kinds", "villager"), 1)
for tick in range(40):
    batch.add(krk.STEP, 1)
    answer = session.exchange(batch)
    batch.clear()
    for item in krk.items(answer):
        if item.op == krk.START:
            name = program.manifest["actions"][item.number]["name"]
            print("tick %2d: start %s %s" % (tick, name, places[item.int(2)] if item.length > 2 else ""))
            if name != "wander":
                running[item.int(0)] = tick + 5
        elif item.op == krk.ABORT:
            print("tick %2d: abort, %s" % (tick, program.manifest["reasons"][item.number]))
            running.pop(item.int(0), None)
    for instance, due in list(running.items()):
        if tick >= due:
            batch.add(krk.REPORT, 2, instance)
            del running[instance]
