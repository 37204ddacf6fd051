import type { Announced, BoardIdentity, BoardMessage, BoardReport, Decoder } from '../board-report.ts'
import { externalIdOf, fieldsOf, namedBy, textOf } from './fields.ts'
import { BoardValues } from './values.ts'

/** `<prefix>/sensor/<object id>/state` */
const SENSOR = /^(.+)\/sensor\/([^/]+)\/state$/
const OTHER =
  /^(.+)\/(?:(?:binary_sensor|text_sensor|switch|light|fan|cover|climate|number|select|button|lock|update|sensor)\/[^/]+\/[^/]+|debug)$/
const SIGNAL = /^wifi_signal(?:_d(?:b|bm)|_sensor)?$/

/**
 * Decodes ESPHome: one topic for each sensor, whose object id says what it measures. Tried after announcements for Home
 * Assistant, which are more precise.
 * @see https://esphome.io/components/mqtt
 */
export const decodeEsphome: Decoder = (message, announced) => {
  const { topic } = message
  if (topic.startsWith('esphome/discover') || topic.startsWith('esphome/ping')) return discovered(message)
  const [, prefix, objectId] = SENSOR.exec(topic) ?? []
  if (prefix !== undefined && objectId !== undefined && prefix !== 'homeassistant')
    return sensorState(message, { prefix, objectId }, announced)
  if (topic.endsWith('/status')) return availability(message, topic.slice(0, -'/status'.length), announced)
  const other = OTHER.exec(topic)?.[1]
  return other !== undefined && isNode(other, announced) ? [] : undefined
}

/** Returns the board of a sensor topic of ESPHome with a `status` topic beside it; undefined for others. */
export function esphomeBoardOf(stateTopic: string, availabilityTopics: readonly string[]): BoardIdentity | undefined {
  const prefix = SENSOR.exec(stateTopic)?.[1]
  return prefix !== undefined && availabilityTopics.includes(`${prefix}/status`) ? boardOf(prefix) : undefined
}

export function esphomeObjectId(stateTopic: string): string | undefined {
  return SENSOR.exec(stateTopic)?.[2]
}

function boardOf(prefix: string): BoardIdentity | undefined {
  const externalId = externalIdOf(prefix)
  return externalId === undefined ? undefined : { family: 'esphome', externalId }
}

function isNode(prefix: string, announced: Announced): boolean {
  return announced.get(`esphome ${prefix}`) === true
}

function sensorState(
  message: BoardMessage,
  { prefix, objectId }: { prefix: string; objectId: string },
  announced: Announced,
): readonly BoardReport[] | undefined {
  const board = boardOf(prefix)
  if (!board || fieldsOf(message.json)) return undefined
  const found = new BoardValues(message.work)
  if (SIGNAL.test(objectId)) found.addOf('signalStrength', '', message.text)
  else found.add(objectId, message.text)
  const readings = found.values.length === 0 ? [] : [{ values: found.values }]
  const announces = isNode(prefix, announced) ? undefined : [{ key: `esphome ${board.externalId}`, fact: true }]
  return [{ board, readings, ...(announces && { announces }) }]
}

function availability(
  { text }: BoardMessage,
  prefix: string,
  announced: Announced,
): readonly BoardReport[] | undefined {
  const board = isNode(prefix, announced) ? boardOf(prefix) : undefined
  if (!board) return undefined
  return text === 'online' || text === 'offline' ? [{ board, readings: [], availability: text }] : []
}

/** A node names itself when asked for; its topics start with its name unless it has another prefix. */
function discovered(message: BoardMessage): readonly BoardReport[] {
  const fields = fieldsOf(message.json)
  const board = boardOf(textOf(fields?.['name']) ?? '')
  if (!fields || !board) return []
  const model = textOf(fields['board']) ?? textOf(fields['platform'])
  const named = namedBy({ name: fields['friendly_name'] ?? fields['name'], model, firmware: fields['version'] })
  const announces = [{ key: `esphome ${board.externalId}`, fact: true }]
  return [{ board: { ...board, ...named }, readings: [], announces }]
}
