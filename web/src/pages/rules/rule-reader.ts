import type { Device, Rule, Series } from '@greenhouse/contract'

/** Context needed to parse a draft. */
export interface RuleReader {
  /** Of all devices. */
  readonly series: readonly Series[]
  readonly devices: ReadonlyArray<Pick<Device, 'deviceId' | 'waitTime'>>
  readonly celsius: boolean
  /** The edited rule; undefined for a new one. */
  readonly before: Rule | undefined
  readonly timeZone: string
}
