import { genericMetric, metricById, SERIES_UNIT_MAX, type Metric } from '@greenhouse/contract'
import { channelText } from '../../series/names/channel-text.ts'
import { NEW_NAMES_MAX } from '../../series/names/request-names.ts'
import { sentNumber } from '../../series/decoding/sent-number.ts'
import { RecentCache } from '../../../platform/recent-cache.ts'
import type { BoardReport, BoardValue } from '../board-report.ts'
import type { DecodingWork } from '../decoding-work.ts'
import { FIELDS_MAX, fieldsOf, textOf } from './fields.ts'
import type { SensorId } from './sensors.ts'
import { inUnit } from './units.ts'

const VALUES_MAX = 64
const DEPTH_MAX = 4
const PREFIX_MAX = 200
const UNIT_MAX = 30
/** Metrics whose sensors send 0 for a missing value, as a BME680 does before its heater is warm. */
const ZERO_IS_MISSING = new Set(['gasResistance'])

/** A password can be a number, and would be shown as one. */
const SECRET = /pass|pwd|secret|token|credential|psk|api[-_. ]?key/i

interface FieldOptions {
  readonly prefix?: string | undefined
  /** Returns the unit of a value by its name; undefined for that of its metric. */
  readonly unitOf?: ((name: string) => string | undefined) | undefined
  readonly sensorOf?: ((name: string) => SensorId | undefined) | undefined
  /** Returns whether to skip a field, by its name within its object. */
  readonly skips?: ((name: string, depth: number) => boolean) | undefined
}

export interface FieldSensor {
  readonly metric: Metric
  readonly channel: string
  readonly name: string
  readonly unit: string | undefined
}

export class BoardValues {
  readonly #values: BoardValue[] = []
  readonly #preferences: number[] = []
  readonly #work: DecodingWork
  #fields = 0

  constructor(work: DecodingWork) {
    this.#work = work
  }

  get values(): readonly BoardValue[] {
    return this.#values
  }

  /** True when the reading is full; further names are not examined. */
  get isFull(): boolean {
    return this.#values.length >= VALUES_MAX
  }

  /**
   * Adds a value by a board's name: an alias of a metric with or without a channel, or any other name as channel of the
   * generic metric. Ignores missing values and non-numbers.
   * @param unit default: that of the metric; a value with a foreign unit is kept under its name, with that unit
   */
  add(name: string, sent: unknown, unit?: string): void {
    if (this.isFull) return
    const value = sentNumber(sent)
    if (value === null || Number.isNaN(value)) return
    const sensor = this.#work.names.of(name)
    if (!sensor || (typeof sent === 'boolean' && sensor.metric.sensorType !== undefined && sensor.channel === ''))
      return
    if (sensor.metric === genericMetric && SECRET.test(name)) return
    if (this.#add(sensor, { name, value, unit })) this.#work.names.keep(name)
  }

  /** Adds a value of a known metric. `channel` may be any text. */
  addOf(metric: string, channel: string, sent: unknown, unit?: string): void {
    if (this.isFull || sent === undefined) return
    const sensor = fieldSensor(metric, channel, unit)
    if (sensor) this.addSensor(sensor, sent)
  }

  addSensor(sensor: FieldSensor, sent: unknown): void {
    const value = sentNumber(sent)
    if (value === null || Number.isNaN(value)) return
    this.#add(sensor, { name: sensor.name, value, unit: sensor.unit })
  }

  /** Joins the names of nested objects and lists (from 1). `{"value": 21.4, "unit": "°C"}` is one value. */
  addFields(fields: object, options: FieldOptions = {}): void {
    this.#addFields(fields, options, options.prefix ?? '', 1)
  }

  #addFields(fields: object, options: FieldOptions, prefix: string, depth: number): void {
    const { unitOf, skips } = options
    const isList = Array.isArray(fields)
    for (const key in fields) {
      if (++this.#fields > FIELDS_MAX || this.isFull) return
      this.#work.fields++
      if (skips?.(key, depth) === true) continue
      const sent = (fields as Record<string, unknown>)[key]
      const name = isList ? `${prefix}${Number(key) + 1}` : prefix + key
      if (typeof sent !== 'object' || sent === null) this.#addField(name, sent, unitOf?.(name), options)
      else if (isValueWithUnit(sent))
        this.#addField(name, sent.value, textOf(sent.unit, UNIT_MAX) ?? unitOf?.(name), options)
      else if (depth < DEPTH_MAX) this.#addFields(sent, options, `${name.slice(0, PREFIX_MAX)}_`, depth + 1)
    }
  }

  #addField(name: string, sent: unknown, unit: string | undefined, { sensorOf }: FieldOptions): void {
    const sensor = sensorOf?.(name)
    const value = sensor && !this.isFull ? sentNumber(sent) : null
    if (!sensor) this.add(name, sent, unit)
    else if (value !== null && !Number.isNaN(value))
      this.#add({ metric: metricById(sensor.metric), channel: sensor.channel }, { name, value, unit })
  }

  #add(
    { metric, channel, preference = 0 }: { metric: Metric; channel: string; preference?: number },
    { name, value, unit }: { name: string; value: number; unit: string | undefined },
  ): boolean {
    if (ZERO_IS_MISSING.has(metric.id) && value === 0) return false
    const converted = unit === undefined || unit === metric.unit ? value : convertedTo(metric, value, unit)
    if (converted !== undefined && Number.isFinite(converted) && metric !== genericMetric) {
      return this.#put({ metric: metric.id, channel, value: converted }, preference)
    }
    const named = metric === genericMetric ? channel : channelText(name)
    if (named === undefined) return false
    const shown = unit?.slice(0, SERIES_UNIT_MAX)
    return this.#put(
      { metric: genericMetric.id, channel: named, value, ...(shown !== undefined && shown !== '' && { unit: shown }) },
      0,
    )
  }

  /** Of two names for one sensor the preferred one counts, of two equal ones the first. */
  #put(value: BoardValue, preference: number): boolean {
    const index = this.#placeOf(value)
    if (index < 0) {
      if (this.isFull) return false
      this.#values.push(value)
      this.#preferences.push(preference)
    } else if (preference < (this.#preferences[index] as number)) {
      this.#values[index] = value
      this.#preferences[index] = preference
    }
    return true
  }

  #placeOf({ metric, channel }: BoardValue): number {
    for (let index = 0; index < this.#values.length; index++) {
      const other = this.#values[index]
      if (other?.channel === channel && other.metric === metric) return index
    }
    return -1
  }
}

/** Returns whether an object is one value with its unit or its display name. */
function isValueWithUnit(sent: object): sent is { readonly value: unknown; readonly unit?: unknown } {
  const { value, unit, displayName }: { value?: unknown; unit?: unknown; displayName?: unknown } = sent
  const isValue = typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean' || value === null
  return isValue && Object.hasOwn(sent, 'value') && (typeof unit === 'string' || typeof displayName === 'string')
}

const SENSORS_MAX = 5000
const sensors = new RecentCache<string, FieldSensor | 'none'>(SENSORS_MAX)

/** Returns a sensor of a metric; undefined when the text makes no channel. */
export function fieldSensor(metric: string, channel: string, unit?: string): FieldSensor | undefined {
  const key = `${metric} ${unit ?? ''} ${channel}`
  const known = sensors.get(key)
  if (known !== undefined) return known === 'none' ? undefined : known
  if (key.length > PREFIX_MAX) return newSensor(metric, channel, unit)
  const sensor = newSensor(metric, channel, unit)
  sensors.set(key, sensor ?? 'none')
  return sensor
}

function newSensor(metric: string, channel: string, unit: string | undefined): FieldSensor | undefined {
  const plain = channel === '' ? '' : channelText(channel)
  if (plain === undefined) return undefined
  return { metric: metricById(metric), channel: plain, name: channel === '' ? metric : `${metric}_${channel}`, unit }
}

export function metricOfName(name: string, { names }: DecodingWork): string | undefined {
  const metric = names.of(name)?.metric
  return metric === undefined || metric === genericMetric ? undefined : metric.id
}

/** Adds a note to reports whose message had too many new names. */
export function noted(reports: readonly BoardReport[], { names }: DecodingWork): readonly BoardReport[] {
  if (!names.isFull) return reports
  const note = `Only ${NEW_NAMES_MAX} new names of a request are read.`
  return reports.map((report) => ({ ...report, notes: [...(report.notes ?? []), note] }))
}

export function valuesOf(sent: unknown, work: DecodingWork, options?: FieldOptions): readonly BoardValue[] {
  const fields = fieldsOf(sent)
  if (!fields) return []
  const found = new BoardValues(work)
  found.addFields(fields, options)
  return found.values
}

/** Keeps two decimals more than are shown: further ones are an artefact of conversion, and take room. */
function convertedTo({ unit, decimals }: Metric, value: number, from: string): number | undefined {
  const converted = inUnit(value, from, unit)
  if (converted === undefined) return undefined
  const scale = 10 ** (decimals + 2)
  return Math.abs(converted) < 1e9 ? Math.round(converted * scale) / scale + 0 : converted
}
