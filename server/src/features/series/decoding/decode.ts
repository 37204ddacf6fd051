import { CLOCK_AHEAD_MAX_MS, fromTimestamp } from '@greenhouse/contract'
import { clockBehind } from '../../../platform/clock/clock-watch.ts'
import type { DeviceRef } from '../../../platform/device-ref.ts'
import { envelopeOf } from './envelope.ts'
import type { DeviceSensor, DeviceSensors } from '../registry/device-sensors.ts'
import { messageValues } from './message-values.ts'
import { RequestNames } from '../names/request-names.ts'
import { sentTime } from './sent-time.ts'
import type { SensorNames } from '../names/sensor-names.ts'
import type { ArrivalTimes } from './arrival-times.ts'

/** One message of a device: `values[i]` of `sensors[i]`, each sensor once, at least one. */
export interface Reading<Own extends DeviceSensor = DeviceSensor> {
  readonly deviceKey: number
  /** Milliseconds since 1970. */
  at: number
  /** The board has no clock: `at` is when the message arrived, and not what makes two readings the same. */
  readonly withoutClock: boolean
  readonly sensors: readonly Own[]
  readonly values: readonly number[]
}

export interface Decoded<Own extends DeviceSensor> {
  readonly reading?: Reading<Own>
  /** Reasons for the owner. */
  readonly refusal?: string | undefined
  readonly isAhead?: boolean
}

/** A message refused in whole or in part; `index` is its place in the call. */
export interface Refused {
  readonly index: number
  readonly reason: string
}

export interface DecodedCall<Own extends DeviceSensor> {
  readonly readings: Array<Reading<Own>>
  readonly refused: Refused[]
}

export interface Arrival {
  /** Milliseconds since 1970. */
  readonly arrivedAt: number
  /** True while the server's clock is behind: it can neither date a reading nor detect one from the future. */
  readonly isClockBehind: boolean
  /** Readings before this instant were removed: a duplicate could not be distinguished from a new one. */
  readonly keptFrom: number
  readonly arrivalTimes: ArrivalTimes
}

export interface Sender<Own extends DeviceSensor> {
  readonly device: DeviceRef
  readonly names: SensorNames
  readonly own: DeviceSensors<Own>
}

/** Before this a clock has never been set: boards without one begin at 1970. */
export const CLOCK_SET = fromTimestamp('1971-01-01T00:00:00Z')
const TOO_OLD = 'The reading is older than those that are kept.'

/** Throws a 503 when a message needs the server's clock while it is behind: nothing may be acknowledged. */
export function decodeMessages<Own extends DeviceSensor>(
  messages: readonly unknown[],
  sender: Sender<Own>,
  arrival: Arrival,
): DecodedCall<Own> {
  const request = { ...sender, names: new RequestNames(sender.names) }
  return decodeEach(messages, (message) => decode(message, request, arrival.arrivedAt), arrival)
}

/** Decodes what one call brings, and gives what has no time of its own the time of arrival. Throws like decodeMessages. */
export function decodeEach<Sent, Own extends DeviceSensor>(
  all: readonly Sent[],
  decodeOne: (sent: Sent) => Decoded<Own>,
  { isClockBehind, keptFrom, arrivalTimes }: Arrival,
): DecodedCall<Own> {
  const readings: Array<Reading<Own>> = []
  const refused: Refused[] = []
  for (let index = 0; index < all.length; index++) {
    const { reading, refusal, isAhead } = decodeOne(all[index] as Sent)
    if (isClockBehind && (isAhead === true || reading?.withoutClock === true)) throw clockBehind()
    if (reading && reading.at < keptFrom) {
      refused.push({ index, reason: TOO_OLD })
      continue
    }
    if (reading) readings.push(reading.withoutClock ? arrivalTimes.stamp(reading) : reading)
    if (refusal !== undefined) refused.push({ index, reason: refusal })
  }
  return { readings, refused }
}

/** Decodes by hand: at 100,000 messages a second a schema would be most of the cost. */
function decode<Own extends DeviceSensor>(
  message: unknown,
  { device, names, own }: Omit<Sender<Own>, 'names'> & { readonly names: RequestNames },
  arrivedAt: number,
): Decoded<Own> {
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    return { refusal: 'The message is not an object.' }
  const { deviceId, timestamp, time } = envelopeOf(message)
  if (deviceId !== undefined && deviceId !== null && deviceId !== device.deviceId) {
    return { refusal: 'The message names another device.' }
  }
  const sentAt = timestamp ?? time ?? ''
  const at = sentAt === '' ? arrivedAt : sentTime(sentAt)
  if (Number.isNaN(at)) return { refusal: 'The time is not an ISO 8601 time.' }
  if (at > arrivedAt + CLOCK_AHEAD_MAX_MS) {
    return { refusal: 'The time is more than a minute ahead.', isAhead: true }
  }
  const withoutClock = sentAt === '' || at < CLOCK_SET
  const measuredAt = withoutClock ? arrivedAt : at
  const { sensors, values, refused } = messageValues(message, measuredAt, names, own)
  const refusal = inOneSentence(refused)
  if (sensors.length === 0) return { refusal: refusal ?? 'The message holds no reading.' }
  const reading = { deviceKey: device.deviceKey, at: measuredAt, withoutClock, sensors, values }
  return { reading, refusal }
}

export function inOneSentence(refused: readonly string[]): string | undefined {
  return refused.length > 1 ? `${refused[0]} And ${refused.length - 1} more.` : refused[0]
}
