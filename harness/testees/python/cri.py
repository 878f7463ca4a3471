"""Constrained Resource Identifiers: draft-ietf-core-href-13, sections 2, 4, 5 and 7.

    cri = Cri.from_cbor(data)          # checked: CriError says what is wrong
    cri.resolve(reference).to_cbor()

A text (a label, segment, parameter, user information or fragment) is a `str`; where it is percent-encoded in part, it
is a tuple of alternating `str` and non-empty `bytes`, as in section 7.1.
"""

import re
from dataclasses import dataclass, replace

import cbor


class CriError(ValueError):
    """This is no CRI or CRI reference, or the operation has no answer for it."""


@dataclass(frozen=True)
class Authority:
    """`host` is a tuple of labels, or an address of 4 or 16 bytes."""

    host: tuple | bytes
    userinfo: str | tuple | None = None
    zone: str | None = None
    port: int | None = None


@dataclass(frozen=True)
class Cri:
    """The abstract form of a CRI or CRI reference (section 5.2).

    None is an unset section. `authority` is an Authority, None (rooted) or True (rootless); `discard` is True or a
    number. In a full CRI the path is a tuple, and the query is not empty.
    """

    scheme: int | str | None
    authority: Authority | bool | None
    discard: int | bool
    path: tuple | None
    query: tuple | None
    fragment: str | tuple | None

    @property
    def is_full(self):
        return self.scheme is not None

    @staticmethod
    def from_cbor(data):
        """Reads and checks the interchange form."""
        try:
            sections = cbor.decode(data)
        except cbor.CborError as error:
            raise CriError(str(error)) from error
        return _from_sections(sections)

    def to_cbor(self):
        """Writes the interchange form, without the sections that it leaves off."""
        if self.scheme is not None or self.authority is not None:
            sections = [self.scheme, _authority_items(self.authority)]
        else:
            sections = [self.discard]
        sections += [self.path, self.query, self.fragment]
        if self.is_full and self.query is None and self.fragment is None and not self.path:
            sections[2] = None
        while sections and sections[-1] is None:
            sections.pop()
        return cbor.encode(sections)

    def resolve(self, reference):
        """Resolves a reference against this base: the steps of section 5.3."""
        if not self.is_full:
            raise CriError("a base starts with a scheme")
        if reference.is_full:
            return reference
        path, query, fragment = self.path, self.query, self.fragment
        authority = self.authority
        # Step 3. To Python, True is 1: ask for True first.
        if reference.discard is True:
            path, query, fragment = (), None, None
            if authority is True:
                authority = None
        elif reference.discard > 0:
            path, query, fragment = path[: max(0, len(path) - reference.discard)], None, None
        # Step 4.
        if reference.path is not None:
            path, query, fragment = path + reference.path, None, None
        # Step 5. The fragment goes before the reference's own one comes.
        if reference.authority is not None:
            authority = reference.authority
        if reference.query is not None:
            query, fragment = reference.query or None, None
        if reference.fragment is not None:
            fragment = reference.fragment
        return checked(Cri(self.scheme, authority, True, path, query, fragment))

    def is_equivalent(self, other, ignore_fragment=False):
        """Component by component (section 4)."""
        if not (self.is_full and other.is_full):
            raise CriError("references have to be resolved before they are compared")
        if ignore_fragment:
            return replace(self, fragment=None) == replace(other, fragment=None)
        return self == other

    def relativize(self, target):
        """A short reference that leads from this base to the target."""
        if not (self.is_full and target.is_full):
            raise CriError("base and target start with a scheme")
        if self.scheme != target.scheme:
            return target
        if self.authority != target.authority:
            # No reference unsets an authority, or makes a rooted path rootless, but by the way of a scheme.
            if not isinstance(target.authority, Authority):
                return target
            return replace(target, scheme=None, path=target.path or None)
        common = 0
        for ours, theirs in zip(self.path, target.path):
            if ours != theirs:
                break
            common += 1
        discard, rest = len(self.path) - common, target.path[common:]
        if discard > 127 or discard > 0 and common == 0 and self.authority is not True:
            if self.authority is True:
                return target
            return Cri(None, None, True, target.path or None, target.query, target.fragment)
        if discard > 0 or rest:
            return Cri(None, None, discard, rest or None, target.query, target.fragment)
        # The paths are the same, and a query in the reference unsets the fragment of the base.
        if target.query != self.query or target.fragment is None and self.fragment is not None:
            return Cri(None, None, 0, None, target.query or (), target.fragment)
        return Cri(None, None, 0, None, None, None if target.fragment == self.fragment else target.fragment)


def checked(cri):
    """The constraints that hold for a valid CRI beyond its structure (sections 2 and 2.1); returns it."""
    if isinstance(cri.authority, Authority) and not isinstance(cri.authority.host, bytes):
        if any("." in part for label in cri.authority.host for part in texts(label)):
            raise CriError("a dot inside a label")
    if any(segment in (".", "..") for segment in cri.path or ()):
        raise CriError("a dot segment")
    if not cri.is_full:
        return cri
    if cri.authority is None and len(cri.path) > 1 and cri.path[0] == "":
        raise CriError("an empty first segment without authority")
    if cri.authority is True and (not cri.path or cri.path[0] == ""):
        raise CriError("a rootless path without a first segment")
    return cri


def texts(text_or_pet):
    """The parts of a text that are not percent-encoded."""
    parts = text_or_pet if isinstance(text_or_pet, tuple) else (text_or_pet,)
    return [part for part in parts if isinstance(part, str)]


def _from_sections(sections):
    if not isinstance(sections, list):
        raise CriError("expected an array")
    if not sections:
        sections = [0]
    elif sections[-1] is None:
        raise CriError("a trailing null")
    first, rest = sections[0], sections[1:]
    if first is True or _is_int(first) and first >= 0:
        if first is not True and first > 127:
            raise CriError("a discard above 127")
        scheme, authority, discard = None, None, first
    elif first is None or isinstance(first, str) or _is_int(first):
        if isinstance(first, str) and not re.fullmatch("[a-z][a-z0-9+.-]*", first):
            raise CriError("no scheme name")
        authority = _authority(rest.pop(0) if rest else None)
        scheme, discard = first, True
        if scheme is None and authority is None:
            raise CriError("two leading nulls, where there is discard")
    else:
        raise CriError("expected a scheme, null or discard")
    if len(rest) > 3:
        raise CriError("too many sections")
    path, query, fragment = rest + [None] * (3 - len(rest))
    path = None if path is None else _texts(path)
    query = None if query is None else _texts(query)
    fragment = None if fragment is None else _text(fragment)
    if scheme is not None:
        if query == ():
            raise CriError("an empty query in what starts with a scheme")
        path = path or ()
    return checked(Cri(scheme, authority, discard, path, query, fragment))


def _authority(items):
    """authority = [?userinfo, host, ?port]"""
    if items is None or items is True:
        return items
    if not isinstance(items, list):
        raise CriError("expected an authority")
    items = list(items)
    userinfo = zone = port = None
    if items and items[0] is False:
        if len(items) < 2:
            raise CriError("the user information is missing")
        userinfo = _text(items[1])
        del items[:2]
    if items and _is_int(items[-1]):
        port = items.pop()
        if not 0 <= port <= 65535:
            raise CriError("a port outside 0 to 65535")
    if items and isinstance(items[0], bytes):
        host = items.pop(0)
        if len(host) not in (4, 16):
            raise CriError("an address that has neither 4 nor 16 bytes")
        if items and len(host) == 16 and isinstance(items[0], str):
            zone = items.pop(0)
        if items:
            raise CriError("an item behind the address")
    else:
        host = _texts(items)
    return Authority(host, userinfo, zone, port)


def _authority_items(authority):
    if not isinstance(authority, Authority):
        return authority
    items = [] if authority.userinfo is None else [False, authority.userinfo]
    items += [authority.host] if isinstance(authority.host, bytes) else authority.host
    return items + [item for item in (authority.zone, authority.port) if item is not None]


def _is_int(item):
    return isinstance(item, int) and not isinstance(item, bool)


def _texts(items):
    if not isinstance(items, list):
        raise CriError("expected an array of texts")
    return tuple(map(_text, items))


def _text(item):
    """text-or-pet: a text, or a sequence of alternating, non-empty texts and bytes with bytes in it (section 7.1)."""
    if isinstance(item, str):
        return item
    if not isinstance(item, list):
        raise CriError("expected a text")
    kinds = [type(part) for part in item]
    if bytes not in kinds or not set(kinds) <= {str, bytes}:
        raise CriError("expected texts and bytes, and bytes among them")
    if not all(item) or any(a is b for a, b in zip(kinds, kinds[1:])):
        raise CriError("texts and bytes have to alternate, none of them empty")
    if any(isinstance(part, bytes) and not _is_minimal(part) for part in item):
        raise CriError("bytes that could stand as text")
    return tuple(item)


def _is_minimal(data):
    """Is there no unreserved character and no UTF-8 character of U+0080 and above in these bytes?"""
    return not re.search(rb"[A-Za-z0-9._~-]", data) and not any(ord(c) > 127 for c in data.decode(errors="ignore"))
