import type { Device, Rule, Series } from '@greenhouse/contract'

/** What has to be known to read what was typed. */
export interface RuleReader {
  /** Of all devices. */
  readonly series: readonly Series[]
  readonly devices: ReadonlyArray<Pick<Device, 'deviceId' | 'waitTime'>>
  readonly celsius: boolean
  /** The rule that is changed; undefined for a new one. */
  readonly before: Rule | undefined
  /** Of the browser. */
  readonly timeZone: string
}
