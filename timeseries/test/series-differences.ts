import { isDeepStrictEqual } from 'node:util'
import type { Chunk } from '../src/stores/chunk-store.ts'
import type { EngineParts } from '../src/engine/parts.ts'
import { readRaw } from '../src/read/history.ts'
import { LAST_AT } from '../src/base/types.ts'
import type { NaiveSeries } from './naive-series.ts'
import { DEVICES } from './random-history.ts'

/** Returns in what the answers of the engine, from a time on, differ from those of the model. */
export async function differences(
  engine: EngineParts,
  model: NaiveSeries,
  { from = 0, damaged = [] }: { from?: number; damaged?: readonly Chunk[] } = {},
): Promise<string[]> {
  const { states } = engine
  const wrong: string[] = []
  await states.load(DEVICES)
  for (const deviceKey of DEVICES) {
    const newest = states.get(deviceKey)!.newest()
    const sorted = newest.toSorted((one, other) => one.slot - other.slot)
    if (!isDeepStrictEqual(sorted, model.newest(deviceKey))) wrong.push(`the newest values of ${deviceKey} differ`)
    const slots = model.slots(deviceKey)
    const found = await readAll(engine, deviceKey, { slots, from })
    for (const slot of slots) {
      // The values of a damaged chunk mean nothing until the damage is found.
      const isCertain = ([at]: readonly [number, number]) => !damaged.some((chunk) => isIn(chunk, deviceKey, at))
      const own = (found.get(slot) ?? []).filter(isCertain)
      const expected = model.raw(deviceKey, slot, from, Infinity).filter(isCertain)
      if (!isDeepStrictEqual(own, expected))
        wrong.push(`${deviceKey}/${slot} has ${own.length} values, expected ${expected.length}`)
    }
  }
  return wrong
}

/** Returns whether a time of a device lies in the range of a chunk. */
export function isIn({ deviceKey, fromAt, toAt }: Chunk, ofDevice: number, at: number): boolean {
  return deviceKey === ofDevice && at >= fromAt && at <= toAt
}

/** Returns the times and values that the engine has of slots of a device, by slot. */
export async function readAll(
  { reader }: EngineParts,
  deviceKey: number,
  { slots, from }: { slots: readonly number[]; from: number },
): Promise<Map<number, Array<readonly [number, number]>>> {
  const found = new Map<number, Array<readonly [number, number]>>()
  const range = { from, to: LAST_AT }
  for await (const columns of readRaw(reader, { deviceKey, slots, range }))
    for (const { slot, at, values } of columns) {
      const own = found.get(slot) ?? []
      at.forEach((time, index) => own.push([time, values[index]!]))
      found.set(slot, own)
    }
  return found
}
