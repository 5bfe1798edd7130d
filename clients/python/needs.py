"""Plots the needs of three villagers over two days: the game keeps the clock, the needs and the ways, the engine decides.

    KARAKURI_LIBRARY=build/libkarakuri.so python3 clients/python/needs.py needs.svg
"""

import math
import os
import sys

import karakuri as krk
import village  # made by: karakuri generate py village.krk

HOURS, TICKS_PER_HOUR = 48, 60
PLACES = {"HOME": (0, 0), "WELL": (3, 1), "INN": (6, 0), "FIELD": (9, 4), "SQUARE": (5, 3)}  # one apart: three minutes on foot
NEEDS = {"hunger": 1 / 9, "thirst": 1 / 6, "tired": 1 / 18, "lonely": 1 / 12}  # how much each grows in an hour
LASTS = {"eat": 0.5, "drink": 0.15, "work": 2.0, "talk": 0.8}  # hours; who sleeps wakes when he is rested and the night is over


class Villager:
    """A villager as the game knows him. The engine knows what he senses."""

    def __init__(self, kind):
        self.kind, self.agent = kind, 0
        self.needs = {"hunger": 0.3, "thirst": 0.2, "tired": 0.1, "lonely": 0.2}
        self.coins, self.at = 3, PLACES["HOME"]
        self.doing = None  # (name, instance, ticks left, where to)
        self.past, self.spent = [], []  # needs at each twentieth tick; what was done, from when to when

    def start(self, name, instance, tick, to=None):
        ticks = math.dist(self.at, to) * 0.05 * TICKS_PER_HOUR if to else LASTS.get(name, math.inf) * TICKS_PER_HOUR
        self.doing = (name, instance, ticks, to)
        self.spent.append([name, tick, tick])

    def live(self, tick, night, batch):
        """Lets a tick pass."""
        asleep = self.doing is not None and self.doing[0] == "sleep"
        for need, growth in NEEDS.items():
            self.needs[need] = min(1, self.needs[need] + growth / TICKS_PER_HOUR * (0.4 if asleep else 1))
        if asleep:
            self.needs["tired"] = max(0, self.needs["tired"] - 1 / 7 / TICKS_PER_HOUR)
        if self.doing:
            name, instance, ticks, to = self.doing
            self.doing = (name, instance, ticks - 1, to)
            self.spent[-1][2] = tick
            if ticks <= 1 or name == "sleep" and self.needs["tired"] == 0 and not night:
                self.finish(name, to)
                batch.add(krk.REPORT, 2, instance)
        if tick % 20 == 0:
            self.past.append(dict(self.needs))
            for need, value in self.needs.items():
                getattr(village.symbols, need).write(batch, self.agent, value)
            village.symbols.coins.write(batch, self.agent, self.coins)

    def finish(self, name, to):
        self.doing = None
        if to:
            self.at = to
        if name == "work":
            self.coins = min(99, self.coins + 4)
        if name == "eat":
            self.coins -= 2
        need = {"eat": "hunger", "drink": "thirst", "talk": "lonely"}.get(name)
        if need:
            self.needs[need] = 0


def hear(answer, villagers, tick):
    """Takes what the engine decided."""
    for item in krk.items(answer):
        if item.op == krk.SPAWNED:
            villagers[item.int(0)].agent = item.int(1)
        elif item.op == krk.ABORT:
            for v in villagers:
                if v.doing and v.doing[1] == item.int(0):
                    v.doing = None
        elif item.op == krk.START:
            v = next(v for v in villagers if v.agent == item.int(1))
            walk = village.actions.walk_to.read(item)
            name = next(n for n in ("walk_to", "eat", "drink", "sleep", "work", "talk") if getattr(village.actions, n).NUMBER == item.number)
            v.start(name, item.int(0), tick, walk and PLACES[walk.p.name])


def play(program):
    """Plays two days, and returns the villagers."""
    villagers = [Villager(kind) for kind in ("farmer", "gossip", "dreamer")]
    session, batch = krk.Session(program, {"tps": 10, "seed": 1}), krk.Batch()
    for i, v in enumerate(villagers):
        getattr(village.kinds, v.kind).spawn(batch, i)
    for tick in range(HOURS * TICKS_PER_HOUR):
        hour = (6 + tick // TICKS_PER_HOUR) % 24
        night = hour >= 21 or hour < 6
        if tick % TICKS_PER_HOUR == 0:
            village.symbols.night.write(batch, night)
        batch.add(krk.STEP, 1)
        hear(session.exchange(batch), villagers, tick)
        batch.clear()
        for v in villagers:
            v.live(tick, night, batch)
    return villagers


COLOURS = {"hunger": "#c2410c", "thirst": "#0369a1", "tired": "#6d28d9", "lonely": "#15803d"}
SHADES = {"walk_to": "#e2e8f0", "eat": "#fdba74", "drink": "#7dd3fc", "sleep": "#c4b5fd", "work": "#d9c9a3", "talk": "#86efac"}
LEFT, WIDTH, ROW = 70, 960, 150


def plot(villagers):
    """Draws the needs as lines, and what they did as bands below."""
    x = lambda tick: LEFT + WIDTH * tick / (HOURS * TICKS_PER_HOUR)  # noqa: E731
    out = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="13">' % (LEFT + WIDTH + 20, 50 + ROW * len(villagers)),
        '<rect width="100%" height="100%" fill="#ffffff"/>',
    ]
    for i, (name, colour) in enumerate([*COLOURS.items(), *SHADES.items()]):
        out.append('<rect x="%d" y="10" width="12" height="12" fill="%s"/><text x="%d" y="21">%s</text>' % (LEFT + 92 * i, colour, LEFT + 16 + 92 * i, name.replace("_to", "")))
    for row, v in enumerate(villagers):
        top = 40 + ROW * row
        bottom = top + 96
        for night in (15, 39):
            out.append('<rect x="%.1f" y="%d" width="%.1f" height="96" fill="#f1f5f9"/>' % (x(night * TICKS_PER_HOUR), top, x(9 * TICKS_PER_HOUR) - LEFT))
        out.append('<text x="8" y="%d" font-weight="bold">%s</text>' % (top + 52, v.kind))
        out.append('<path d="M%d %dH%d" stroke="#94a3b8"/>' % (LEFT, bottom, LEFT + WIDTH))
        for need, colour in COLOURS.items():
            points = " ".join("%.1f,%.1f" % (x(20 * i), bottom - 94 * p[need]) for i, p in enumerate(v.past))
            out.append('<polyline points="%s" fill="none" stroke="%s" stroke-width="1.8"/>' % (points, colour))
        for name, begin, end in v.spent:
            out.append('<rect x="%.1f" y="%d" width="%.1f" height="14" fill="%s"><title>%s</title></rect>' % (x(begin), bottom + 6, max(0.5, x(end + 1) - x(begin)), SHADES[name], name))
        if row == len(villagers) - 1:
            for hour in range(0, HOURS + 1, 6):
                out.append('<text x="%.1f" y="%d" text-anchor="middle">%02d:00</text>' % (x(hour * TICKS_PER_HOUR), bottom + 38, (6 + hour) % 24))
    return "\n".join(out) + "\n</svg>\n"


if __name__ == "__main__":
    here = os.path.dirname(os.path.abspath(__file__))
    people = play(krk.Program(os.path.join(here, "../../examples/village/village.krk")))
    for v in people:
        did = {name: sum(1 for n, _, _ in v.spent if n == name) for name in LASTS}
        print("%-8s eats %d, drinks %d, works %d, talks %d times; hungriest %.2f" % (v.kind, did["eat"], did["drink"], did["work"], did["talk"], max(p["hunger"] for p in v.past)))
    if len(sys.argv) > 1:
        with open(sys.argv[1], "w") as file:
            file.write(plot(people))
