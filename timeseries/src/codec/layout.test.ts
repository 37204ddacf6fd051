import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { columnsOf } from '../../test/columns.ts'
import { sumUp } from './bucket-sums.ts'
import { encodeCoarse, readCoarse } from './coarse-summary.ts'
import { decodePart, encodePart, joinParts } from './codec.ts'
import { decodeRow, encodeMessage, encodeRowStart } from './log-row.ts'
import { decodeNewest, encodeNewest } from './newest.ts'
import { decodeSummary, encodeSummary } from './summary.ts'
import type { Column, Entry } from '../base/types.ts'

/*
 * Bytes that earlier versions have written have to be read for ever. A change of a layout gets a new version byte, and
 * these vectors stay.
 */

const repeated = (length: number, make: (index: number) => number) => Array.from({ length }, (_, index) => make(index))
const floats = [1.5, 2.25, 1e10, -1e-10].map(Math.fround)

const parts: Array<[string, Column[], string]> = [
  ['one value', columnsOf([21.5]), '010101010700000980d095ffbc3100030000000000803540'],
  ['tenths', columnsOf([21.5, 21.6, 21.4, 21.5]), '010101040900000680d095ffbc31904e1f1101ae03000b'],
  [
    'a running mean',
    columnsOf(repeated(20, (index) => (index % 2) * 7 + (index % 3))),
    '010101140900000f80d095ffbc31904e1f100100020f4c1f3d9d3dd7a8ecb906',
  ],
  [
    'two blocks, one of them of zeros',
    columnsOf(repeated(140, (index) => Math.min(index, 8))),
    '0101018c010a00001780d095ffbc31904e1f1f10000000dbb66d0000000000000000000000000000001f',
  ],
  [
    'constants',
    columnsOf([-0, -0, -0], [7, 7, 7]),
    '010102030900000901000980d095ffbc31904e1f030000000000000080030000000000001c40',
  ],
  [
    'a jump',
    columnsOf([0, 1, 2 ** 49, 1, 0, 1, 0, 1, 0, 1]),
    '0101010a0900005280d095ffbc31904e1f1001001e04000080ffff07000000000020feffbfffffffffff1ff8ffffffffffffff5fe0fffffbffffffff1f81ffffffffffffff5f03feffbfffffffff1f0af8ffffffffffff5f1ee0fffffbffffff1f5b00',
  ],
  [
    'wide numbers',
    columnsOf(repeated(6, (index) => ((index * 7919) % 13) * 1e10)),
    '010101060900003380d095ffbc31904e1f1000001effff0f00f902950000fcff3f00e40b540200f0ffff00902f500900c0ffff0340be40250000ffff0f00f90295000000',
  ],
  [
    'decimals in floats',
    columnsOf([21.5, 21.6, 21.4].map(Math.fround)),
    '010101030900000680d095ffbc31904e1f2101ae03000b',
  ],
  [
    'two groups, and a column that lacks times',
    groups(),
    '01020304090409c80101030600000609020680d095ffbc31904e1f81d095ffbc31904e1f0d100002001b10000200db0010000a00db00',
  ],
]

function groups(): Column[] {
  const [whole, other] = columnsOf([1, 2, 3, 4], [5, 6, 7, 8])
  const lacking = { slot: 200, at: whole!.at.filter((_, index) => index !== 1), values: Float64Array.of(1, 2, 3) }
  return [lacking, whole!, { slot: 9, at: other!.at.map((at) => at + 1), values: other!.values }]
}

describe('the bytes of a part', () => {
  test.each(parts)('keeps the bytes of a part of %s', (_, columns, hex) => {
    expect(Buffer.from(encodePart(columns)).toString('hex')).toBe(hex)
    expect(decodePart(Buffer.from(hex, 'hex'))).toStrictEqual(columns)
  })

  // Versions of zlib may write other bytes, but read the same.
  test.each([
    ['floats', columnsOf(floats), '010101040900001380d095ffbc31904e1f016360f8f99f8181e9d90101d1dbf60e01eb00'],
    [
      'doubles',
      columnsOf([0.1 + 0.2, -0, 1e300, Math.PI]),
      '010101040900002380d095ffbc31904e1f023361982361cc50aa6bccc0e062ccd01162cc60f3db98e189e26506734efb863a0700',
    ],
  ])('reads old bytes of a part of %s', (_, columns, hex) => {
    expect(decodePart(Buffer.from(hex, 'hex'))).toStrictEqual(columns)
    expect(decodePart(encodePart(columns))).toStrictEqual(columns)
  })

  test('stores parts in a chunk with their lengths', () => {
    expect(Buffer.from(joinParts([Uint8Array.of(1, 2), Uint8Array.of(3)])).toString('hex')).toBe(
      '020200000001020100000003',
    )
  })
})

test('keeps the bytes of a row of the log', () => {
  const entries: Entry[] = [
    { deviceKey: 300, at: 1_700_000_000_000, slots: [0, 3], values: [21.5, -0] },
    { deviceKey: 1, at: 2 ** 48 - 1, slots: [130], values: [Math.PI] },
  ]
  const bytes = new Uint8Array(200)
  const end = entries.reduce((offset, entry) => encodeMessage(entry, bytes, offset), encodeRowStart(2, bytes, 0))
  const hex = '0102ac020068e5cf8b010200f11a0307000000000000008001ffffffffffff01820107182d4454fb210940'
  expect(Buffer.from(bytes.subarray(0, end)).toString('hex')).toBe(hex)
  expect(decodeRow(Buffer.from(hex, 'hex'))).toStrictEqual(entries)
})

test.each([
  ['decimals', columnsOf([21.5, 21.6, -3], [0, 7, 9]), '01a0f73602000b0101f8a473033bf601eb0301090001f8a473020e0202'],
  [
    'doubles',
    columnsOf([Math.PI, 1e300]),
    '01a0f73601001eff01f8a47302182d4454fb2109409c7500883ce4377e3b971ac06b92637d',
  ],
])('keeps the bytes of a summary of %s', (_, columns, hex) => {
  const summary = encodeSummary(columns, 900_000)
  expect(Buffer.from(summary).toString('hex')).toBe(hex)
  expect(decodeSummary(Buffer.from(hex, 'hex'))).toStrictEqual(decodeSummary(summary))
})

test('keeps the bytes of a coarse summary', () => {
  const at = Float64Array.of(1_700_000_000_000, 1_700_001_000_000, 1_700_100_000_000)
  const sums = sumUp({ slot: 2, at, values: Float64Array.of(21.5, -3, 7) }, 900_000)
  const hex =
    '01190180b899290102110102db9901023bf501f5010101c801000002db99011701a0f7360102100102f8a47301ae0300000101e9030000021001a0f7360102090001e8a573010e0000'
  expect(Buffer.from(encodeCoarse([sums], 900_000)).toString('hex')).toBe(hex)
  const read = readCoarse(Buffer.from(hex, 'hex'), decodeSummary, () => true)
  expect(read.flatMap(({ lowest }) => Array.from(lowest))).toStrictEqual([21.5, -3, 7])
})

test('keeps the bytes of newest values', () => {
  const newest = [
    { slot: 0, at: 1_700_000_000_000, value: 21.5 },
    { slot: 129, at: 0, value: Math.PI },
  ]
  const hex = '0102000068e5cf8b01f11a810100000000000007182d4454fb210940'
  expect(Buffer.from(encodeNewest(newest)).toString('hex')).toBe(hex)
  expect(decodeNewest(Buffer.from(hex, 'hex'))).toStrictEqual(newest)
})
