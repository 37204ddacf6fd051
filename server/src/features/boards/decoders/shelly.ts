import type { Announced, BoardIdentity, BoardMessage, BoardReport, Decoder } from '../board-report.ts'
import { externalIdOf, fieldsOf, objectIn, type Fields } from './fields.ts'
import { decodeShellyGen1 } from './shelly-gen1.ts'
import { secondsTime } from './times.ts'
import { BoardValues } from './values.ts'

const COMPONENTS_MAX = 100
/** A component such as `temperature:0`. */
const COMPONENT = /^([a-z][a-z0-9_]*)(?::(\d{1,4}))?$/
/** Components that only a Shelly has, and that identify a topic. */
const OF_SHELLY =
  /^(?:temperature|humidity|devicepower|illuminance|voltmeter|bthomesensor|bthomedevice|blutrv|switch|input|pm1):\d{1,4}$/
/** The maker's id of a device: `shellyplusht-b8d61a8b17cc`. */
const MAKERS_ID = /(?:^|\/)(shelly[a-z0-9]+)-[0-9a-f]{6,12}$/i

/**
 * Decodes a Shelly. Second generation and later: `<prefix>/events/rpc`, `<prefix>/status/<component>` and
 * `<prefix>/online`; first: `shellies/<id>/…`.
 * @see https://shelly-api-docs.shelly.cloud/gen2/ComponentsAndServices/Mqtt
 */
export const decodeShelly: Decoder = (message, announced) => {
  const { topic } = message
  if (topic.endsWith('/events/rpc')) return notification(message, topic.slice(0, -'/events/rpc'.length), announced)
  const status = topic.lastIndexOf('/status/')
  if (status > 0) {
    const [prefix, component] = [topic.slice(0, status), topic.slice(status + '/status/'.length)]
    if (OF_SHELLY.test(component) || isShelly(prefix, announced)) return componentStatus(message, prefix, component)
  }
  const end = topic.lastIndexOf('/')
  const prefix = topic.slice(0, Math.max(end, 0))
  if (isShelly(prefix, announced)) {
    const last = topic.slice(end + 1)
    if (last === 'online' && !prefix.startsWith('shellies/')) return availability(message, prefix)
    if (last === 'rpc' || last === 'command') return []
  }
  if (topic.startsWith('shellies/')) return decodeShellyGen1(message, announced)
  return topic.endsWith('/debug/log') && isShelly(topic.slice(0, -'/debug/log'.length), announced) ? [] : undefined
}

export function shellyBoardOf(topic: string): BoardIdentity | undefined {
  const gen1 = /^shellies\/([^/]+)\//.exec(topic)?.[1]
  if (gen1 !== undefined && !/\/(?:status\/|events\/)/.test(topic)) return boardOf(gen1)
  const prefix = /^(.+)\/(?:status\/[^/]+|events\/rpc)$/.exec(topic)?.[1]
  return prefix !== undefined && MAKERS_ID.test(prefix) ? boardOf(prefix) : undefined
}

function isShelly(prefix: string, announced: Announced): boolean {
  return MAKERS_ID.test(prefix) || announced.get(`shelly ${prefix}`) === true
}

function boardOf(prefix: string): BoardIdentity | undefined {
  const externalId = externalIdOf(prefix)
  const model = MAKERS_ID.exec(prefix)?.[1]
  return externalId === undefined ? undefined : { family: 'shelly', externalId, ...(model !== undefined && { model }) }
}

function notification(message: BoardMessage, prefix: string, announced: Announced): readonly BoardReport[] {
  const fields = fieldsOf(message.json)
  const params = objectIn(fields, 'params')
  const board = boardOf(prefix)
  if (!fields || !params || !board || !/^Notify(?:Full)?Status$/.test(String(fields['method']))) return []
  const found = new BoardValues(message.work)
  for (const name of Object.keys(params).slice(0, COMPONENTS_MAX)) addComponent(found, name, objectIn(params, name))
  const time = secondsTime(params['ts'])
  const announces = isShelly(prefix, announced) ? undefined : [{ key: `shelly ${board.externalId}`, fact: true }]
  const reading = { ...(time !== undefined && { time }), values: found.values }
  return [{ board, readings: [reading], ...(announces && { announces }) }]
}

function componentStatus(message: BoardMessage, prefix: string, component: string): readonly BoardReport[] {
  const board = boardOf(prefix)
  const fields = fieldsOf(message.json)
  if (!board || !fields) return []
  const found = new BoardValues(message.work)
  addComponent(found, component, fields)
  return [
    { board, readings: [{ values: found.values }], announces: [{ key: `shelly ${board.externalId}`, fact: true }] },
  ]
}

function availability({ text }: BoardMessage, prefix: string): readonly BoardReport[] {
  const board = boardOf(prefix)
  if (!board || (text !== 'true' && text !== 'false')) return []
  return [{ board, readings: [], availability: text === 'true' ? 'online' : 'offline' }]
}

/** The component's number is the channel; most devices have only 0. */
function addComponent(found: BoardValues, name: string, fields: Fields | undefined): void {
  const [, kind = '', number = ''] = COMPONENT.exec(name) ?? []
  if (!fields || kind === '') return
  const channel = number === '0' ? '' : number
  const add = ADDERS[kind as keyof typeof ADDERS]
  if (Object.hasOwn(ADDERS, kind)) add(found, fields, channel)
}

type Adder = (found: BoardValues, fields: Fields, channel: string) => void

/** The temperature within a relay is not that of the air around it. */
const addRelay =
  (kind: string): Adder =>
  (found, fields, channel) => {
    const name = channel === '' ? kind : `${kind}_${channel}`
    found.addOf('temperature', name, objectIn(fields, 'temperature')?.['tC'])
    found.addOf('other', `${name}_power`, fields['apower'], 'W')
    found.addOf('other', `${name}_voltage`, fields['voltage'], 'V')
    found.addOf('other', `${name}_current`, fields['current'], 'A')
  }

const ADDERS = {
  temperature: (found, { tC, tF }, channel) => {
    if (tC === undefined) found.addOf('temperature', channel, tF, '°F')
    else found.addOf('temperature', channel, tC)
  },
  humidity: (found, { rh }, channel) => found.addOf('humidity', channel, rh),
  illuminance: (found, { lux }, channel) => found.addOf('illuminance', channel, lux),
  devicepower: (found, fields, channel) => {
    const battery = objectIn(fields, 'battery')
    found.addOf('battery', channel, battery?.['percent'])
    found.addOf('batteryVoltage', channel, battery?.['V'])
  },
  voltmeter: (found, { voltage }, channel) => found.addOf('other', `voltmeter_${channel}`, voltage, 'V'),
  input: (found, { percent }, channel) => found.addOf('other', `input_${channel}`, percent, '%'),
  wifi: (found, { rssi }) => found.addOf('signalStrength', '', rssi),
  bthomedevice: (found, { battery, rssi }, channel) => {
    found.addOf('battery', channel, battery)
    found.addOf('signalStrength', channel, rssi)
  },
  bthomesensor: (found, { value }, channel) => found.addOf('other', `bthomesensor_${channel}`, value),
  // A radiator valve behind a gateway: https://shelly-api-docs.shelly.cloud/gen2/ComponentsAndServices/BluTrv
  blutrv: (found, { current_C: celsius, battery, rssi }, channel) => {
    found.addOf('temperature', channel, celsius)
    found.addOf('battery', channel, battery)
    found.addOf('signalStrength', channel, rssi)
  },
  switch: addRelay('switch'),
  pm1: addRelay('pm1'),
} satisfies Readonly<Record<string, Adder>>
