import type { Config } from '../platform/config/config.ts'
import { TokenBuckets } from '../platform/rate-limit/token-bucket.ts'

/** What a device may send at once, as after weeks without a network. */
const READINGS_AT_ONCE = 100_000

/** How many readings each device, or messages each hub, may send. */
export function openShares<Key>({ deviceReadingsPerSecond }: Config): TokenBuckets<Key> {
  return new TokenBuckets({ burst: READINGS_AT_ONCE, perSecond: deviceReadingsPerSecond })
}
