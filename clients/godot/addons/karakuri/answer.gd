# What a session answers: items, one after the other.
#
#     while answer.next():
#         if answer.op == Ops.START: ...
extends Reference

var op = 0
var flags = 0
var number = 0
var count = 0  # words of the item

var _data = StreamPeerBuffer.new()
var _at = 0
var _next = 0


func _init(bytes: PoolByteArray):
	_data.data_array = bytes


# The bytes of the answer.
func bytes() -> PoolByteArray:
	return _data.data_array


# Goes to the next item; false at the end.
func next() -> bool:
	if _next + 8 > _data.get_size():
		return false
	_data.seek(_next)
	var head = _data.get_u32()
	op = head & 255
	flags = head >> 8 & 255
	count = head >> 16
	number = _data.get_u32()
	_at = _next + 8
	_next = _at + 8 * count
	return _next <= _data.get_size()


# A word as a whole number.
func int_at(i: int) -> int:
	_data.seek(_at + 8 * i)
	return _data.get_64()


# A word as a float.
func float_at(i: int) -> float:
	_data.seek(_at + 8 * i)
	return _data.get_double()


# The text that begins at a word.
func text_at(i: int) -> String:
	var length = int_at(i)
	return _data.data_array.subarray(_at + 8 * i + 8, _at + 8 * i + 7 + length).get_string_from_utf8() if length > 0 else ""
