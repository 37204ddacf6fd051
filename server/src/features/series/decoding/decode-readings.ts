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

export interface DecodedReading {
  /** Milliseconds since 1970; the time of arrival when it is omitted. */
  readonly time?: number
  readonly values: readonly NamedValue[]
  /** Earlier values of the same time, needed for derived values. */
  readonly before?: readonly NamedValue[]
  /** Explains to the owner why `time` differs from the time that the board sent. */
  readonly timeFault?: string | undefined
}

export const TIME_AHEAD = 'The time is more than a minute ahead. The time of arrival was stored.'

/** Returns whether a time is impossible: before any clock was set, or ahead of the server's clock. */
export function timeFaultOf(time: number, arrivedAt: number): 'unset' | 'ahead' | undefined {
  if (!(time >= CLOCK_SET)) return 'unset'
  return time > arrivedAt + CLOCK_AHEAD_MAX_MS ? 'ahead' : undefined
}

/** Throws a 503 when a reading needs the server's clock while it is behind: nothing may be acknowledged. */
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
