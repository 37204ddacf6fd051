import { expect, test } from 'vitest'
import { seededRandom } from '../../../testing/random.ts'
import { ByteWriter } from './bytes.ts'
import { PaddedReader } from './padded-reader.ts'
import { decodeResiduals, encodeResiduals, residualBytesAtMost } from './residuals.ts'
import { SEED } from '../../../testing/test-run.ts'

const COUNT = 300

function thereAndBack(residuals: Float64Array): Float64Array {
  const writer = new ByteWriter()
  writer.reserve(residualBytesAtMost(residuals.length))
  encodeResiduals(writer, residuals, 0, residuals.length)
  const bytes = writer.copyFrom(0)
  const reader = new PaddedReader().copy(bytes)
  const decoded = new Float64Array(residuals.length)
  decodeResiduals(reader, decoded, 0, residuals.length)
  expect(reader.position).toBe(bytes.length)
  return decoded
}

// Between a number that is written in ones and one that is written whole lie the few that are neither, at every k.
test.each([0, 1, 2, 3, 6, 20, 100, 5000])('decodes one residual of any size among others up to %i', (most) => {
  const random = seededRandom(SEED + most)
  for (let size = 0; size < 400; size++) {
    for (const outlier of [size, -size, size * (most + 1), size ** 6]) {
      const residuals = Float64Array.from({ length: COUNT }, () => Math.round((random() * 2 - 1) * most))
      residuals[size % COUNT] = outlier
      expect(thereAndBack(residuals)).toStrictEqual(residuals.map((residual) => residual + 0))
    }
  }
})

test('decodes the largest residuals beside the smallest', () => {
  const residuals = Float64Array.from([2 ** 52, -(2 ** 52), 0, 1, -1, 2 ** 31, -(2 ** 31), 2 ** 25, 2 ** 24])
  expect(thereAndBack(residuals)).toStrictEqual(residuals)
})
