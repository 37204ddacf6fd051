import { defaultLabel } from '@greenhouse/contract'
import { CollectedValues } from './collected-values.ts'
import { addDerived } from './derived-values.ts'
import type { DeviceSensor, DeviceSensors, MessageValues } from '../registry/device-sensors.ts'
import { envelopeField } from './envelope.ts'
import { sentNumber } from './sent-number.ts'
import { NEW_NAMES_MAX, type RequestNames } from '../names/request-names.ts'
import type { Sensor } from '../names/sensor-names.ts'

/** The most values of a message, and how deep they may lie in it. */
export const VALUES_MAX = 64
const DEPTH_MAX = 4
const FIELDS_MAX = 1000

const TOO_DEEP = 'What lies deeper than four names in a message is not read.'
/** More characters of a name than any channel accepts. */
const PREFIX_MAX = 200

/** Maps every number to a sensor by its flattened name, adds derived values and refuses ones out of range. */
export function messageValues<Own extends DeviceSensor>(
  message: object,
  at: number,
  names: RequestNames,
  own: DeviceSensors<Own>,
): MessageValues<Own> {
  const collected = new CollectedValues(at, own)
  new Reader(names, collected).read(message, '', 1)
  addDerived(collected, names, { own, most: VALUES_MAX })
  return collected
}

class Reader<Own extends DeviceSensor> {
  readonly #collected: CollectedValues<Own>
  readonly #names: RequestNames
  #fields = 0

  constructor(names: RequestNames, collected: CollectedValues<Own>) {
    this.#names = names
    this.#collected = collected
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
    const { refused } = this.#collected
    if (!refused.includes(TOO_DEEP)) refused.push(TOO_DEEP)
    return true
  }

  #readField(name: string, sent: unknown): boolean {
    const value = sentNumber(sent)
    if (value === null) return true
    if (this.#collected.values.length === VALUES_MAX)
      return Number.isNaN(value) || this.#stop(`Only ${VALUES_MAX} values of a message are read.`)
    const sensor = this.#names.of(name)
    if (!sensor) {
      if (this.#names.isFull) return this.#stop(`Only ${NEW_NAMES_MAX} new names of a request are read.`)
      if (typeof sent !== 'string')
        this.#collected.refused.push(`"${name.slice(0, 20)}" cannot be the name of a sensor.`)
      return true
    }
    if (!isNumber(sensor, sent, value)) {
      // A text under an unknown name is a word about the device, not a value.
      if (sensor.metric.isGeneric !== true || typeof sent === 'number')
        this.#collected.refused.push(`${defaultLabel(sensor.metric, sensor.channel)} is not a number.`)
      return true
    }
    if (this.#collected.add(sensor, value)) this.#names.keep(name)
    return true
  }

  #stop(reason: string): false {
    this.#collected.refused.push(reason)
    return false
  }
}

/** The first four metrics never took a boolean for a number, and boards in the field may rely on it. */
function isNumber({ metric, channel }: Sensor, sent: unknown, value: number): boolean {
  if (Number.isNaN(value)) return false
  return typeof sent !== 'boolean' || metric.sensorType === undefined || channel !== ''
}
