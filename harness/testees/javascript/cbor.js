// The part of CBOR (RFC 8949) that a CRI is made of, read strictly.
//
// A CRI is built of integers, strings, arrays, true, false and null, all of definite length. General readers say too
// little about their input: to JavaScript 1 and 1.0 are one number, and most packages join strings of indefinite length,
// unwrap tags or pass over bytes that are not UTF-8, so that a CRI which has to be rejected looks like one that is fine.

export class CborError extends Error {}

const UINT = 0, NINT = 1, BYTES = 2, TEXT = 3, ARRAY = 4, MAP = 5, TAG = 6, SIMPLE = 7;
const INDEFINITE = 31;

// The outer array, a section in it, the percent-encoded text in that: nothing in a CRI is nested more deeply.
const MAX_DEPTH = 3;

// A byte order mark at the start of a text is a character like any other; left to itself, TextDecoder drops it.
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads exactly one item: a BigInt, Uint8Array, string, array, boolean or null. */
export function decode(data) {
  const reader = new Reader(data);
  const item = reader.item(0);
  reader.finish();
  return item;
}

/** Writes an item with the shortest heads. */
export function encode(item) {
  const out = [];
  write(item, out);
  return Uint8Array.from(out);
}

/** The bytes of each item of the array that is `data`, whatever these items are. */
export function splitArray(data) {
  const reader = new Reader(data);
  const { major, info, argument } = reader.head();
  if (major !== ARRAY || info === INDEFINITE) throw new CborError("expected an array of definite length");
  const items = [];
  for (let left = argument; left > 0n; left--) {
    const start = reader.at;
    reader.skip();
    items.push(data.subarray(start, reader.at));
  }
  reader.finish();
  return items;
}

class Reader {
  constructor(data) {
    this.data = data;
    this.at = 0;
  }

  finish() {
    if (this.at !== this.data.length) throw new CborError(`bytes behind the item, at offset ${this.at}`);
  }

  take(size) {
    // Compare before cutting: the length is what the input claims, up to 2^64 - 1.
    if (BigInt(size) > BigInt(this.data.length - this.at)) throw new CborError("the input ends too early");
    const start = this.at;
    this.at += Number(size);
    return this.data.subarray(start, this.at);
  }

  /** A head; its argument is a BigInt, as a number would round above 2^53. */
  head() {
    const [initial] = this.take(1);
    const major = initial >> 5, info = initial & 31;
    if (info < 24 || info === INDEFINITE) return { major, info, argument: BigInt(info) };
    if (info > 27) throw new CborError(`reserved additional information ${info}`);
    let argument = 0n;
    for (const byte of this.take(1 << (info - 24))) argument = (argument << 8n) | BigInt(byte);
    return { major, info, argument };
  }

  item(depth) {
    if (depth > MAX_DEPTH) throw new CborError("nested too deeply for a CRI");
    const { major, info, argument } = this.head();
    if (major === SIMPLE) {
      if (info === 20 || info === 21) return info === 21;
      if (info === 22) return null;
      throw new CborError("a float or a simple value other than false, true and null");
    }
    if (info === INDEFINITE) throw new CborError("an item of indefinite length");
    switch (major) {
      case UINT:
        return argument;
      case NINT:
        return -1n - argument;
      case BYTES:
        return this.take(argument);
      case TEXT:
        try {
          return utf8.decode(this.take(argument));
        } catch (error) {
          if (error instanceof CborError) throw error;
          throw new CborError("a text that is not UTF-8");
        }
      case ARRAY: {
        const items = [];
        for (let left = argument; left > 0n; left--) items.push(this.item(depth + 1));
        return items;
      }
      default:
        throw new CborError("a map or a tag");
    }
  }

  /**
   * Passes over any item: what surrounds a CRI may be more than a CRI can hold. Depth costs no recursion: `levels` holds,
   * for each open item, how many items it still has to come, or, where a break ends it, how many have come.
   */
  skip() {
    const levels = [{ count: 1n, hasBreak: false, isMap: false }];
    while (levels.length > 0) {
      const level = levels.at(-1);
      if (level.count === 0n && !level.hasBreak) {
        levels.pop();
        continue;
      }
      const { major, info, argument } = this.head();
      if (major === SIMPLE && info === INDEFINITE) {
        if (!level.hasBreak || (level.isMap && level.count % 2n !== 0n)) throw new CborError("a break out of place");
        levels.pop();
        continue;
      }
      level.count += level.hasBreak ? 1n : -1n;
      const isMap = major === MAP;
      if (info === INDEFINITE) {
        if (major === BYTES || major === TEXT) this.skipChunks(major);
        else if (major === ARRAY || isMap) levels.push({ count: 0n, hasBreak: true, isMap });
        else throw new CborError("indefinite length where there is none");
      } else if (major === BYTES || major === TEXT) {
        this.take(argument);
      } else if (major === ARRAY || isMap || major === TAG) {
        levels.push({ count: isMap ? 2n * argument : major === TAG ? 1n : argument, hasBreak: false, isMap });
      } else if (major === SIMPLE && info === 24 && argument < 32n) {
        throw new CborError("a simple value in two bytes that has one");
      }
    }
  }

  skipChunks(expected) {
    for (;;) {
      const { major, info, argument } = this.head();
      if (major === SIMPLE && info === INDEFINITE) return;
      if (major !== expected || info === INDEFINITE) throw new CborError("a chunk of another kind");
      this.take(argument);
    }
  }
}

function write(item, out) {
  if (item === false) out.push(0xf4);
  else if (item === true) out.push(0xf5);
  else if (item === null) out.push(0xf6);
  else if (typeof item === "bigint") {
    if (item >= 0n) writeHead(UINT, item, out);
    else writeHead(NINT, -1n - item, out);
  } else if (item instanceof Uint8Array) {
    writeHead(BYTES, BigInt(item.length), out);
    for (const byte of item) out.push(byte);
  } else if (typeof item === "string") {
    const data = new TextEncoder().encode(item);
    writeHead(TEXT, BigInt(data.length), out);
    for (const byte of data) out.push(byte);
  } else {
    writeHead(ARRAY, BigInt(item.length), out);
    for (const inner of item) write(inner, out);
  }
}

function writeHead(major, argument, out) {
  if (argument < 24n) {
    out.push((major << 5) | Number(argument));
    return;
  }
  let info = 24, size = 1n;
  while (argument >> (8n * size) > 0n) {
    info++;
    size *= 2n;
  }
  out.push((major << 5) | info);
  for (let shift = 8n * (size - 1n); shift >= 0n; shift -= 8n) out.push(Number((argument >> shift) & 0xffn));
}
