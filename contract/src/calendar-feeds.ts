import * as z from 'zod/mini'
import { id, nothing, ofHousehold, oneLine, timestamp } from './fields.ts'
import { route } from './route.ts'
import { currentPassword } from './users.ts'

/** Of a person in a household. */
export const CALENDAR_FEEDS_MAX = 10
export const CALENDAR_EVENTS_MAX = 500
export const CALENDAR_DAYS = 60

/** `mine`: only tasks that are assigned to the person. */
export const calendarFeedInput = z.object({
  mine: z._default(z.boolean(), false),
  password: z.optional(currentPassword),
})
export type CalendarFeedInput = z.infer<typeof calendarFeedInput>

export const calendarFeed = z.object({
  feedId: id,
  mine: z.boolean(),
  createdAt: timestamp,
  lastReadAt: z.nullable(timestamp),
})
export type CalendarFeed = z.infer<typeof calendarFeed>

/** `url` is returned only here. */
export const newCalendarFeed = z.extend(calendarFeed, { url: z.string() })
export type NewCalendarFeed = z.infer<typeof newCalendarFeed>

export const calendarFeedRoutes = {
  /** The caller's own in a household, the newest first. */
  list: route({
    method: 'GET',
    path: '/api/calendar-feeds',
    access: 'member',
    query: ofHousehold,
    reply: z.array(calendarFeed),
  }),
  create: route({
    method: 'POST',
    path: '/api/calendar-feeds',
    access: 'member',
    query: ofHousehold,
    body: calendarFeedInput,
    reply: newCalendarFeed,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/calendar-feeds/:feedId',
    access: 'member',
    params: z.object({ feedId: id }),
    reply: nothing,
  }),
  /** For calendar programs, which know nothing but the address. */
  read: route({
    method: 'GET',
    path: '/calendar/:token.ics',
    access: 'public',
    params: z.object({ token: z.string().check(z.maxLength(100, 'Not a valid token'), oneLine()) }),
    reply: z.string(),
    contentType: 'text/calendar; charset=utf-8',
    etag: true,
  }),
}
