import { expect, test } from 'vitest'
import { hasProof, missingProofs, readPage, rowsOf } from './proofs.ts'

const FAULTS = 38
const rows = rowsOf(readPage('docs/fault-matrix.md'), /^F\d+$/)

test('every fault is in the matrix once, in its order', () => {
  expect(rows.map(([fault]) => fault)).toEqual(Array.from({ length: FAULTS }, (_, index) => `F${index + 1}`))
})

test('every fault names a test, and every named test exists', () => {
  expect(rows.filter(([, , , , proof = '']) => !hasProof(proof)).map(([fault]) => fault)).toEqual([])
  expect(rows.flatMap(([, , , , proof = '']) => missingProofs(proof))).toEqual([])
})
