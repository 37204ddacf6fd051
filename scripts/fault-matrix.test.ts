import { expect, test } from 'vitest'
import { hasProof, missingProofs, readPage, rowsOf } from './proofs.ts'

const FAULTS = 41
const rows = rowsOf(readPage('docs/fault-matrix.md'), /^F\d+$/)

test('every fault is in the matrix once, in its order', () => {
  expect(rows.map(([fault]) => fault)).toEqual(Array.from({ length: FAULTS }, (_, index) => `F${index + 1}`))
})

test('every fault names a test, and every named test exists', () => {
  expect(rows.filter(([, , , , proof = '']) => !hasProof(proof)).map(([fault]) => fault)).toEqual([])
  expect(rows.flatMap(([, , , , proof = '']) => missingProofs(proof))).toEqual([])
})

/** A proof in `server/test/cluster`, up to the next proof. The faults in turn are the only one of them in CI. */
const OF_ONE_CLUSTER_FAULT = /`server\/test\/cluster\/(?!faults-in-turn)[^`]+` › .+?(?:<br>(?=`)|$)/g

test('the proofs that CI leaves out are marked, and every fault has another', () => {
  const proofs = rows.map(([fault, , , , proof = '']) => ({ fault, proof }))
  const unmarked = proofs.filter(({ proof }) =>
    [...proof.matchAll(OF_ONE_CLUSTER_FAULT)].some(([one]) => !one.includes('(takes minutes)')),
  )
  expect(unmarked.map(({ fault }) => fault)).toEqual([])
  expect(proofs.filter(({ proof }) => !hasProof(proof.replaceAll(OF_ONE_CLUSTER_FAULT, '')))).toEqual([])
})
