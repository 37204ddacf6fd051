import { expect, test } from 'vitest'
import { overloaded } from '../platform/problem.ts'
import { FIELDS_PER_SLICE, ingestInSlices, READINGS_PER_SLICE } from './ingest-slices.ts'

const LIST = Array.from({ length: 1000 }, (_, index) => index)

test('a long list is ingested in slices, with a turn for others between two, and its refusals keep their places', async () => {
  const order: string[] = []
  const result = await ingestInSlices(
    LIST,
    async (slice) => {
      order.push(`slice of ${slice.length}`)
      return { stored: slice.length - 1, duplicates: 0, refused: [{ index: 7, reason: `${slice[7]}` }] }
    },
    async () => void order.push('turn'),
  )
  expect(order.slice(0, 4)).toEqual([
    `slice of ${READINGS_PER_SLICE}`,
    'turn',
    `slice of ${READINGS_PER_SLICE}`,
    'turn',
  ])
  expect(result).toMatchObject({ stored: 990, duplicates: 0 })
  expect(result.refused.map(({ index, reason }) => [index, reason])).toEqual(
    Array.from({ length: 10 }, (_, slice) => [slice * 100 + 7, `${slice * 100 + 7}`]),
  )
})

test('rejects a list with a failed slice, and loses no rejection', async () => {
  let slices = 0
  const ingested = ingestInSlices(LIST, async () => {
    if (slices++ === 1) throw overloaded()
    return { stored: 100, duplicates: 0, refused: [] }
  })
  await expect(ingested).rejects.toMatchObject({ status: 503 })
  expect(slices).toBe(10)
})

test('a slice of readings with many fields holds fewer of them', async () => {
  const wide = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`sensor${index}`, index]))
  const lengths: number[] = []
  const result = await ingestInSlices(Array<object>(10).fill(wide), async (slice) => {
    lengths.push(slice.length)
    return { stored: 0, duplicates: 0, refused: [{ index: slice.length - 1, reason: 'Last' }] }
  })
  expect(lengths).toEqual([FIELDS_PER_SLICE / 500, FIELDS_PER_SLICE / 500, 2])
  expect(result.refused.map(({ index }) => index)).toEqual([3, 7, 9])
})
