import type { Calibration } from '@greenhouse/contract'
import type { Sensor } from '../names/sensor-names.ts'

export interface DeviceSensor extends Pick<Sensor, 'metric' | 'channel' | 'key'> {
  readonly calibration: Calibration
}

export interface DeviceSensors<Own extends DeviceSensor> {
  /** °C by which leaves at the device are warmer than the air. */
  readonly leafOffset: number
  find(sensor: Sensor): Own | undefined
  /** Adds a sensor; undefined at the device's limit. `unit`: the board's own for a generic metric. */
  add(sensor: Sensor, unit?: string): Own | undefined
  /** Keeps what a sensor has sent, before calibration, for its owner to calibrate it with. */
  keepRaw(sensor: Own, raw: RawValue): void
}

/** A raw value of a sensor; `at` in milliseconds since 1970. */
export interface RawValue {
  readonly at: number
  readonly value: number
}

/** The values of one message: `values[i]` of `sensors[i]`, each sensor once. */
export interface MessageValues<Own extends DeviceSensor> {
  readonly sensors: Own[]
  readonly values: number[]
  /** Reasons for refused values, as sentences for the device's owner. */
  readonly refused: string[]
}
