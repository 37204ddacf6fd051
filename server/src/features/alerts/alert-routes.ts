import { alertRoutes, topic, type Alert } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { mustBeSelf, notFound } from '../../platform/problem.ts'
import { findConditionDevice } from '../conditions/device-condition-store.ts'
import { ownsPlantCondition } from '../conditions/plant-condition-store.ts'
import { findAlertPlace, findNewestAlertTime, insertAlert, listAlerts, type AlertFilter } from './alert-store.ts'
import { yearOf, yearRange } from './year-range.ts'

/** Alerts fetched at once while a whole list is sent. */
const PAGE = 1000

export function serveAlerts({ db, hub, newId, now, serve }: Context): void {
  serve(alertRoutes.list, async ({ query }, { userId }) => {
    const { year, timeZone = 'UTC', deviceId, limit, before } = query
    const range = year === undefined ? {} : yearRange(Number(year), timeZone)
    const after = before === undefined ? undefined : await findAlertPlace(db, userId, before)
    if (before !== undefined && !after) throw notFound('alert')
    const filter = { ...range, deviceId, after }
    return limit === undefined
      ? everyAlert(db, userId, filter)
      : listAlerts(db, userId, { ...filter, limit: Number(limit) })
  })

  serve(alertRoutes.years, async ({ query: { timeZone = 'UTC' } }, { userId }) => {
    const years: number[] = []
    let at = await findNewestAlertTime(db, userId, Number.MAX_SAFE_INTEGER)
    while (at !== undefined) {
      const year = yearOf(at, timeZone)
      years.push(year)
      at = await findNewestAlertTime(db, userId, yearRange(year, timeZone).from)
    }
    return years
  })

  serve(alertRoutes.create, async ({ body }, { userId }) => {
    mustBeSelf(body.alertUser, userId)
    const { alertConditionId: conditionId, isPlantCondition } = body
    const made = await db.transaction().execute(async (tx) => {
      const device = isPlantCondition ? undefined : await findConditionDevice(tx, userId, conditionId)
      const isOwn = isPlantCondition ? await ownsPlantCondition(tx, userId, conditionId) : device !== undefined
      if (!isOwn) throw notFound('condition')
      const kept = { id: newId(), userId, name: body.alertName, description: body.alertDesc, at: now() }
      return insertAlert(tx, {
        ...kept,
        ...(isPlantCondition ? { plantConditionId: conditionId } : { deviceConditionId: conditionId }),
      })
    })
    hub.publish(topic.alertsOf(userId), { eventType: 'ServerBroadcastsLiveAlertToAlertView', alerts: [made] })
    return made
  })
}

/** A list of any length as pieces of JSON; one page is in memory at a time. */
async function* everyAlert(db: Db, userId: string, filter: Omit<AlertFilter, 'limit'>): AsyncGenerator<string> {
  let { after } = filter
  let comma = '['
  while (true) {
    const page: Alert[] = await listAlerts(db, userId, { ...filter, after, limit: PAGE })
    if (page.length > 0) yield comma + page.map((alert) => JSON.stringify(alert)).join(',')
    if (page.length > 0) comma = ','
    const last = page.at(-1)
    if (page.length < PAGE || !last) break
    after = { at: Date.parse(last.alertTime), id: last.alertId }
  }
  yield comma === '[' ? '[]' : ']'
}
