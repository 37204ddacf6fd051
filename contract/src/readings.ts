import * as z from 'zod/mini'
import { id, nothing, numericString, ofHousehold, timestamp } from './fields.ts'
import { route } from './route.ts'

export const CHART_POINTS_MAX = 500
export const HISTORY_POINTS_MAX = 2000
export const READINGS_PER_REQUEST_MAX = 1000
export const CLOCK_AHEAD_MAX_MS = 60_000

const values = {
  temperature: z.nullable(z.number()),
  humidity: z.nullable(z.number()),
  airPressure: z.nullable(z.number()),
  airQuality: z.nullable(z.number()),
}

export const sensorRecord = z.object({ ...values, time: timestamp })
export type SensorRecord = z.infer<typeof sensorRecord>

const counts = z.object({
  temperature: z.number(),
  humidity: z.number(),
  airPressure: z.number(),
  airQuality: z.number(),
})

/** Averages and extremes of a bucket. `time` is its middle, or the newest reading's time when that is earlier. */
export const historyRecord = z.extend(sensorRecord, {
  min: z.optional(z.object(values)),
  max: z.optional(z.object(values)),
  counts: z.optional(counts),
})
export type HistoryRecord = z.infer<typeof historyRecord>

export function withExtremes({ time, ...values }: SensorRecord): HistoryRecord {
  return { ...values, time, min: values, max: values }
}

/** `resolution`: seconds of a bucket; 0 for raw readings. `newest`: the newest reading in the buckets. */
export const deviceHistory = z.object({
  deviceId: id,
  deviceName: z.string(),
  resolution: z.optional(z.number()),
  start: z.optional(timestamp),
  newest: z.optional(z.nullable(sensorRecord)),
  sensorHistoryRecords: z.array(historyRecord),
})
export type DeviceHistory = z.infer<typeof deviceHistory>

export const newestReading = z.object({
  deviceId: id,
  deviceName: z.string(),
  deviceDesc: z.string(),
  deviceCreateDateTime: timestamp,
  deviceWaitTime: z.string(),
  ...values,
  time: z.nullable(timestamp),
})
export type NewestReading = z.infer<typeof newestReading>

export const points = numericString(
  z
    .number()
    .check(
      z.refine(
        (count) => Number.isInteger(count) && count >= 1 && count <= HISTORY_POINTS_MAX,
        `points must be a whole number from 1 to ${HISTORY_POINTS_MAX}`,
      ),
    ),
)

export const readingRoutes = {
  history: route({
    method: 'GET',
    path: '/api/GreenhouseDevice/GetAllSensorHistoryByDeviceAndTimePeriodIdDto',
    access: 'member',
    query: z.object({ deviceId: id, from: timestamp, to: timestamp, points: z.optional(points) }),
    reply: z.array(deviceHistory),
    streamed: true,
    pagedBy: 'points',
  }),
  newest: route({
    method: 'GET',
    path: '/api/GreenhouseDevice/GetRecentSensorDataForAllUserDevice',
    access: 'member',
    query: ofHousehold,
    reply: z.object({ sensorHistoryWithDeviceRecords: z.array(newestReading) }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/GreenhouseDevice/DeleteDataFromSpecificDevice',
    access: 'member',
    query: z.object({ deviceId: id }),
    reply: nothing,
  }),
  /** Decoded without a schema, which would be most of the cost at 100,000 readings a second. */
  send: route({
    method: 'POST',
    path: '/api/readings',
    access: 'board',
    body: z.unknown(),
    raw: ['application/senml+json'],
    bodyLimit: 1_048_576,
    reply: z.object({
      stored: z.number(),
      duplicates: z.number(),
      waiting: z.optional(z.number()),
      refused: z.array(z.object({ index: z.number(), reason: z.string() })),
    }),
  }),
}
