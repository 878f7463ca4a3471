"""CRIs to URIs (draft-ietf-core-href-13, section 6.1) and back."""

import ipaddress
import re
import unicodedata
from urllib.parse import quote

import schemes
from cri import Authority, Cri, CriError, checked, texts

# What section 6.1 leaves as it is, beyond the unreserved characters; the rest is percent-encoded.
SUB_DELIMS = "!$&'()*+,;="
HOST = USERINFO = SUB_DELIMS
SEGMENT = SUB_DELIMS + ":@"
QUERY = SEGMENT.replace("&", "") + "/?"
FRAGMENT = SEGMENT + "/?"

UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"


def to_uri(cri):
    """The URI or URI reference of a CRI or CRI reference."""
    uri = ""
    if cri.scheme is not None:
        name = schemes.NAMES.get(cri.scheme) if isinstance(cri.scheme, int) else cri.scheme
        if name is None:
            raise CriError(f"nobody has registered the scheme number {cri.scheme}")
        uri += name + ":"
    if isinstance(cri.authority, Authority):
        uri += "//" + _authority_text(cri.authority)
    uri += _path_text(cri)
    if cri.query:
        uri += "?" + "&".join(_escape(parameter, QUERY) for parameter in cri.query)
    if cri.fragment is not None:
        uri += "#" + _escape(cri.fragment, FRAGMENT)
    return uri


def from_uri(uri):
    """The CRI or CRI reference of a URI or URI reference, with dot segments and needless escapes normalised away."""
    # RFC 3986, appendix B.
    scheme, authority, path, query, fragment = re.fullmatch(
        r"(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", uri, re.DOTALL
    ).groups()
    if scheme is not None:
        if not re.fullmatch("[A-Za-z][A-Za-z0-9+.-]*", scheme):
            raise CriError("no scheme name in front of the colon")
        scheme = scheme.lower()
    elif authority is None and ":" in path.split("/")[0]:
        raise CriError("a colon in the first segment of a relative path")
    if authority is not None:
        authority = _parse_authority(authority, schemes.DEFAULT_PORTS.get(scheme))
    query = None if query is None else tuple(_unescape(parameter, QUERY) for parameter in query.split("&"))
    fragment = None if fragment is None else _unescape(fragment, FRAGMENT)
    is_relative = scheme is None and authority is None
    discard = True
    if scheme is not None and authority is None:
        # At the front of a rootless path dot segments go together with their slashes.
        path = re.sub(r"^(?:(?:\.|%2e){1,2}(?:/|$))+", "", path, flags=re.IGNORECASE)
    if path.startswith("/"):
        path, _ = _remove_dots(path[1:])
    elif path == "":
        path = None if scheme is None else ()
        discard = 0 if is_relative else True
    elif is_relative:
        path, steps_up = _remove_dots(path)
        discard = 1 + steps_up
        if discard > 127:
            raise CriError("more than 127 segments up")
    else:
        # Rootless: an authority would have ended at a slash.
        authority = True
        path, _ = _remove_dots(path, rootless=True)
    return checked(Cri(schemes.NUMBERS.get(scheme, scheme), authority, discard, path, query, fragment))


def _authority_text(authority):
    text = "" if authority.userinfo is None else _escape(authority.userinfo, USERINFO) + "@"
    if not isinstance(authority.host, bytes):
        text += ".".join(_escape(label, HOST) for label in authority.host)
    elif len(authority.host) == 4:
        text += str(ipaddress.IPv4Address(authority.host))
    else:
        zone = "" if authority.zone is None else "%25" + quote(authority.zone, safe="")
        text += f"[{ipaddress.IPv6Address(authority.host)}{zone}]"
    return text if authority.port is None else f"{text}:{authority.port}"


def _path_text(cri):
    """The path; an error where what it gives would be read as something else (section 6.1 and RFC 3986)."""
    segments = [_escape(segment, SEGMENT) for segment in cri.path or ()]
    rooted = "".join("/" + segment for segment in segments)
    if cri.is_full:
        return rooted[1:] if cri.authority is True else rooted
    if isinstance(cri.authority, Authority):
        return rooted
    if cri.authority is True:
        raise CriError("a rootless path without a scheme reads as a relative one")
    if cri.discard is True:
        if not segments or segments[0] == "" and len(segments) > 1:
            raise CriError("the empty path and one that starts with two slashes read as something else")
        return rooted
    if cri.discard == 0:
        if cri.path is not None or cri.query == ():
            raise CriError("no URI reference appends to the path or unsets the query of its base")
        return ""
    if not segments:
        raise CriError("no URI reference drops segments and adds none")
    prefix = "../" * (cri.discard - 1)
    # A first segment that is empty or has a colon would read as a rooted path or a scheme.
    if cri.discard == 1 and (segments[0] == "" or any(":" in text for text in texts(cri.path[0]))):
        prefix = "./"
    return prefix + rooted[1:]


def _escape(text_or_pet, safe):
    # urllib leaves the unreserved characters alone in any case.
    parts = text_or_pet if isinstance(text_or_pet, tuple) else (text_or_pet,)
    return "".join(
        quote(part, safe) if isinstance(part, str) else "".join(f"%{byte:02X}" for byte in part) for part in parts
    )


def _unescape(text, plain):
    """A text-or-pet. `plain` is what to_uri would not escape, so that what is escaped of it has to be kept as bytes.

    Everything else that is escaped becomes text, as long as it is UTF-8: to_uri escapes it again.
    """
    allowed = re.escape(UNRESERVED + plain + "&")  # the caller has split at the ampersands that delimit
    if not re.fullmatch(f"(?:[{allowed}]|%[0-9A-Fa-f]{{2}})*", text):
        raise CriError("a character that has to be escaped, or a stray percent sign")
    parts = []
    for run in re.findall("(?:%..)+|[^%]+", text):
        escaped = run[0] == "%"
        # What is not UTF-8 comes out as lone surrogates.
        for char in bytes.fromhex(run.replace("%", "")).decode(errors="surrogateescape") if escaped else run:
            if "\udc80" <= char <= "\udcff":
                part = bytes([ord(char) - 0xDC00])
            else:
                part = char.encode() if escaped and char in plain else char
            if parts and type(parts[-1]) is type(part):
                parts[-1] += part
            else:
                parts.append(part)
    if any(isinstance(part, str) and not unicodedata.is_normalized("NFC", part) for part in parts):
        raise CriError("a text that is not in Normalization Form C")
    if any(isinstance(part, bytes) for part in parts):
        return tuple(parts)
    return "".join(parts)


def _parse_authority(text, default_port):
    userinfo, at_sign, text = text.rpartition("@")
    userinfo = _unescape(userinfo, USERINFO) if at_sign else None
    split = re.fullmatch(r"(\[[^\]]*\]|[^:\[\]]*)(?::(.*))?", text)
    if not split:
        raise CriError("no host and port")
    host, port = split.groups()
    if port is not None:
        # C6: no empty port, no redundant zeros.
        if not re.fullmatch("0|[1-9][0-9]{0,4}", port) or int(port) > 65535:
            raise CriError("no port from 0 to 65535")
        port = int(port)
        if port == default_port:
            port = None
    zone = None
    if host.startswith("["):
        address, percent, zone_text = host[1:-1].partition("%25")
        zone = zone_text if percent else None
        if zone is not None and not re.fullmatch("[A-Za-z0-9._~-]+", zone):
            raise CriError("no zone identifier")
        if "%" in address:
            # The module would take it for a zone of its own and drop it.
            raise CriError("no IPv6 address: a percent sign")
        try:
            host = ipaddress.IPv6Address(address).packed
        except ValueError as error:
            raise CriError(f"no IPv6 address: {error}") from error
    else:
        host = _parse_name(host)
    return Authority(host, userinfo, zone, port)


def _parse_name(text):
    octet = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
    if re.fullmatch(rf"{octet}(?:\.{octet}){{3}}", text):
        return bytes(map(int, text.split(".")))
    # A dot is unreserved: escaped or not, it separates labels.
    labels = tuple(_unescape(label, HOST) for label in re.split(r"\.|%2e", text, flags=re.IGNORECASE))
    return tuple(map(_lower, labels))


def _lower(label):
    if isinstance(label, tuple):
        return tuple(map(_lower, label))
    if isinstance(label, bytes):
        return label
    # Only ASCII case is without meaning in a URI; C5 wants the rest in lower case, too.
    lower = re.sub("[A-Z]", lambda match: match[0].lower(), label)
    if lower != lower.lower():
        raise CriError("a name with upper case outside ASCII")
    return lower


def _remove_dots(path, rootless=False):
    """The segments without dot segments, and how many steps up are left (RFC 3986, section 5.2.4)."""
    segments, steps_up = [], 0
    # First of all each is read: what dot segments take along has to be a URI's, too, and `%2e` is a dot.
    for segment in (_unescape(segment, SEGMENT) for segment in path.split("/")):
        is_dots = segment in (".", "..")
        if not is_dots:
            segments.append(segment)
        elif segment == "..":
            if segments:
                segments.pop()
            else:
                steps_up += 1
            if rootless and not segments:
                raise CriError("the first segment of a rootless path is taken away")
    # Behind a dot segment at the end stays its slash.
    return tuple(segments + [""] if is_dots else segments), steps_up
