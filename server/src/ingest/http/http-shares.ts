import type { BoardCaller } from '../../platform/http/serve.ts'
import { overloaded, ProblemError } from '../../platform/problem.ts'
import type { MeteredIngest } from '../ingest-types.ts'

/** Throws a 429 for a caller that has sent more than its share, and a 503 while there is no room for its readings. */
export function assertRoom({ ingest, shares }: MeteredIngest, caller: BoardCaller): void {
  const waitMs = shares.waitMs(caller)
  const { perSecond, personPerSecond } = shares
  if (shares.isPersonOver(caller))
    throw tooFast(`The boards of this account send more than their share of ${personPerSecond}`, waitMs)
  if (waitMs > 0) throw tooFast(`This ${caller.source.kind} sends more than its share of ${perSecond}`, waitMs)
  if (ingest.isSaturated(caller.device?.deviceKey)) throw overloaded()
}

function tooFast(what: string, waitMs: number): ProblemError {
  return new ProblemError(429, 'device.too-fast', `${what} readings a second. Try again in a moment.`, {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })
}
