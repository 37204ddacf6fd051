import { isStatementFault } from '../../../platform/db/errors.ts'
import { applyEntriesOrSetAside, type Entry, type AppendedGroup } from '@greenhouse/timeseries'
import { evaluateGroups, tryGroups, type Evaluated } from './evaluate-groups.ts'
import type { EvaluatorOptions } from './evaluator-options.ts'

/**
 * Evaluates rules on groups of a partition as `evaluateGroups` does. Readings on which no rule can be evaluated are set
 * aside with the reason, so that they do not block their partition. Rejects without an effect when the store is
 * unavailable, the lease is lost, or too much is set aside.
 */
export async function evaluateOrSetAside(
  options: EvaluatorOptions,
  partition: number,
  groups: readonly AppendedGroup[],
): Promise<Evaluated | undefined> {
  const evaluate = async (evaluated: typeof evaluateGroups, some: readonly AppendedGroup[]) => {
    try {
      return await evaluated(options, partition, some)
    } catch (error) {
      // They may have got values of a transaction that was undone.
      options.alerting.windows.clear()
      throw error
    }
  }
  try {
    return await evaluate(evaluateGroups, groups)
  } catch (error) {
    const [group] = groups
    if (!group || !canBeOfReadings(error)) throw error
    if (groups.length > 1) return { isPartial: true, written: [] }
    const part = ({ entries }: { readonly entries: readonly Entry[] }) => [partOf(group, entries)]
    return applyEntriesOrSetAside(group, {
      partition,
      apply: (some) => evaluate(evaluateGroups, part(some)),
      tryOut: (some) => evaluate(tryGroups, part(some)),
      keep: options.timeSeries.setAside,
    })
  }
}

/** Whether what failed may be the readings, or the rules of their devices, and not what they are stored in. */
function canBeOfReadings(error: unknown): boolean {
  return !isStatementFault(error)
}

/** Returns a group with some of its entries. */
function partOf(group: AppendedGroup, entries: readonly Entry[]): AppendedGroup {
  const outcomes: number[] = []
  let start = 0
  for (const entry of group.entries) {
    const end = start + entry.values.length
    if (entries.includes(entry)) outcomes.push(...group.outcomes.subarray(start, end))
    start = end
  }
  return { ...group, entries, outcomes: Uint8Array.from(outcomes) }
}
