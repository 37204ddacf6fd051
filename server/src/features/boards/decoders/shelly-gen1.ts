import { sentNumber } from '../../series/decoding/sent-number.ts'
import type { Announced, BoardIdentity, BoardMessage, BoardReport } from '../board-report.ts'
import { externalIdOf, fieldsOf, namedBy, objectIn } from './fields.ts'
import { BoardValues } from './values.ts'

/** Sensors of the first generation send this or more for a missing value. */
const MISSING_FROM = 999
const SENSORS: Readonly<Record<string, string>> = {
  temperature: 'temperature',
  humidity: 'humidity',
  battery: 'battery',
  lux: 'illuminance',
}

/**
 * Decodes a Shelly of the first generation: `shellies/<id>/sensor/temperature` and so on. The unit of the temperature
 * is in the settings (`shellies/<id>/info`); °C until then.
 * @see https://shelly-api-docs.shelly.cloud/gen1/#shelly-h-amp-t-mqtt
 */
export function decodeShellyGen1(message: BoardMessage, announced: Announced): readonly BoardReport[] {
  const [, id = '', ...path] = message.topic.split('/')
  if (id === 'announce' || path[0] === 'announce') return announcement(message)
  const externalId = externalIdOf(id)
  if (externalId === undefined || id === 'command') return []
  const board: BoardIdentity = { family: 'shelly', externalId }
  if (path[0] === 'online') return availability(message, board)
  if (path[0] === 'info') return status(message, board)
  const found = new BoardValues(message.work)
  addValue(found, path, valueOf(message), temperatureUnit(board, announced))
  return found.values.length === 0 ? [] : [{ board, readings: [{ values: found.values }] }]
}

function valueOf({ text }: BoardMessage): number | null {
  const value = sentNumber(text)
  return value === null || value >= MISSING_FROM * 1000 ? null : value
}

function addValue(
  found: BoardValues,
  [kind = '', which = '', ...rest]: readonly string[],
  value: number | null,
  unit: string,
): void {
  if (rest.length > 0) return
  const metric = Object.hasOwn(SENSORS, which) ? SENSORS[which] : undefined
  const isMissing = value !== null && value >= MISSING_FROM && which !== 'lux'
  if (isMissing) return
  if (kind === 'sensor' && metric !== undefined)
    found.addOf(metric, '', value, metric === 'temperature' ? unit : undefined)
  if (kind === 'ext_temperature') found.addOf('temperature', which === '0' ? '' : which, value)
  if (kind === 'ext_humidity') found.addOf('humidity', which === '0' ? '' : which, value)
  // The temperature within a relay is not that of the air around it.
  if (kind === 'temperature' && which === '') found.addOf('temperature', 'device', value)
}

function temperatureUnit({ externalId }: BoardIdentity, announced: Announced): string {
  return announced.get(`shelly unit ${externalId}`) === 'F' ? '°F' : '°C'
}

function announcement(message: BoardMessage): readonly BoardReport[] {
  const fields = fieldsOf(message.json)
  const externalId = externalIdOf(fields?.['id'])
  if (!fields || externalId === undefined) return []
  const named = namedBy({ model: fields['model'], firmware: fields['fw_ver'] })
  const announces = [{ key: `shelly announced ${externalId}`, fact: true }]
  return [{ board: { family: 'shelly', externalId, ...named }, readings: [], announces }]
}

function availability({ text }: BoardMessage, board: BoardIdentity): readonly BoardReport[] {
  if (text !== 'true' && text !== 'false') return []
  return [{ board, readings: [], availability: text === 'true' ? 'online' : 'offline' }]
}

function status(message: BoardMessage, board: BoardIdentity): readonly BoardReport[] {
  const fields = fieldsOf(message.json)
  if (!fields) return []
  const found = new BoardValues(message.work)
  found.addOf('signalStrength', '', objectIn(fields, 'wifi_sta')?.['rssi'])
  found.addOf('batteryVoltage', '', objectIn(fields, 'bat')?.['voltage'])
  const unit = objectIn(fields, 'tmp')?.['units'] === 'F' ? 'F' : 'C'
  const announces = [{ key: `shelly unit ${board.externalId}`, fact: unit }]
  return [{ board, readings: found.values.length === 0 ? [] : [{ values: found.values }], announces }]
}
