import { CLOCK_AHEAD_MAX_MS } from '@greenhouse/contract'
import { boardValues, type NamedValue } from './board-values.ts'
import type { DeviceSensor } from '../registry/device-sensors.ts'
import {
  CLOCK_SET,
  decodeEach,
  inOneSentence,
  type Arrival,
  type DecodedCall,
  type Decoded,
  type Sender,
} from './decode.ts'

/** What a board of another maker measured at one time, decoded. */
export interface DecodedReading {
  /** Milliseconds since 1970; the time of arrival when it is omitted. */
  readonly time?: number
  readonly values: readonly NamedValue[]
  /** What it sent for the same time before, which the values that follow from several need. */
  readonly before?: readonly NamedValue[]
  /** Why `time` is not the one that the board named, in words for its owner. */
  readonly timeFault?: string | undefined
}

export const TIME_AHEAD = 'The time is more than a minute ahead. The time of arrival was stored.'

/** Returns whether a time is none that a board can have measured at: before any clock was set, or ahead of ours. */
export function timeFaultOf(time: number, arrivedAt: number): 'unset' | 'ahead' | undefined {
  if (!(time >= CLOCK_SET)) return 'unset'
  return time > arrivedAt + CLOCK_AHEAD_MAX_MS ? 'ahead' : undefined
}

/**
 * Decodes the readings of one call. Throws a 503 when one of them depends on our clock while that is behind: nothing of the
 * call may be acknowledged then.
 */
export function decodeReadings<Own extends DeviceSensor>(
  readings: readonly DecodedReading[],
  sender: Sender<Own>,
  arrival: Arrival,
): DecodedCall<Own> {
  return decodeEach(readings, (reading) => decode(reading, sender, arrival.arrivedAt), arrival)
}

function decode<Own extends DeviceSensor>(
  { time, values: sent, before = [], timeFault }: DecodedReading,
  { device, names, own }: Sender<Own>,
  arrivedAt: number,
): Decoded<Own> {
  const fault = time === undefined ? 'unset' : timeFaultOf(time, arrivedAt)
  const withoutClock = time === undefined || fault !== undefined
  const at = withoutClock ? arrivedAt : time
  const { sensors, values, refused } = boardValues({ at, values: sent, before }, names, own)
  const ahead = fault === 'ahead' ? TIME_AHEAD : timeFault
  const refusal = inOneSentence(ahead === undefined ? refused : [ahead, ...refused])
  if (sensors.length === 0) return { refusal: refusal ?? 'The message holds no reading.' }
  return { reading: { deviceKey: device.deviceKey, at, withoutClock, sensors, values }, refusal }
}
