import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { subjectOf, type Bus } from '../../platform/bus/bus.ts'
import type { RawValue } from './registry/device-sensors.ts'
import type { SeriesRegistry } from './registry/series-registry.ts'

const ASKED = 'raw-values-asked'
const TOLD = 'raw-values-told'
/** How long a request waits for the gateways, which answer from memory. */
const WAIT_MS = 100

interface Told {
  readonly id: string
  readonly values: ReadonlyArray<readonly [deviceKey: number, slot: number, raw: RawValue]>
}

type RawBySlot = Map<number, RawValue>

export type RawElsewhere = (
  deviceKeys: readonly number[],
) => Promise<ReadonlyMap<number, ReadonlyMap<number, RawValue>>>

/** Exchanges raw values, which only the receiving gateways have in memory; the newest of several counts. */
export async function openRawElsewhere({
  bus,
  registry,
}: {
  readonly bus: Bus
  readonly registry: Pick<SeriesRegistry, 'rawBySlot'>
}): Promise<RawElsewhere> {
  const asking = new Map<string, Map<number, RawBySlot>>()
  await bus.subscribe(subjectOf(TOLD, bus.nodeId), (message) => {
    const { id, values } = message as Told
    const found = asking.get(id)
    for (const [deviceKey, slot, raw] of values) {
      const own: RawBySlot = found?.get(deviceKey) ?? new Map()
      if (raw.at >= (own.get(slot)?.at ?? 0)) own.set(slot, raw)
      found?.set(deviceKey, own)
    }
  })
  await bus.subscribe(ASKED, (message) => {
    const { id, from, deviceKeys } = message as { id: string; from: string; deviceKeys: number[] }
    const values = deviceKeys.flatMap((deviceKey) =>
      [...registry.rawBySlot(deviceKey)].map(([slot, raw]) => [deviceKey, slot, raw] as const),
    )
    if (values.length > 0) bus.publish(subjectOf(TOLD, from), { id, values } satisfies Told)
  })
  return async (deviceKeys) => {
    const id = randomUUID()
    const found = new Map<number, RawBySlot>()
    asking.set(id, found)
    bus.publish(ASKED, { id, from: bus.nodeId, deviceKeys })
    await wait(WAIT_MS)
    asking.delete(id)
    return found
  }
}
