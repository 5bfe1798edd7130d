# Writes a batch by the typed names, as hex, then what it reads from an answer.
import sys

import every as names
import karakuri as krk

batch, agent = krk.Batch(), 9
names.kinds.king.spawn(batch, 7)
names.types.crate.add(batch, 8, "new one")
names.symbols.hungry.write(batch, agent, True)
names.symbols.money.write(batch, agent, 42)
names.symbols.debt.write(batch, agent, -3)
names.symbols.at.write(batch, agent, names.Place.NEW)
names.symbols.pos.write(batch, agent, (1.5, -2))
names.symbols.tired.write(batch, agent, 1)
names.symbols.fares.write(batch, agent, names.Place.SHOP, names.objects.box, 4)
names.symbols.position.write(batch, agent, names.objects.Box2, (0.25, 3))
names.symbols.wind.write(batch, (3, 4))
names.symbols.class_.write(batch, names.Place.SHOP)
names.symbols.red_alarm.write(batch, 11, True)
names.symbols.rich.read(batch, 9, agent)
names.goals.visit.order(batch, 10, agent, (5, 6), names.Place.SHOP, True, 0.5, urgent=True)
names.goals.idle.order(batch, 12, agent)
names.personalities.merry.give(batch, agent)
names.personalities.no_personality.give(batch, agent)
print(batch.data.hex())

for item in krk.items(bytes.fromhex(sys.argv[1])):
    if go := names.actions.go.read(item):
        to = [int(4 * x) for x in go.to] if go.to_type == 1 else [int(go.to)]
        print("go", go.instance, go.agent, go.to_type, *to, int(go.fast))
    if say := names.actions.say.read(item):
        print("say", say.instance, say.line.strip(), *([say.how] if say.how_type == 0 else say.how))
    if patrol := names.actions.patrol.read(item):
        print("patrol", *patrol.stops, *(int(4 * x) for x in patrol.heights), *patrol.names, int(patrol.agent_))
    if double := names.actions.double.read(item):
        print("double", int(4 * double.for_), double.x)
    if item.op == krk.VALUE and item.number == names.symbols.rich.NUMBER:
        print("rich", int(names.symbols.rich.value(item)))
    if item.op == krk.VALUE and item.number == names.symbols.pos.NUMBER:
        print("pos", *(int(4 * x) for x in names.symbols.pos.value(item)))
