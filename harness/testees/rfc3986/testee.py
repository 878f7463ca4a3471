"""The package rfc3986 behind crivet's testee protocol."""

import importlib.metadata
import json
import sys

import rfc3986

DESCRIPTION = {
    "name": "rfc3986",
    "version": importlib.metadata.version("rfc3986"),
    "language": "Python",
    "protocol": 1,
    "profiles": ["iri-guidelines-01"],
    "features": [],
    "operations": ["iri-parse", "iri-to-uri"],
}


def iri_parse(request):
    iri = rfc3986.iri_reference(request["iri"])
    authority = {"userinfo": None, "host": None, "port": None}
    if iri.authority is not None:
        authority = iri.authority_info()
    parts = {"scheme": iri.scheme, **authority, "path": iri.path, "query": iri.query, "fragment": iri.fragment}
    # The package has no path where it is empty.
    return {**parts, "path": parts["path"] or ""}


def iri_to_uri(request):
    return {"uri": rfc3986.iri_reference(request["iri"]).encode().unsplit()}


OPERATIONS = {"describe": lambda request: DESCRIPTION, "iri-parse": iri_parse, "iri-to-uri": iri_to_uri}


def answer(request):
    try:
        return {"id": request["id"], "ok": OPERATIONS[request["op"]](request)}
    except rfc3986.exceptions.RFC3986Exception as reason:
        return {"id": request["id"], "reject": f"{type(reason).__name__}: {reason}"}


for line in sys.stdin.buffer:
    print(json.dumps(answer(json.loads(line))), flush=True)
