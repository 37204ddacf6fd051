import { expect, test } from 'vitest'
import { hasProof, missingProofs, readPage, rowsOf } from './proofs.ts'

/** The numbers of OWASP ASVS 5.0.0 and the level from which each is required. */
const levels: Record<string, number> = JSON.parse(readPage('scripts/asvs-5.0.0.json'))
const rows = rowsOf(readPage('docs/asvs.md'), /^\d+\.\d+\.\d+$/)
const REASON = /^(?:Not applicable|By construction|Written|Deviation|Open): ./

test('every requirement of levels 1 and 2 is on the page once, with its level', () => {
  const wanted = Object.entries(levels).filter(([, level]) => level <= 2)
  expect(wanted).toHaveLength(70 + 183)
  expect(rows.map(([number, level]) => [number, Number(level)])).toEqual(wanted)
})

test('every requirement names a test or a reason', () => {
  const without = rows.filter(
    ([, , , proof = '']) => !hasProof(proof) && !proof.split('<br>').some((part) => REASON.test(part)),
  )
  expect(without).toEqual([])
})

test('every test that is named exists under exactly that title', () => {
  expect(rows.flatMap(([, , , proof = '']) => missingProofs(proof))).toEqual([])
})

test('every deviation is ruled in SECURITY.md', () => {
  const ruled = rowsOf(readPage('SECURITY.md'), /^\d+\.\d+\.\d+ /).map(([rule = '']) => rule.split(' ', 1)[0])
  const deviating = rows
    .filter(([, , , proof = '']) => proof.split('<br>').some((part) => part.startsWith('Deviation:')))
    .map(([number]) => number)
  expect(deviating.filter((number) => !ruled.includes(number))).toEqual([])
})
