// CRIs to URIs (draft-ietf-core-href-13, section 6.1) and back.

import { isIPv4, isIPv6 } from "node:net";

import { characterAt, checked, CriError, isFull, texts } from "./cri.js";
import { DEFAULT_PORTS, NAMES, NUMBERS } from "./schemes.js";

const UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
const SUB_DELIMS = "!$&'()*+,;=";

// What section 6.1 leaves as it is; the rest is percent-encoded.
const ZONE = new Set(UNRESERVED);
const HOST = new Set(UNRESERVED + SUB_DELIMS);
const USERINFO = HOST;
const SEGMENT = new Set([...HOST, ...":@"]);
const FRAGMENT = new Set([...SEGMENT, ..."/?"]);
const QUERY = new Set([...FRAGMENT].filter((char) => char !== "&"));

/** The URI or URI reference of a CRI or CRI reference. */
export function toUri(cri) {
  const { scheme, authority, query, fragment } = cri;
  let uri = "";
  if (scheme !== null) {
    const name = typeof scheme === "bigint" ? NAMES.get(Number(scheme)) : scheme;
    if (name === undefined) throw new CriError(`nobody has registered the scheme number ${scheme}`);
    uri += `${name}:`;
  }
  if (authority !== null && authority !== true) uri += `//${authorityText(authority)}`;
  uri += pathText(cri);
  if (query?.length > 0) uri += `?${query.map((parameter) => escape(parameter, QUERY)).join("&")}`;
  if (fragment !== null) uri += `#${escape(fragment, FRAGMENT)}`;
  return uri;
}

/** The CRI or CRI reference of a URI or URI reference, with dot segments and needless escapes normalised away. */
export function fromUri(uri) {
  // RFC 3986, appendix B.
  const parts = /^(?:([^:\/?#]+):)?(?:\/\/([^\/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(uri);
  let [, scheme = null, authority = null, path, query = null, fragment = null] = parts;
  if (scheme !== null) {
    if (!/^[a-z][a-z0-9+.-]*$/i.test(scheme)) throw new CriError("no scheme name in front of the colon");
    scheme = scheme.toLowerCase();
  } else if (authority === null && path.split("/")[0].includes(":")) {
    throw new CriError("a colon in the first segment of a relative path");
  }
  if (authority !== null) authority = parseAuthority(authority, DEFAULT_PORTS.get(scheme));
  if (query !== null) query = query.split("&").map((parameter) => unescape(parameter, QUERY));
  if (fragment !== null) fragment = unescape(fragment, FRAGMENT);
  const isRelative = scheme === null && authority === null;
  let discard = true;
  let segments;
  if (scheme !== null && authority === null) {
    // At the front of a rootless path dot segments go together with their slashes.
    path = path.replace(/^(?:(?:\.|%2e){1,2}(?:\/|$))+/i, "");
  }
  if (path.startsWith("/")) {
    ({ segments } = removeDots(path.slice(1)));
  } else if (path === "") {
    segments = scheme === null ? null : [];
    if (isRelative) discard = 0;
  } else if (isRelative) {
    const removed = removeDots(path);
    segments = removed.segments;
    discard = 1 + removed.stepsUp;
    if (discard > 127) throw new CriError("more than 127 segments up");
  } else {
    // Rootless: an authority would have ended at a slash.
    authority = true;
    ({ segments } = removeDots(path, { isRootless: true }));
  }
  if (NUMBERS.has(scheme)) scheme = BigInt(NUMBERS.get(scheme));
  return checked({ scheme, authority, discard, path: segments, query, fragment });
}

function authorityText({ userinfo, host, zone, port }) {
  let text = userinfo === null ? "" : `${escape(userinfo, USERINFO)}@`;
  if (Array.isArray(host)) text += host.map((label) => escape(label, HOST)).join(".");
  else if (host.length === 4) text += host.join(".");
  else text += `[${ipv6Text(host)}${zone === null ? "" : `%25${escape(zone, ZONE)}`}]`;
  return port === null ? text : `${text}:${port}`;
}

/** RFC 5952, section 4; an IPv4 address at the end is not written in decimal. */
function ipv6Text(bytes) {
  const groups = [];
  for (let i = 0; i < 16; i += 2) groups.push(((bytes[i] << 8) | bytes[i + 1]).toString(16));
  const text = groups.join(":");
  const runs = text.match(/\b0(?::0)+\b/g) ?? [];
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), "");
  // By whole groups: in `fe80:0` the run starts behind the colon.
  return longest === "" ? text : text.replace(new RegExp(`\\b${longest}\\b`), "::").replace(/:{3,}/, "::");
}

/** The path; an error where what it gives would be read as something else (section 6.1 and RFC 3986). */
function pathText(cri) {
  const { authority, discard, path, query } = cri;
  const segments = (path ?? []).map((segment) => escape(segment, SEGMENT));
  const rootless = segments.join("/");
  const rooted = segments.map((segment) => `/${segment}`).join("");
  if (isFull(cri)) return authority === true ? rootless : rooted;
  if (authority === true) throw new CriError("a rootless path without a scheme reads as a relative one");
  if (authority !== null) return rooted;
  if (discard === true) {
    if (segments.length === 0 || rooted.startsWith("//")) {
      throw new CriError("the empty path and one that starts with two slashes read as something else");
    }
    return rooted;
  }
  if (discard === 0) {
    if (path !== null || query?.length === 0) {
      throw new CriError("no URI reference appends to the path or unsets the query of its base");
    }
    return "";
  }
  if (segments.length === 0) throw new CriError("no URI reference drops segments and adds none");
  if (discard > 1) return "../".repeat(discard - 1) + rootless;
  // A first segment that is empty or has a colon would read as a rooted path or a scheme.
  const needsGuard = segments[0] === "" || texts(path[0]).some((text) => text.includes(":"));
  return needsGuard ? `./${rootless}` : rootless;
}

function parseAuthority(text, defaultPort) {
  const at = text.lastIndexOf("@");
  const userinfo = at < 0 ? null : unescape(text.slice(0, at), USERINFO);
  const match = /^(\[[^\]]*\]|[^:\[\]]*)(?::(.*))?$/s.exec(text.slice(at + 1));
  if (match === null) throw new CriError("no host and port");
  let [, host, port = null] = match;
  if (port !== null) {
    // C6: no empty port, no redundant zeros.
    if (!/^(?:0|[1-9][0-9]{0,4})$/.test(port) || Number(port) > 65535) throw new CriError("no port from 0 to 65535");
    port = Number(port) === defaultPort ? null : BigInt(port);
  }
  if (!host.startsWith("[")) return Object.freeze({ userinfo, host: parseName(host), zone: null, port });
  const [, address, zone = null] = /^\[([^%]*)(?:%25([A-Za-z0-9._~-]+))?\]$/.exec(host) ?? [null, ""];
  return Object.freeze({ userinfo, host: parseIpv6(address), zone, port });
}

function parseIpv6(text) {
  if (!isIPv6(text)) throw new CriError("no IPv6 address");
  // The last four bytes in decimal become two groups like the others.
  const hexadecimal = text.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...octets) => {
    const [a, b, c, d] = octets.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head, tail] = hexadecimal.split("::").map((half) => (half === "" ? [] : half.split(":")));
  const zeros = tail === undefined ? [] : Array(8 - head.length - tail.length).fill("0");
  const groups = [...head, ...zeros, ...(tail ?? [])].map((group) => parseInt(group, 16));
  return Uint8Array.from(groups.flatMap((group) => [group >> 8, group & 0xff]));
}

function parseName(text) {
  if (isIPv4(text)) return Uint8Array.from(text.split(".").map(Number));
  // A dot is unreserved: escaped or not, it separates labels.
  return text.split(/\.|%2e/i).map((label) => {
    const unescaped = unescape(label, HOST);
    if (texts(unescaped).some((part) => part.toLowerCase() !== part.replace(/[A-Z]/g, (char) => char.toLowerCase()))) {
      // Only ASCII case is without meaning in a URI; C5 wants the rest in lower case, too.
      throw new CriError("a name with upper case outside ASCII");
    }
    const lower = (part) => (typeof part === "string" ? part.toLowerCase() : part);
    return Array.isArray(unescaped) ? unescaped.map(lower) : lower(unescaped);
  });
}

/** The segments without dot segments, and how many steps up are left (RFC 3986, section 5.2.4). */
function removeDots(path, { isRootless = false } = {}) {
  const segments = [];
  let stepsUp = 0;
  let isDots = false;
  // First of all each is read: what dot segments take along has to be a URI's, too, and `%2e` is a dot.
  for (const segment of path.split("/").map((segment) => unescape(segment, SEGMENT))) {
    isDots = segment === "." || segment === "..";
    if (!isDots) segments.push(segment);
    else if (segment === "..") {
      if (segments.pop() === undefined) stepsUp++;
      if (isRootless && segments.length === 0) {
        throw new CriError("the first segment of a rootless path is taken away");
      }
    }
  }
  // Behind a dot segment at the end stays its slash.
  if (isDots) segments.push("");
  return { segments, stepsUp };
}

function escape(textOrPet, plain) {
  const triplet = (byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  const parts = typeof textOrPet === "string" ? [textOrPet] : textOrPet;
  return parts.map((part) => {
    if (typeof part !== "string") return [...part].map(triplet).join("");
    return [...part].map((char) => (plain.has(char) ? char : [...Buffer.from(char)].map(triplet).join(""))).join("");
  }).join("");
}

/**
 * A text-or-pet. `plain` is what `escape` leaves alone, so that what is escaped of it has to be kept as bytes, but for
 * the unreserved characters. Everything else that is escaped becomes text, as long as it is UTF-8: `escape` escapes it
 * again.
 */
function unescape(text, plain) {
  const parts = [];
  const triplets = /(?:%[0-9a-f]{2})+/iy;
  const append = (part) => {
    const last = parts.length - 1;
    if (typeof part === "string" && typeof parts[last] === "string") parts[last] += part;
    else if (typeof part !== "string" && Array.isArray(parts[last])) parts[last].push(...part);
    else parts.push(part);
  };
  for (let at = 0; at < text.length; ) {
    if (text[at] !== "%") {
      // The caller has split a query at its ampersands.
      if (!plain.has(text[at])) throw new CriError("a character that has to be escaped");
      append(text[at++]);
      continue;
    }
    triplets.lastIndex = at;
    const run = triplets.exec(text);
    if (run === null) throw new CriError("a stray percent sign");
    const bytes = Buffer.from(run[0].replaceAll("%", ""), "hex");
    for (let i = 0; i < bytes.length; ) {
      const char = characterAt(bytes, i);
      const isKept = char === null || (plain.has(char) && !UNRESERVED.includes(char));
      append(isKept ? [bytes[i]] : char);
      i += isKept ? 1 : Buffer.byteLength(char);
    }
    at += run[0].length;
  }
  if (parts.some((part) => typeof part === "string" && part !== part.normalize("NFC"))) {
    throw new CriError("a text that is not in Normalization Form C");
  }
  if (parts.every((part) => typeof part === "string")) return parts.join("");
  return parts.map((part) => (typeof part === "string" ? part : Uint8Array.from(part)));
}
