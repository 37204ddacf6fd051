import { Outcome, type AppendedGroup } from '@greenhouse/timeseries'
import type { AppendedSamples } from '../../rules/evaluate/changing-windows.ts'

interface Growing {
  readonly at: number[]
  readonly values: number[]
}

interface GrowingSamples {
  readonly bySlot: Map<number, Growing>
  seq: number
}

/** Returns whether a value of a group was stored. */
export function hasNew({ outcomes }: AppendedGroup): boolean {
  return outcomes.some((outcome) => outcome !== Outcome.DUPLICATE)
}

/**
 * Returns the values of groups on which rules are evaluated, by device: those that are newer than all before them. A
 * late value says nothing about now.
 *
 * @param groups in the order of the log
 * @param slotsOf the slots that rules are on, by device
 */
export function samplesOf(
  groups: readonly AppendedGroup[],
  slotsOf: ReadonlyMap<number, readonly number[]>,
): Map<number, AppendedSamples> {
  const byDevice = new Map<number, GrowingSamples>()
  for (const group of groups) addGroup(byDevice, group, slotsOf)
  return byDevice
}

function addGroup(
  byDevice: Map<number, GrowingSamples>,
  { seq, entries, outcomes }: AppendedGroup,
  slotsOf: ReadonlyMap<number, readonly number[]>,
): void {
  let start = 0
  for (const entry of entries) {
    const first = start
    start += entry.values.length
    const slots = slotsOf.get(entry.deviceKey)
    if (!slots) continue
    let device = byDevice.get(entry.deviceKey)
    if (!device) byDevice.set(entry.deviceKey, (device = { bySlot: new Map(), seq }))
    device.seq = seq
    for (const slot of slots) {
      const index = entry.slots.indexOf(slot)
      if (index >= 0 && outcomes[first + index] === Outcome.NEWEST)
        add(device.bySlot, slot, entry.at, entry.values[index]!)
    }
  }
}

function add(bySlot: Map<number, Growing>, slot: number, at: number, value: number): void {
  const samples = bySlot.get(slot)
  if (!samples) bySlot.set(slot, { at: [at], values: [value] })
  else {
    samples.at.push(at)
    samples.values.push(value)
  }
}
