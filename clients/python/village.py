"""Names of village.krk. Made by: karakuri generate py village.krk"""

from enum import IntEnum
from typing import NamedTuple

MANIFEST_HASH = "b893baebb35f5cd0"  # of the manifest: compare it with program.manifest["hash"]


class Place(IntEnum):
    """The enum place."""

    HOME = 0  # home
    WELL = 1  # well
    INN = 2  # inn
    FIELD = 3  # field
    SQUARE = 4  # square


class symbols:
    """What the game writes and reads."""

    class hunger:
        """hunger: float, of the agent, sensed: only the game writes it"""

        NUMBER = 0

        @staticmethod
        def write(batch, agent: int, value: float) -> None:
            batch.add(1, 0, agent, float(value))

        @staticmethod
        def read(batch, reference: int, agent: int) -> None:
            """Asks for it: the answer repeats the reference, and value takes it from the item that answers."""
            batch.add(20, 0, reference, agent)

        @staticmethod
        def value(item) -> float:
            return item.float(1)

    class thirst:
        """thirst: float, of the agent, sensed: only the game writes it"""

        NUMBER = 1

        @staticmethod
        def write(batch, agent: int, value: float) -> None:
            batch.add(1, 1, agent, float(value))

        @staticmethod
        def read(batch, reference: int, agent: int) -> None:
            """Asks for it: the answer repeats the reference, and value takes it from the item that answers."""
            batch.add(20, 1, reference, agent)

        @staticmethod
        def value(item) -> float:
            return item.float(1)

    class tired:
        """tired: float, of the agent, sensed: only the game writes it"""

        NUMBER = 2

        @staticmethod
        def write(batch, agent: int, value: float) -> None:
            batch.add(1, 2, agent, float(value))

        @staticmethod
        def read(batch, reference: int, agent: int) -> None:
            """Asks for it: the answer repeats the reference, and value takes it from the item that answers."""
            batch.add(20, 2, reference, agent)

        @staticmethod
        def value(item) -> float:
            return item.float(1)

    class lonely:
        """lonely: float, of the agent, sensed: only the game writes it"""

        NUMBER = 3

        @staticmethod
        def write(batch, agent: int, value: float) -> None:
            batch.add(1, 3, agent, float(value))

        @staticmethod
        def read(batch, reference: int, agent: int) -> None:
            """Asks for it: the answer repeats the reference, and value takes it from the item that answers."""
            batch.add(20, 3, reference, agent)

        @staticmethod
        def value(item) -> float:
            return item.float(1)

    class coins:
        """coins: int 0..99, of the agent, sensed: only the game writes it"""

        NUMBER = 4

        @staticmethod
        def write(batch, agent: int, value: int) -> None:
            batch.add(1, 4, agent, value)

        @staticmethod
        def read(batch, reference: int, agent: int) -> None:
            """Asks for it: the answer repeats the reference, and value takes it from the item that answers."""
            batch.add(20, 4, reference, agent)

        @staticmethod
        def value(item) -> int:
            return item.int(1)

    class night:
        """night: bool, of the world, sensed: only the game writes it"""

        NUMBER = 5

        @staticmethod
        def write(batch, value: bool) -> None:
            batch.add(1, 5, 0, bool(value))

        @staticmethod
        def read(batch, reference: int) -> None:
            """Asks for it: the answer repeats the reference, and value takes it from the item that answers."""
            batch.add(20, 5, reference, 0)

        @staticmethod
        def value(item) -> bool:
            return item.int(1) != 0


class actions:
    """What agents start, and the game carries out."""

    class walk_to(NamedTuple):
        """walk_to(p: place)"""

        instance: int  # names what was started, for a report
        agent: int
        p: Place  # place

        NUMBER = 0

        @staticmethod
        def read(item) -> "actions.walk_to | None":
            """Takes it from an item that starts or restores one; None for another item."""
            if item.op not in (65, 69) or item.number != 0:
                return None
            p = Place(item.int(2))
            return actions.walk_to(item.int(0), item.int(1), p)

    class eat(NamedTuple):
        """eat"""

        instance: int  # names what was started, for a report
        agent: int

        NUMBER = 1

        @staticmethod
        def read(item) -> "actions.eat | None":
            """Takes it from an item that starts or restores one; None for another item."""
            if item.op not in (65, 69) or item.number != 1:
                return None
            return actions.eat(item.int(0), item.int(1))

    class drink(NamedTuple):
        """drink"""

        instance: int  # names what was started, for a report
        agent: int

        NUMBER = 2

        @staticmethod
        def read(item) -> "actions.drink | None":
            """Takes it from an item that starts or restores one; None for another item."""
            if item.op not in (65, 69) or item.number != 2:
                return None
            return actions.drink(item.int(0), item.int(1))

    class sleep(NamedTuple):
        """sleep"""

        instance: int  # names what was started, for a report
        agent: int

        NUMBER = 3

        @staticmethod
        def read(item) -> "actions.sleep | None":
            """Takes it from an item that starts or restores one; None for another item."""
            if item.op not in (65, 69) or item.number != 3:
                return None
            return actions.sleep(item.int(0), item.int(1))

    class work(NamedTuple):
        """work"""

        instance: int  # names what was started, for a report
        agent: int

        NUMBER = 4

        @staticmethod
        def read(item) -> "actions.work | None":
            """Takes it from an item that starts or restores one; None for another item."""
            if item.op not in (65, 69) or item.number != 4:
                return None
            return actions.work(item.int(0), item.int(1))

    class talk(NamedTuple):
        """talk"""

        instance: int  # names what was started, for a report
        agent: int

        NUMBER = 5

        @staticmethod
        def read(item) -> "actions.talk | None":
            """Takes it from an item that starts or restores one; None for another item."""
            if item.op not in (65, 69) or item.number != 5:
                return None
            return actions.talk(item.int(0), item.int(1))


class kinds:
    """Kinds of agents and of squads."""

    class farmer:
        """farmer: a kind of agents, which take orders"""

        NUMBER = 0

        @staticmethod
        def spawn(batch, reference: int) -> None:
            """Spawns one. The answer repeats the reference."""
            batch.add(4, 0, reference)

    class gossip:
        """gossip: a kind of agents, which take orders"""

        NUMBER = 1

        @staticmethod
        def spawn(batch, reference: int) -> None:
            """Spawns one. The answer repeats the reference."""
            batch.add(4, 1, reference)

    class dreamer:
        """dreamer: a kind of agents, which take orders"""

        NUMBER = 2

        @staticmethod
        def spawn(batch, reference: int) -> None:
            """Spawns one. The answer repeats the reference."""
            batch.add(4, 2, reference)


class goals:
    """Goals, which the game can order agents with a brain to pursue."""

    class dine:
        """dine"""

        NUMBER = 0

        @staticmethod
        def order(batch, reference: int, agent: int, urgent: bool = False) -> None:
            """Orders an agent to pursue it. The answer repeats the reference."""
            batch.add(12, 0, reference, agent, flags=1 if urgent else 0)

    class quench:
        """quench"""

        NUMBER = 1

        @staticmethod
        def order(batch, reference: int, agent: int, urgent: bool = False) -> None:
            """Orders an agent to pursue it. The answer repeats the reference."""
            batch.add(12, 1, reference, agent, flags=1 if urgent else 0)

    class rest:
        """rest"""

        NUMBER = 2

        @staticmethod
        def order(batch, reference: int, agent: int, urgent: bool = False) -> None:
            """Orders an agent to pursue it. The answer repeats the reference."""
            batch.add(12, 2, reference, agent, flags=1 if urgent else 0)

    class earn:
        """earn"""

        NUMBER = 3

        @staticmethod
        def order(batch, reference: int, agent: int, urgent: bool = False) -> None:
            """Orders an agent to pursue it. The answer repeats the reference."""
            batch.add(12, 3, reference, agent, flags=1 if urgent else 0)

    class meet:
        """meet"""

        NUMBER = 4

        @staticmethod
        def order(batch, reference: int, agent: int, urgent: bool = False) -> None:
            """Orders an agent to pursue it. The answer repeats the reference."""
            batch.add(12, 4, reference, agent, flags=1 if urgent else 0)


class personalities:
    """Personalities, which the game can give to agents whose brain has them."""

    class no_personality:
        """none: wants as the brain has them"""

        NUMBER = 0

        @staticmethod
        def give(batch, agent: int) -> None:
            """Gives it to an agent."""
            batch.add(25, 0, agent)

    class busy:
        """busy"""

        NUMBER = 1

        @staticmethod
        def give(batch, agent: int) -> None:
            """Gives it to an agent."""
            batch.add(25, 1, agent)

    class sociable:
        """sociable"""

        NUMBER = 2

        @staticmethod
        def give(batch, agent: int) -> None:
            """Gives it to an agent."""
            batch.add(25, 2, agent)

    class sleepy:
        """sleepy"""

        NUMBER = 3

        @staticmethod
        def give(batch, agent: int) -> None:
            """Gives it to an agent."""
            batch.add(25, 3, agent)
