import * as z from 'zod/mini'
import { id, nothing, ofHousehold, oneLine, timestamp } from './fields.ts'
import { metricById, metrics, type Metric } from './metrics.ts'
import { points } from './readings.ts'
import { route } from './route.ts'

export const SERIES_PER_DEVICE_MAX = 64
export const HISTORY_SERIES_MAX = 24
export const CHANNEL_MAX = 64
export const SERIES_LABEL_MAX = 50
export const SERIES_UNIT_MAX = 20

export const CALIBRATION_MAX = 1_000_000

const UNKNOWN = 'Please select a sensor.'

const finite = z
  .number('Enter a number')
  .check(z.refine((value) => Math.abs(value) <= CALIBRATION_MAX, 'Enter a number between −1,000,000 and 1,000,000'))

export const offsetCalibration = z.object({ offset: finite })
/** Raw values at both ends of the metric's range, such as in dry and in wet soil. */
export const twoPointCalibration = z
  .object({ dry: finite, wet: finite })
  .check(z.refine(({ dry, wet }) => dry !== wet, { error: 'Dry and wet cannot be the same', path: ['wet'] }))

export const calibration = z.nullable(
  z.union([twoPointCalibration, offsetCalibration], 'Enter an offset, or a value for dry and for wet'),
)
export type Calibration = z.infer<typeof calibration>

/** The plant of a series that is computed for it, and its place. */
const plantOfSeries = z.object({ plantId: id, plantName: z.string(), placeId: z.nullable(id) })

/**
 * `channel`: '' for the only sensor of its metric. `plant`: absent for what a device measures; the device of such a series has
 * nothing else and is not listed among devices. `raw`: the last value before calibration, even a refused one; null for a
 * metric without two points, and before the first value since the start of the server.
 */
export const series = z.object({
  seriesId: id,
  deviceId: id,
  plant: z.optional(plantOfSeries),
  metric: z.string(),
  channel: z.string(),
  label: z.string(),
  unit: z.string(),
  visible: z.boolean(),
  order: z.number(),
  calibration,
  calibratedAt: z.nullable(timestamp),
  newest: z.nullable(z.object({ time: timestamp, value: z.number() })),
  raw: z.nullable(z.object({ time: timestamp, value: z.number() })),
})
export type Series = z.infer<typeof series>

export const seriesInput = z.object({
  metric: z
    .string()
    .check(
      z.refine((name) => metrics.some(({ id: known, isGeneric }) => known === name && isGeneric !== true), UNKNOWN),
    ),
})

/** An empty label restores the default; `order` moves the series to that place. */
export const seriesChange = z.partial(
  z.object({
    label: z.string().check(
      z.trim(),
      z.maxLength(SERIES_LABEL_MAX, {
        error: `Label cannot be longer than ${SERIES_LABEL_MAX} characters`,
        abort: true,
      }),
      oneLine(),
    ),
    unit: z.string().check(
      z.trim(),
      z.maxLength(SERIES_UNIT_MAX, {
        error: `Unit cannot be longer than ${SERIES_UNIT_MAX} characters`,
        abort: true,
      }),
      oneLine(),
    ),
    visible: z.boolean(),
    order: z
      .int('Order must be a whole number')
      .check(z.minimum(0, 'Order must be at least 0'), z.maximum(SERIES_PER_DEVICE_MAX - 1, 'There is no such place')),
    calibration,
  }),
)
export type SeriesChange = z.infer<typeof seriesChange>

export function defaultLabel({ label, isGeneric }: Pick<Metric, 'label' | 'isGeneric'>, channel: string): string {
  if (isGeneric === true) return channel.replaceAll('_', ' ')
  return channel === '' ? label : `${label} ${channel.replaceAll('_', ' ')}`
}

export function metricOfSeries({ metric, unit }: Pick<Series, 'metric' | 'unit'>): Metric {
  const known = metricById(metric)
  return known.unit === unit ? known : { ...known, unit }
}

/**
 * Columns in order of time (milliseconds since 1970). `resolution`: seconds of a bucket, whose `time` is its middle; 0 for raw
 * values in `time` and `mean` only. The last bucket holds `count` values, up to `newest`; all buckets hold `values`, which is
 * absent where readings were removed.
 */
export const seriesHistory = z.object({
  seriesId: id,
  resolution: z.number(),
  time: z.array(z.number()),
  mean: z.array(z.number()),
  min: z.optional(z.array(z.number())),
  max: z.optional(z.array(z.number())),
  start: z.optional(z.number()),
  newest: z.optional(z.number()),
  count: z.optional(z.number()),
  values: z.optional(z.number()),
})
export type SeriesHistory = z.infer<typeof seriesHistory>

export const seriesIds = z
  .array(id)
  .check(
    z.minLength(1, 'Name at least one series'),
    z.maxLength(HISTORY_SERIES_MAX, `At most ${HISTORY_SERIES_MAX} series in one request`),
  )

export const seriesIdList = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(37 * HISTORY_SERIES_MAX, `At most ${HISTORY_SERIES_MAX} series in one request`)),
    z.transform((text) => text.split(',')),
  ),
  seriesIds,
)

export const liveReading = z.object({ time: timestamp, values: z.record(z.string(), z.number()) })

export const seriesRoutes = {
  list: route({
    method: 'GET',
    path: '/api/devices/:deviceId/series',
    access: 'member',
    params: z.object({ deviceId: id }),
    reply: z.array(series),
  }),
  add: route({
    method: 'POST',
    path: '/api/devices/:deviceId/series',
    access: 'member',
    params: z.object({ deviceId: id }),
    body: seriesInput,
    reply: series,
  }),
  edit: route({
    method: 'PATCH',
    path: '/api/series/:seriesId',
    access: 'member',
    params: z.object({ seriesId: id }),
    body: seriesChange,
    reply: series,
  }),
  removeValues: route({
    method: 'DELETE',
    path: '/api/series/:seriesId/values',
    access: 'member',
    params: z.object({ seriesId: id }),
    reply: nothing,
  }),
  /** The sensor becomes a new series when it sends again. */
  remove: route({
    method: 'DELETE',
    path: '/api/series/:seriesId',
    access: 'member',
    params: z.object({ seriesId: id }),
    reply: nothing,
  }),
  newest: route({
    method: 'GET',
    path: '/api/readings/newest',
    access: 'member',
    query: ofHousehold,
    reply: z.array(series),
    etag: true,
  }),
  /** `points`: default 500, and 12,000 for all series together. */
  history: route({
    method: 'GET',
    path: '/api/readings/history',
    access: 'member',
    query: z.object({ series: seriesIdList, from: timestamp, to: timestamp, points: z.optional(points) }),
    reply: z.object({ series: z.array(seriesHistory) }),
  }),
}
