import { describe, expect, test } from 'vitest'
import { CorruptBytesError } from './bytes.ts'
import { decodePart, decodeTimes, encodePart, joinParts, partsOf } from './codec.ts'
import { columnsOf, seededRandom, shapes } from './columns.test-shapes.ts'

describe.each(shapes)('a part of $name', ({ make }) => {
  test('comes back bit by bit, whole and slot by slot', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const columns = make(seededRandom(seed))
      const part = encodePart(columns)
      expect(decodePart(part)).toStrictEqual(columns)
      for (const column of columns) {
        expect(decodePart(part, new Set([column.slot]))).toStrictEqual([column])
        expect(decodeTimes(part, column.slot)).toStrictEqual(column.at)
      }
    }
  })
})

describe('a part', () => {
  test('gives columns with the same times one array of times', () => {
    const [one, other] = decodePart(encodePart(columnsOf([1, 2], [3, 4])))
    expect(one?.at).toBe(other?.at)
  })

  test('has no times of a slot that it lacks', () => {
    expect(decodeTimes(encodePart(columnsOf([1, 2])), 9)).toStrictEqual(new Float64Array(0))
  })

  test('cannot be made of a column without values', () => {
    expect(() => encodePart(columnsOf([]))).toThrow(RangeError)
  })
})

test('parts come back from the data of a chunk as they were', () => {
  const parts = [columnsOf([1]), columnsOf([2], [3])].map(encodePart)
  expect(partsOf(joinParts(parts))).toStrictEqual(parts)
  expect(() => partsOf(joinParts(parts).slice(0, -1))).toThrow(CorruptBytesError)
})
