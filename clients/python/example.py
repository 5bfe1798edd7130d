"""A hungry villager: the game carries out his actions, each in half a second."""

import os

import karakuri as krk
import meal  # made by: karakuri generate py meal.krk

program = krk.Program(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples/meal/meal.krk"))
session = krk.Session(program, {"tps": 10})

batch, running, tick = krk.Batch(), {}, 0
meal.kinds.villager.spawn(batch, 1)
for tick in range(40):
    batch.add(krk.STEP, 1)
    answer = session.exchange(batch)
    batch.clear()
    for item in krk.items(answer):
        walk = meal.actions.move_to.read(item)
        if walk:
            print("tick %2d: start move_to %s" % (tick, walk.p.name.lower()))
            running[walk.instance] = tick + 5
        elif item.op == krk.ABORT:
            print("tick %2d: abort, %s" % (tick, program.manifest["reasons"][item.number]))
            running.pop(item.int(0), None)
    for instance, due in list(running.items()):
        if tick >= due:
            batch.add(krk.REPORT, 2, instance)
            del running[instance]
