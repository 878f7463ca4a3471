"""libcoap behind crivet's testee protocol, by way of ctypes."""

import ctypes
import ipaddress
import json
import re
import sys
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_uint16, c_uint32, c_uint8, c_void_p

LIBRARY = ctypes.CDLL("libcoap-3-notls.so.3")


class Text(ctypes.Structure):
    """coap_str_const_t and coap_string_t."""

    _fields_ = [("length", c_size_t), ("s", POINTER(c_uint8))]

    def bytes(self):
        return bytes(self.s[: self.length])


class Uri(ctypes.Structure):
    """coap_uri_t"""

    _fields_ = [("host", Text), ("port", c_uint16), ("path", Text), ("query", Text), ("scheme", c_int)]


def function(name, result, *arguments):
    found = getattr(LIBRARY, name)
    found.restype, found.argtypes = result, arguments
    return found


coap_startup = function("coap_startup", None)
coap_set_log_level = function("coap_set_log_level", None, c_int)
coap_package_version = function("coap_package_version", c_char_p)
coap_split_uri = function("coap_split_uri", c_int, c_char_p, c_size_t, POINTER(Uri))
coap_split_path = function("coap_split_path", c_int, c_char_p, c_size_t, c_void_p, POINTER(c_size_t))
coap_split_query = function("coap_split_query", c_int, c_char_p, c_size_t, c_void_p, POINTER(c_size_t))
coap_opt_size = function("coap_opt_size", c_size_t, c_void_p)
coap_opt_length = function("coap_opt_length", c_uint32, c_void_p)
coap_opt_value = function("coap_opt_value", POINTER(c_uint8), c_void_p)
coap_pdu_init = function("coap_pdu_init", c_void_p, c_int, c_int, c_int, c_size_t)
coap_add_option = function("coap_add_option", c_size_t, c_void_p, c_uint16, c_size_t, c_char_p)
coap_get_uri_path = function("coap_get_uri_path", POINTER(Text), c_void_p)
coap_get_query = function("coap_get_query", POINTER(Text), c_void_p)
coap_delete_pdu = function("coap_delete_pdu", None, c_void_p)

coap_startup()
coap_set_log_level(0)

URI_HOST, URI_PORT, URI_PATH, URI_QUERY = 3, 7, 11, 15
ROOM = 1 << 17
PORTS = {False: 5683, True: 5684}

DESCRIPTION = {
    "name": "libcoap",
    "version": coap_package_version().decode().removeprefix("libcoap").strip(),
    "language": "C",
    "protocol": 1,
    "profiles": ["rfc7252"],
    "features": [],
    "operations": ["uri-to-coap", "coap-to-uri"],
}


class Refused(Exception):
    """The library returned an error, or said what rules the input out."""


class Unsupported(Exception):
    """The library leaves this to the application."""


def uri_to_coap(request):
    text = request["uri"].encode()
    uri = Uri()
    if coap_split_uri(text, len(text), byref(uri)) < 0:
        raise Refused("coap_split_uri returned an error")
    if uri.scheme not in (0, 1):
        # It reads coap+tcp and coaps+tcp as well, which RFC 7252 has not: an application would ask.
        raise Refused("a scheme other than coap and coaps")
    host = uri.host.bytes().decode()
    if "%" in host or host != host.lower():
        raise Unsupported("the host is given as it is written")
    options = []
    if not is_address(host, request["destination"]["address"]):
        # The brackets of an address are taken off.
        options.append((URI_HOST, (f"[{host}]" if ":" in host else host).encode()))
    if uri.port != request["destination"]["port"]:
        options.append((URI_PORT, uri.port.to_bytes(2, "big").lstrip(b"\0")))
    options += split(coap_split_path, URI_PATH, uri.path)
    options += split(coap_split_query, URI_QUERY, uri.query)
    return {"options": [{"number": number, "value": value.hex()} for number, value in options]}


def split(splitter, number, text):
    """The options that the library makes of a path or of a query, as its own client calls it."""
    if text.length == 0:
        return []
    buffer = ctypes.create_string_buffer(ROOM)
    size = c_size_t(ROOM)
    count = splitter(text.bytes(), text.length, buffer, byref(size))
    if count < 0:
        raise Refused("coap_split_path or coap_split_query returned an error")
    options, at = [], ctypes.addressof(buffer)
    for _ in range(count):
        options.append((number, bytes(coap_opt_value(at)[: coap_opt_length(at)])))
        at += coap_opt_size(at)
    return options


def is_address(host, address):
    try:
        return ipaddress.ip_address(host) == ipaddress.ip_address(address)
    except ValueError:
        return False


def coap_to_uri(request):
    pdu = coap_pdu_init(0, 1, 0, ROOM)
    try:
        host, port, last = None, request["destination"]["port"], 0
        for option in request["options"]:
            number, value = option["number"], bytes.fromhex(option["value"])
            if number < last:
                raise Unsupported("options out of order")
            if coap_add_option(pdu, number, len(value), value) == 0:
                raise Refused("coap_add_option returned an error")
            last = number
            if number == URI_HOST:
                host = plain(value)
            if number == URI_PORT:
                port = int.from_bytes(value, "big")
                if port > 65535:
                    raise Unsupported("a Uri-Port that has to be checked")
        if host is None:
            address = request["destination"]["address"]
            host = f"[{address}]" if ":" in address else address
        port = "" if port == PORTS[request["secure"]] else f":{port}"
        path, query = text_of(coap_get_uri_path(pdu)), text_of(coap_get_query(pdu))
        scheme = "coaps" if request["secure"] else "coap"
        return {"uri": f"{scheme}://{host}{port}/{path or ''}{'' if query is None else '?' + query}"}
    finally:
        coap_delete_pdu(pdu)


def plain(host):
    """A name that stands for itself in a URI: anything else the library leaves to the application."""
    if not re.fullmatch(rb"[a-z0-9._~!$&'()*+,;=-]+", host):
        raise Unsupported("a Uri-Host that has to be checked or percent-encoded")
    return host.decode()


def text_of(pointer):
    # Each byte a character, so that one that should not be there is seen as what it is.
    return pointer.contents.bytes().decode("latin-1") if pointer else None


OPERATIONS = {"describe": lambda request: DESCRIPTION, "uri-to-coap": uri_to_coap, "coap-to-uri": coap_to_uri}


def answer(request):
    try:
        return {"id": request["id"], "ok": OPERATIONS[request["op"]](request)}
    except Refused as reason:
        return {"id": request["id"], "reject": str(reason)}
    except Unsupported as reason:
        return {"id": request["id"], "unsupported": str(reason)}


for line in sys.stdin.buffer:
    print(json.dumps(answer(json.loads(line))), flush=True)
