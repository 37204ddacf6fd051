import { expect, test } from 'vitest'
import { NEW_NAMES_MAX } from '../../series/names/request-names.ts'
import { BoardMessage, type Decoder, type Reports, type Slices } from '../board-report.ts'
import { FIELDS_PER_SLICE } from '../decoding-work.ts'
import { decodeInTurns } from '../slices.ts'
import { decodeJson } from './json.ts'
import { decodeLineProtocol } from './line-protocol.ts'
import { decodeMiflora } from './miflora.ts'
import { decodeRtl433 } from './rtl433.ts'
import { decodeSenml } from './senml.ts'
import { decodeTasmota } from './tasmota.ts'
import { decodeTheengs } from './theengs.ts'
import { decodeThingsBoard } from './thingsboard.ts'
import { decodeTtn } from './ttn.ts'
import { decodeZigbee2mqtt } from './zigbee2mqtt.ts'

const VALUES_MAX = 64
/** Fields of one line or object, by which a slice may exceed its bound. */
const FIELDS_OF_ONE = 1000
const NOTHING_ANNOUNCED = { get: () => undefined }

const invented = (count: number, prefix = 'v') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, index]))

function message(topic: string, payload: unknown, query?: string): BoardMessage {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
  return new BoardMessage(topic, Buffer.from(text), { query })
}

/** Decodes a message. Returns the reports and the number of fields examined in each slice. */
async function decoded(decode: Decoder, sent: BoardMessage): Promise<{ reports: Reports; slices: readonly number[] }> {
  const ends: number[] = []
  const turn = async () => void ends.push(sent.work.fields)
  const reports = await decodeInTurns(decode(sent, NOTHING_ANNOUNCED), turn)
  ends.push(sent.work.fields)
  return { reports, slices: ends.map((end, slice) => end - (ends[slice - 1] ?? 0)) }
}

const ttnUplink = (fields: object) => ({
  end_device_ids: { device_id: 'dev1', dev_eui: '0004A30B001C0530' },
  uplink_message: { decoded_payload: fields },
})

test.each<[string, Decoder, BoardMessage]>([
  ['Zigbee2MQTT', decodeZigbee2mqtt, message('zigbee2mqtt/bench', invented(6000))],
  ['Tasmota', decodeTasmota, message('tele/bench/SENSOR', { Time: '2022-02-06T20:00:03', A: invented(6000) })],
  [
    'Tasmota with sensors of 60 values',
    decodeTasmota,
    message('tele/b/SENSOR', { A: invented(60, 'a'), B: invented(60, 'b'), C: invented(60, 'c') }),
  ],
  [
    'Tasmota with 6,000 sensors',
    decodeTasmota,
    message(
      'tele/b/SENSOR',
      Object.fromEntries(Array.from({ length: 6000 }, (_, index) => [`S${index}`, { [`v${index}`]: 1 }])),
    ),
  ],
  ['Theengs', decodeTheengs, message('home/gw/BTtoMQTT/A4C1385C1234', { id: 'A4:C1:38:5C:12:34', ...invented(6000) })],
  ['rtl_433', decodeRtl433, message('rtl_433/pi/events', { model: 'Acurite', id: 1, ...invented(6000) })],
  ['miflora-mqtt-daemon', decodeMiflora, message('miflora/Fern', invented(6000))],
  ['The Things Stack', decodeTtn, message('v3/a@t/devices/d/up', ttnUplink(invented(6000)))],
  ['JSON', decodeJson, message('garden/bench', invented(6000))],
  ['line protocol', decodeLineProtocol, message('http', lines(6, 300, true), '')],
])('reads 64 values of a message with many names of %s, and matches no further name', async (_family, decode, sent) => {
  const { reports } = await decoded(decode, sent)
  const values = (reports ?? []).flatMap(({ readings }) => readings.flatMap((reading) => reading.values))
  expect(values).toHaveLength(VALUES_MAX)
  // A value of line protocol may be named by its field, or by measurement and field.
  expect(sent.work.names.matched).toBeLessThanOrEqual(decode === decodeLineProtocol ? 2 * VALUES_MAX : VALUES_MAX)
  expect(sent.work.fields).toBeLessThanOrEqual(2.1 * FIELDS_OF_ONE)
})

test.each<[title: string, Decoder, BoardMessage]>([
  ['lines of one reading', decodeLineProtocol, message('http', lines(80, 300, true), '')],
  ['lines of one reading each', decodeLineProtocol, message('http', lines(80, 300, false), '')],
  ['lines that are none', decodeLineProtocol, message('http', `a v=1\n${'x\n'.repeat(50_000)}`, '')],
  ['a list of 300 messages', decodeJson, message('http', list(300, 70), '')],
  ['a list of 300 readings', decodeThingsBoard, message('v1/devices/me/telemetry', list(300, 70, true))],
  [
    '5,000 records',
    decodeSenml,
    message(
      'http',
      Array.from({ length: 5000 }, (_, index) => ({ n: `dev${index}:s${index}`, v: 1 })),
      '',
    ),
  ],
])('yields while it decodes %s, and matches at most 2,000 new names', async (_title, decode, sent) => {
  const { reports, slices } = await decoded(decode, sent)
  expect(reports?.length).toBeGreaterThan(0)
  expect(slices.length).toBeGreaterThan(3)
  expect(Math.max(...slices)).toBeLessThan(FIELDS_PER_SLICE + FIELDS_OF_ONE)
  expect(sent.work.names.matched).toBeLessThanOrEqual(NEW_NAMES_MAX)
})

test.each([
  ['JSON', decodeJson, list(300, 70)],
  ['line protocol', decodeLineProtocol, lines(80, 300, false)],
])('notes in a report of %s that not all names were read', async (_format, decode, text) => {
  const { reports } = await decoded(decode, message('http', text, ''))
  expect(reports?.[0]?.notes).toEqual(['Only 2000 new names of a request are read.'])
})

test('keeps the known names of other users when a request invents names', async () => {
  const first = message('garden/bench', { bench7_temperature: 21 })
  await decoded(decodeJson, first)
  await decoded(decodeJson, message('http', list(300, 70), ''))
  const again = message('garden/bench', { bench7_temperature: 22 })
  await decoded(decodeJson, again)
  expect([first.work.names.matched, again.work.names.matched]).toEqual([1, 0])
})

test('decodes a message at once that fits one slice', () => {
  const decoded = decodeInTurns(decodeJson(message('http', list(10, 7), ''), NOTHING_ANNOUNCED))
  expect(decoded).toHaveLength(1)
})

test('rejects when a decoder fails between two slices', async () => {
  function* failing(): Slices {
    yield
    throw new Error('a fault')
  }
  await expect(decodeInTurns(failing())).rejects.toThrow('a fault')
})

/** Returns lines with ever new names of fields. */
function lines(count: number, fields: number, isOneReading: boolean): string {
  return Array.from({ length: count }, (_, line) => {
    const pairs = Array.from({ length: fields }, (_value, field) => `n${line}_${field}=1`)
    return `a,host=h ${pairs.join()} ${isOneReading ? '1700000000000000000' : `17000000${10 + line}000000000`}`
  }).join('\n')
}

/** Returns a list of messages with ever new names as text, since such objects are slow to build. */
function list(count: number, fields: number, isThingsBoard = false): string {
  const messages = Array.from({ length: count }, (_, place) => {
    const values = Array.from({ length: fields }, (_value, field) => `"m${place}_v${field}":${field}`).join()
    return isThingsBoard ? `{"ts":${1_700_000_000_000 + place},"values":{${values}}}` : `{${values}}`
  })
  return `[${messages.join()}]`
}
