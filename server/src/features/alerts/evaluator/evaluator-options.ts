import type { Context } from '../../../platform/context.ts'
import type { KnownDevices } from '../../devices/known-devices.ts'
import { readRulesVersions } from '../../rules/rule-state-store.ts'
import type { Alerting } from './evaluate-rules.ts'

export interface EvaluatorOptions extends Pick<Context, 'db' | 'hub' | 'log' | 'now' | 'timeSeries'> {
  readonly alerting: Alerting
  readonly devices: KnownDevices
  /** Called with what was evaluated for a person: values, each once for each rule on it. */
  readonly onEvaluated?: (householdId: string, evaluations: number) => void
  /** Reads the versions of rules before each evaluation. Omitted when no other process changes rules. */
  readonly readVersions?: typeof readRulesVersions
  /**
   * Whether groups that come within a second after a failure wait for the next try. They do when the log is not in the
   * database: an append does not show that the database is back.
   */
  readonly waitsAfterFailure?: boolean
}

/** Options for a process of a cluster. */
export const IN_CLUSTER = { readVersions: readRulesVersions, waitsAfterFailure: true } as const
