'use strict'
// The npm package coap behind crivet's testee protocol. A socket that sends nothing takes what it would send.

const { EventEmitter } = require('node:events')
const readline = require('node:readline')
const coap = require('coap')
const { parse } = require('coap-packet')

const DESCRIPTION = {
  name: 'coap (npm)',
  version: require('coap/package.json').version,
  language: 'JavaScript',
  protocol: 1,
  profiles: ['rfc7252'],
  features: [],
  operations: ['uri-to-coap']
}

const NUMBERS = { 'Uri-Host': 3, 'Uri-Port': 7, 'Uri-Path': 11, 'Uri-Query': 15, 'Proxy-Uri': 35, 'Proxy-Scheme': 39 }

class Refused extends Error {}
class Unsupported extends Error {}

class Socket extends EventEmitter {
  type = 'udp4'
  sent = null

  send (buffer, offset, length, port, host) {
    this.sent ??= { buffer: buffer.subarray(offset, offset + length), port, host }
  }

  address () {
    return { address: '0.0.0.0', port: 5683 }
  }

  close () {}
}

function uriToCoap ({ uri, destination }) {
  const socket = new Socket()
  // These are the package's own default, which a URI in one text is asked through.
  coap.globalAgent = coap.globalAgentIPv6 = new coap.Agent({ socket })
  const request = coap.request(uri)
  let failure = null
  request.on('error', (error) => { failure = error })
  request.end()
  request.sender.reset()
  if (failure !== null) throw new Refused(failure.message)
  if (socket.sent.port !== destination.port) throw new Unsupported("a destination other than the URI's")
  const options = parse(socket.sent.buffer).options
  return { options: options.map(({ name, value }) => ({ number: NUMBERS[name] ?? Number(name), value: value.toString('hex') })) }
}

function answer (request) {
  const { id, op } = request
  if (op === 'describe') return { id, ok: DESCRIPTION }
  try {
    return { id, ok: uriToCoap(request) }
  } catch (error) {
    if (error instanceof Unsupported) return { id, unsupported: error.message }
    // What else is thrown is not meant, and ends the process.
    if (error instanceof Refused || error.code === 'ERR_INVALID_URL') return { id, reject: error.message }
    throw error
  }
}

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  process.stdout.write(JSON.stringify(answer(JSON.parse(line))) + '\n')
}).on('close', () => process.exit(0))
