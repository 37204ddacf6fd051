import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { DATABASE_FILE } from '../../src/platform/disk/data-folder.ts'
import type { Owner } from './garden.ts'

/** The secret of the recorded installations, with which what they stored sealed is opened. */
export const SECRET = 'recorded-installations-have-this-secret'

/** The replies of a version about its database. */
export interface RecordedAnswers extends Owner {
  /** Milliseconds since 1970. */
  readonly askedAt: number
  /** The bodies of the replies, by the names of the questions. */
  readonly answers: Readonly<Record<string, unknown>>
}

/** The newest migrations of the recorded versions; each is a folder beside this file. */
export const RECORDED: readonly string[] = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted()

export function readAnswers(version: string): RecordedAnswers {
  return JSON.parse(unpacked(version, 'answers.json.gz').toString()) as RecordedAnswers
}

export function readStatements(version: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(import.meta.dirname, version, 'statements.json'), 'utf8')) as Record<
    string,
    unknown
  >
}

/** Returns a folder of its own with the file of a recorded version, not opened yet. */
export function recordedFolder(version: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'greenhouse-recorded-'))
  writeFileSync(join(folder, DATABASE_FILE), unpacked(version, 'greenhouse.db.gz'))
  return folder
}

function unpacked(version: string, name: string): Buffer {
  return gunzipSync(readFileSync(join(import.meta.dirname, version, name)))
}
