import * as z from 'zod/mini'
import { id, nothing, numericString, timestamp } from './fields.ts'
import { route } from './route.ts'

/** The most points that one chart draws. */
export const CHART_POINTS_MAX = 500
/** The largest value of `points`. */
export const HISTORY_POINTS_MAX = 2000
/** The most readings in one request. */
export const READINGS_PER_REQUEST_MAX = 1000
/** How far a device's clock may be ahead of the server's. */
export const CLOCK_AHEAD_MAX_MS = 60_000

/** A value for each of the four metrics of `boardMetrics`. */
const values = {
  temperature: z.nullable(z.number()),
  humidity: z.nullable(z.number()),
  airPressure: z.nullable(z.number()),
  airQuality: z.nullable(z.number()),
}

export const sensorRecord = z.object({ ...values, time: timestamp })
export type SensorRecord = z.infer<typeof sensorRecord>

/** How many values of each of them. */
const counts = z.object({
  temperature: z.number(),
  humidity: z.number(),
  airPressure: z.number(),
  airQuality: z.number(),
})

/**
 * A record of a downsampled history: averages, the lowest and highest value of the same bucket, how many values it has, and
 * its middle as time (the newest reading's time, when that is earlier).
 */
export const historyRecord = z.extend(sensorRecord, {
  min: z.optional(z.object(values)),
  max: z.optional(z.object(values)),
  counts: z.optional(counts),
})
export type HistoryRecord = z.infer<typeof historyRecord>

/** A reading as a record of a history that is not downsampled: its lowest and highest values are its own. */
export function withExtremes({ time, ...values }: SensorRecord): HistoryRecord {
  return { ...values, time, min: values, max: values }
}

/**
 * `resolution`: the length of a bucket in seconds; 0 when the records are the readings themselves. `start`: where the first
 * bucket begins; a bucket without readings has no record. `newest`: the newest reading of the range that the buckets hold.
 */
export const deviceHistory = z.object({
  deviceId: id,
  deviceName: z.string(),
  resolution: z.optional(z.number()),
  start: z.optional(timestamp),
  newest: z.optional(z.nullable(sensorRecord)),
  sensorHistoryRecords: z.array(historyRecord),
})
export type DeviceHistory = z.infer<typeof deviceHistory>

/** The newest reading of a device. All values and the time are null when it has sent none. */
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

/** At most how many points a history has. */
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
    reply: z.object({ sensorHistoryWithDeviceRecords: z.array(newestReading) }),
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/GreenhouseDevice/DeleteDataFromSpecificDevice',
    access: 'member',
    query: z.object({ deviceId: id }),
    reply: nothing,
  }),
  /**
   * The server decodes the body without a schema: at 100,000 readings a second the schema would be most of the cost.
   * `waiting`: readings of boards that nobody has claimed yet, for a body in SenML and for the token of a hub.
   */
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
