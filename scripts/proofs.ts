import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** A row of a table: its cells, trimmed. */
export type Row = readonly string[]

export function readPage(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** Returns the rows of all tables of a page whose first cell matches. */
export function rowsOf(page: string, first: RegExp): Row[] {
  return page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    )
    .filter(([cell = '']) => first.test(cell))
}

/** Returns the proofs of a cell (`file` › title, separated by <br>) that name no existing test. */
export function missingProofs(cell: string): string[] {
  return cell.split('<br>').filter((part) => {
    const [, file = '', title = ''] = /^`([^`]+\.test\.tsx?)` › (.+)$/.exec(part.trim()) ?? []
    if (file === '') return false
    if (!existsSync(join(root, file))) return true
    return !hasTest(readPage(file), title)
  })
}

/** Titles of groups do not count: they stay when their tests are deleted. */
export function hasTest(text: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => {
    const literal = quote + title.replaceAll(quote, `\\${quote}`) + quote
    const parts = text.split(literal).slice(0, -1)
    return parts.some((_part, index) => isTestTitle(parts.slice(0, index + 1).join(literal)))
  })
}

/** Returns whether the next literal is the title of a test. */
function isTestTitle(text: string): boolean {
  const before = text.trimEnd()
  if (/\b(?:test|it)(?:\.\w+)*\($/.test(before)) return true
  const [table] = [...before.matchAll(/\b(?:test|it|describe)(?:\.\w+)*\(/g)].slice(-1)
  return before.endsWith(')(') && table !== undefined && /^(?:test|it)\.(?:each|skipIf|runIf)/.test(table[0])
}

/** Returns whether a cell names at least one test. */
export function hasProof(cell: string): boolean {
  return /`[^`]+\.test\.tsx?` › ./.test(cell)
}
