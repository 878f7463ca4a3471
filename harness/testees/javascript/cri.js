// Constrained Resource Identifiers: draft-ietf-core-href-13, sections 2, 4, 5 and 7.
//
// A CRI or CRI reference is a frozen object in the abstract form of section 5.2: `scheme` (a BigInt or a string),
// `authority` (`{ userinfo, host, zone, port }`, null when rooted, true when rootless), `discard` (true or a number),
// `path`, `query`, `fragment`. An unset section is null; in what has a scheme the path is never null, the query never
// empty. `host` is an array of labels or an address of 4 or 16 bytes.
//
// A text (a label, segment, parameter, user information or fragment) is a string; where it is percent-encoded in part, it
// is an array of alternating strings and non-empty Uint8Arrays, as in section 7.1.

import * as cbor from "./cbor.js";

/** This is no CRI or CRI reference, or the operation has no answer for it. */
export class CriError extends Error {}

// A byte order mark is a character like any other; left to itself, TextDecoder drops it.
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const isBytes = (item) => item instanceof Uint8Array;
const isInteger = (item) => typeof item === "bigint";
const isText = (item) => typeof item === "string";

/** Reads and checks the interchange form. */
export function read(data) {
  let sections;
  try {
    sections = cbor.decode(data);
  } catch (error) {
    if (error instanceof cbor.CborError) throw new CriError(error.message);
    throw error;
  }
  return fromSections(sections);
}

/** Writes the interchange form, without the sections that it leaves off. */
export function write(cri) {
  const { scheme, authority, discard, path, query, fragment } = cri;
  const first = scheme !== null || authority !== null ? [scheme, authorityItems(authority)] : [
    discard === true ? true : BigInt(discard),
  ];
  const isPathDefault = isFull(cri) && path.length === 0 && query === null && fragment === null;
  const sections = [...first, isPathDefault ? null : path, query, fragment];
  while (sections.at(-1) === null) sections.pop();
  return cbor.encode(sections);
}

export function isFull(cri) {
  return cri.scheme !== null;
}

/** Resolves a reference against a base: the steps of section 5.3. */
export function resolve(base, reference) {
  if (!isFull(base)) throw new CriError("a base starts with a scheme");
  if (isFull(reference)) return reference;
  let { authority, path, query, fragment } = base;
  // Step 3.
  if (reference.discard === true) {
    [path, query, fragment] = [[], null, null];
    if (authority === true) authority = null;
  } else if (reference.discard > 0) {
    [path, query, fragment] = [path.slice(0, Math.max(0, path.length - reference.discard)), null, null];
  }
  // Step 4.
  if (reference.path !== null) [path, query, fragment] = [[...path, ...reference.path], null, null];
  // Step 5. The fragment goes before the reference's own one comes.
  if (reference.authority !== null) authority = reference.authority;
  if (reference.query !== null) [query, fragment] = [reference.query.length > 0 ? reference.query : null, null];
  if (reference.fragment !== null) fragment = reference.fragment;
  return checked({ scheme: base.scheme, authority, discard: true, path, query, fragment });
}

/** Compares component by component (section 4). */
export function equivalent(a, b, { ignoreFragment = false } = {}) {
  if (!isFull(a) || !isFull(b)) throw new CriError("references have to be resolved before they are compared");
  const bare = (cri) => (ignoreFragment ? { ...cri, fragment: null } : cri);
  return same(write(bare(a)), write(bare(b)));
}

/** A short reference that leads from the base to the target. */
export function relativize(base, target) {
  if (!isFull(base) || !isFull(target)) throw new CriError("base and target start with a scheme");
  const { authority, path, query, fragment } = target;
  const isRootless = authority === true;
  if (!sameItem(base.scheme, target.scheme)) return target;
  if (!sameItem(authorityItems(base.authority), authorityItems(authority))) {
    // No reference unsets an authority, or makes a rooted path rootless, but by the way of a scheme.
    if (authority === null || isRootless) return target;
    return { ...target, scheme: null, path: path.length > 0 ? path : null };
  }
  let common = 0;
  while (common < Math.min(base.path.length, path.length) && sameItem(base.path[common], path[common])) common++;
  const discard = base.path.length - common;
  const reference = (discard, path) => ({
    scheme: null, authority: null, discard, path: path.length > 0 ? path : null, query, fragment,
  });
  if (discard > 127 || (discard > 0 && common === 0 && !isRootless)) return isRootless ? target : reference(true, path);
  if (discard > 0 || path.length > common) return reference(discard, path.slice(common));
  // The paths are the same, and a query in the reference unsets the fragment of the base.
  if (!sameItem(query, base.query) || (fragment === null && base.fragment !== null)) {
    return { ...reference(0, []), query: query ?? [] };
  }
  return { ...reference(0, []), query: null, fragment: sameItem(fragment, base.fragment) ? null : fragment };
}

/** The constraints that hold for a valid CRI beyond its structure (sections 2 and 2.1); returns it, frozen. */
export function checked(cri) {
  const { authority, path } = cri;
  if (Array.isArray(authority?.host) && authority.host.some((label) => texts(label).some((text) => text.includes(".")))) {
    throw new CriError("a dot inside a label");
  }
  if (path?.some((segment) => segment === "." || segment === "..")) throw new CriError("a dot segment");
  if (isFull(cri)) {
    if (authority === null && path.length > 1 && path[0] === "") {
      throw new CriError("an empty first segment without authority");
    }
    if (authority === true && (path.length === 0 || path[0] === "")) {
      throw new CriError("a rootless path without a first segment");
    }
  }
  return Object.freeze(cri);
}

/** The parts of a text that are not percent-encoded. */
export function texts(textOrPet) {
  return isText(textOrPet) ? [textOrPet] : textOrPet.filter(isText);
}

function fromSections(sections) {
  if (!Array.isArray(sections)) throw new CriError("expected an array");
  if (sections.length === 0) sections = [0n];
  if (sections.at(-1) === null) throw new CriError("a trailing null");
  let [first, ...rest] = sections;
  let scheme = null, authority = null, discard = true;
  if (first === true || (isInteger(first) && first >= 0n)) {
    if (first !== true && first > 127n) throw new CriError("a discard above 127");
    discard = first === true ? true : Number(first);
  } else if (first === null || isText(first) || isInteger(first)) {
    if (isText(first) && !/^[a-z][a-z0-9+.-]*$/.test(first)) throw new CriError("no scheme name");
    scheme = first;
    authority = readAuthority(rest.length > 0 ? rest.shift() : null);
    if (scheme === null && authority === null) throw new CriError("two leading nulls, where there is discard");
  } else {
    throw new CriError("expected a scheme, null or discard");
  }
  if (rest.length > 3) throw new CriError("too many sections");
  let [path = null, query = null, fragment = null] = rest;
  if (path !== null) path = readTexts(path);
  if (query !== null) query = readTexts(query);
  if (fragment !== null) fragment = readText(fragment);
  if (scheme !== null) {
    if (query?.length === 0) throw new CriError("an empty query in what starts with a scheme");
    path ??= [];
  }
  return checked({ scheme, authority, discard, path, query, fragment });
}

/** authority = [?userinfo, host, ?port] */
function readAuthority(items) {
  if (items === null || items === true) return items;
  if (!Array.isArray(items)) throw new CriError("expected an authority");
  items = [...items];
  let userinfo = null, host, zone = null, port = null;
  if (items[0] === false) {
    if (items.length < 2) throw new CriError("the user information is missing");
    userinfo = readText(items[1]);
    items.splice(0, 2);
  }
  if (isInteger(items.at(-1))) {
    port = items.pop();
    if (port < 0n || port > 65535n) throw new CriError("a port outside 0 to 65535");
  }
  if (isBytes(items[0])) {
    host = items.shift();
    if (host.length !== 4 && host.length !== 16) throw new CriError("an address that has neither 4 nor 16 bytes");
    if (host.length === 16 && isText(items[0])) zone = items.shift();
    if (items.length > 0) throw new CriError("an item behind the address");
  } else {
    host = readTexts(items);
  }
  return Object.freeze({ userinfo, host, zone, port });
}

function authorityItems(authority) {
  if (authority === null || authority === true) return authority;
  const { userinfo, host, zone, port } = authority;
  return [
    ...(userinfo === null ? [] : [false, userinfo]),
    ...(isBytes(host) ? [host] : host),
    ...(zone === null ? [] : [zone]),
    ...(port === null ? [] : [port]),
  ];
}

function readTexts(items) {
  if (!Array.isArray(items)) throw new CriError("expected an array of texts");
  return items.map(readText);
}

/** text-or-pet: a text, or a sequence of alternating, non-empty texts and bytes, bytes among them (section 7.1). */
function readText(item) {
  if (isText(item)) return item;
  if (!Array.isArray(item)) throw new CriError("expected a text");
  if (!item.some(isBytes)) throw new CriError("no bytes in a text-pet-sequence");
  item.forEach((part, index) => {
    if (!isText(part) && !isBytes(part)) throw new CriError("expected texts and bytes");
    if (part.length === 0) throw new CriError("an empty part in a text-pet-sequence");
    if (index > 0 && isText(part) === isText(item[index - 1])) throw new CriError("texts and bytes do not alternate");
    if (isBytes(part) && !isMinimal(part)) throw new CriError("bytes that could stand as text");
  });
  return item;
}

/** Is there no unreserved character and no UTF-8 character of U+0080 and above in these bytes? */
function isMinimal(bytes) {
  return bytes.every((byte, at) => {
    if (byte < 0x80) return !/[A-Za-z0-9._~-]/.test(String.fromCharCode(byte));
    return characterAt(bytes, at) === null;
  });
}

/** The UTF-8 character at an offset, or null where there is none. */
export function characterAt(bytes, at) {
  const first = bytes[at];
  const size = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  try {
    return utf8.decode(bytes.subarray(at, at + size));
  } catch {
    return null;
  }
}

function same(a, b) {
  return Buffer.compare(a, b) === 0;
}

function sameItem(a, b) {
  return same(cbor.encode(a), cbor.encode(b));
}
