import { calibrate, CALIBRATION_MAX, defaultLabel, SERIES_PER_DEVICE_MAX } from '@greenhouse/contract'
import type { DeviceSensor, DeviceSensors, MessageValues } from '../registry/device-sensors.ts'
import type { Sensor } from '../names/sensor-names.ts'
import { valueFault } from './value-fault.ts'

const CALIBRATE = 'Calibrate it on the page of the device.'

/** Collects the calibrated values of one message, one for each sensor; refuses each value that is out of range. */
export class CollectedValues<Own extends DeviceSensor> implements MessageValues<Own> {
  readonly sensors: Own[] = []
  readonly values: number[] = []
  readonly refused: string[] = []
  readonly #preferences: number[] = []
  readonly #at: number
  readonly #own: DeviceSensors<Own>

  /** @param at when it was measured, milliseconds since 1970 */
  constructor(at: number, own: DeviceSensors<Own>) {
    this.#at = at
    this.#own = own
  }

  /** Adds what a sensor has sent; `unit` is the board's own for a generic metric. Returns false for a value that is refused. */
  add(sensor: Sensor, sent: number, unit?: string): boolean {
    const { metric, channel } = sensor
    const known = metric.twoPoints === true ? this.#keepRaw(sensor, sent) : this.#own.find(sensor)
    const value = known ? calibrate(metric, sent, known.calibration) : sent
    const fault = valueFault(metric, channel, value)
    if (fault !== undefined) {
      this.refused.push(metric.twoPoints === true && known ? `${fault} ${CALIBRATE}` : fault)
      return false
    }
    const place = known ? this.sensors.indexOf(known) : -1
    if (place >= 0) {
      this.#repeat(place, value, sensor)
      return true
    }
    const own = known ?? this.#own.add(sensor, unit)
    if (!own) {
      const label = defaultLabel(metric, channel)
      this.refused.push(`${label} is not stored: the device has ${SERIES_PER_DEVICE_MAX} sensors already.`)
      return false
    }
    this.sensors.push(own)
    this.values.push(value)
    this.#preferences.push(sensor.preference)
    return true
  }

  /** Adds the sensor even if its value is refused: without it there would be nothing to calibrate. */
  #keepRaw(sensor: Sensor, sent: number): Own | undefined {
    if (!(Math.abs(sent) <= CALIBRATION_MAX)) return this.#own.find(sensor)
    const own = this.#own.find(sensor) ?? this.#own.add(sensor)
    if (own) this.#own.keepRaw(own, { at: this.#at, value: sent })
    return own
  }

  /** Two names mean the same sensor: the preferred one counts. */
  #repeat(place: number, value: number, { metric, channel, preference }: Sensor): void {
    const isPreferred = preference < (this.#preferences[place] as number)
    if (value !== this.values[place])
      this.refused.push(`${defaultLabel(metric, channel)} came twice with different values; one was stored.`)
    if (!isPreferred) return
    this.values[place] = value
    this.#preferences[place] = preference
  }
}
