import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, type Transaction, type TransactionBuilder } from 'kysely'

/** serialization_failure and deadlock_detected: PostgreSQL rolled back one of two conflicting transactions. */
const UNDONE = new Set(['40001', '40P01'])
const TRIES = 4
const PAUSE_MS = 20

/**
 * Retries a whole transaction that PostgreSQL rolled back because of a conflict with another. Its effects outside of the
 * database may happen more than once.
 */
export class RetryingKysely<Tables> extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    return retrying(super.transaction())
  }
}

function retrying<Tables>(builder: TransactionBuilder<Tables>): TransactionBuilder<Tables> {
  const once = builder.execute.bind(builder)
  builder.execute = <Result>(work: (tx: Transaction<Tables>) => Promise<Result>) => again(() => once(work))
  // setIsolationLevel returns a new builder, which must retry too: stricter isolation causes most conflicts.
  const isolate = builder.setIsolationLevel.bind(builder)
  builder.setIsolationLevel = (level) => retrying(isolate(level))
  return builder
}

async function again<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries >= TRIES || !UNDONE.has((error as { code?: string }).code ?? '')) throw error
      // At random times, or the same transactions would conflict again.
      await wait(PAUSE_MS * tries * (0.5 + Math.random()))
    }
  }
}
