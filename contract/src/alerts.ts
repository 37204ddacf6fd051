import * as z from 'zod/mini'
import { id, numericString, ofHousehold, oneLine, severalLines, timestamp, timeZone } from './fields.ts'
import { route } from './route.ts'

export const ALERTS_PER_PAGE_MAX = 200

/** Outlives its condition, with its text. */
export const alert = z.object({
  alertId: id,
  alertName: z.string(),
  alertDesc: z.string(),
  alertTime: timestamp,
  alertPlantConditionId: z.nullable(id),
  alertDeviceConditionId: z.nullable(id),
  /** Null once the device is deleted, and for other alerts. */
  deviceId: z.nullable(id),
  seriesId: z.nullable(id),
  sensorType: z.nullable(z.string()),
})
export type Alert = z.infer<typeof alert>

export const wholeNumber = (least: number, most: number, message: string) =>
  numericString(z.number(message).check(z.refine((value) => value >= least && value <= most, message)))

export const alertInput = z.object({
  alertName: z
    .string('Name is required')
    .check(z.trim(), z.minLength(1, 'Name is required'), z.maxLength(100), oneLine()),
  alertDesc: z.string().check(z.trim(), z.maxLength(1000), severalLines()),
  alertConditionId: id,
  isPlantCondition: z.boolean(),
  alertUser: z.optional(id),
})

export const alertRoutes = {
  /**
   * Returns alerts, newest first. `year` is a calendar year in `timeZone` (default UTC), `from` and `to` are the first and
   * the last instant of a range. `limit` and `before`, the id of an alert, select a page.
   */
  list: route({
    method: 'GET',
    path: '/api/Alert/GetAlerts',
    access: 'member',
    query: z.extend(ofHousehold, {
      year: z.optional(wholeNumber(1970, 9999, 'year must be a year')),
      timeZone: z.optional(timeZone),
      from: z.optional(timestamp),
      to: z.optional(timestamp),
      deviceId: z.optional(id),
      limit: z.optional(wholeNumber(1, ALERTS_PER_PAGE_MAX, `limit must be from 1 to ${ALERTS_PER_PAGE_MAX}`)),
      before: z.optional(id),
    }),
    reply: z.array(alert),
    streamed: true,
    pagedBy: 'limit',
  }),
  /** Newest first. */
  years: route({
    method: 'GET',
    path: '/api/Alert/GetAlertYears',
    access: 'member',
    query: z.extend(ofHousehold, { timeZone: z.optional(timeZone) }),
    reply: z.array(z.number()),
  }),
  create: route({ method: 'POST', path: '/api/Alert/CreateAlert', access: 'member', body: alertInput, reply: alert }),
}
