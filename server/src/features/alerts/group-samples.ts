import { boardMetrics } from '@greenhouse/contract'
import { Outcome, type Entry } from '../../platform/timeseries/types.ts'
import type { Sample } from '../conditions/evaluate.ts'
import type { BoardSlots, SlotLookup } from '../readings/board-records.ts'
import type { DeviceSamples } from './evaluate-conditions.ts'

/** A group of the log, and what became of each value. */
export interface AppendedGroup {
  readonly seq: number
  readonly entries: readonly Entry[]
  readonly outcomes: Uint8Array
}

/**
 * Returns the values of a group on which rules are evaluated, by device: those that are newer than all before them. A
 * late value says nothing about now.
 */
export async function samplesOf(
  { seq, entries, outcomes }: AppendedGroup,
  hasRules: (deviceKey: number) => boolean,
  slots: SlotLookup,
): Promise<Map<number, DeviceSamples>> {
  const byDevice = new Map<number, { slots: BoardSlots; samples: Sample[]; seq: number }>()
  let start = 0
  for (const entry of entries) {
    const { deviceKey, values } = entry
    const own = outcomes.subarray(start, start + values.length)
    start += values.length
    if (!hasRules(deviceKey)) continue
    let device = byDevice.get(deviceKey)
    if (!device) byDevice.set(deviceKey, (device = { slots: await slots.boardSlots(deviceKey), samples: [], seq }))
    const sample = sampleOf(entry, own, device.slots)
    if (sample) device.samples.push(sample)
  }
  return byDevice
}

function sampleOf({ at, slots: sent, values }: Entry, outcomes: Uint8Array, slots: BoardSlots): Sample | undefined {
  const newest: Record<string, number> = {}
  let some = false
  for (const { id } of boardMetrics) {
    const slot = slots[id]
    const index = slot === undefined ? -1 : sent.indexOf(slot)
    if (index < 0 || outcomes[index] !== Outcome.NEWEST) continue
    newest[id] = values[index]!
    some = true
  }
  return some ? { at, ...newest } : undefined
}
