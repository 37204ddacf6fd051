import { openOutageWatch, type OutageWatch } from './outage-watch.ts'
import type { Positions } from './positions.ts'

interface Options {
  readonly positions: Pick<Positions, 'isWithin'>
  /** Returns the ids of the processes that take readings and live. */
  readonly listGateways: () => Promise<readonly string[]>
  readonly everyMs: number
  /** Milliseconds that only go forward. */
  readonly clock?: () => number
}

export interface ValueArrival {
  /** Whether values of a partition reach this process: some process takes them, and this one reads what is in the log. */
  receives(partition: number): boolean
  readonly gateways: OutageWatch
}

/** So much may be missing for a moment, as when another server of NATS begins to lead, or the only gateway is restarted. */
const WITHIN_S = 30

/** Knows whether devices of a partition that seem to send nothing may have sent something, or had nobody to send it to. */
export function openValueArrival({ positions, listGateways, ...watching }: Options): ValueArrival {
  async function probe(): Promise<void> {
    if ((await listGateways()).length === 0) throw new Error('No process takes readings.')
  }
  const gateways = openOutageWatch({ probe, ...watching })
  return {
    gateways,
    receives: (partition) => gateways.seconds <= WITHIN_S && positions.isWithin(WITHIN_S, 'followed', partition),
  }
}
