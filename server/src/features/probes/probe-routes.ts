import { fromTimestamp, PROBES_PER_PLANT_MAX, probeRoutes } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { lockHousehold } from '../../platform/db/owners.ts'
import type { Db, Tx } from '../../platform/db/schema.ts'
import { found, ProblemError } from '../../platform/problem.ts'
import { recordCare } from '../care/record-care.ts'
import { findOwnedSeries } from '../series/series-store.ts'
import { endProbe, findProbes, insertProbe, replaceRanges, setLogsWaterings, setStage } from './probe-store.ts'

export function serveProbes({ db, newId, now, serve }: Context): void {
  serve(probeRoutes.show, ({ params: { plantId } }, { householdId }) => probesOf(db, householdId, plantId))

  serve(probeRoutes.edit, ({ params: { plantId }, body: { stage, logsWaterings, ranges } }, doer) =>
    changed(doer.householdId, plantId, async (tx, before) => {
      if (ranges) await replaceRanges(tx, plantId, ranges)
      if (logsWaterings !== undefined) await setLogsWaterings(tx, plantId, logsWaterings)
      if (stage === undefined || stage === before.stage) return
      await setStage(tx, plantId, { stage, since: now() })
      const act = { careId: newId(), kind: 'stage', at: now(), source: 'person', note: stage ?? '' } as const
      await recordCare(tx, doer, { ...act, plantIds: [plantId] }, now())
    }),
  )

  serve(probeRoutes.link, ({ params: { plantId }, body: { seriesId, from } }, { householdId }) =>
    changed(householdId, plantId, async (tx, { series }) => {
      found(await findOwnedSeries(tx, householdId, seriesId), 'series')
      if (series.some((one) => one.seriesId === seriesId)) return
      if (series.length >= PROBES_PER_PLANT_MAX)
        throw new ProblemError(409, 'probe.too-many', `A plant can have ${PROBES_PER_PLANT_MAX} sensors.`)
      await insertProbe(tx, plantId, seriesId, from === undefined ? now() : Math.min(fromTimestamp(from), now()))
    }),
  )

  serve(probeRoutes.unlink, ({ params: { plantId, seriesId } }, { householdId }) =>
    changed(householdId, plantId, async (tx) => found(await endProbe(tx, plantId, seriesId, now()), 'series')),
  )

  async function changed(
    householdId: string,
    plantId: string,
    change: (tx: Tx, before: Awaited<ReturnType<typeof probesOf>>) => Promise<unknown>,
  ) {
    await db.transaction().execute(async (tx) => {
      await lockHousehold(tx, householdId)
      await change(tx, await probesOf(tx, householdId, plantId))
    })
    return probesOf(db, householdId, plantId)
  }
}

async function probesOf(db: Db, householdId: string, plantId: string) {
  return found(await findProbes(db, householdId, plantId), 'plant')
}
