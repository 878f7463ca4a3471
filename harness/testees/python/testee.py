#!/usr/bin/env python3
"""The testee: reads requests of crivet's testee protocol, asks the library, writes answers.

This is the file to take. Replace what `perform` calls by your library, and what `describe` claims by what it can.
"""

import functools
import json
import sys

import cbor
import uri
from cri import Cri, CriError


def describe(request):
    return {
        "name": "crivet-example-python",
        "version": "1",
        "language": "Python",
        "protocol": 1,
        "profiles": ["href-13"],
        "features": ["no-authority", "userinfo", "text-or-pet"],
        "operations": ["decode", "cri-to-uri", "uri-to-cri", "resolve", "relativize", "equivalent", "scan"],
    }


def decode(request):
    cri = read(request["cri"])
    return {"full": cri.is_full, "cri": write(cri)}


def cri_to_uri(request):
    return {"uri": uri.to_uri(read(request["cri"]))}


def uri_to_cri(request):
    return {"cri": write(uri.from_uri(request["uri"]))}


def resolve(request):
    return {"cri": write(read(request["base"]).resolve(read(request["reference"])))}


def relativize(request):
    return {"reference": write(read(request["base"]).relativize(read(request["target"])))}


def equivalent(request):
    return {"equivalent": read(request["a"]).is_equivalent(read(request["b"]), request["ignore-fragment"])}


def scan(request):
    """What is no CRI is skipped as a whole, and its neighbours are looked at (section 5.2.1)."""
    items = []
    for item in cbor.split_array(bytes.fromhex(request["sequence"])):
        try:
            Cri.from_cbor(item)
            items.append("processable")
        except CriError:
            items.append("unprocessable")
    return {"items": items}


@functools.lru_cache(maxsize=256)
def read(text):
    """A value is kept, as an application keeps a base: an operation that changes its argument is noticed."""
    return Cri.from_cbor(bytes.fromhex(text))


def write(cri):
    return cri.to_cbor().hex()


OPERATIONS = {
    "describe": describe,
    "decode": decode,
    "cri-to-uri": cri_to_uri,
    "uri-to-cri": uri_to_cri,
    "resolve": resolve,
    "relativize": relativize,
    "equivalent": equivalent,
    "scan": scan,
}


def answer(request):
    perform = OPERATIONS.get(request["op"])
    if perform is None:
        return {"id": request["id"], "unsupported": "no such operation"}
    try:
        return {"id": request["id"], "ok": perform(request)}
    except (CriError, cbor.CborError) as error:
        # Only these. What the library did not mean to raise shall end the program: crivet shows the traceback.
        return {"id": request["id"], "reject": str(error)}


def main():
    for line in sys.stdin.buffer:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
