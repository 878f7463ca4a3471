"""aiocoap behind crivet's testee protocol."""

import importlib.metadata
import ipaddress
import json
import sys
from urllib.parse import urlsplit

from aiocoap import GET, Message, error
from aiocoap.message import UndecidedRemote
from aiocoap.numbers import OptionNumber
from aiocoap.util import hostportjoin

DESCRIPTION = {
    "name": "aiocoap",
    "version": importlib.metadata.version("aiocoap"),
    "language": "Python",
    "protocol": 1,
    "profiles": ["rfc7252"],
    "features": [],
    "operations": ["uri-to-coap", "coap-to-uri"],
}

PORTS = {"coap": 5683, "coaps": 5684}


class Unsupported(Exception):
    """The library cannot be asked this."""


def uri_to_coap(request):
    message = Message(code=GET)
    message.set_request_uri(request["uri"])
    # Behind the call: what the library cannot do is no reason to leave out what it would not do.
    if elsewhere(request["uri"], request["destination"]):
        raise Unsupported("a destination other than the URI's")
    return {"options": [{"number": int(o.number), "value": o.encode().hex()} for o in message.opt.option_list()]}


def elsewhere(uri, destination):
    """Does the request go to a port, or to an address that the URI spells, other than the URI's?"""
    parts = urlsplit(uri)
    if parts.scheme not in PORTS:
        return False
    if (PORTS[parts.scheme] if parts.port is None else parts.port) != destination["port"]:
        return True
    try:
        return ipaddress.ip_address(parts.hostname) != ipaddress.ip_address(destination["address"])
    except ValueError:
        return False


def coap_to_uri(request):
    message = Message(code=GET)
    scheme = "coaps" if request["secure"] else "coap"
    address, port = request["destination"]["address"], request["destination"]["port"]
    message.remote = UndecidedRemote(scheme, hostportjoin(address, None if port == PORTS[scheme] else port))
    for option in request["options"]:
        message.opt.add_option(OptionNumber(option["number"]).create_option(decode=bytes.fromhex(option["value"])))
    return {"uri": message.get_request_uri()}


OPERATIONS = {"describe": lambda request: DESCRIPTION, "uri-to-coap": uri_to_coap, "coap-to-uri": coap_to_uri}


def answer(request):
    try:
        return {"id": request["id"], "ok": OPERATIONS[request["op"]](request)}
    except Unsupported as reason:
        return {"id": request["id"], "unsupported": str(reason)}
    # What the library documents for input that is wrong; an option that is not UTF-8 is no option of its kind.
    except (error.MalformedUrlError, error.IncompleteUrlError, error.UnparsableMessage, UnicodeDecodeError) as reason:
        return {"id": request["id"], "reject": f"{type(reason).__name__}: {reason}"}


for line in sys.stdin.buffer:
    print(json.dumps(answer(json.loads(line))), flush=True)
