import type { Device, Rule, Series } from '@greenhouse/contract'

type RuleDevice = Pick<Device, 'deviceId' | 'deviceName' | 'waitTime' | 'createdAt'>

/** Context needed to parse a draft. */
export interface RuleReader {
  readonly series: readonly Series[]
  readonly devices: readonly RuleDevice[]
  readonly celsius: boolean
  /** The edited rule; undefined for a new one. */
  readonly before: Rule | undefined
  readonly timeZone: string
}
