#!/usr/bin/env node
// The testee: reads requests of crivet's testee protocol, asks the library, writes answers.
//
// This is the file to take. Replace what OPERATIONS call by your library, and what `describe` claims by what it can.

import { CborError, splitArray } from "./cbor.js";
import * as cri from "./cri.js";
import { fromUri, toUri } from "./uri.js";

const DESCRIPTION = {
  name: "crivet-example-javascript",
  version: "1",
  language: "JavaScript",
  protocol: 1,
  profiles: ["href-13"],
  features: ["no-authority", "userinfo", "text-or-pet"],
  operations: ["decode", "cri-to-uri", "uri-to-cri", "resolve", "relativize", "equivalent", "scan"],
};

// A value is kept, as an application keeps a base: an operation that changes its argument is noticed.
const kept = new Map();
function read(hex) {
  if (!kept.has(hex)) {
    if (kept.size >= 256) kept.clear();
    kept.set(hex, cri.read(Buffer.from(hex, "hex")));
  }
  return kept.get(hex);
}
const write = (value) => Buffer.from(cri.write(value)).toString("hex");

const OPERATIONS = {
  describe: () => DESCRIPTION,
  decode(request) {
    const value = read(request.cri);
    return { full: cri.isFull(value), cri: write(value) };
  },
  "cri-to-uri": (request) => ({ uri: toUri(read(request.cri)) }),
  "uri-to-cri": (request) => ({ cri: write(fromUri(request.uri)) }),
  resolve: (request) => ({ cri: write(cri.resolve(read(request.base), read(request.reference))) }),
  relativize: (request) => ({ reference: write(cri.relativize(read(request.base), read(request.target))) }),
  equivalent: (request) => ({
    equivalent: cri.equivalent(read(request.a), read(request.b), { ignoreFragment: request["ignore-fragment"] }),
  }),
  /** What is no CRI is skipped as a whole, and its neighbours are looked at (section 5.2.1). */
  scan: (request) => ({
    items: splitArray(Buffer.from(request.sequence, "hex")).map((item) => {
      try {
        cri.read(item);
        return "processable";
      } catch (error) {
        if (error instanceof cri.CriError) return "unprocessable";
        throw error;
      }
    }),
  }),
};

function answer(request) {
  const { id, op } = request;
  if (!Object.hasOwn(OPERATIONS, op)) return { id, unsupported: "no such operation" };
  try {
    return { id, ok: OPERATIONS[op](request) };
  } catch (error) {
    // Only these. What the library did not mean to throw shall end the program: crivet shows the stack.
    if (error instanceof cri.CriError || error instanceof CborError) return { id, reject: error.message };
    throw error;
  }
}

// Not `node:readline`: it also ends lines at U+2028 and U+2029, which may stand in a JSON string.
let pending = "";
process.stdin.setEncoding("utf8");
for await (const chunk of process.stdin) {
  const lines = (pending + chunk).split("\n");
  pending = lines.pop();
  for (const line of lines) process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
}
