import * as z from 'zod/mini'
import { alert } from './alerts.ts'
import { care } from './care.ts'
import { changedSubjects } from './changes.ts'
import { episode } from './episodes.ts'
import { id, nothing, oneLine, severalLines, timestamp } from './fields.ts'
import { sensorRecord } from './readings.ts'
import { route } from './route.ts'
import { liveReading } from './series.ts'
import { task } from './tasks.ts'

export const topic = {
  readingsOf: (deviceId: string): string => `GreenhouseSensorData/${deviceId}`,
  seriesOf: (deviceId: string): string => `Readings/${deviceId}`,
  alertsOf: (userId: string): string => `alerts-${userId}`,
  /** Changes by the user's other browsers. */
  changesOf: (userId: string): string => `changes-${userId}`,
  /** Alerts, care, changes and deletions of a household that the user is in, and changes of the user's other browsers. */
  householdOf: (householdId: string): string => `Household/${householdId}`,
  /** Each client receives its own user's devices. */
  dashboard: 'Dashboard',
}

/**
 * Entries, and tasks, in one message of care; an act on more is only reported. Keeps the frame that everybody gets below the megabyte that a bus carries with the longest notes, and a household's own lists are no longer then.
 */
export const CARE_LIVE_MAX = 50

const message = <Name extends string, Shape extends z.core.$ZodLooseShape>(eventType: Name, shape: Shape) =>
  z.object({ eventType: z.literal(eventType), requestId: z.optional(z.string()), ...shape })

export const serverMessage = z.discriminatedUnion('eventType', [
  message('ServerBroadcastsLiveDataToDashboard', {
    logs: z.array(z.object({ deviceId: id, deviceName: z.string(), sensorHistoryRecords: z.array(sensorRecord) })),
  }),
  message('readings', { deviceId: id, readings: z.array(liveReading) }),
  message('ServerBroadcastsLiveAlertToAlertView', { alerts: z.array(alert) }),
  message('episodes', { episodes: z.array(episode) }),
  message('ServerReportsChange', { changed: changedSubjects }),
  /** The entries that an act of care logged or changed, the ids of those it undid, and after it: its tasks, and when its plants were watered. */
  message('care', {
    householdId: id,
    care: z.array(care),
    removed: z.array(id),
    tasks: z.array(task),
    watered: z.array(z.object({ plantId: id, lastWatered: z.nullable(timestamp) })),
  }),
  message('AdminHasDeletedData', {}),
  message('Pong', {}),
  message('MemberLeftNotification', {}),
  message('ServerSendsErrorMessage', { message: z.string(), error: z.string() }),
])
export type ServerMessage = z.infer<typeof serverMessage>

/** Ignores case, a trailing `Dto`, and everything but letters and digits. */
export function sameEventType(one: string, other: string): boolean {
  return plain(one) === plain(other)
}

function plain(eventType: string): string {
  return eventType
    .replace(/[^a-z0-9]/gi, '')
    .toLowerCase()
    .replace(/dto$/, '')
}

export const PING_INTERVAL_MS = 30_000
export const SOCKETS_PER_USER_MAX = 10
export const TOPICS_PER_USER_MAX = 200

const subscription = z.object({
  clientId: z
    .string('clientId is required')
    .check(z.minLength(1, 'clientId is required'), z.maxLength(100, 'clientId is too long'), oneLine()),
  topicIds: z
    .array(z.string().check(z.maxLength(200, 'topicIds holds a name that is too long'), oneLine()))
    .check(z.maxLength(TOPICS_PER_USER_MAX, 'topicIds holds too many names')),
})

export const liveRoutes = {
  subscribe: route({ method: 'POST', path: '/Subscribe', access: 'member', body: subscription, reply: nothing }),
  unsubscribe: route({ method: 'POST', path: '/Unsubscribe', access: 'member', body: subscription, reply: nothing }),
  broadcast: route({
    method: 'POST',
    path: '/ExampleBroadcast',
    access: 'member',
    body: z.object({
      eventType: z.string().check(z.maxLength(100), oneLine()),
      message: z.string().check(z.maxLength(1000), severalLines()),
    }),
    reply: nothing,
  }),
}
