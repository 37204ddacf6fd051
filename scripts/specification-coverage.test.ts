import { expect, test } from 'vitest'
import { hasTest, missingProofs, readPage, rowsOf } from './proofs.ts'

const [proven = '', ruled = ''] = readPage('docs/specification-coverage.md').split('## Rulings')
const STATEMENT = /^(?!Statement$|-+$)/
const statements = rowsOf(proven, STATEMENT)
const rulings = rowsOf(ruled, STATEMENT)

test('every statement names one test as its proof', () => {
  expect(statements.length).toBeGreaterThan(180)
  const without = statements.filter(
    ([, proof = '']) => !/^`[^`]+\.test\.tsx?` › \S/.test(proof) || proof.includes('<br>'),
  )
  expect(without).toEqual([])
})

test('every test that is named exists, and is a test, not a group of them', () => {
  expect(statements.flatMap(([, proof = '']) => missingProofs(proof))).toEqual([])
})

test('every statement that is not kept exactly has its ruling, with a reason', () => {
  expect(rulings.length).toBeGreaterThan(50)
  expect(rulings.filter(([statement, ruling, reason]) => !statement || !ruling || !reason)).toEqual([])
})

test('no statement is listed twice', () => {
  const named = [...statements, ...rulings].map(([statement]) => statement)
  expect(named.filter((statement, index) => named.indexOf(statement) !== index)).toEqual([])
})

test('the title of a group, or one that is only mentioned, is no proof', () => {
  const text = `
    describe('a group', () => {
      test.each([['(', 1]])('each of %s', () => {})
      test('one', () => {
        say('another')
      })
    })
    describe.each([1])('some of %i', () => {})`
  const titles = ['a group', 'each of %s', 'one', 'another', 'some of %i']
  expect(titles.filter((title) => hasTest(text, title))).toEqual(['each of %s', 'one'])
})
