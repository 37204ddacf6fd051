import * as z from 'zod/mini'
import { device, deviceName, waitTime } from './devices.ts'
import { id, nothing, oneLine, timestamp } from './fields.ts'
import { CHANNEL_MAX, SERIES_LABEL_MAX, SERIES_PER_DEVICE_MAX } from './series.ts'
import { route } from './route.ts'

/** The most boards of one person that wait to be claimed; the one that was unseen for longest makes room. */
export const NEW_BOARDS_MAX = 200
/** What is kept of a board until it is claimed. */
export const WAITING_READINGS_MAX = 2000
export const WAITING_READINGS_MS = 86_400_000

/** The families of boards that this version understands. A newer server may name others. */
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
 * A board that was heard of: by the credential of a hub, by a broker of one's own, or beside the readings of a device.
 *
 * - `family`: how it speaks, such as `tasmota`. `externalId`: what it calls itself.
 * - `name`, `model`: as it announces them; null when it does not.
 * - `source`: by what it came.
 * - `measures`: its sensors with their last values, in the unit of the metric or the board's own.
 * - `everySeconds`: how often it sends, by what came so far; null while that can't be said.
 * - `waiting`: how many of its readings are kept until it is claimed.
 * - `notes`: why something that it sends is not read, as sentences.
 * - `deviceId`: the device that it was claimed as; null before. `ignored`: its owner wants to see no more of it.
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

/** Families whose gateways pass on all radio around them, boards of neighbours as well. */
export const OVERHEARD_FAMILIES: readonly string[] = ['theengs', 'rtl433']

/** A board that is not listed yet: an overheard one is listed with its second message; any other has many before it. */
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

/**
 * Makes a device of a board, or lets it belong to `deviceId`, a device of one's own whose board got another address.
 * Series that are not named keep their usual label. `waitTime`: seconds, as text.
 */
export const boardClaim = z.object({
  deviceName: z.optional(deviceName),
  deviceId: z.optional(id),
  waitTime: z.optional(waitTime),
  series: z.optional(z.array(claimedSeries).check(z.maxLength(SERIES_PER_DEVICE_MAX, 'Too many series'))),
})
export type BoardClaim = z.infer<typeof boardClaim>

/** The device of a claimed board, with its token when the claim made it: it is returned only this once. */
export const claimedDevice = z.extend(device, { deviceToken: z.optional(z.string()) })
export type ClaimedDevice = z.infer<typeof claimedDevice>

export const boardRoutes = {
  list: route({ method: 'GET', path: '/api/boards', access: 'member', reply: z.array(board) }),
  heardOnce: route({ method: 'GET', path: '/api/boards/heard-once', access: 'member', reply: z.array(heardOnce) }),
  claim: route({
    method: 'POST',
    path: '/api/boards/:boardId/claim',
    access: 'member',
    params: z.object({ boardId: id }),
    body: boardClaim,
    reply: claimedDevice,
  }),
  /** Hides a board, or shows it again. */
  ignore: route({
    method: 'POST',
    path: '/api/boards/:boardId/ignore',
    access: 'member',
    params: z.object({ boardId: id }),
    body: z.optional(z.object({ ignored: z._default(z.boolean(), true) })),
    reply: nothing,
  }),
}
