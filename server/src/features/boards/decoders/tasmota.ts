import type { Announced, BoardIdentity, BoardMessage, BoardReport, Decoder } from '../board-report.ts'
import type { DecodingWork } from '../decoding-work.ts'
import { externalIdOf, fieldNames, fieldsOf, namedBy, objectIn, textOf, type Fields } from './fields.ts'
import { zonedTime } from './times.ts'
import { BoardValues } from './values.ts'

const SENSORS_MAX = 64
const SENSOR_NAME_MAX = 40
const PREFIXES = new Set(['tele', 'stat', 'cmnd'])
/** The end of a topic of Tasmota: `SENSOR`, `STATUS10`, `POWER2`. */
const SHOUTED = /^[A-Z][A-Z_]*\d*$/
const NUMBERED = /-\d{1,2}$/
/** Soil probes of Xiaomi, whose soil moisture Tasmota sends as humidity. */
const SOIL_PROBE = /^(?:Mi)?Flora/i
/** The voltage of a mains meter is not that of a battery. */
const METER_UNITS: Readonly<Record<string, string>> = {
  Total: 'kWh',
  Yesterday: 'kWh',
  Today: 'kWh',
  Power: 'W',
  ApparentPower: 'VA',
  ReactivePower: 'var',
  Voltage: 'V',
  Current: 'A',
}

/**
 * Decodes Tasmota: readings in `tele/<topic>/SENSOR`, the signal in `STATE`, availability in `LWT`, and the name in
 * `tasmota/discovery/<MAC>/config`. FullTopic may be reversed, as in `<topic>/tele/SENSOR`.
 * @see https://tasmota.github.io/docs/MQTT/
 */
export const decodeTasmota: Decoder = (message, announced) => {
  const { topic } = message
  if (topic.startsWith('tasmota/discovery/')) return discovered(message)
  const end = topic.lastIndexOf('/')
  if (end < 0) return undefined
  const kind = topic.slice(end + 1)
  const externalId = boardId(topic.slice(0, end), kind, announced)
  if (externalId === undefined) return undefined
  const board: BoardIdentity = { family: 'tasmota', externalId }
  if (kind === 'LWT') return availability(message, board)
  const fields = fieldsOf(message.json)
  if (!fields) return []
  if (kind === 'STATE') return state(message, fields, board)
  return kind === 'SENSOR' ? sensors(message, fields, { board, announced }) : []
}

export function tasmotaBoardOf(topic: string): BoardIdentity | undefined {
  const end = topic.lastIndexOf('/')
  const externalId = end < 0 ? undefined : boardId(topic.slice(0, end), topic.slice(end + 1))
  return externalId === undefined ? undefined : { family: 'tasmota', externalId }
}

/** Returns the topic without its prefix, such as `greenhouse` of `tele/greenhouse`. */
function boardId(base: string, kind: string, announced?: Announced): string | undefined {
  const known = announced?.get(`tasmota base ${base}`)
  if (typeof known === 'string') return known
  const parts = base.split('/')
  const place = parts.findIndex((part) => PREFIXES.has(part))
  if (place < 0 || (parts[place] !== 'cmnd' && !SHOUTED.test(kind))) return undefined
  return externalIdOf(parts.toSpliced(place, 1).join('/'))
}

/** A board with unusual prefixes announces them. */
function discovered(message: BoardMessage): readonly BoardReport[] {
  const fields = message.topic.endsWith('/config') ? fieldsOf(message.json) : undefined
  const topic = textOf(fields?.['t'])
  if (!fields || topic === undefined) return []
  const fullTopic = textOf(fields['ft']) ?? '%prefix%/%topic%/'
  const prefixes: readonly unknown[] = Array.isArray(fields['tp']) ? fields['tp'] : []
  const prefix = textOf(prefixes[2]) ?? 'tele'
  const filled = fullTopic.replace('%topic%', () => topic).replace(/\/+$/, '')
  const externalId = externalIdOf(filled.replace(/%prefix%\/?/, '').replace(/\/+$/, ''))
  if (externalId === undefined) return []
  const board = {
    family: 'tasmota' as const,
    externalId,
    ...namedBy({ name: fields['dn'], model: fields['md'], firmware: fields['sw'] }),
  }
  const base = filled.replace('%prefix%', () => prefix)
  return [{ board, readings: [], announces: [{ key: `tasmota base ${base}`, fact: externalId }] }]
}

function availability({ text }: BoardMessage, board: BoardIdentity): readonly BoardReport[] {
  if (text !== 'Online' && text !== 'Offline') return []
  return [{ board, readings: [], availability: text === 'Online' ? 'online' : 'offline' }]
}

function state({ work }: BoardMessage, fields: Fields, board: BoardIdentity): readonly BoardReport[] {
  const found = new BoardValues(work)
  found.addOf('signalStrength', '', objectIn(fields, 'Wifi')?.['Signal'])
  return [{ board, readings: [{ values: found.values }] }]
}

function sensors(
  { work }: BoardMessage,
  fields: Fields,
  { board, announced }: { board: BoardIdentity; announced: Announced },
): readonly BoardReport[] {
  const bridged = objectIn(fields, 'ZbReceived')
  if (bridged) return zigbeeBoards(bridged, board, work)
  const sentNames = fieldNames(fields, work)
  const own = sentNames
    .flatMap((name): Sensor[] => {
      const values = name.length <= SENSOR_NAME_MAX ? fieldsOf(fields[name]) : undefined
      return values ? [{ name, values, names: fieldNames(values, work, SENSORS_MAX) }] : []
    })
    .slice(0, SENSORS_MAX)
  const { named, announces } = namedSensors(own, board, announced)
  const found = new BoardValues(work)
  const unitOf = unitsOf(fields)
  for (const { name, names, values } of own) {
    if (found.isFull) break
    const prefix = named.has(name) ? `${name}_` : ''
    for (const field of names) addField(found, { name, field, prefix }, values[field], unitOf(field))
  }
  for (const name of sentNames) {
    const sent = fields[name]
    if (name !== 'Time' && typeof sent === 'number') found.add(name, sent, unitOf(name))
  }
  const time = zonedTime(fields['Time'])
  return [{ board, readings: [{ ...(time !== undefined && { time }), values: found.values }], ...announces }]
}

interface Sensor {
  readonly name: string
  readonly values: Fields
  readonly names: readonly string[]
}

/** Returns names that become channels, since two sensors measure the same; remembered in case one is missing later. */
function namedSensors(
  own: readonly Sensor[],
  { externalId }: BoardIdentity,
  announced: Announced,
): { named: ReadonlySet<string>; announces?: Pick<BoardReport, 'announces'> } {
  const key = `tasmota sensors ${externalId}`
  const known = (announced.get(key) as readonly string[] | undefined) ?? []
  const counts = new Map<string, number>()
  for (const { name, names } of own)
    for (const field of names) {
      const measured = fieldName(name, field)
      if (!isChip(name)) counts.set(measured, (counts.get(measured) ?? 0) + 1)
    }
  const named = own.filter(
    ({ name, names }) =>
      known.includes(name) ||
      isChip(name) ||
      NUMBERED.test(name) ||
      names.some((field) => field !== 'Id' && (counts.get(fieldName(name, field)) ?? 0) > 1),
  )
  const all = new Set([...known, ...named.map(({ name }) => name)])
  if (all.size === known.length) return { named: all }
  return { named: all, announces: { announces: [{ key, fact: [...all].slice(0, SENSORS_MAX) }] } }
}

/** The temperature of the processor is not that of a greenhouse. */
function isChip(name: string): boolean {
  return name === 'ESP32'
}

function fieldName(sensor: string, field: string): string {
  return field === 'Humidity' && SOIL_PROBE.test(sensor) ? 'SoilMoisture' : field
}

function addField(
  found: BoardValues,
  { name, field, prefix }: { name: string; field: string; prefix: string },
  sent: unknown,
  unit: string | undefined,
): void {
  if (field === 'Id' || typeof sent === 'object') return
  if (name === 'ENERGY')
    found.addOf('other', `ENERGY_${field}`, sent, Object.hasOwn(METER_UNITS, field) ? METER_UNITS[field] : undefined)
  else found.add(prefix + fieldName(name, field), sent, unit)
}

/** Returns the units of a message, with the documented ones of Tasmota as defaults. */
function unitsOf(fields: Fields): (field: string) => string | undefined {
  const temperature = `°${textOf(fields['TempUnit']) ?? 'C'}`
  const pressure = textOf(fields['PressureUnit']) ?? 'hPa'
  return (field) => {
    if (/^(?:Temperature|DewPoint)\d*$/.test(field)) return temperature
    if (/^(?:Sea)?Pressure\d*$/.test(field)) return pressure
    if (field === 'aHumidity') return 'g/m³'
    return field === 'TVOC' ? 'ppb' : undefined
  }
}

/** Returns a report for each Zigbee device behind a Tasmota bridge. */
function zigbeeBoards(received: Fields, { externalId }: BoardIdentity, work: DecodingWork): readonly BoardReport[] {
  return Object.entries(received)
    .slice(0, SENSORS_MAX)
    .flatMap(([address, sent]) => {
      const fields = fieldsOf(sent)
      const own = externalIdOf(`${externalId}/${address}`)
      if (!fields || own === undefined) return []
      const found = new BoardValues(work)
      found.add('battery', fields['BatteryPercentage'])
      found.add('linkquality', fields['LinkQuality'], 'lqi')
      for (const name of ['Temperature', 'Humidity', 'Pressure', 'BatteryVoltage']) found.add(name, fields[name])
      const board = {
        family: 'tasmota' as const,
        externalId: own,
        ...namedBy({ name: fields['Name'], model: fields['ModelId'] }),
      }
      return [{ board, readings: [{ values: found.values }] }]
    })
}
