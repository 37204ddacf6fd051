import {
  CLOCK_AHEAD_MAX_MS,
  boardMetrics,
  type BoardMetricId,
  type BoardValues,
  fromTimestamp,
} from '@greenhouse/contract'
import { clockBehind } from '../../platform/clock/clock-watch.ts'
import type { DeviceRef } from '../../platform/device-ref.ts'
import type { ArrivalTimes } from './arrival-times.ts'

/** A reading as it is stored: `at` in milliseconds since 1970, a value or null for each metric. */
export interface Reading extends BoardValues {
  readonly deviceKey: number
  at: number
  /** The board has no clock: `at` is when the message arrived, and not what makes two readings the same. */
  readonly withoutClock: boolean
}

interface Decoded {
  readonly reading?: Reading
  /** What was refused of it, in words for the owner. */
  readonly refusal?: string
  /** It was refused for its time, which lies ahead of our clock. */
  readonly isAhead?: boolean
}

/** A message that was refused, or of which some sensors were; `index` is its place in the call. */
export interface Refused {
  readonly index: number
  readonly reason: string
}

/** The moment in which messages arrive. */
export interface Arrival {
  /** Milliseconds since 1970. */
  readonly arrivedAt: number
  /** True while our clock is behind: it can neither date a reading nor tell that one is ahead. */
  readonly isClockBehind: boolean
  /** Readings before this instant were removed: one that is sent again could not be distinguished from a new one. */
  readonly keptFrom: number
  readonly arrivalTimes: ArrivalTimes
}

/** The names under which boards in the field send a metric, the newest first. */
const NAMES: Record<BoardMetricId, readonly [string, ...string[]]> = {
  temperature: ['temperature'],
  humidity: ['humidity'],
  airPressure: ['airPressure', 'pressure'],
  airQuality: ['airQuality', 'air_quality_analog'],
}
/** Before this a clock has never been set: boards without one begin at 1970. */
const CLOCK_SET = fromTimestamp('1971-01-01T00:00:00Z')
const TOO_OLD = 'The reading is older than those that are kept.'
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?$/

/**
 * Decodes the messages of one call. Throws a 503 when one of them depends on our clock while that is behind: nothing of
 * the call may be acknowledged then.
 */
export function decodeMessages(
  messages: readonly unknown[],
  device: DeviceRef,
  { arrivedAt, isClockBehind, keptFrom, arrivalTimes }: Arrival,
): { readings: Reading[]; refused: Refused[] } {
  const readings: Reading[] = []
  const refused: Refused[] = []
  for (let index = 0; index < messages.length; index++) {
    const { reading, refusal, isAhead } = decode(messages[index], device, arrivedAt)
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

/**
 * Decodes one message. Written by hand: at 100,000 a second a schema would be most of the cost. A sensor out of range is
 * refused alone; what the message lacks is null.
 */
function decode(message: unknown, device: DeviceRef, arrivedAt: number): Decoded {
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    return { refusal: 'The message is not an object.' }
  const fields = message as Record<string, unknown>
  if (fields['deviceId'] !== undefined && fields['deviceId'] !== null && fields['deviceId'] !== device.deviceId) {
    return { refusal: 'The message names another device.' }
  }
  const time = fields['timestamp'] ?? fields['time']
  const at = time === undefined || time === null || time === '' ? arrivedAt : instantOf(time)
  if (Number.isNaN(at)) return { refusal: 'The time is not an ISO 8601 time.' }
  if (at > arrivedAt + CLOCK_AHEAD_MAX_MS) {
    return { refusal: 'The time is more than a minute ahead.', isAhead: true }
  }
  const withoutClock = time === undefined || time === null || time === '' || at < CLOCK_SET

  const values: BoardValues = { temperature: null, humidity: null, airPressure: null, airQuality: null }
  let refusal: string | undefined
  let some = false
  for (const metric of boardMetrics) {
    const value = firstOf(fields, NAMES[metric.id])
    if (value === null) continue
    const fault = faultOf(metric, value)
    if (fault === undefined) {
      values[metric.id] = value as number
      some = true
    } else {
      refusal ??= fault
    }
  }
  if (!some) return { refusal: refusal ?? 'The message holds no reading.' }
  const reading = { deviceKey: device.deviceKey, at: withoutClock ? arrivedAt : at, withoutClock, ...values }
  return refusal === undefined ? { reading } : { reading, refusal }
}

function firstOf(fields: Record<string, unknown>, names: readonly string[]): unknown {
  for (const name of names) {
    const value = fields[name]
    if (value !== undefined && value !== null) return value
  }
  return null
}

function faultOf({ label, unit, range }: (typeof boardMetrics)[number], value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return `${label} is not a number.`
  if (value >= range.min && value <= range.max) return undefined
  const bounds = range.min < 0 ? `${range.min} to ${range.max}` : `0–${range.max}`
  const rule = range.min === Number.MIN_VALUE && value <= 0 ? 'not above 0' : `outside ${bounds}`
  return `${label} ${Number(value.toPrecision(6))} ${unit} is ${rule} ${unit}.`
}

/** NaN for what is no time. Without a zone it is UTC, as boards mean it. */
function instantOf(time: unknown): number {
  if (typeof time !== 'string' || time.length > 40 || !ISO.test(time)) return Number.NaN
  return fromTimestamp(/Z|[+-]\d\d:?\d\d$/.test(time) ? time : `${time}Z`)
}
