# What the game says: items of words. An item that cannot be said is an error, and leaves the batch as it is.
extends Reference

const MAX_ITEM_WORDS = 65535

var _data = StreamPeerBuffer.new()


# Makes the batch empty.
func clear():
	_data.clear()


# The bytes of the batch.
func bytes() -> PoolByteArray:
	return _data.data_array


# Adds an item. A word is an int, a bool, or a float, which goes as its bits: write 1.0 where a symbol is a float.
func add(op: int, number: int = 0, words: Array = [], flags: int = 0) -> bool:
	return _add(op, number, words, flags, PoolByteArray(), 0)


# Adds an item that ends with a text, behind other words.
func add_text(op: int, number: int, text: String, words: Array = []) -> bool:
	var utf8 = text.to_utf8()
	var length = utf8.size()
	while utf8.size() % 8 != 0:
		utf8.append(0)
	return _add(op, number, words + [length], 0, utf8, utf8.size() / 8)


func _add(op: int, number: int, words: Array, flags: int, tail: PoolByteArray, more: int) -> bool:
	var count = words.size() + more
	if op < 0 or op > 255 or flags < 0 or flags > 255 or number < 0 or number > 0xffffffff or count > MAX_ITEM_WORDS:
		push_error("karakuri: item %d with the number %d, flags %d and %d words: one of them is out of range" % [op, number, flags, count])
		return false
	for w in words:
		if not typeof(w) in [TYPE_INT, TYPE_BOOL, TYPE_REAL]:
			push_error("karakuri: %s is no word: an int, a bool or a float is" % str(w))
			return false
	_data.put_u32(op | flags << 8 | count << 16)
	_data.put_u32(number)
	for w in words:
		if typeof(w) == TYPE_REAL:
			_data.put_double(w)
		else:
			_data.put_64(int(w))
	if tail.size() > 0:
		_data.put_data(tail)
	return true
