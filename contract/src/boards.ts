import * as z from 'zod/mini'
import { device, deviceName, waitTime } from './devices.ts'
import { id, nothing, ofHousehold, oneLine, timestamp } from './fields.ts'
import { CHANNEL_MAX, SERIES_LABEL_MAX, SERIES_PER_DEVICE_MAX } from './series.ts'
import { route } from './route.ts'

/** The board unseen for longest makes room for a new one. */
export const NEW_BOARDS_MAX = 200
export const WAITING_READINGS_MAX = 2000
export const WAITING_READINGS_MS = 86_400_000

export type BoardFamily =
  | 'home-assistant'
  | 'esphome'
  | 'tasmota'
  | 'zigbee2mqtt'
  | 'shelly'
  | 'theengs'
  | 'miflora'
  | 'rtl433'
  | 'thingsboard'
  | 'ecowitt'
  | 'wunderground'
  | 'ttn'
  | 'line-protocol'
  | 'senml'
  | 'json'

/**
 * `everySeconds`: the observed interval. `waiting`: readings kept until it is claimed. `notes`: sentences about unreadable
 * messages.
 */
export const board = z.object({
  boardId: id,
  family: z.string(),
  externalId: z.string(),
  name: z.nullable(z.string()),
  model: z.nullable(z.string()),
  firmware: z.nullable(z.string()),
  source: z.object({ kind: z.enum(['hub', 'broker', 'device']), id, name: z.string() }),
  firstSeen: timestamp,
  lastSeen: timestamp,
  everySeconds: z.nullable(z.number()),
  measures: z.array(z.object({ metric: z.string(), channel: z.string(), value: z.number(), unit: z.string() })),
  waiting: z.number(),
  notes: z.array(z.string()),
  deviceId: z.nullable(id),
  ignored: z.boolean(),
})
export type Board = z.infer<typeof board>

/** Families whose gateways also forward the boards of neighbours. */
export const OVERHEARD_FAMILIES: readonly string[] = ['theengs', 'rtl433']

/** Not listed yet: an overheard board is with its second message, others once the limit of new boards permits. */
export const heardOnce = z.object({ family: z.string(), externalId: z.string(), seenAt: timestamp })
export type HeardOnce = z.infer<typeof heardOnce>

const claimedSeries = z.object({
  metric: z.string().check(z.maxLength(40)),
  channel: z.string().check(z.maxLength(CHANNEL_MAX)),
  label: z._default(
    z.string().check(
      z.trim(),
      z.maxLength(SERIES_LABEL_MAX, {
        error: `Label cannot be longer than ${SERIES_LABEL_MAX} characters`,
        abort: true,
      }),
      oneLine(),
    ),
    '',
  ),
  visible: z._default(z.boolean(), true),
})

/** `deviceId`: the user's device whose board got another address. `waitTime`: seconds, as text. */
export const boardClaim = z.object({
  deviceName: z.optional(deviceName),
  deviceId: z.optional(id),
  waitTime: z.optional(waitTime),
  series: z.optional(z.array(claimedSeries).check(z.maxLength(SERIES_PER_DEVICE_MAX, 'Too many series'))),
})
export type BoardClaim = z.infer<typeof boardClaim>

/** The token is returned only here. */
export const claimedDevice = z.extend(device, { deviceToken: z.optional(z.string()) })
export type ClaimedDevice = z.infer<typeof claimedDevice>

export const boardRoutes = {
  list: route({ method: 'GET', path: '/api/boards', access: 'member', query: ofHousehold, reply: z.array(board) }),
  heardOnce: route({
    method: 'GET',
    path: '/api/boards/heard-once',
    access: 'member',
    query: ofHousehold,
    reply: z.array(heardOnce),
  }),
  claim: route({
    method: 'POST',
    path: '/api/boards/:boardId/claim',
    access: 'member',
    params: z.object({ boardId: id }),
    body: boardClaim,
    reply: claimedDevice,
  }),
  ignore: route({
    method: 'POST',
    path: '/api/boards/:boardId/ignore',
    access: 'member',
    params: z.object({ boardId: id }),
    body: z.optional(z.object({ ignored: z._default(z.boolean(), true) })),
    reply: nothing,
  }),
}
