import { DAY_MS, isNews } from '@greenhouse/contract'
import type { Context } from '../../../platform/context.ts'
import { lockHousehold } from '../../../platform/db/owners.ts'
import type { Tx } from '../../../platform/db/schema.ts'
import { hubTopic } from '../../../platform/live/topics.ts'
import { openPeriodicJob, type PeriodicJob } from '../../../platform/jobs/periodic-job.ts'
import type { NotificationQueue } from '../../alerts/episodes/notification-queue.ts'
import { openForecastsOf, type WeatherCache } from '../weather-cache.ts'
import { findSame, listAdvised, removeAdviceBefore, upsertAdvice, type AnsweredAdvice } from './advice-store.ts'
import { adviceWords } from './advice-words.ts'
import { findAdvisedPlaces, type AdvisedPlace } from './advised-places.ts'
import { dueAdvice, isDay, isRainedOn, isTooOld, rainSpan, type DueAdvice } from './due-advice.ts'
import { measuredRain } from './measured-rain.ts'

const RUN_EVERY_MS = 5 * 60_000
const KEPT_MS = 30 * DAY_MS

interface Household {
  readonly householdId: string
  readonly zone: string
}

/**
 * Notifies once a night and place of frost, and once a day of heat, and again when it becomes worse; stores where it has rained.
 * A second process that does the same sends nothing.
 */
export function openAdvice(
  { db, hub, log, newId, now, timeSeries }: Pick<Context, 'db' | 'hub' | 'log' | 'newId' | 'now' | 'timeSeries'>,
  forecasts: WeatherCache,
  notifications: Pick<NotificationQueue, 'queueAdvice' | 'wake'>,
): PeriodicJob {
  async function advise(household: Household): Promise<void> {
    const { householdId, zone } = household
    const forecastOf = openForecastsOf(forecasts, householdId)
    for (const place of await findAdvisedPlaces(db, householdId)) {
      const forecast = await forecastOf({ name: place.name, ...place.coordinates })
      // A gauge needs no forecast.
      const hours = !forecast || isTooOld(forecast, now()) ? [] : forecast.outdoorHours
      const gauges = isRainedOn(place) ? place.gauges : []
      const fallen = await measuredRain(timeSeries, gauges, rainSpan(now(), zone))
      for (const due of dueAdvice(place, { hours, fallen, now: now(), zone }))
        if (!isKnown(await findSame(db, { ...due, placeId: place.placeId }), due)) await store(household, place, due)
    }
  }

  async function store(household: Household, place: AdvisedPlace, due: DueAdvice): Promise<void> {
    const { householdId } = household
    const isNew = await db.transaction().execute(async (tx) => {
      await lockHousehold(tx, householdId)
      const before = await findSame(tx, { ...due, placeId: place.placeId })
      if (isKnown(before, due)) return false
      const adviceId = before?.adviceId ?? newId()
      const isSent = await queue(tx, household, place, due)
      await upsertAdvice(tx, householdId, {
        ...due,
        adviceId,
        placeId: place.placeId,
        toldAt: isSent ? now() : null,
      })
      return true
    })
    if (!isNew) return
    notifications.wake()
    hub.publish(hubTopic.changesOf(householdId), { eventType: 'ServerReportsChange', changed: ['advice'] })
  }

  /** Fallen rain only saves work, and is no message. */
  async function queue(tx: Tx, { householdId, zone }: Household, { name }: AdvisedPlace, due: DueAdvice) {
    const { kind, severity } = due
    if (kind === 'rain') return false
    const wordsFor = adviceWords({ ...due, kind, placeName: name, zone })
    await notifications.queueAdvice(tx, { householdId, severity, wordsFor })
    return true
  }

  return openPeriodicJob(
    async () => {
      for (const household of await listAdvised(db)) if (isDay(now(), household.zone)) await advise(household)
      await removeAdviceBefore(db, now() - KEPT_MS)
    },
    {
      everyMs: RUN_EVERY_MS,
      runsAtStart: true,
      onError: (error) => log.error({ event: 'advice.failed', err: error }),
    },
  )
}

function isKnown(before: AnsweredAdvice | undefined, due: DueAdvice): boolean {
  return before !== undefined && (before.answeredAt !== null || !isNews(due, before))
}
