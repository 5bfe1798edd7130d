# Names of meal.krk. Made by: karakuri generate gd meal.krk

const MANIFEST_HASH = "1a87158d7a922546"  # of the manifest: for Session.open

# The enum place. The keys of the dictionary are the names of the values.
const Place = {HOME = 0, SHOP = 1, OFFICE = 2}


# What the game writes and reads.
class symbols:
	# hungry: bool, of the agent
	class hungry:
		const NUMBER = 0

		static func write(batch, agent: int, value: bool) -> bool:
			return batch.add(1, 0, [agent, value])

		# Asks for it: the answer repeats the reference, and value takes it from the item that answers.
		static func read(batch, reference: int, agent: int) -> bool:
			return batch.add(20, 0, [reference, agent])

		static func value(answer) -> bool:
			return answer.int_at(1) != 0

	# has_meal: bool, of the agent
	class has_meal:
		const NUMBER = 1

		static func write(batch, agent: int, value: bool) -> bool:
			return batch.add(1, 1, [agent, value])

		# Asks for it: the answer repeats the reference, and value takes it from the item that answers.
		static func read(batch, reference: int, agent: int) -> bool:
			return batch.add(20, 1, [reference, agent])

		static func value(answer) -> bool:
			return answer.int_at(1) != 0

	# has_job: bool, of the agent
	class has_job:
		const NUMBER = 2

		static func write(batch, agent: int, value: bool) -> bool:
			return batch.add(1, 2, [agent, value])

		# Asks for it: the answer repeats the reference, and value takes it from the item that answers.
		static func read(batch, reference: int, agent: int) -> bool:
			return batch.add(20, 2, [reference, agent])

		static func value(answer) -> bool:
			return answer.int_at(1) != 0

	# money: int 0..100, of the agent
	class money:
		const NUMBER = 3

		static func write(batch, agent: int, value: int) -> bool:
			return batch.add(1, 3, [agent, value])

		# Asks for it: the answer repeats the reference, and value takes it from the item that answers.
		static func read(batch, reference: int, agent: int) -> bool:
			return batch.add(20, 3, [reference, agent])

		static func value(answer) -> int:
			return answer.int_at(1)

	# at: place, of the agent
	class at:
		const NUMBER = 4

		static func write(batch, agent: int, value: int) -> bool:
			return batch.add(1, 4, [agent, value])

		# Asks for it: the answer repeats the reference, and value takes it from the item that answers.
		static func read(batch, reference: int, agent: int) -> bool:
			return batch.add(20, 4, [reference, agent])

		static func value(answer) -> int:
			return answer.int_at(1)

	# ready: bool, derived: it cannot be written
	class ready:
		const NUMBER = 5

		# Asks for it: the answer repeats the reference, and value takes it from the item that answers.
		static func read(batch, reference: int, agent: int) -> bool:
			return batch.add(20, 5, [reference, agent])

		static func value(answer) -> bool:
			return answer.int_at(1) != 0


# What agents start, and the game carries out.
class actions:
	# move_to(p: place)
	class move_to:
		const NUMBER = 0

		# Takes it from the item of an answer that starts or restores one, as a dictionary of the arguments; null for another item.
		static func read(answer):
			if not answer.op in [65, 69] or answer.number != 0:
				return null
			var action = {"instance": answer.int_at(0), "agent": answer.int_at(1)}
			action["p"] = answer.int_at(2)
			return action

	# wander
	class wander:
		const NUMBER = 1

		# Takes it from the item of an answer that starts or restores one, as a dictionary of the arguments; null for another item.
		static func read(answer):
			if not answer.op in [65, 69] or answer.number != 1:
				return null
			var action = {"instance": answer.int_at(0), "agent": answer.int_at(1)}
			return action


# Kinds of agents and of squads.
class kinds:
	# villager: a kind of agents
	class villager:
		const NUMBER = 0

		# Spawns one. The answer repeats the reference.
		static func spawn(batch, reference: int) -> bool:
			return batch.add(4, 0, [reference])
