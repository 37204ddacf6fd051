import type { DeviceReader } from './device-reader.ts'
import type { DeviceState } from '../memory/device-state.ts'
import { readRaw } from './history.ts'

const FIRST_STEP_MS = 3_600_000
const STEP_GROWTH = 8

export function isAhead({ at }: Pick<DeviceState, 'at'>, latest: number): boolean {
  for (const one of at) if (one > latest) return true
  return false
}

/**
 * Replaces newest values later than `latest`, stored while a clock was ahead, by the last earlier ones. All values
 * would be late for years otherwise.
 */
export async function correctNewest(reader: DeviceReader, state: DeviceState, latest: number): Promise<void> {
  for (const { slot, at } of state.newest()) {
    if (at <= latest) continue
    const last = await lastValue(reader, { deviceKey: state.deviceKey, slot }, latest)
    state.lower(slot)
    if (last) state.raise(slot, last.at, last.value)
  }
}

async function lastValue(
  reader: DeviceReader,
  { deviceKey, slot }: { readonly deviceKey: number; readonly slot: number },
  latest: number,
): Promise<{ at: number; value: number } | undefined> {
  let to = latest + 1
  for (let step = FIRST_STEP_MS; to > 0; step *= STEP_GROWTH) {
    const from = Math.max(to - step, 0)
    let last: { at: number; value: number } | undefined
    for await (const columns of readRaw(reader, { deviceKey, slots: [slot], range: { from, to } })) {
      for (const { at, values } of columns) last = { at: at.at(-1)!, value: values.at(-1)! }
    }
    if (last) return last
    to = from
  }
  return undefined
}
