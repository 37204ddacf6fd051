import type { Config } from '../platform/config/config.ts'
import type { BoardCaller } from '../platform/http/serve.ts'
import { overloaded, ProblemError } from '../platform/problem.ts'
import type { TokenBuckets } from '../platform/rate-limit/token-bucket.ts'
import type { Intake } from './ingest-types.ts'

type Caller = Pick<BoardCaller, 'device' | 'source'>

/** How many readings devices and hubs may send over HTTP. */
export interface HttpShares {
  /** Throws a 429 for a caller that has sent more than its share, and a 503 while there is no room for its readings. */
  assertRoom(caller: Caller): void
  consume(caller: Caller, readings: number): void
}

export function openHttpShares(
  { deviceReadingsPerSecond }: Pick<Config, 'deviceReadingsPerSecond'>,
  { ingest, shares, hubShares }: Intake & { readonly hubShares: TokenBuckets<string> },
): HttpShares {
  return {
    assertRoom({ device, source }) {
      const waitMs = device ? shares.waitMs(device.deviceKey) : hubShares.waitMs(source.id)
      if (waitMs > 0) throw tooFast(device ? 'device' : 'hub', deviceReadingsPerSecond, waitMs)
      if (ingest.isSaturated(device?.deviceKey)) throw overloaded()
    },
    consume({ device, source }, readings) {
      // What holds no reading costs as much as one.
      const count = Math.max(readings, 1)
      if (device) shares.consume(device.deviceKey, count)
      else hubShares.consume(source.id, count)
    },
  }
}

function tooFast(sender: 'device' | 'hub', perSecond: number, waitMs: number): ProblemError {
  return new ProblemError(
    429,
    'device.too-fast',
    `This ${sender} sends more than its share of ${perSecond} readings a second. Try again in a moment.`,
    { retryAfterSeconds: Math.ceil(waitMs / 1000) },
  )
}
