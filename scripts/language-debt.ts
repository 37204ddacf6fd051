import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesOf, PROJECT, type Source } from './imports.ts'
import { languageFindings, type Finding } from './language-rules.ts'

const root = join(import.meta.dirname, '..')
/** Written by the benches, whose texts are in their files. */
const MADE = 'docs/performance.md'
const LIST = join(import.meta.dirname, 'language-debt.json')

/** How many places of each file still break the rules of language. */
export type LanguageDebt = Readonly<Record<string, number>>

export function readDebt(): LanguageDebt {
  return JSON.parse(readFileSync(LIST, 'utf8')) as LanguageDebt
}

/** Returns the findings of every source file and Markdown page of the project that has any. */
export function findAll(): Map<string, Finding[]> {
  const pages = readdirSync(root)
    .filter((name) => name.endsWith('.md'))
    .map((file): Source => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  const sources = [...PROJECT, 'docs', 'deploy']
    .flatMap((folder) => filesOf(folder, /\.(?:md|mjs|tsx?)$/))
    .filter(({ file }) => file !== MADE)
  return new Map(
    [...pages, ...sources]
      .map((source) => [source.file, languageFindings(source)] as const)
      .filter(([, findings]) => findings.length > 0)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
}

/** Returns each finding of the files that have more than `debt` allows, and the files that have fewer. */
export function debtErrors(found: ReadonlyMap<string, readonly Finding[]>, debt: LanguageDebt): string[] {
  const files = new Set([...found.keys(), ...Object.keys(debt)])
  return [...files].flatMap((file) => {
    const findings = found.get(file) ?? []
    const allowed = debt[file] ?? 0
    if (findings.length > allowed) return findings.map(({ line, rule, text }) => `${file}:${line}: ${rule}: ${text}`)
    return findings.length < allowed ? [`${file}: run npx node scripts/language-debt.ts, the list allows too many`] : []
  })
}

/** Prints the findings of the files that are named; without any, writes the list anew unless it would grow. */
function main(names: readonly string[]): void {
  const found = findAll()
  if (names.length > 0) {
    const named = [...found].filter(([file]) => names.some((name) => file.includes(name)))
    return debtErrors(new Map(named), {}).forEach((error) => console.log(error))
  }
  const debt = Object.fromEntries([...found].map(([file, findings]) => [file, findings.length]))
  const [before, after] = [total(readDebt()), total(debt)]
  if (after > before) throw new Error(`${after} places break the rules of language; the list allows ${before}.`)
  writeFileSync(LIST, `${JSON.stringify(debt, undefined, 2)}\n`)
}

function total(debt: LanguageDebt): number {
  return Object.values(debt).reduce((sum, count) => sum + count, 0)
}

if (import.meta.main) main(process.argv.slice(2))
