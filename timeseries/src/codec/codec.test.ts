import { describe, expect, test } from 'vitest'
import { columnsOf, shapes } from '../../test/columns.ts'
import { seededRandom } from '../../../testing/random.ts'
import { CorruptBytesError } from './bytes.ts'
import { decodePart, decodeTimes, encodePart, joinParts, partsOf } from './codec.ts'
import type { Column } from '../base/types.ts'
import { SEED, seeds } from '../../../testing/test-run.ts'

describe.each(shapes)('a part of $name', ({ make }) => {
  test('decodes a part losslessly, whole and slot by slot', () => {
    for (const seed of seeds(40)) {
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
  test('shares one array between columns with the same times', () => {
    const [one, other] = decodePart(encodePart(columnsOf([1, 2], [3, 4])))
    expect(one?.at).toBe(other?.at)
  })

  test('decodes no times for a slot that the part lacks', () => {
    expect(decodeTimes(encodePart(columnsOf([1, 2])), 9)).toStrictEqual(new Float64Array(0))
  })

  test('refuses a column without values', () => {
    expect(() => encodePart(columnsOf([]))).toThrow(RangeError)
  })
})

describe('a damaged part', () => {
  test.each([
    ['a board with jitter', 'sensors that sometimes lack a value', 'floats of 32 bits', 'jumps', 'constants'],
  ])('throws a CorruptBytesError for a damaged part of %s, or decodes at most the values of a part', (...names) => {
    const random = seededRandom(SEED)
    const parts = names.map((name) => encodePart(shapes.find((shape) => shape.name === name)!.make(random)))
    for (let round = 0; round < 10_000; round++) {
      const part = parts[round % parts.length]!
      const damaged = part.slice(0, random() < 0.1 ? Math.floor(random() * part.length) : part.length)
      // The directory at the start is where most of the harm can be done.
      for (let left = 1 + random() * 3; left > 0; left--) {
        const reach = random() < 0.5 ? 30 : damaged.length
        damaged[Math.floor(random() * Math.min(reach, damaged.length))] = Math.floor(random() * 256)
      }
      expect(['values', 'error']).toContain(outcomeOf(() => decodePart(damaged), damaged))
    }
  })

  function outcomeOf(decode: () => Column[], { length }: Uint8Array): string {
    try {
      const columns = decode()
      if (columns.some(({ at, values }) => at.length !== values.length)) return 'columns of two lengths'
      if (columns.some(({ values }) => !values.every(Number.isFinite))) return 'values that cannot be'
      return columns.some(({ at }) => at.length > length * 128) ? 'too many values' : 'values'
    } catch (error) {
      return error instanceof CorruptBytesError ? 'error' : String(error)
    }
  }

  test.each([
    ['with another version', 0, 2, 'The version 2 is not known.'],
    ['with too many columns', 2, 127, "There can't be 127 columns."],
    ['whose times are longer', 4, 5, 'The frames of a part have another length.'],
  ])('names the damage of a part: %s', (_, place, byte, message) => {
    const part = encodePart(columnsOf([1, 2, 3, 4, 5]))
    part[place] = byte
    expect(() => decodePart(part)).toThrow(message)
  })
})

test('divides the data of a chunk into its parts', () => {
  const parts = [columnsOf([1]), columnsOf([2], [3])].map(encodePart)
  expect(partsOf(joinParts(parts))).toStrictEqual(parts)
  expect(() => partsOf(joinParts(parts).slice(0, -1))).toThrow(CorruptBytesError)
})
