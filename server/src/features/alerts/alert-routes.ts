import { alertRoutes, topic } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { mustBeSelf, notFound } from '../../platform/problem.ts'
import { findConditionDevice } from '../conditions/device-condition-store.ts'
import { ownsPlantCondition } from '../conditions/plant-condition-store.ts'
import { findAlertPlace, findNewestAlertTime, insertAlert, listAlerts } from './alert-store.ts'
import { everyAlert } from './every-alert.ts'
import { yearOf, yearRange } from './year-range.ts'

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
