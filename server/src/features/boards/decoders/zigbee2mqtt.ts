import type { Announced, Announcement, BoardIdentity, BoardMessage, BoardReport, Decoder } from '../board-report.ts'
import type { DecodingWork } from '../decoding-work.ts'
import { externalIdOf, fieldNames, fieldsOf, listIn, namedBy, objectIn, textOf, type Fields } from './fields.ts'
import { sentNumber } from '../../series/decoding/sent-number.ts'
import { millisecondsTime, zonedTime } from './times.ts'
import { BoardValues, metricOfName } from './values.ts'

const DEVICES_MAX = 500
const PROPERTIES_MAX = 100
const DEPTH_MAX = 3
const NAME_MAX = 64
/** A property that people can set is no measurement. */
const SETTABLE = 2
/** Names of settings, for a device whose properties the bridge has not named. */
const SETTING =
  /_(?:calibration|precision|offset|alarm|unit|threshold|sensitivity|interval|delay|setpoint)$|^(?:min|max)_/
const NOT_MEASURED = new Set(['last_seen', 'update', 'update_available', 'device', 'elapsed'])
/** Every device has these: one with nothing else is a lamp or a button. */
const OF_ANY_DEVICE = new Set(['battery', 'batteryVoltage', 'signalStrength'])

interface DeviceFacts {
  readonly units: Readonly<Record<string, string>>
  readonly settings: readonly string[]
  readonly isSensor: boolean
}

/**
 * Decodes Zigbee2MQTT: `<base>/<friendly name>` with values, `…/availability`, and `<base>/bridge/devices` with names,
 * models and units. A friendly name may contain `/`.
 * @see https://www.zigbee2mqtt.io/guide/usage/mqtt_topics_and_messages.html
 */
export const decodeZigbee2mqtt: Decoder = (message, announced) => {
  const { topic } = message
  const base = baseOf(topic, announced)
  if (base === undefined) return undefined
  const path = topic.slice(base.length + 1)
  if (path === 'bridge/devices') return devices(message, base)
  if (path.startsWith('bridge/') || /\/(?:set|get)(?:\/[^/]*)?$/.test(path)) return []
  if (path.endsWith('/availability')) return availability(message, topic.slice(0, -'/availability'.length))
  const fields = fieldsOf(message.json)
  return fields ? values(message, fields, announced) : attribute(message, topic)
}

export function zigbeeBoardOf(topic: string): BoardIdentity | undefined {
  return usualBase(topic) === undefined ? undefined : boardOf(topic)
}

function usualBase(topic: string): string | undefined {
  if (!topic.startsWith('zigbee2mqtt')) return undefined
  const end = topic.indexOf('/')
  return end < 0 || end === topic.length - 1 ? undefined : topic.slice(0, end)
}

/** Returns the base: one that starts with `zigbee2mqtt`, or one of a known bridge. */
function baseOf(topic: string, announced: Announced): string | undefined {
  const usual = usualBase(topic)
  if (usual !== undefined) return usual
  if (topic.endsWith('/bridge/devices')) return topic.slice(0, -'/bridge/devices'.length)
  const first = topic.indexOf('/')
  if (first < 0) return undefined
  const second = topic.indexOf('/', first + 1)
  return [first, second]
    .filter((end) => end > 0)
    .map((end) => topic.slice(0, end))
    .find((base) => announced.get(`zigbee2mqtt base ${base}`) === true)
}

function boardOf(topic: string): BoardIdentity | undefined {
  const externalId = externalIdOf(topic)
  const name = textOf(topic.slice(topic.indexOf('/') + 1))
  return externalId === undefined
    ? undefined
    : { family: 'zigbee2mqtt', externalId, ...(name !== undefined && { name }) }
}

function devices({ json, work }: BoardMessage, base: string): readonly BoardReport[] {
  if (!Array.isArray(json) || base.length > NAME_MAX) return []
  const ofOthers: Announcement[] = [{ key: `zigbee2mqtt base ${base}`, fact: true }]
  const reports: BoardReport[] = []
  for (const sent of json.slice(0, DEVICES_MAX)) {
    const device = fieldsOf(sent)
    const name = textOf(device?.['friendly_name'])
    const board = name === undefined ? undefined : boardOf(`${base}/${name}`)
    if (!device || !board || device['type'] === 'Coordinator') continue
    const definition = objectIn(device, 'definition')
    const facts = factsOf(listIn(definition, 'exposes'), work)
    const announcement = { key: `zigbee2mqtt device ${board.externalId}`, fact: facts }
    if (!facts.isSensor) {
      ofOthers.push(announcement)
      continue
    }
    const model = [textOf(definition?.['vendor']), textOf(definition?.['model'])].filter((part) => part !== undefined)
    const named = namedBy({ model: model.join(' '), firmware: device['software_build_id'] })
    reports.push({ board: { ...board, ...named }, readings: [], announces: [announcement] })
  }
  const [first, ...rest] = reports
  return first ? [{ ...first, announces: [...ofOthers, ...(first.announces ?? [])] }, ...rest] : []
}

function factsOf(exposes: readonly unknown[], work: DecodingWork): DeviceFacts {
  const units: Record<string, string> = {}
  const settings: string[] = []
  const properties = propertiesOf(exposes, 1).slice(0, PROPERTIES_MAX)
  work.fields += properties.length
  for (const { property, unit, access } of properties) {
    if (unit !== undefined) units[property] = unit
    if ((access & SETTABLE) !== 0) settings.push(property)
  }
  const isSensor =
    properties.length === 0 ||
    properties.some(({ property, access }) => (access & SETTABLE) === 0 && isMeasured(property, work))
  return { units, settings, isSensor }
}

function isMeasured(property: string, work: DecodingWork): boolean {
  const metric = metricOfName(property, work)
  return metric !== undefined && !OF_ANY_DEVICE.has(metric)
}

interface Property {
  readonly property: string
  readonly unit: string | undefined
  readonly access: number
}

/** Returns the numeric properties of a device; those of a lamp or a switch are within its features. */
function propertiesOf(exposes: readonly unknown[], depth: number): readonly Property[] {
  return exposes.slice(0, PROPERTIES_MAX).flatMap((sent): readonly Property[] => {
    const expose = fieldsOf(sent)
    const within = depth < DEPTH_MAX ? propertiesOf(listIn(expose, 'features'), depth + 1) : []
    const property = textOf(expose?.['property'], NAME_MAX)
    if (!expose || property === undefined || property === '__proto__') return within
    const access = sentNumber(expose['access'])
    return [
      ...within,
      { property, unit: textOf(expose['unit'], 20), access: Number.isSafeInteger(access) ? Number(access) : 1 },
    ]
  })
}

function availability(message: BoardMessage, topic: string): readonly BoardReport[] {
  const board = boardOf(topic)
  const state = fieldsOf(message.json)?.['state'] ?? message.text
  if (!board || (state !== 'online' && state !== 'offline')) return []
  return [{ board, readings: [], availability: state }]
}

function values(message: BoardMessage, fields: Fields, announced: Announced): readonly BoardReport[] {
  const { topic } = message
  const board = boardOf(topic)
  // Announced by this decoder.
  const facts = announced.get(`zigbee2mqtt device ${topic}`) as DeviceFacts | undefined
  if (!board || facts?.isSensor === false) return []
  const found = new BoardValues(message.work)
  for (const name of fieldNames(fields, message.work)) {
    if (found.isFull) break
    const isSetting = facts ? facts.settings.includes(name) : SETTING.test(name)
    const sent = fields[name]
    if (isSetting || NOT_MEASURED.has(name) || typeof sent === 'object') continue
    found.add(name, sent, unitOf(name, sent, facts))
  }
  const time = zonedTime(fields['last_seen']) ?? millisecondsTime(fields['last_seen'])
  return [{ board, readings: [{ ...(time !== undefined && { time }), values: found.values }] }]
}

/** Without units of the bridge: voltage is in mV, and a pressure near 100 in kPa. */
function unitOf(name: string, sent: unknown, facts: DeviceFacts | undefined): string | undefined {
  if (name === 'linkquality') return 'lqi'
  if (facts && Object.hasOwn(facts.units, name)) return facts.units[name]
  const value = sentNumber(sent) ?? 0
  if (name === 'voltage') return value > 100 ? 'mV' : 'V'
  return name === 'pressure' && value < 150 ? 'kPa' : undefined
}

function attribute(message: BoardMessage, topic: string): readonly BoardReport[] {
  const end = topic.lastIndexOf('/')
  const { text } = message
  const board = boardOf(topic.slice(0, end))
  const name = topic.slice(end + 1)
  const found = new BoardValues(message.work)
  if (!SETTING.test(name)) found.add(name, text, unitOf(name, text, undefined))
  // Text under a name of two parts may be of a device whose name contains `/`, so it is ignored without a number.
  if (!board || found.values.length === 0 || !topic.slice(0, end).includes('/')) return []
  return [{ board, readings: [{ values: found.values }] }]
}
