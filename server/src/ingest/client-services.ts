import type { Context } from '../platform/context.ts'
import type { Db } from '../platform/db/schema.ts'
import { ProblemError } from '../platform/problem.ts'
import type { TokenBuckets } from '../platform/rate-limit/token-bucket.ts'
import type { BoardIntake } from './board-intake-types.ts'
import { openShares } from './device-shares.ts'
import type { Intake } from './ingest-types.ts'
import { LastSeen } from './last-seen.ts'
import { RefusedMessages } from './refused-messages.ts'

/** What the clients of the MQTT listener bring their messages to. */
export interface ClientServices extends Intake {
  readonly db: Db
  readonly boards: Pick<BoardIntake, 'take'>
  readonly refused: RefusedMessages
  readonly seen: LastSeen
  /** How many messages each hub may send, by its id. */
  readonly hubShares: TokenBuckets<string>
  /** Messages of hubs that no decoder knows. */
  readonly unknown: { count: number }
}

/** Opens what clients need beside the intake of readings and that of boards. */
export function openClientServices(
  context: Pick<Context, 'config' | 'db' | 'log' | 'now'>,
  intake: Intake & Pick<ClientServices, 'boards'>,
): ClientServices {
  return {
    ...intake,
    db: context.db,
    refused: new RefusedMessages(context),
    seen: new LastSeen(context),
    hubShares: openShares(context.config),
    unknown: { count: 0 },
  }
}

/** Returns `unavailable` for the error of something that can't be stored now. Throws any other. */
export function unavailable(error: unknown): 'unavailable' {
  if (error instanceof ProblemError) return 'unavailable'
  throw error
}
