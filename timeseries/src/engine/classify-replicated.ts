import type { DeviceState } from '../memory/device-state.ts'
import type { DeviceStates } from '../memory/device-states.ts'
import type { Erasures } from '../base/erasures.ts'
import { Outcome, type Entry } from '../base/types.ts'

/**
 * Classifies the values of a row of another process by the newest values before them, and raises these. Called before
 * the row is added to the memtable.
 */
export function classifyReplicated(
  entries: readonly Entry[],
  seq: number,
  { states, erasures }: { readonly states: DeviceStates; readonly erasures: Erasures },
): Uint8Array {
  const outcomes = new Uint8Array(entries.reduce((sum, { values }) => sum + values.length, 0))
  let place = 0
  for (const { deviceKey, at, slots, values } of entries) {
    const state = states.get(deviceKey)
    for (const [index, slot] of slots.entries()) {
      const isErased = erasures.has(deviceKey, slot, seq)
      outcomes[place++] = state && !isErased ? outcomeOf(state, slot, at, seq) : Outcome.LATE
      if (state && !isErased && seq > state.uptoSeq) state.raise(slot, at, values[index]!)
    }
  }
  return outcomes
}

function outcomeOf(state: DeviceState, slot: number, at: number, seq: number): number {
  const index = state.slots.indexOf(slot)
  const newestAt = index < 0 ? -1 : state.at[index]!
  // A newer marker has the newest value already. Others were erased.
  if (seq <= state.uptoSeq) return at === newestAt ? Outcome.NEWEST : Outcome.LATE
  if (at === newestAt) return Outcome.DUPLICATE
  return at > newestAt ? Outcome.NEWEST : Outcome.LATE
}
