import { expect, test } from 'vitest'
import { growthIn, type Sample } from './growth.ts'
import { Ledger } from './ledger.ts'

const MEGABYTE = 2 ** 20
const flat: Sample = { rssBytes: 150 * MEGABYTE, heapBytes: 40 * MEGABYTE, files: 40, sockets: 6, boards: 12, lagMs: 3 }
/** Memory fluctuates with every collection. */
const series = (change: (index: number) => Partial<Sample>) =>
  Array.from({ length: 200 }, (_, index) => ({
    ...flat,
    heapBytes: flat.heapBytes + (index % 10) * 3 * MEGABYTE,
    ...change(index),
  }))

test('counts memory that fluctuates, or grows only in the beginning, as flat', () => {
  expect(growthIn(series(() => ({})))).toEqual([])
  expect(growthIn(series((index) => ({ heapBytes: flat.heapBytes + Math.min(index, 40) * MEGABYTE })))).toEqual([])
})

test.each([
  ['heap', (index: number) => ({ heapBytes: flat.heapBytes + index * 0.2 * MEGABYTE }), 'The heap grew'],
  ['memory', (index: number) => ({ rssBytes: flat.rssBytes + index * MEGABYTE }), 'The memory of the process grew'],
  ['files', (index: number) => ({ files: 40 + Math.floor(index / 10) }), 'Open files and sockets grew from 45 to 55.'],
  ['pages', (index: number) => ({ sockets: Math.floor(index / 5) }), 'Live connections grew'],
])('names what grows all the time: %s', (_what, change, words) => {
  expect(growthIn(series(change))).toEqual([expect.stringContaining(words)])
})

test('a period that is too short is reported as such', () => {
  expect(growthIn(series(() => ({})).slice(0, 10))).toEqual(['The period without restarts was too short for a result.'])
})

test('counts acknowledged readings that are lost, doubled or different', () => {
  const ledger = new Ledger('a board')
  const sent = Array.from({ length: 5 }, () => ledger.next(1000))
  for (const { at } of sent) ledger.acknowledge(at)
  const unacknowledged = ledger.next(1000)
  expect(ledger.compare(sent)).toEqual({ lost: 0, doubled: 0, unknown: 0 })
  // It may have been stored anyway.
  expect(ledger.compare([...sent, unacknowledged])).toEqual({ lost: 0, doubled: 0, unknown: 0 })
  expect(ledger.compare(sent.slice(1))).toEqual({ lost: 1, doubled: 0, unknown: 0 })
  expect(ledger.compare([...sent, ...sent.slice(3)])).toEqual({ lost: 0, doubled: 2, unknown: 0 })
  expect(ledger.compare([...sent, { at: 5, temperature: 20 }])).toEqual({ lost: 0, doubled: 0, unknown: 1 })
  expect(ledger.compare(sent.map(({ at }) => ({ at, temperature: null })))).toEqual({ lost: 5, doubled: 0, unknown: 0 })
})
