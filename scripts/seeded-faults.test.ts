import { expect, test } from 'vitest'
import { hasTest, readPage, rowsOf } from './proofs.ts'
import type { Seed } from './seeded-faults/seed.ts'
import { seeds } from './seeded-faults/seeds.ts'

const pages = ['docs/asvs.md', 'docs/fault-matrix.md'].map(readPage)
const rows = [
  ...pages.flatMap((page) => rowsOf(page, /^(?:\d+\.\d+\.\d+|F\d+)$/)),
  ...rowsOf(readPage('docs/specification-coverage.md'), /./),
]

test('the text of every seed is in its file exactly once', () => {
  expect(seeds.filter(({ file, text }) => readPage(file).split(text).length !== 2)).toEqual([])
})

test('every seed names an existing test that proves its row', () => {
  const isProof = (proof: string, row: string) =>
    rows.some((cells) => cells[0] === row && cells.at(-1)?.includes(proof))
  const isNamed = ({ row, testFile, title }: Seed) =>
    hasTest(readPage(testFile), title) && isProof(`\`${testFile}\` › ${title}`, row)
  expect(seeds.filter((seed) => !isNamed(seed))).toEqual([])
})

test('every case of a seed has the beginning of the title that it is one of', () => {
  const isCase = (title: string, one: string) => one.startsWith(title.replace(/%.*$/s, ''))
  expect(seeds.filter(({ title, cases }) => !cases.every((one) => isCase(title, one)))).toEqual([])
})
