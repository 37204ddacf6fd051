import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/specification-coverage.md'), 'utf8')
const statements = [...page.matchAll(/^\|.*\| (`[^`]+\.test\.tsx?`.*?)\s*\|$/gm)].map(([, proof = '']) => proof)
/** A statement may have several proofs, each on a line of its own. */
const proofs = statements.flatMap((proof) =>
  proof.split('<br>').map((one) => {
    const [, file = '', name] = /^`([^`]+)`(?: › (.*))?$/.exec(one) ?? []
    return { file, name }
  }),
)

test('every proof that is named is a test that exists', () => {
  expect(proofs.length).toBeGreaterThan(60)
  const missing = proofs.filter(({ file, name }) => {
    if (!existsSync(join(root, file))) return true
    const text = readFileSync(join(root, file), 'utf8')
    return name !== undefined && !text.includes(`'${name}'`)
  })
  expect(missing).toEqual([])
})

test('every statement has a proof or a ruling', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:Statement|-+)/.test(line))
  const rulings =
    page
      .slice(page.indexOf('## Rulings'))
      .split('\n')
      .filter((line) => line.startsWith('| ')).length - 2
  expect(rows.length - rulings).toBe(statements.length)
})
