import type { Context } from '../../platform/context.ts'
import { lockHousehold } from '../../platform/db/owners.ts'
import { openPeriodicJob, type PeriodicJob } from '../../platform/jobs/periodic-job.ts'
import type { CareRow } from '../care/care-row.ts'
import { findNear } from '../care/care-store.ts'
import { publishCare } from '../care/publish-care.ts'
import { recordCare } from '../care/record-care.ts'
import { claimSeen, listSoilProbes, type SoilProbe } from './probe-store.ts'
import { findRise, SAME_WATER_MS, SEEN_MS, type Reading } from './rise.ts'

const RUN_EVERY_MS = 60_000
const SECOND_MS = 1000

/**
 * Logs the waterings that soil sensors see, once a minute, unless somebody has logged one within two hours. Readings of the
 * partitions that this process owns; late ones are older than what is looked at.
 * @param onLogged called after a watering was logged
 */
export function openSeenWaterings(
  { db, hub, log, newId, now, timeSeries }: Pick<Context, 'db' | 'hub' | 'log' | 'newId' | 'now' | 'timeSeries'>,
  onLogged: (householdId: string) => Promise<void>,
): PeriodicJob {
  async function look(probe: SoilProbe): Promise<void> {
    const at = findRise(await readingsOf(probe))
    const entries = at === undefined ? [] : await logOnce(probe, at)
    if (entries.length === 0) return
    await publishCare({ db, hub }, probe.householdId, entries)
    await onLogged(probe.householdId)
  }

  /** Returns one reading of each second: a device may send a thousand. */
  async function readingsOf({ deviceKey, slot, from }: SoilProbe): Promise<Reading[]> {
    const readings = new Map<number, Reading>()
    const range = { from: Math.max(from, now() - SEEN_MS), to: now() + 1 }
    for await (const columns of timeSeries.raw(deviceKey, [slot], range))
      for (const { at, values } of columns)
        at.forEach((instant, index) =>
          readings.set(Math.floor(instant / SECOND_MS), { at: instant, value: values[index] ?? 0 }),
        )
    return [...readings.values()].toSorted((one, other) => one.at - other.at)
  }

  function logOnce(probe: SoilProbe, at: number): Promise<CareRow[]> {
    const { plantId, householdId, label } = probe
    return db.transaction().execute(async (tx) => {
      await lockHousehold(tx, householdId)
      if (!(await claimSeen(tx, probe, at))) return []
      const water = { kind: 'water', label: '' } as const
      const near = await findNear(tx, [plantId], { ...water, from: at - SAME_WATER_MS, to: at + SAME_WATER_MS })
      if (near.length > 0) return []
      const act = {
        ...water,
        careId: newId(),
        at,
        source: 'probe',
        note: `Seen by ${label}`,
        plantIds: [plantId],
      } as const
      return recordCare(tx, { householdId, userId: null }, act, now())
    })
  }

  return openPeriodicJob(
    async () => {
      const owned = new Set(timeSeries.owned())
      const probes = (await listSoilProbes(db)).filter(({ deviceKey }) => owned.has(timeSeries.partitionOf(deviceKey)))
      for (const probe of probes) await look(probe)
    },
    {
      everyMs: RUN_EVERY_MS,
      runsAtStart: false,
      onError: (error) => log.error({ event: 'probes.failed', err: error }),
    },
  )
}
