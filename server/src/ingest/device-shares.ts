import type { Config } from '../platform/config/config.ts'
import { Rations } from '../platform/rate-limit/token-bucket.ts'

/** What a device may send at once, as after weeks without a network. */
const READINGS_AT_ONCE = 100_000

/** How many readings each device may send, by its key. */
export function openDeviceShares({ deviceReadingsPerSecond }: Config): Rations<number> {
  return new Rations({ burst: READINGS_AT_ONCE, perSecond: deviceReadingsPerSecond })
}
