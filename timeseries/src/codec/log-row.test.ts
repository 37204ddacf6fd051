import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../testing/random.ts'
import { CorruptBytesError } from './bytes.ts'
import {
  checkRow,
  decodeRow,
  encodeMessage,
  encodeRowStart,
  Message,
  messageBytesAtMost,
  MESSAGE_VALUES,
  readMessage,
  readMessageHead,
  readRowStart,
  ROW_START_BYTES,
} from './log-row.ts'
import type { Entry } from '../base/types.ts'
import { SEED, seeds } from '../../../testing/test-run.ts'

const VALUES = [0, -0, 21.5, -3.25, 1013.25, 0.000001, 0.1 + 0.2, 2 ** 26 - 1, 2 ** 26, -(2 ** 26), 1e300, 5e-324, 1e-7]

function rowOf(entries: readonly Entry[]): Uint8Array {
  const room = entries.reduce((sum, { values }) => sum + messageBytesAtMost(values.length), ROW_START_BYTES)
  const bytes = new Uint8Array(room)
  let end = encodeRowStart(entries.length, bytes, 0)
  for (const entry of entries) end = encodeMessage(entry, bytes, end)
  return bytes.slice(0, end)
}

function anEntry(random: () => number): Entry {
  const count = 1 + Math.floor(random() * MESSAGE_VALUES)
  const value = () => {
    const known = VALUES[Math.floor(random() * VALUES.length * 3)]
    return known ?? Math.round((random() - 0.5) * 10_000) / 10 ** Math.floor(random() * 8)
  }
  return {
    deviceKey: Math.floor(2 ** (random() * 53)),
    at: Math.floor(2 ** (random() * 48)),
    slots: Array.from({ length: count }, (_, index) => index * 100 + Math.floor(random() * 100)),
    values: Array.from({ length: count }, value),
  }
}

describe('a row of the log', () => {
  test('decodes the messages of a row losslessly', () => {
    for (const seed of seeds(200)) {
      const random = seededRandom(seed)
      const entries = Array.from({ length: 1 + Math.floor(random() * 20) }, () => anEntry(random))
      expect(decodeRow(rowOf(entries))).toStrictEqual(entries)
    }
  })

  test('reads a row message by message without new objects', () => {
    const random = seededRandom(SEED)
    const entries = Array.from({ length: 50 }, () => anEntry(random))
    const row = rowOf(entries)
    const message = new Message()
    let { messages, offset } = readRowStart(row)
    for (const { deviceKey, at, slots, values } of entries) {
      const end = readMessageHead(row, offset, message)
      expect(message).toMatchObject({ deviceKey, at, count: slots.length })
      offset = readMessage(row, offset, message)
      expect(offset).toBe(end)
      expect([...message.slots.subarray(0, message.count)]).toStrictEqual(slots)
      expect([...message.values.subarray(0, message.count)]).toStrictEqual(values)
    }
    expect(messages).toBe(50)
    expect(offset).toBe(row.length)
  })

  test('encodes a reading of four values in 22 bytes', () => {
    const entry = { deviceKey: 17, at: 1_700_000_000_000, slots: [0, 3, 5, 6], values: [21.5, 55.3, 1013.2, 420] }
    expect(rowOf([entry]).length - 2).toBeLessThanOrEqual(22)
  })

  test('encodes only the values that are taken', () => {
    const bytes = new Uint8Array(100)
    const entry = { deviceKey: 1, at: 5, slots: [2, 4, 6], values: [20, 40, 60] }
    const end = encodeMessage(entry, bytes, encodeRowStart(1, bytes, 0), (index) => index !== 1)
    expect(decodeRow(bytes.slice(0, end))).toStrictEqual([{ deviceKey: 1, at: 5, slots: [2, 6], values: [20, 60] }])
  })

  test('refuses a message without values, or without room for it', () => {
    const entry = { deviceKey: 1, at: 5, slots: [2], values: [20] }
    expect(() => encodeMessage(entry, new Uint8Array(100), 0, () => false)).toThrow(RangeError)
    expect(() => encodeMessage(entry, new Uint8Array(10), 0)).toThrow(RangeError)
  })

  test('throws a CorruptBytesError for a damaged row, or decodes finite messages', () => {
    const random = seededRandom(SEED)
    const row = rowOf(Array.from({ length: 20 }, () => anEntry(random)))
    for (let round = 0; round < 10_000; round++) {
      const damaged = row.slice(0, random() < 0.2 ? Math.floor(random() * row.length) : row.length)
      for (let left = 1 + random() * 3; left > 0; left--)
        damaged[Math.floor(random() * damaged.length)] = Math.floor(random() * 256)
      try {
        expect(decodeRow(damaged).length).toBeLessThan(row.length)
      } catch (error) {
        expect(error).toBeInstanceOf(CorruptBytesError)
      }
    }
  })

  test('checks a row without decoding its values exactly as decoding does', () => {
    const random = seededRandom(SEED)
    const row = rowOf(Array.from({ length: 20 }, () => anEntry(random)))
    const plain = rowOf([{ deviceKey: 1, at: 5, slots: [2], values: [20] }])
    // A slot of 56 bits in place of the 2.
    const hugeSlot = Uint8Array.of(...plain.subarray(0, 10), ...Array<number>(7).fill(255), 16, ...plain.subarray(11))
    expect(() => checkRow(hugeSlot)).toThrow('A number has no end.')
    let passed = 0
    for (let round = 0; round < 2000; round++) {
      const damaged = row.slice()
      damaged[Math.floor(random() * damaged.length)] = Math.floor(random() * 256)
      try {
        checkRow(damaged)
      } catch (error) {
        expect(error).toBeInstanceOf(CorruptBytesError)
        continue
      }
      passed++
      expect(decodeRow(damaged).length).toBeLessThan(row.length)
    }
    expect(passed).toBeGreaterThan(200)
  })

  test('refuses a row of another version', () => {
    const row = rowOf([anEntry(seededRandom(SEED))])
    row[0] = 2
    expect(() => decodeRow(row)).toThrow('The version 2 is not known.')
  })
})
