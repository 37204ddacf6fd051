import * as z from 'zod/mini'
import { id, nothing, oneLine, timestamp } from './fields.ts'
import { metricById, metrics, type Metric } from './metrics.ts'
import { points } from './readings.ts'
import { route } from './route.ts'

/** The most series of one device. */
export const SERIES_PER_DEVICE_MAX = 64
/** The most series in one request of a history. */
export const HISTORY_SERIES_MAX = 24
/** The most characters of a channel: which of several sensors of one metric, `''` for the only one. */
export const CHANNEL_MAX = 64
export const SERIES_LABEL_MAX = 50
export const SERIES_UNIT_MAX = 20

/** The largest value of a sensor, and the largest offset, that a calibration takes. */
export const CALIBRATION_MAX = 1_000_000

const UNKNOWN = 'Please select a sensor.'

const finite = z
  .number('Enter a number')
  .check(z.refine((value) => Math.abs(value) <= CALIBRATION_MAX, 'Enter a number between −1,000,000 and 1,000,000'))

/** Added to every value, in the unit of the metric. */
export const offsetCalibration = z.object({ offset: finite })
/** What a sensor sends at the lower and at the upper end of its metric's range, such as in dry and in wet soil. */
export const twoPointCalibration = z
  .object({ dry: finite, wet: finite })
  .check(z.refine(({ dry, wet }) => dry !== wet, { error: 'Dry and wet cannot be the same', path: ['wet'] }))

/** How values are corrected from now on; null when they are stored as they are sent. */
export const calibration = z.nullable(
  z.union([twoPointCalibration, offsetCalibration], 'Enter an offset, or a value for dry and for wet'),
)
export type Calibration = z.infer<typeof calibration>

/**
 * The values of one sensor of a device over time.
 *
 * - `metric`: an id of the catalogue in metrics.ts, or one of a later version.
 * - `label`: as its owner calls it, otherwise `defaultLabel`.
 * - `unit`: that of the metric; the owner's for a metric without one.
 * - `order`: its place among the series of the device, from 0.
 * - `calibratedAt`: since when the calibration is what it is; null when it never changed.
 * - `newest`: the newest value, in the unit of the metric.
 * - `raw`: what its sensor sent last, before calibration, also when that was refused; null for a metric without two points,
 *   and until something has come since the server was started.
 */
export const series = z.object({
  seriesId: id,
  deviceId: id,
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

/** A metric of the catalogue that has a name of its own. */
export const seriesInput = z.object({
  metric: z
    .string()
    .check(
      z.refine((name) => metrics.some(({ id: known, isGeneric }) => known === name && isGeneric !== true), UNKNOWN),
    ),
})

/** What its owner may change. An empty label is the default one again; `order` moves it to that place. */
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

/** Returns what a series is called without its owner's label: `Soil moisture 2`, or the name under which it is sent. */
export function defaultLabel({ label, isGeneric }: Pick<Metric, 'label' | 'isGeneric'>, channel: string): string {
  if (isGeneric === true) return channel.replaceAll('_', ' ')
  return channel === '' ? label : `${label} ${channel.replaceAll('_', ' ')}`
}

/** Returns the metric of a series as it is shown: with the series' own unit. */
export function metricOfSeries({ metric, unit }: Pick<Series, 'metric' | 'unit'>): Metric {
  const known = metricById(metric)
  return known.unit === unit ? known : { ...known, unit }
}

/**
 * The history of one series in columns of the same length, in order of time. Times are milliseconds since 1970.
 *
 * - `resolution`: the length of a bucket in seconds, with the mean, lowest and highest of its values and its middle as
 *   time; 0 when the columns hold the values themselves, in `time` and `mean` alone. It is the same for all series of a
 *   device.
 * - `start`: where the first bucket begins; a bucket without values has no point.
 * - `newest`, `count`: the time up to which the buckets hold every value, and how many values the last of them has, so that
 *   a later value can join its mean.
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
})
export type SeriesHistory = z.infer<typeof seriesHistory>

/** Ids of series that one request is about. */
export const seriesIds = z
  .array(id)
  .check(
    z.minLength(1, 'Name at least one series'),
    z.maxLength(HISTORY_SERIES_MAX, `At most ${HISTORY_SERIES_MAX} series in one request`),
  )

/** The same in a query, separated by commas. */
export const seriesIdList = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(37 * HISTORY_SERIES_MAX, `At most ${HISTORY_SERIES_MAX} series in one request`)),
    z.transform((text) => text.split(',')),
  ),
  seriesIds,
)

/** The new values of one instant, by the id of their series. */
export const liveReading = z.object({ time: timestamp, values: z.record(z.string(), z.number()) })

export const seriesRoutes = {
  list: route({
    method: 'GET',
    path: '/api/devices/:deviceId/series',
    access: 'member',
    params: z.object({ deviceId: id }),
    reply: z.array(series),
  }),
  /** Returns the only sensor of a metric on a device, before its first value as well. */
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
  /** Removes a series with its values. Its sensor becomes a new one when it sends again. */
  remove: route({
    method: 'DELETE',
    path: '/api/series/:seriesId',
    access: 'member',
    params: z.object({ seriesId: id }),
    reply: nothing,
  }),
  /** Lists every series of the member's devices. */
  newest: route({
    method: 'GET',
    path: '/api/readings/newest',
    access: 'member',
    reply: z.array(series),
    etag: true,
  }),
  /** Returns a history of each series, in the order of the request; `points` is 500 when it is left out, and 12,000 for all together. */
  history: route({
    method: 'GET',
    path: '/api/readings/history',
    access: 'member',
    query: z.object({ series: seriesIdList, from: timestamp, to: timestamp, points: z.optional(points) }),
    reply: z.object({ series: z.array(seriesHistory) }),
  }),
}
