import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'

const root = join(import.meta.dirname, '..')
/** `import … from 'x'`, `export … from 'x'`, `import 'x'` and `import('x')`. */
const IMPORT = /^(?:import|export)\b(?:[^'"`;]*?\bfrom)?\s*'([^']+)'|\bimport\(\s*'([^']+)'/gm
/** The folders of the project that hold TypeScript. */
export const PROJECT = ['contract', 'timeseries', 'server', 'web', 'simulator', 'testing', 'bench', 'e2e', 'scripts']
/** The public entries of the packages of the project. */
const ENTRIES: Readonly<Record<string, string>> = {
  '@greenhouse/contract': 'contract/src/index.ts',
  '@greenhouse/contract/catalogue': 'contract/src/species-catalogue.ts',
  '@greenhouse/contract/register': 'contract/src/register/index.ts',
  '@greenhouse/timeseries': 'timeseries/src/index.ts',
  '@greenhouse/timeseries/testing': 'timeseries/src/testing.ts',
}

/** A source file: its path from the root of the project, and its text. */
export interface Source {
  readonly file: string
  readonly text: string
}

/** Returns the TypeScript files of a folder, including tests. */
export function sourcesOf(folder: string): Source[] {
  return filesOf(folder, /\.tsx?$/)
}

/** Returns the files of a folder whose names match. */
export function filesOf(folder: string, ending: RegExp): Source[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name) && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ file: relative(root, path), text: readFileSync(path, 'utf8') }))
}

/** Returns what a file imports: packages by name, files of the project by their path from its root. */
export function importsOf({ file, text }: Source): string[] {
  return [...text.matchAll(IMPORT)].map(([, named, called]) => {
    const to = named ?? called ?? ''
    return to.startsWith('.') ? normalize(join(dirname(file), to)) : (ENTRIES[to] ?? to)
  })
}
