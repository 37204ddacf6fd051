import { LIST_MAX } from '../../platform/db/statement.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { BoardCaller, Gate } from '../../platform/http/serve.ts'
import { TurnLookups } from '../../platform/db/turn-lookups.ts'
import { findDevicesByTokenHash } from '../devices/device-store.ts'
import type { KnownCredentials } from '../devices/known-credentials.ts'
import { findHubsByTokenHash } from './hub-store.ts'

/**
 * Queries the database for each request, so that a replaced token is refused at once; concurrent ones share a query.
 */
export function boardGate(db: Db, credentials: KnownCredentials<BoardCaller>): Gate['board'] {
  const lookups = new TurnLookups((hashes: readonly string[]) => findCallers(db, hashes), LIST_MAX)
  return (token) => credentials.find(token, (hash) => lookups.find(hash))
}

async function findCallers(db: Db, hashes: readonly string[]): Promise<Map<string, BoardCaller>> {
  const callers = new Map<string, BoardCaller>()
  for (const [hash, { householdId, ...device }] of await findDevicesByTokenHash(db, hashes))
    callers.set(hash, { householdId, source: { kind: 'device', id: device.deviceId }, device })
  const others = hashes.filter((hash) => !callers.has(hash))
  if (others.length === 0) return callers
  for (const [hash, { householdId, hubId }] of await findHubsByTokenHash(db, others))
    callers.set(hash, { householdId, source: { kind: 'hub', id: hubId } })
  return callers
}
