import { CHART_POINTS_MAX, READINGS_PER_REQUEST_MAX, readingRoutes, seriesRoutes } from '@greenhouse/contract'
import { hubTopic } from '../../../platform/live/topics.ts'
import type { Context } from '../../../platform/context.ts'
import type { HeavyReads } from '../../../platform/http/heavy-reads.ts'
import { found, invalid } from '../../../platform/problem.ts'
import { clearRefusals, findDeviceKey } from '../../devices/device-store.ts'
import { listOwnedSeriesById } from '../series-store.ts'
import type { SlotLookup } from './board-records.ts'
import { everyReading, downsampled } from './history.ts'
import { listNewest } from './newest-list.ts'
import { rangeOf } from './reading-pages.ts'
import { findReadingsFrom } from '../retention-store.ts'
import { seriesHistories } from './series-history.ts'

interface ReadingParts {
  readonly slots: SlotLookup
  readonly reads: HeavyReads
  readonly onValuesRemoved: (deviceKey: number) => Promise<void>
}

export function serveReadings(
  { db, hub, log, serve, timeSeries }: Context,
  { slots, reads, onValuesRemoved }: ReadingParts,
): void {
  serve(readingRoutes.history, async ({ query }, { householdId, gone }) => {
    const range = rangeOf(query)
    const device = found(await findDeviceKey(db, householdId, query.deviceId), 'device')
    const head = { deviceId: query.deviceId, deviceName: device.name }
    const read = { deviceKey: device.key, slots: await slots.boardSlots(device.key) }
    if (query.points !== undefined) {
      const drawing = { range, points: Number(query.points), readingsFrom: await findReadingsFrom(db) }
      return [{ ...head, ...(await reads.run(householdId, gone(), () => downsampled(timeSeries, read, drawing))) }]
    }
    return wrap(head, everyReading(timeSeries, read, range))
  })

  serve(seriesRoutes.history, async ({ query: { series, points, ...query } }, { householdId, gone }) => {
    const range = rangeOf(query)
    const rows = new Map((await listOwnedSeriesById(db, householdId, series)).map((row) => [row.id, row]))
    const chosen = [...new Set(series)].map((seriesId) => found(rows.get(seriesId), 'series'))
    const drawing = { range, points: Number(points ?? CHART_POINTS_MAX), readingsFrom: await findReadingsFrom(db) }
    return { series: await reads.run(householdId, gone(), () => seriesHistories(timeSeries, chosen, drawing)) }
  })

  serve(readingRoutes.newest, async (_, { householdId }) => ({
    sensorHistoryWithDeviceRecords: await listNewest(db, { timeSeries, slots }, householdId),
  }))

  serve(readingRoutes.remove, async ({ query }, { householdId, userId }) => {
    const device = found(await findDeviceKey(db, householdId, query.deviceId), 'device')
    await timeSeries.erase(device.key)
    await clearRefusals(db, device.key)
    await onValuesRemoved(device.key)
    log.info({ event: 'readings.deleted', userId, deviceId: query.deviceId })
    hub.publish(hubTopic.dashboardOf(householdId), { eventType: 'AdminHasDeletedData' })
  })
}

async function* wrap(
  head: { deviceId: string; deviceName: string },
  records: AsyncGenerator<string>,
): AsyncGenerator<string> {
  yield `[${JSON.stringify(head).slice(0, -1)},"sensorHistoryRecords":`
  yield* records
  yield '}]'
}

/** The messages of a request's body: one, or a list of at most 1,000. Throws a 400 for anything else. */
export function messagesOf(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) {
    if (body.length > READINGS_PER_REQUEST_MAX)
      throw invalid('body', `At most ${READINGS_PER_REQUEST_MAX} readings in one request`)
    return body
  }
  if (typeof body !== 'object' || body === null) throw invalid('body', 'A reading, or a list of readings, is required')
  return [body]
}
