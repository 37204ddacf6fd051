import { adviceRoutes } from '@greenhouse/contract'
import type { Context } from '../../../platform/context.ts'
import { lockHousehold } from '../../../platform/db/owners.ts'
import type { Tx } from '../../../platform/db/schema.ts'
import { found } from '../../../platform/problem.ts'
import type { CareRow } from '../../care/care-row.ts'
import { logForPlants } from '../../care/do-task.ts'
import { publishCare } from '../../care/publish-care.ts'
import { findPlants } from '../../plants/plant-store.ts'
import type { WeatherCache } from '../weather-cache.ts'
import { answerAdvice, findAdvice, listAdvice, type AnsweredAdvice } from './advice-store.ts'
import { findComingRain } from './coming-rain.ts'

interface Doer {
  readonly householdId: string
  readonly userId: string
}

/** @param onChanged called after changes that may make plants no longer due */
export function serveAdvice(
  context: Context,
  forecasts: WeatherCache,
  onChanged: (householdId: string) => Promise<void>,
): void {
  const { db, newId, now, serve } = context

  serve(adviceRoutes.list, async (_, { householdId, userId }) => ({
    advice: await listAdvice(db, householdId, now()),
    ...(await findComingRain({ db, now, forecasts }, { householdId, by: userId })),
  }))

  serve(adviceRoutes.cover, async ({ params: { adviceId } }, { householdId, userId }) => {
    await db.transaction().execute(async (tx) => {
      found(await findAdvice(tx, householdId, adviceId), 'advice')
      await answerAdvice(tx, householdId, { adviceId, at: now(), by: userId, careId: null })
    })
    return shown(householdId, adviceId)
  })

  serve(adviceRoutes.countRain, async ({ params: { adviceId }, body: { counts } }, { householdId, userId }) => {
    const doer = { householdId, userId }
    const entries = await db.transaction().execute((tx) => answerRain(tx, doer, adviceId, counts))
    await publishCare(context, householdId, entries)
    if (entries.length > 0) await onChanged(householdId)
    const { stored, shown: advice } = found(await findAdvice(db, householdId, adviceId), 'advice')
    return { advice, careId: stored.careId }
  })

  async function answerRain(tx: Tx, doer: Doer, adviceId: string, counts: boolean): Promise<readonly CareRow[]> {
    const { householdId, userId } = doer
    await lockHousehold(tx, householdId)
    const { stored } = found(await findAdvice(tx, householdId, adviceId), 'advice')
    found(stored.kind === 'rain', 'advice')
    if (stored.answeredAt !== null) return []
    const entries = counts ? await waterByRain(tx, doer, stored) : []
    await answerAdvice(tx, householdId, { adviceId, at: now(), by: userId, careId: entries[0]?.id ?? null })
    return entries
  }

  async function waterByRain(tx: Tx, doer: Doer, { plants, at }: AnsweredAdvice): Promise<readonly CareRow[]> {
    const ids = plants.map(({ plantId }) => plantId)
    const living = (await findPlants(tx, doer.householdId, ids)).filter(({ isDead }) => !isDead)
    if (living.length === 0) return []
    const plantIds = living.map(({ plantId }) => plantId)
    const act = {
      careId: newId(),
      plantIds,
      kind: 'water',
      label: '',
      at: Math.min(at, now()),
      source: 'rain',
    } as const
    const { entries, merged } = await logForPlants(tx, doer, { ...act, now: now() })
    return merged ? [] : entries
  }

  async function shown(householdId: string, adviceId: string) {
    return found(await findAdvice(db, householdId, adviceId), 'advice').shown
  }
}
