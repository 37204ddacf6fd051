import type { Migration } from 'kysely/migration'
import type { Dialect } from './dialect.ts'
import { createReadings } from './migrations/0001-readings.ts'
import { createPlants } from './migrations/0002-plants.ts'
import { createWeatherPlace } from './migrations/0003-weather-place.ts'
import { createNewsletter } from './migrations/0004-newsletter.ts'
import { addMailExpiry } from './migrations/0005-mail-expiry.ts'
import { createAccountLinks } from './migrations/0006-account-links.ts'
import { createSecondFactors } from './migrations/0007-second-factors.ts'
import { createRetention } from './migrations/0008-retention.ts'
import { createKnownPlaces } from './migrations/0009-known-places.ts'

/** The names of all migrations, oldest first. */
export const knownMigrations: readonly string[] = Object.keys(migrations({ name: 'sqlite' }))

/**
 * All migrations by name, oldest first. A released one is never changed. They outlive the types of today, so each is
 * written against a database of any shape.
 */
export function migrations(dialect: Dialect): Record<string, Migration> {
  return {
    '0001-readings': { up: (db) => createReadings(db, dialect) },
    '0002-plants': { up: (db) => createPlants(db, dialect) },
    '0003-weather-place': { up: (db) => createWeatherPlace(db, dialect) },
    '0004-newsletter': { up: (db) => createNewsletter(db, dialect) },
    '0005-mail-expiry': { up: (db) => addMailExpiry(db, dialect) },
    '0006-account-links': { up: (db) => createAccountLinks(db, dialect) },
    '0007-second-factors': { up: (db) => createSecondFactors(db, dialect) },
    '0008-retention': { up: (db) => createRetention(db, dialect) },
    '0009-known-places': { up: (db) => createKnownPlaces(db, dialect) },
  }
}
