import type { Behind } from './positions.ts'

/** Comparisons in a row, a minute in all, that have found rows to evaluate and the stored position where it was. */
const STANDING_CHECKS = 12

interface Options {
  readonly log: { error(line: object): void }
  /** Returns the partitions that this process works on. */
  readonly owned: () => readonly number[]
  /** Gives one back. */
  readonly lose: (partition: number) => Promise<void>
  /** Returns the partitions that wait until an operator has looked at their dead letters. */
  readonly stopped: () => readonly number[]
}

export interface ProgressWatch {
  /** Partitions that were given back, counted each time. */
  readonly givenBack: number
  /** Releases the partitions of this process without progress. */
  check(behind: readonly Behind[]): void
}

/** Releases partitions whose rules this process does not evaluate, so that their next owner restarts. */
export function openProgressWatch({ owned, lose, log, stopped }: Options): ProgressWatch {
  let givenBack = 0
  return {
    get givenBack() {
      return givenBack
    },
    check(behind) {
      const own = new Set(owned().filter((partition) => !stopped().includes(partition)))
      for (const { partition, stage, rows, stoodFor } of behind) {
        if (stage !== 'evaluated' || !isDue(stoodFor) || !own.has(partition)) continue
        givenBack++
        log.error({ event: 'partition.standing', partition, rows })
        void lose(partition)
      }
    },
  }
}

/** After a minute, and each time after twice as long: an owner that only needs longer to catch up comes to its end. */
const isDue = (stoodFor: number) =>
  stoodFor >= STANDING_CHECKS && Number.isInteger(Math.log2(stoodFor / STANDING_CHECKS))
