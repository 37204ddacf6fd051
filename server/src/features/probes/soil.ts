import type { Task } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { listSoilProbes, listSoilRanges } from './probe-store.ts'

/** Readings that a sensor may miss before its value says nothing about water. */
const LATE_AFTER = 3

/** Adds to each task for water of a plant the newest value of its soil sensor, unless it is late. */
export async function withSoil(
  { db, now, timeSeries }: Pick<Context, 'db' | 'now' | 'timeSeries'>,
  householdId: string,
  tasks: readonly Task[],
): Promise<Task[]> {
  const probes = await listSoilProbes(db, householdId)
  if (probes.length === 0) return [...tasks]
  const newest = await timeSeries.newest([...new Set(probes.map(({ deviceKey }) => deviceKey))])
  const ranges = await listSoilRanges(db, householdId)
  const values = new Map<string, number>()
  for (const { plantId, deviceKey, slot, everySeconds } of probes) {
    const found = newest.get(deviceKey)?.find((one) => one.slot === slot)
    if (found && found.at > now() - LATE_AFTER * everySeconds * 1000) values.set(plantId, found.value)
  }
  return tasks.map((task) => {
    const value = task.kind === 'water' ? values.get(task.plantId ?? '') : undefined
    const { low = null, high = null } = ranges.get(task.plantId ?? '') ?? {}
    return value === undefined ? task : { ...task, soil: { value, low, high } }
  })
}
