import { fromTimestamp, toTimestamp } from '@greenhouse/contract'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const DAYS_KEPT = 7
const WEEKS_KEPT = 4
const DAY = 86_400_000
/** The epoch was a Thursday, and weeks begin on Monday. */
const FIRST_MONDAY = 4 * DAY
const NAME = /^greenhouse-(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)(\d\dZ)\.tar\.gz$/

export interface FoundBackup {
  readonly file: string
  readonly madeAt: number
  readonly bytes: number
}

export function nameOfBackup(madeAt: number): string {
  return `greenhouse-${stamp(madeAt)}.tar.gz`
}

export function stamp(instant: number): string {
  return toTimestamp(instant).replace(/\.\d+/, '').replaceAll(':', '')
}

export function listBackups(folder: string): FoundBackup[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const [, day, hour, minute, second] = (entry.isFile() && NAME.exec(entry.name)) || []
      if (day === undefined) return []
      const file = join(folder, entry.name)
      return [{ file, madeAt: fromTimestamp(`${day}${hour}:${minute}:${second}`), bytes: statSync(file).size }]
    })
    .toSorted((a, b) => b.madeAt - a.madeAt)
}

/**
 * Keeps the newest of each of the last seven days and four weeks (UTC) with a backup: a month without the server removes
 * none.
 */
export function outdated<B extends Pick<FoundBackup, 'madeAt'>>(backups: readonly B[]): B[] {
  const newestFirst = backups.toSorted((a, b) => b.madeAt - a.madeAt)
  const newestOfEach = (period: (madeAt: number) => number, count: number) =>
    [...Map.groupBy(newestFirst, ({ madeAt }) => period(madeAt)).values()].slice(0, count).map(([newest]) => newest)
  const kept = new Set([
    ...newestOfEach((at) => Math.floor(at / DAY), DAYS_KEPT),
    ...newestOfEach((at) => Math.floor((at - FIRST_MONDAY) / (7 * DAY)), WEEKS_KEPT),
  ])
  return newestFirst.filter((backup) => !kept.has(backup))
}
