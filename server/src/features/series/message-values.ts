import { calibrate, CALIBRATION_MAX, defaultLabel, SERIES_PER_DEVICE_MAX, type Calibration } from '@greenhouse/contract'
import { addDerived } from './derived-values.ts'
import { envelopeField } from './envelope.ts'
import { sentNumber } from './sent-number.ts'
import type { Sensor, SensorNames } from './sensor-names.ts'
import { valueFault } from './value-fault.ts'

/** The most values of a message, and how deep they may lie in it. */
export const VALUES_MAX = 64
const DEPTH_MAX = 4
/** The most fields of a message that are looked at. */
const FIELDS_MAX = 1000

/** A sensor of one device. */
export interface DeviceSensor extends Pick<Sensor, 'metric' | 'channel' | 'key'> {
  readonly calibration: Calibration
}

/** The sensors that a device has. */
export interface DeviceSensors<Own extends DeviceSensor> {
  find(sensor: Sensor): Own | undefined
  /** Adds a sensor; undefined when the device has as many as it may have. */
  add(sensor: Sensor): Own | undefined
  /** Keeps what a sensor has sent, before calibration, for its owner to calibrate it with. */
  keepRaw(sensor: Own, raw: RawValue): void
}

/** What a sensor has sent, before calibration; `at` in milliseconds since 1970. */
export interface RawValue {
  readonly at: number
  readonly value: number
}

/** The values of one message: `values[i]` of `sensors[i]`, each sensor once. */
export interface MessageValues<Own extends DeviceSensor> {
  readonly sensors: Own[]
  readonly values: number[]
  /** What was refused of the message, as sentences for the device's owner. */
  readonly refused: string[]
}

const CALIBRATE = 'Calibrate it on the page of the device.'
const TOO_DEEP = 'What lies deeper than four names in a message is not read.'
/** More of a name than any channel takes. */
const PREFIX_MAX = 200

/**
 * Takes the values of the sensors of a device out of a message: every number in it, by its name; of nested objects and
 * lists the names are joined. Values out of range are refused, each alone. What can be derived from the others is added.
 *
 * @param at when it was measured, milliseconds since 1970
 */
export function messageValues<Own extends DeviceSensor>(
  message: object,
  at: number,
  names: SensorNames,
  own: DeviceSensors<Own>,
): MessageValues<Own> {
  const reader = new Reader(at, names, own)
  reader.read(message, '', 1)
  const { sensors, values, refused } = reader
  addDerived({ sensors, values }, names, { own, most: VALUES_MAX })
  return { sensors, values, refused }
}

class Reader<Own extends DeviceSensor> implements MessageValues<Own> {
  readonly sensors: Own[] = []
  readonly values: number[] = []
  readonly refused: string[] = []
  readonly #preferences: number[] = []
  readonly #at: number
  readonly #names: SensorNames
  readonly #own: DeviceSensors<Own>
  #fields = 0

  constructor(at: number, names: SensorNames, own: DeviceSensors<Own>) {
    this.#at = at
    this.#names = names
    this.#own = own
  }

  /** Reads the fields of an object, or of a list, whose places count from 1. False when no more are read. */
  read(fields: object, prefix: string, depth: number): boolean {
    const isList = Array.isArray(fields)
    for (const key in fields) {
      if (++this.#fields > FIELDS_MAX) return this.#stop(`Only ${FIELDS_MAX} fields of a message are read.`)
      const sent = (fields as Record<string, unknown>)[key]
      const name = isList ? `${prefix}${Number(key) + 1}` : prefix + key
      if (typeof sent === 'object' && sent !== null) {
        if (!this.#readInside(sent, name, depth)) return false
      } else if (depth > 1 || envelopeField(name) === undefined) {
        if (!this.#readField(name, sent)) return false
      }
    }
    return true
  }

  #readInside(fields: object, name: string, depth: number): boolean {
    if (depth < DEPTH_MAX) return this.read(fields, `${name.slice(0, PREFIX_MAX)}_`, depth + 1)
    if (!this.refused.includes(TOO_DEEP)) this.refused.push(TOO_DEEP)
    return true
  }

  #readField(name: string, sent: unknown): boolean {
    const value = sentNumber(sent)
    if (value === null) return true
    const sensor = this.#names.of(name)
    if (!sensor) {
      if (typeof sent !== 'string') this.refused.push(`"${name.slice(0, 20)}" cannot be the name of a sensor.`)
      return true
    }
    if (!isNumber(sensor, sent, value)) {
      // A text under an unknown name is a word about the device, not a value.
      if (sensor.metric.isGeneric !== true || typeof sent === 'number')
        this.refused.push(`${defaultLabel(sensor.metric, sensor.channel)} is not a number.`)
      return true
    }
    if (this.values.length === VALUES_MAX) return this.#stop(`Only ${VALUES_MAX} values of a message are read.`)
    this.#add(sensor, value)
    return true
  }

  #add(sensor: Sensor, sent: number): void {
    const { metric, channel } = sensor
    const known = metric.twoPoints === true ? this.#keepRaw(sensor, sent) : this.#own.find(sensor)
    const value = known ? calibrate(metric, sent, known.calibration) : sent
    const fault = valueFault(metric, channel, value)
    if (fault !== undefined) {
      this.refused.push(metric.twoPoints === true && known ? `${fault} ${CALIBRATE}` : fault)
      return
    }
    const place = known ? this.sensors.indexOf(known) : -1
    if (place >= 0) return this.#repeat(place, value, sensor)
    const own = known ?? this.#own.add(sensor)
    if (!own) {
      const label = defaultLabel(metric, channel)
      this.refused.push(`${label} is not stored: the device has ${SERIES_PER_DEVICE_MAX} sensors already.`)
      return
    }
    this.sensors.push(own)
    this.values.push(value)
    this.#preferences.push(sensor.preference)
  }

  /**
   * Keeps what a sensor has sent whose range applies to the calibrated value. It becomes a sensor of the device even if the
   * value is refused: without it there would be nothing to calibrate.
   */
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

  #stop(reason: string): false {
    this.refused.push(reason)
    return false
  }
}

/** The first four metrics never took a boolean for a number, and boards in the field may rely on it. */
function isNumber({ metric, channel }: Sensor, sent: unknown, value: number): boolean {
  if (Number.isNaN(value)) return false
  return typeof sent !== 'boolean' || metric.sensorType === undefined || channel !== ''
}
