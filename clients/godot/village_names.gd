# Names of village.krk. Made by: karakuri generate gd village.krk

const MANIFEST_HASH = "b893baebb35f5cd0"  # of the manifest: for Session.open

# The enum place. The keys of the dictionary are the names of the values.
const Place = {HOME = 0, WELL = 1, INN = 2, FIELD = 3, SQUARE = 4}


# What the game writes and reads.
class symbols:
	# hunger: float, of the agent, sensed: only the game writes it
	class hunger:
		const NUMBER = 0

		static func write(batch, agent: int, value: float) -> bool:
			return batch.add(1, 0, [agent, value])

		# Asks for it: the answer repeats the reference, and value takes it from the item that answers.
		static func read(batch, reference: int, agent: int) -> bool:
			return batch.add(20, 0, [reference, agent])

		static func value(answer) -> float:
			return answer.float_at(1)

	# thirst: float, of the agent, sensed: only the game writes it
	class thirst:
		const NUMBER = 1

		static func write(batch, agent: int, value: float) -> bool:
			return batch.add(1, 1, [agent, value])

		# Asks for it: the answer repeats the reference, and value takes it from the item that answers.
		static func read(batch, reference: int, agent: int) -> bool:
			return batch.add(20, 1, [reference, agent])

		static func value(answer) -> float:
			return answer.float_at(1)

	# tired: float, of the agent, sensed: only the game writes it
	class tired:
		const NUMBER = 2

		static func write(batch, agent: int, value: float) -> bool:
			return batch.add(1, 2, [agent, value])

		# Asks for it: the answer repeats the reference, and value takes it from the item that answers.
		static func read(batch, reference: int, agent: int) -> bool:
			return batch.add(20, 2, [reference, agent])

		static func value(answer) -> float:
			return answer.float_at(1)

	# lonely: float, of the agent, sensed: only the game writes it
	class lonely:
		const NUMBER = 3

		static func write(batch, agent: int, value: float) -> bool:
			return batch.add(1, 3, [agent, value])

		# Asks for it: the answer repeats the reference, and value takes it from the item that answers.
		static func read(batch, reference: int, agent: int) -> bool:
			return batch.add(20, 3, [reference, agent])

		static func value(answer) -> float:
			return answer.float_at(1)

	# coins: int 0..99, of the agent, sensed: only the game writes it
	class coins:
		const NUMBER = 4

		static func write(batch, agent: int, value: int) -> bool:
			return batch.add(1, 4, [agent, value])

		# Asks for it: the answer repeats the reference, and value takes it from the item that answers.
		static func read(batch, reference: int, agent: int) -> bool:
			return batch.add(20, 4, [reference, agent])

		static func value(answer) -> int:
			return answer.int_at(1)

	# night: bool, of the world, sensed: only the game writes it
	class night:
		const NUMBER = 5

		static func write(batch, value: bool) -> bool:
			return batch.add(1, 5, [0, value])

		# Asks for it: the answer repeats the reference, and value takes it from the item that answers.
		static func read(batch, reference: int) -> bool:
			return batch.add(20, 5, [reference, 0])

		static func value(answer) -> bool:
			return answer.int_at(1) != 0


# What agents start, and the game carries out.
class actions:
	# walk_to(p: place)
	class walk_to:
		const NUMBER = 0

		# Takes it from the item of an answer that starts or restores one, as a dictionary of the arguments; null for another item.
		static func read(answer):
			if not answer.op in [65, 69] or answer.number != 0:
				return null
			var action = {"instance": answer.int_at(0), "agent": answer.int_at(1)}
			action["p"] = answer.int_at(2)
			return action

	# eat
	class eat:
		const NUMBER = 1

		# Takes it from the item of an answer that starts or restores one, as a dictionary of the arguments; null for another item.
		static func read(answer):
			if not answer.op in [65, 69] or answer.number != 1:
				return null
			var action = {"instance": answer.int_at(0), "agent": answer.int_at(1)}
			return action

	# drink
	class drink:
		const NUMBER = 2

		# Takes it from the item of an answer that starts or restores one, as a dictionary of the arguments; null for another item.
		static func read(answer):
			if not answer.op in [65, 69] or answer.number != 2:
				return null
			var action = {"instance": answer.int_at(0), "agent": answer.int_at(1)}
			return action

	# sleep
	class sleep:
		const NUMBER = 3

		# Takes it from the item of an answer that starts or restores one, as a dictionary of the arguments; null for another item.
		static func read(answer):
			if not answer.op in [65, 69] or answer.number != 3:
				return null
			var action = {"instance": answer.int_at(0), "agent": answer.int_at(1)}
			return action

	# work
	class work:
		const NUMBER = 4

		# Takes it from the item of an answer that starts or restores one, as a dictionary of the arguments; null for another item.
		static func read(answer):
			if not answer.op in [65, 69] or answer.number != 4:
				return null
			var action = {"instance": answer.int_at(0), "agent": answer.int_at(1)}
			return action

	# talk
	class talk:
		const NUMBER = 5

		# Takes it from the item of an answer that starts or restores one, as a dictionary of the arguments; null for another item.
		static func read(answer):
			if not answer.op in [65, 69] or answer.number != 5:
				return null
			var action = {"instance": answer.int_at(0), "agent": answer.int_at(1)}
			return action


# Kinds of agents and of squads.
class kinds:
	# farmer: a kind of agents, which take orders
	class farmer:
		const NUMBER = 0

		# Spawns one. The answer repeats the reference.
		static func spawn(batch, reference: int) -> bool:
			return batch.add(4, 0, [reference])

	# gossip: a kind of agents, which take orders
	class gossip:
		const NUMBER = 1

		# Spawns one. The answer repeats the reference.
		static func spawn(batch, reference: int) -> bool:
			return batch.add(4, 1, [reference])

	# dreamer: a kind of agents, which take orders
	class dreamer:
		const NUMBER = 2

		# Spawns one. The answer repeats the reference.
		static func spawn(batch, reference: int) -> bool:
			return batch.add(4, 2, [reference])


# Goals, which the game can order agents with a brain to pursue.
class goals:
	# dine
	class dine:
		const NUMBER = 0

		# Orders an agent to pursue it. The answer repeats the reference.
		static func order(batch, reference: int, agent: int, urgent := false) -> bool:
			return batch.add(12, 0, [reference, agent], 1 if urgent else 0)

	# quench
	class quench:
		const NUMBER = 1

		# Orders an agent to pursue it. The answer repeats the reference.
		static func order(batch, reference: int, agent: int, urgent := false) -> bool:
			return batch.add(12, 1, [reference, agent], 1 if urgent else 0)

	# rest
	class rest:
		const NUMBER = 2

		# Orders an agent to pursue it. The answer repeats the reference.
		static func order(batch, reference: int, agent: int, urgent := false) -> bool:
			return batch.add(12, 2, [reference, agent], 1 if urgent else 0)

	# earn
	class earn:
		const NUMBER = 3

		# Orders an agent to pursue it. The answer repeats the reference.
		static func order(batch, reference: int, agent: int, urgent := false) -> bool:
			return batch.add(12, 3, [reference, agent], 1 if urgent else 0)

	# meet
	class meet:
		const NUMBER = 4

		# Orders an agent to pursue it. The answer repeats the reference.
		static func order(batch, reference: int, agent: int, urgent := false) -> bool:
			return batch.add(12, 4, [reference, agent], 1 if urgent else 0)


# Personalities, which the game can give to agents whose brain has them.
class personalities:
	# none: wants as the brain has them
	class no_personality:
		const NUMBER = 0

		# Gives it to an agent.
		static func give(batch, agent: int) -> bool:
			return batch.add(25, 0, [agent])

	# busy
	class busy:
		const NUMBER = 1

		# Gives it to an agent.
		static func give(batch, agent: int) -> bool:
			return batch.add(25, 1, [agent])

	# sociable
	class sociable:
		const NUMBER = 2

		# Gives it to an agent.
		static func give(batch, agent: int) -> bool:
			return batch.add(25, 2, [agent])

	# sleepy
	class sleepy:
		const NUMBER = 3

		# Gives it to an agent.
		static func give(batch, agent: int) -> bool:
			return batch.add(25, 3, [agent])
