import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Dialect } from './dialect.ts'

/** Runs against later schemas as well, so its database has no type. */
interface MigrationFile {
  // oxlint-disable-next-line typescript/no-explicit-any -- migrations outlive the types of today
  up(db: Kysely<any>, dialect: Dialect): Promise<void>
}

/** Every file of `migrations/`, oldest first, loaded on use. A released one is never changed. */
const files: Readonly<Record<string, () => Promise<MigrationFile>>> = {
  '0001-baseline': () => import('./migrations/0001-baseline.ts'),
  '0002-sightings': () => import('./migrations/0002-sightings.ts'),
  '0003-confirmed-email': () => import('./migrations/0003-confirmed-email.ts'),
  '0004-open-states': () => import('./migrations/0004-open-states.ts'),
  '0005-message-claims': () => import('./migrations/0005-message-claims.ts'),
  '0006-log-id': () => import('./migrations/0006-log-id.ts'),
  '0007-installation': () => import('./migrations/0007-installation.ts'),
  '0008-households': () => import('./migrations/0008-households.ts'),
  '0009-places': () => import('./migrations/0009-places.ts'),
  '0010-invitations': () => import('./migrations/0010-invitations.ts'),
  '0011-tasks': () => import('./migrations/0011-tasks.ts'),
  '0012-plant-codes': () => import('./migrations/0012-plant-codes.ts'),
  '0013-search-text': () => import('./migrations/0013-search-text.ts'),
  '0014-calendar-feeds': () => import('./migrations/0014-calendar-feeds.ts'),
  '0015-probes': () => import('./migrations/0015-probes.ts'),
  '0016-place-nights': () => import('./migrations/0016-place-nights.ts'),
  '0017-acknowledgements': () => import('./migrations/0017-acknowledgements.ts'),
  '0018-morning-note': () => import('./migrations/0018-morning-note.ts'),
  '0019-species': () => import('./migrations/0019-species.ts'),
  '0020-light': () => import('./migrations/0020-light.ts'),
  '0021-advice': () => import('./migrations/0021-advice.ts'),
  '0022-photos': () => import('./migrations/0022-photos.ts'),
  '0023-plant-values': () => import('./migrations/0023-plant-values.ts'),
}

export const knownMigrations: readonly string[] = Object.keys(files)

export function migrations(dialect: Dialect): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(files).map(([name, load]) => [name, { up: async (db) => (await load()).up(db, dialect) }]),
  )
}
