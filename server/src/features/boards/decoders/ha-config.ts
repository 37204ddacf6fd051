import type { BoardIdentity } from '../board-report.ts'
import { esphomeBoardOf, esphomeObjectId } from './esphome.ts'
import { externalIdOf, fieldsOf, listIn, namedBy, textOf, type Fields } from './fields.ts'
import { valueTemplate, type ValueTemplate } from './ha-template.ts'
import { mifloraBoardOf } from './miflora.ts'
import { rtl433BoardOf } from './rtl433.ts'
import { sensorOfEntity, type SensorId } from './sensors.ts'
import { shellyBoardOf } from './shelly.ts'
import { tasmotaBoardOf } from './tasmota.ts'
import { theengsBoardOf } from './theengs.ts'
import { zigbeeBoardOf } from './zigbee2mqtt.ts'

const ENTITIES_MAX = 64
const TOPIC_MAX = 200
const TEMPLATE_SHOWN = 120

const BOARDS_BY_TOPIC = [
  tasmotaBoardOf,
  zigbeeBoardOf,
  shellyBoardOf,
  theengsBoardOf,
  mifloraBoardOf,
  rtl433BoardOf,
] as const

export interface AvailabilityTopic {
  readonly topic: string
  readonly online: string
  readonly offline: string
  readonly template: ValueTemplate
}

/** One announced value of a board: its topic and meaning. */
export interface Entity {
  readonly board: BoardIdentity
  readonly stateTopic: string
  readonly sensor?: SensorId
  readonly id: string
  readonly unit?: string
  readonly template?: ValueTemplate
  readonly availability: readonly AvailabilityTopic[]
  /** Decoded by the rules of its family; the announcement only names the board. */
  readonly isNative: boolean
  readonly note?: string
}

function field(fields: Fields | undefined, long: string, short: string): unknown {
  return fields?.[long] ?? fields?.[short]
}

/** Reads `<prefix>/<component>/…/config` (one entity) and `<prefix>/device/…/config` (several); omits non-sensors. */
export function entitiesOf(config: Fields, configTopic: string): readonly Entity[] {
  const components = fieldsOf(field(config, 'components', 'cmps'))
  if (!components) {
    const component = configTopic.split('/').at(-3)
    const isNamed = configTopic.split('/').at(-4) === 'sensor'
    return component === 'sensor' || isNamed ? entityOf(config, { configTopic, names: [] }) : []
  }
  return Object.entries(components)
    .slice(0, ENTITIES_MAX)
    .flatMap(([key, sent]) => {
      const own = fieldsOf(sent)
      if (!own || field(own, 'platform', 'p') !== 'sensor') return []
      const shared = { ...config, name: undefined, ...own }
      return entityOf(shared, { configTopic, names: [key] })
    })
}

function entityOf(
  config: Fields,
  { configTopic, names }: { configTopic: string; names: readonly string[] },
): readonly Entity[] {
  const base = textOf(config['~'], TOPIC_MAX) ?? ''
  const stateTopic = topicOf(field(config, 'state_topic', 'stat_t'), base)
  if (stateTopic === undefined) return []
  const availability = availabilityOf(config, base)
  const native = nativeBoardOf(stateTopic, availability)
  // Zigbee2MQTT names its devices itself, and announces lamps as sensors of their signal.
  if (native?.family === 'zigbee2mqtt') return []
  const own = { ...deviceBoard(fieldsOf(field(config, 'device', 'dev')), stateTopic) }
  const board = native ? { ...own, ...native } : own
  const isNative = native !== undefined && native.family !== 'esphome'
  const sent = field(config, 'value_template', 'val_tpl')
  const template = valueTemplate(typeof sent === 'string' ? sent : undefined)
  const id = names[0] ?? textOf(configTopic.split('/').at(-2)) ?? ''
  const name = textOf(config['name']) ?? id
  if (!template) {
    const shown = textOf(sent, TEMPLATE_SHOWN) ?? ''
    const note = `"${textOf(name, 50) ?? ''}" is not read: its template ${shown} is not understood.`
    return [{ board, id, stateTopic, availability, isNative, ...(!isNative && { note }) }]
  }
  const sensor = sensorOfEntity(
    textOf(field(config, 'device_class', 'dev_cla')),
    entityNames({ config, name, configTopic, stateTopic, template, isEsphome: native?.family === 'esphome' }),
  )
  const unit = textOf(field(config, 'unit_of_measurement', 'unit_of_meas'), 20)
  const meant = { ...(sensor && { sensor }), ...(unit !== undefined && { unit }) }
  return [{ board, id, stateTopic, availability, isNative, template, ...meant }]
}

/** Most specific first. An unannounced ESPHome node is read by the object id as well. */
function entityNames({
  config,
  name,
  configTopic,
  stateTopic,
  template: { path = [] },
  isEsphome,
}: {
  config: Fields
  name: string
  configTopic: string
  stateTopic: string
  template: ValueTemplate
  isEsphome: boolean
}): readonly string[] {
  const objectId = isEsphome ? esphomeObjectId(stateTopic) : undefined
  if (objectId !== undefined) return [objectId]
  const ofTopic = stateTopic.split('/').findLast((part) => part !== 'state')
  const ids = [textOf(field(config, 'object_id', 'obj_id')), configTopic.split('/').at(-2)]
  return [path.join('_'), name, ...ids, ofTopic].filter((part): part is string => part !== undefined && part !== '')
}

/** Boards of families that are known by their topics are the same with and without an announcement. */
function nativeBoardOf(stateTopic: string, availability: readonly AvailabilityTopic[]): BoardIdentity | undefined {
  for (const boardOf of BOARDS_BY_TOPIC) {
    const board = boardOf(stateTopic)
    if (board) return board
  }
  return esphomeBoardOf(
    stateTopic,
    availability.map(({ topic }) => topic),
  )
}

/** A board is identified by its first identifier; without a device by its state topic. */
function deviceBoard(device: Fields | undefined, stateTopic: string): BoardIdentity {
  const ids = field(device, 'identifiers', 'ids')
  const [connection] = listIn({ cns: field(device, 'connections', 'cns') }, 'cns')
  const id: unknown = Array.isArray(ids) ? ids[0] : ids
  const externalId =
    externalIdOf(id) ??
    externalIdOf(Array.isArray(connection) ? connection[1] : undefined) ??
    externalIdOf(device?.['name'])
  const maker = textOf(field(device, 'manufacturer', 'mf'))
  const model = textOf(field(device, 'model', 'mdl'))
  const made = [maker, model].filter((part) => part !== undefined).join(' ')
  const named = namedBy({ name: device?.['name'], model: made, firmware: field(device, 'sw_version', 'sw') })
  return { family: 'home-assistant', externalId: externalId ?? stateTopic, ...named }
}

function availabilityOf(config: Fields, base: string): readonly AvailabilityTopic[] {
  const listed = field(config, 'availability', 'avty')
  const one = field(config, 'availability_topic', 'avty_t')
  const list = Array.isArray(listed) ? listed : [listed]
  const own =
    one === undefined
      ? []
      : [{ ...config, topic: one, value_template: field(config, 'availability_template', 'avty_tpl') }]
  return [...own, ...list.slice(0, 5)].flatMap((sent: unknown) => {
    const fields = fieldsOf(sent)
    const topic = topicOf(field(fields, 'topic', 't'), base)
    const sentTemplate = field(fields, 'value_template', 'val_tpl')
    const template = valueTemplate(typeof sentTemplate === 'string' ? sentTemplate : undefined)
    if (topic === undefined || !template) return []
    const online = textOf(field(fields, 'payload_available', 'pl_avail')) ?? 'online'
    const offline = textOf(field(fields, 'payload_not_available', 'pl_not_avail')) ?? 'offline'
    return [{ topic, online, offline, template }]
  })
}

/** A topic may start or end with `~`, the base. */
function topicOf(sent: unknown, base: string): string | undefined {
  if (typeof sent !== 'string' || sent === '' || sent.length > TOPIC_MAX) return undefined
  const topic = sent.startsWith('~') ? base + sent.slice(1) : sent.endsWith('~') ? sent.slice(0, -1) + base : sent
  return topic.length > TOPIC_MAX ? undefined : textOf(topic, TOPIC_MAX)
}
