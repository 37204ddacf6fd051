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
    const text = readPage(file)
    return !["'", '"', '`'].some((quote) => text.includes(quote + title.replaceAll(quote, `\\${quote}`) + quote))
  })
}

/** Returns whether a cell names at least one test. */
export function hasProof(cell: string): boolean {
  return /`[^`]+\.test\.tsx?` › ./.test(cell)
}
