import * as z from 'zod/mini'
import { id, nothing, numericString, ofHousehold, oneLine, severalLines, timestamp } from './fields.ts'
import { route } from './route.ts'
import { confirmation } from './users.ts'

export const waitTimeUnits = [
  { name: 'Second', seconds: 1 },
  { name: 'Minute', seconds: 60 },
  { name: 'Hour', seconds: 3600 },
  { name: 'Day', seconds: 86_400 },
  { name: 'Week', seconds: 604_800 },
] as const
export type WaitTimeUnit = (typeof waitTimeUnits)[number]

export const WAIT_TIME_MIN = 10
export const WAIT_TIME_MAX_SECONDS = 999_999
export const WAIT_TIME_DEFAULT_SECONDS = 600
export const DEVICE_DESCRIPTION_MAX = 500

/** Returns the largest unit that divides the seconds evenly, at least `least` times: minutes for 600, seconds for 90. */
export function largestEvenUnit(seconds: number, least: number): WaitTimeUnit {
  const isEven = (unit: WaitTimeUnit) => seconds >= least * unit.seconds && seconds % unit.seconds === 0
  return waitTimeUnits.findLast(isEven) ?? waitTimeUnits[0]
}

/** NOTE: no number of weeks is valid (at least 10, at most 1), as the specification has one rule for every unit. */
export function waitTimeFault(amount: number, unit: WaitTimeUnit): string | undefined {
  const most = Math.floor(WAIT_TIME_MAX_SECONDS / unit.seconds)
  const units = `${unit.name.toLowerCase()}s`
  if (!Number.isInteger(amount) || amount < WAIT_TIME_MIN) return `Minimum ${WAIT_TIME_MIN} ${units} allowed.`
  if (amount > most) return `Maximum ${most} ${units} allowed.`
  if (amount * unit.seconds > WAIT_TIME_MAX_SECONDS) return 'Max 999999 seconds in total '
  return undefined
}

export const waitTime = numericString(
  z.number(`Minimum ${WAIT_TIME_MIN} seconds allowed.`).check(
    z.refine((seconds) => Number.isInteger(seconds) && seconds >= WAIT_TIME_MIN, {
      error: `Minimum ${WAIT_TIME_MIN} seconds allowed.`,
      abort: true,
    }),
    z.maximum(WAIT_TIME_MAX_SECONDS, 'Max 999999 seconds in total '),
  ),
)

export const deviceName = z
  .string('Device name is required')
  .check(
    z.trim(),
    z.minLength(1, { error: 'Device name is required', abort: true }),
    z.minLength(2, { error: 'Name must be between 2 and 30 characters.', abort: true }),
    z.maxLength(30, { error: 'Name must be between 2 and 30 characters.', abort: true }),
    oneLine(),
  )

const deviceDescription = z
  .string()
  .check(
    z.maxLength(DEVICE_DESCRIPTION_MAX - 1, { error: 'Description must be under 500 characters.', abort: true }),
    severalLines(),
  )

export const deviceInput = z.object({
  deviceName,
  deviceDescription: z._default(deviceDescription, ''),
  waitTime: z._default(waitTime, String(WAIT_TIME_DEFAULT_SECONDS)),
})
export type DeviceInput = z.infer<typeof deviceInput>

export const deviceChange = z.partial(z.object({ deviceName, deviceDescription, waitTime }))
export type DeviceChange = z.infer<typeof deviceChange>

/** `waitTime`: seconds, as text. `refused`: readings since the creation, with the newest reason as a sentence. */
export const device = z.object({
  deviceId: id,
  userId: id,
  deviceName: z.string(),
  deviceDescription: z.string(),
  createdAt: timestamp,
  waitTime: z.string(),
  connected: z.boolean(),
  lastSeenAt: z.nullable(timestamp),
  refused: z.object({ count: z.number(), reason: z.nullable(z.string()), at: z.nullable(timestamp) }),
  placeId: z.optional(id),
})
export type Device = z.infer<typeof device>

/** The token is returned only here. */
export const newDevice = z.extend(device, { deviceToken: z.string() })
export type NewDevice = z.infer<typeof newDevice>

const ofDevice = z.object({ userDeviceId: id })

export const deviceRoutes = {
  get: route({
    method: 'GET',
    path: '/api/UserDevice/GetUserDevice',
    access: 'member',
    query: ofDevice,
    reply: device,
  }),
  list: route({
    method: 'GET',
    path: '/api/UserDevice/GetAllUserDevices',
    access: 'member',
    query: ofHousehold,
    reply: z.array(device),
  }),
  create: route({
    method: 'POST',
    path: '/api/UserDevice/CreateUserDevice',
    access: 'member',
    query: ofHousehold,
    body: deviceInput,
    reply: newDevice,
  }),
  edit: route({
    method: 'PATCH',
    path: '/api/UserDevice/EditUserDevice',
    access: 'member',
    query: ofDevice,
    body: deviceChange,
    reply: device,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/UserDevice/DeleteUserDevice',
    access: 'member',
    query: ofDevice,
    reply: nothing,
  }),
  replaceToken: route({
    method: 'POST',
    path: '/api/UserDevice/ReplaceDeviceToken',
    access: 'member',
    query: ofDevice,
    body: confirmation,
    reply: z.object({ deviceToken: z.string() }),
  }),
  changePreferences: route({
    method: 'POST',
    path: '/api/UserDevice/AdminChangesPreferences',
    access: 'member',
    body: z.object({ deviceId: id, interval: waitTime }),
    reply: nothing,
  }),
}
