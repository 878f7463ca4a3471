"""The part of CBOR (RFC 8949) that a CRI is made of, read strictly.

A CRI is built of integers, strings, arrays, true, false and null, all of definite length. A general reader says too
little about its input: cbor2, for one, joins strings of indefinite length, turns tags into objects and does not mind
bytes behind the item, so that a CRI which has to be rejected looks like one that is fine.
"""

# The outer array, a section in it, the percent-encoded text in that: nothing in a CRI is nested more deeply.
MAX_DEPTH = 3

UINT, NINT, BYTES, TEXT, ARRAY, MAP, TAG, SIMPLE = range(8)
INDEFINITE = 31


class CborError(ValueError):
    """The input is not one item of the kind expected."""


def decode(data):
    """Reads exactly one item: int, bytes, str, list, bool or None."""
    item, end = _item(data, 0, 0)
    if end != len(data):
        raise CborError(f"bytes after the item, at offset {end}")
    return item


def encode(item):
    """Writes an item with the shortest heads."""
    # By identity: to Python, True is an int.
    for value, byte in ((False, b"\xf4"), (True, b"\xf5"), (None, b"\xf6")):
        if item is value:
            return byte
    if isinstance(item, int):
        return _head(UINT, item) if item >= 0 else _head(NINT, -1 - item)
    if isinstance(item, bytes):
        return _head(BYTES, len(item)) + item
    if isinstance(item, str):
        data = item.encode()
        return _head(TEXT, len(data)) + data
    return _head(ARRAY, len(item)) + b"".join(map(encode, item))


def split_array(data):
    """The bytes of each item of the array that is `data`, whatever these items are."""
    major, info, count, at = _read_head(data, 0)
    if major != ARRAY or info == INDEFINITE:
        raise CborError("expected an array of definite length")
    items = []
    for _ in range(count):
        end = _skip(data, at)
        items.append(data[at:end])
        at = end
    if at != len(data):
        raise CborError(f"bytes after the item, at offset {at}")
    return items


def _head(major, argument):
    if argument < 24:
        return bytes([major << 5 | argument])
    for info, size in ((24, 1), (25, 2), (26, 4), (27, 8)):
        if argument < 1 << 8 * size:
            return bytes([major << 5 | info]) + argument.to_bytes(size, "big")
    raise CborError("an integer of more than 64 bits")


def _read_head(data, at):
    """The major type, the additional information, the argument and where the head ends."""
    if at >= len(data):
        raise CborError("the input ends too early")
    major, info = data[at] >> 5, data[at] & 31
    at += 1
    if info < 24 or info == INDEFINITE:
        return major, info, info, at
    if info > 27:
        raise CborError(f"reserved additional information {info}")
    size = 1 << (info - 24)
    return major, info, int.from_bytes(_take(data, at, size), "big"), at + size


def _take(data, at, size):
    # Compare before cutting: the length is what the input claims, up to 2^64 - 1.
    if size > len(data) - at:
        raise CborError("the input ends too early")
    return data[at : at + size]


def _item(data, at, depth):
    if depth > MAX_DEPTH:
        raise CborError("nested too deeply for a CRI")
    major, info, argument, at = _read_head(data, at)
    if major == SIMPLE:
        if info in (20, 21, 22):
            return {20: False, 21: True, 22: None}[info], at
        raise CborError("a float or a simple value other than false, true and null")
    if info == INDEFINITE:
        raise CborError("an item of indefinite length")
    if major == UINT:
        return argument, at
    if major == NINT:
        return -1 - argument, at
    if major == BYTES:
        return _take(data, at, argument), at + argument
    if major == TEXT:
        try:
            return _take(data, at, argument).decode(), at + argument
        except UnicodeDecodeError as error:
            raise CborError("a text that is not UTF-8") from error
    if major == ARRAY:
        items = []
        for _ in range(argument):
            item, at = _item(data, at, depth + 1)
            items.append(item)
        return items, at
    raise CborError("a map or a tag")


def _skip(data, at):
    """Where the item at `at` ends. Any item: what surrounds a CRI may be more than a CRI can hold.

    Depth costs no recursion: `levels` holds, for each open item, how many items it still has to come, and whether it
    ends with a break instead (and then counts up).
    """
    levels = [[1, False]]
    while levels:
        count, has_break = level = levels[-1]
        if count == 0 and not has_break:
            levels.pop()
            continue
        major, info, argument, at = _read_head(data, at)
        if major == SIMPLE and info == INDEFINITE:
            if not has_break or has_break == "map" and count % 2:
                raise CborError("a break out of place")
            levels.pop()
            continue
        level[0] += 1 if has_break else -1
        if info == INDEFINITE:
            if major in (BYTES, TEXT):
                at = _skip_chunks(data, at, major)
            elif major in (ARRAY, MAP):
                levels.append([0, "map" if major == MAP else "array"])
            else:
                raise CborError("indefinite length where there is none")
        elif major in (BYTES, TEXT):
            _take(data, at, argument)
            at += argument
        elif major in (ARRAY, MAP, TAG):
            levels.append([{ARRAY: argument, MAP: 2 * argument, TAG: 1}[major], False])
        elif major == SIMPLE and info == 24 and argument < 32:
            raise CborError("a simple value in two bytes that has one")
    return at


def _skip_chunks(data, at, expected):
    while True:
        major, info, argument, at = _read_head(data, at)
        if (major, info) == (SIMPLE, INDEFINITE):
            return at
        if major != expected or info == INDEFINITE:
            raise CborError("a chunk of another kind")
        _take(data, at, argument)
        at += argument
