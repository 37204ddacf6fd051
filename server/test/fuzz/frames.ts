import fc from 'fast-check'
import { nastyJson, nastyText } from './nasty.ts'

/** The bytes of one client: an upgrade request, then frames. */
export interface Visit {
  readonly id: string
  readonly upgrade: 'good' | 'odd'
  readonly oddity: { readonly path: string; readonly headers: readonly string[] }
  /** Whether it subscribes as a user first, so that it also receives messages. */
  readonly listens: boolean
  readonly frames: readonly Frame[]
  readonly end: 'close' | 'reset' | 'wait'
}

interface Frame {
  readonly opcode: number
  readonly flags: number
  readonly content: string
  readonly bytes: Uint8Array
  readonly isText: boolean
  readonly isMasked: boolean
  /** The length in the header of the frame: right or wrong. */
  readonly said: 'right' | 'short' | 'long' | 'huge'
  readonly flip: number | undefined
}

export const FRAMES_EACH = 8

const TEXT = 1
const eventTypes = ['ping', 'Ping', 'PingDto', 'Pong', 'ServerBroadcastsLiveDataToDashboard', '__proto__', '']

const content: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: nastyJson },
  { weight: 1, arbitrary: nastyText },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom('eventType', 'EventType', 'requestId'), fc.constantFrom(...eventTypes), nastyJson)
      .map(([name, type, json]) => `{"${name}":${JSON.stringify(type)},"requestId":${json},"topicIds":${json}}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('x'.repeat(40_000), '{"eventType":"ping","requestId":"' + 'y'.repeat(30_000) + '"}'),
  },
)

const frame: fc.Arbitrary<Frame> = fc.record({
  // Mostly text; the others continuation, binary, reserved, close, ping, pong.
  opcode: fc.oneof({ weight: 3, arbitrary: fc.constant(TEXT) }, { weight: 1, arbitrary: fc.nat(15) }),
  flags: fc.oneof(
    { weight: 12, arbitrary: fc.constant(0x80) },
    { weight: 1, arbitrary: fc.constantFrom(0, 0x90, 0xa0, 0xc0, 0xf0) },
  ),
  content,
  bytes: fc.uint8Array({ maxLength: 200 }),
  isText: fc.nat(9).map((chance) => chance > 0),
  isMasked: fc.nat(30).map((chance) => chance > 0),
  said: fc.oneof(
    { weight: 20, arbitrary: fc.constant('right') },
    { weight: 1, arbitrary: fc.constantFrom('short', 'long', 'huge') },
  ),
  flip: fc.option(fc.nat(0xffff), { nil: undefined, freq: 8 }),
})

const ODD_PATHS = [
  '/ws',
  '/ws?id=',
  '/?id=%00',
  '/ws?id=%ff',
  '/ws?id=a&id=b',
  `/ws?id=${'x'.repeat(200)}`,
  '/nowhere?id=1',
  '/ws?id=../',
  '//ws?id=1',
  '/ws?%',
]
const ODD_HEADERS = [
  ['Sec-WebSocket-Version: 8'],
  ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: short'],
  [
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits=999',
  ],
  ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Protocol: ,,'],
  ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Origin: https://elsewhere.example'],
  ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Content-Length: 5'],
  [],
]

export function visits(): fc.Arbitrary<Visit> {
  return fc.record({
    id: fc.uuid(),
    upgrade: fc.oneof({ weight: 12, arbitrary: fc.constant('good') }, { weight: 1, arbitrary: fc.constant('odd') }),
    oddity: fc.record({ path: fc.constantFrom(...ODD_PATHS), headers: fc.constantFrom(...ODD_HEADERS) }),
    listens: fc.nat(5).map((chance) => chance === 0),
    frames: fc.array(frame, { minLength: FRAMES_EACH, maxLength: FRAMES_EACH }),
    end: fc.constantFrom('close', 'close', 'reset', 'wait'),
  })
}

export function upgradeRequest({ id, upgrade, oddity }: Visit, port: number): string {
  const good = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==']
  const path = upgrade === 'good' ? `/ws?id=${id}` : oddity.path
  const headers = upgrade === 'good' ? good : oddity.headers
  return [
    `GET ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    ...headers,
    '',
    '',
  ].join('\r\n')
}

/** Encodes a frame (RFC 6455) by hand, so that it may be one that no library would send. */
export function frameBytes({ opcode, flags, content, bytes, isText, isMasked, said, flip }: Frame): Buffer {
  const payload = Buffer.from(isText ? Buffer.from(content) : bytes)
  const mask = Buffer.from([1, 2, 3, 4])
  const masked = isMasked ? payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0)) : payload
  const head = [(flags & 0xf0) | opcode, ...lengthBytes(sayLength(payload.length, said), isMasked ? 0x80 : 0)]
  const whole = Buffer.concat([Buffer.from(head), isMasked ? mask : Buffer.alloc(0), masked])
  if (flip !== undefined) whole[flip % whole.length] = flip & 0xff
  return whole
}

function sayLength(length: number, said: Frame['said']): number {
  if (said === 'short') return Math.max(length - 3, 0)
  return said === 'long' ? length + 7 : said === 'huge' ? 2 ** 40 : length
}

function lengthBytes(length: number, mask: number): number[] {
  if (length < 126) return [mask | length]
  if (length < 65_536) return [mask | 126, length >> 8, length & 0xff]
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(length))
  return [mask | 127, ...bytes]
}
