"""Names of meal.krk. Made by: karakuri generate py meal.krk"""

from enum import IntEnum
from typing import NamedTuple

MANIFEST_HASH = "1a87158d7a922546"  # of the manifest: compare it with program.manifest["hash"]


class Place(IntEnum):
    """The enum place."""

    HOME = 0  # home
    SHOP = 1  # shop
    OFFICE = 2  # office


class symbols:
    """What the game writes and reads."""

    class hungry:
        """hungry: bool, of the agent"""

        NUMBER = 0

        @staticmethod
        def write(batch, agent: int, value: bool) -> None:
            batch.add(1, 0, agent, bool(value))

        @staticmethod
        def read(batch, reference: int, agent: int) -> None:
            """Asks for it: the answer repeats the reference, and value takes it from the item that answers."""
            batch.add(20, 0, reference, agent)

        @staticmethod
        def value(item) -> bool:
            return item.int(1) != 0

    class has_meal:
        """has_meal: bool, of the agent"""

        NUMBER = 1

        @staticmethod
        def write(batch, agent: int, value: bool) -> None:
            batch.add(1, 1, agent, bool(value))

        @staticmethod
        def read(batch, reference: int, agent: int) -> None:
            """Asks for it: the answer repeats the reference, and value takes it from the item that answers."""
            batch.add(20, 1, reference, agent)

        @staticmethod
        def value(item) -> bool:
            return item.int(1) != 0

    class has_job:
        """has_job: bool, of the agent"""

        NUMBER = 2

        @staticmethod
        def write(batch, agent: int, value: bool) -> None:
            batch.add(1, 2, agent, bool(value))

        @staticmethod
        def read(batch, reference: int, agent: int) -> None:
            """Asks for it: the answer repeats the reference, and value takes it from the item that answers."""
            batch.add(20, 2, reference, agent)

        @staticmethod
        def value(item) -> bool:
            return item.int(1) != 0

    class money:
        """money: int 0..100, of the agent"""

        NUMBER = 3

        @staticmethod
        def write(batch, agent: int, value: int) -> None:
            batch.add(1, 3, agent, value)

        @staticmethod
        def read(batch, reference: int, agent: int) -> None:
            """Asks for it: the answer repeats the reference, and value takes it from the item that answers."""
            batch.add(20, 3, reference, agent)

        @staticmethod
        def value(item) -> int:
            return item.int(1)

    class at:
        """at: place, of the agent"""

        NUMBER = 4

        @staticmethod
        def write(batch, agent: int, value: Place) -> None:
            batch.add(1, 4, agent, value)

        @staticmethod
        def read(batch, reference: int, agent: int) -> None:
            """Asks for it: the answer repeats the reference, and value takes it from the item that answers."""
            batch.add(20, 4, reference, agent)

        @staticmethod
        def value(item) -> Place:
            return Place(item.int(1))

    class ready:
        """ready: bool, derived: it cannot be written"""

        NUMBER = 5

        @staticmethod
        def read(batch, reference: int, agent: int) -> None:
            """Asks for it: the answer repeats the reference, and value takes it from the item that answers."""
            batch.add(20, 5, reference, agent)

        @staticmethod
        def value(item) -> bool:
            return item.int(1) != 0


class actions:
    """What agents start, and the game carries out."""

    class move_to(NamedTuple):
        """move_to(p: place)"""

        instance: int  # names what was started, for a report
        agent: int
        p: Place  # place

        NUMBER = 0

        @staticmethod
        def read(item) -> "actions.move_to | None":
            """Takes it from an item that starts or restores one; None for another item."""
            if item.op not in (65, 69) or item.number != 0:
                return None
            p = Place(item.int(2))
            return actions.move_to(item.int(0), item.int(1), p)

    class wander(NamedTuple):
        """wander"""

        instance: int  # names what was started, for a report
        agent: int

        NUMBER = 1

        @staticmethod
        def read(item) -> "actions.wander | None":
            """Takes it from an item that starts or restores one; None for another item."""
            if item.op not in (65, 69) or item.number != 1:
                return None
            return actions.wander(item.int(0), item.int(1))


class kinds:
    """Kinds of agents and of squads."""

    class villager:
        """villager: a kind of agents"""

        NUMBER = 0

        @staticmethod
        def spawn(batch, reference: int) -> None:
            """Spawns one. The answer repeats the reference."""
            batch.add(4, 0, reference)
