import type { UnknownTokens } from '../../features/boards/unknown-tokens.ts'
import { noteConnected, noteLeft } from '../../features/devices/presence-store.ts'
import type { Context } from '../../platform/context.ts'
import { isUnavailable } from '../../platform/db/errors.ts'
import type { Db } from '../../platform/db/schema.ts'
import { ProblemError } from '../../platform/problem.ts'
import type { BoardIngest } from '../boards/board-ingest-types.ts'
import { DevicePresence } from './device-presence.ts'
import type { MeteredIngest } from '../ingest-types.ts'
import { LastSeen } from '../last-seen.ts'
import { RefusedMessages } from './refused-messages.ts'
import { STORAGE_FULL } from '../user-storage.ts'

/** Services for the clients of the MQTT listener. */
export interface ClientServices extends MeteredIngest {
  readonly db: Db
  readonly boards: Pick<BoardIngest, 'ingest'>
  readonly refused: RefusedMessages
  readonly seen: LastSeen
  readonly presence: DevicePresence
  readonly unknownTokens: Pick<UnknownTokens, 'note'>
  /** Messages of hubs that no decoder knows. */
  readonly unknown: { count: number }
}

/** Opens what clients need beside the built of readings and that of boards. */
export function openClientServices(
  context: Pick<Context, 'db' | 'log' | 'now'>,
  built: MeteredIngest & Pick<ClientServices, 'boards' | 'unknownTokens'>,
  /** The process to which devices are connected; empty when there is one. */
  nodeId = '',
): ClientServices {
  const { db, now } = context
  return {
    ...built,
    db,
    refused: new RefusedMessages(context),
    seen: new LastSeen(context),
    presence: new DevicePresence(
      {
        connected: (deviceKeys, at) => noteConnected(db, deviceKeys, { at, nodeId }),
        left: (deviceKeys, at) => noteLeft(db, deviceKeys, { at, nodeId }),
      },
      now,
    ),
    unknown: { count: 0 },
  }
}

/** Returns nothing in place of what can't be read from the database now: a client connects all the same. */
export async function unlessAway<Found>(reading: Promise<Found[]>): Promise<Found[]> {
  try {
    return await reading
  } catch (error) {
    if (isUnavailable(error)) return []
    throw error
  }
}

/** Returns the outcome of a publish that was refused, or can't be stored now. Throws any other error. */
export function refusedBy(error: unknown): 'overQuota' | 'unavailable' {
  if (error instanceof ProblemError && error.code === STORAGE_FULL) return 'overQuota'
  if (error instanceof ProblemError || isUnavailable(error)) return 'unavailable'
  throw error
}
