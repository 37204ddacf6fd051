import type { Announced, Announcement, BoardIdentity, BoardMessage, BoardReport, Decoder } from '../board-report.ts'
import { fieldsOf } from './fields.ts'
import { entitiesOf, type AvailabilityTopic, type Entity } from './ha-config.ts'
import { valueAt, valueTemplate, type ValueTemplate } from './ha-template.ts'
import { BoardValues } from './values.ts'

const ENTITIES_MAX = 64
const BOARDS_MAX = 64
const TOPIC_MAX = 300
const COMPONENTS = new Set(
  (
    'device sensor binary_sensor switch light number select text button climate cover fan lock update event ' +
    'device_automation device_tracker tag scene siren vacuum valve water_heater humidifier camera image notify ' +
    'lawn_mower alarm_control_panel'
  ).split(' '),
)

interface KnownEntity extends Pick<Entity, 'board' | 'id' | 'sensor' | 'unit'> {
  readonly config: string
  /** Undefined also for one that is not understood. */
  readonly template?: string
}

interface KnownAvailability extends Omit<AvailabilityTopic, 'template'> {
  readonly config: string
  readonly board: BoardIdentity
  readonly template?: string
}

/**
 * Decodes announcements for Home Assistant: configurations name a board's topics, units and metrics, by which later
 * messages are read.
 * @see https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery
 */
export const decodeHomeAssistant: Decoder = (message, announced) => {
  const { topic } = message
  if (isConfig(topic)) return configured(message, announced)
  const entities = announced.get(`ha state ${topic}`) as readonly KnownEntity[] | undefined
  if (entities) return stateReports(message, entities)
  const availability = announced.get(`ha availability ${topic}`) as readonly KnownAvailability[] | undefined
  if (availability) return availabilityReports(message, availability)
  return topic === 'homeassistant/status' ? [] : undefined
}

function isConfig(topic: string): boolean {
  if (!topic.endsWith('/config')) return false
  const parts = topic.split('/')
  return parts.length >= 4 && parts.slice(-4, -2).some((part) => COMPONENTS.has(part))
}

function stateReports(message: BoardMessage, entities: readonly KnownEntity[]): readonly BoardReport[] {
  const boards = Map.groupBy(entities, ({ board }) => `${board.family} ${board.externalId}`)
  return [...boards.values()].flatMap((own) => {
    const found = new BoardValues(message.work)
    const sources = new Map<string, string>()
    for (const { id, sensor, unit, template = '' } of own) {
      if (!sensor) continue
      const key = `${sensor.metric} ${sensor.channel}`
      const isOther = (sources.get(key) ?? template) !== template
      // Of two entities with one field the second is known by its id.
      const channel = isOther ? `${sensor.channel === '' ? '' : `${sensor.channel}_`}${id}` : sensor.channel
      if (!isOther) sources.set(key, template)
      found.addOf(sensor.metric, channel, sentBy(template, message), unit)
    }
    const [first] = own
    return first && found.values.length > 0 ? [{ board: first.board, readings: [{ values: found.values }] }] : []
  })
}

function availabilityReports(message: BoardMessage, topics: readonly KnownAvailability[]): readonly BoardReport[] {
  return topics.flatMap(({ board, online, offline, template }) => {
    const state = String(sentBy(template, message))
    if (state !== online && state !== offline) return []
    return [{ board, readings: [], availability: state === online ? ('online' as const) : ('offline' as const) }]
  })
}

/** An empty message takes back the announcements of its topic. */
function configured(message: BoardMessage, announced: Announced): readonly BoardReport[] {
  const { topic: config } = message
  const fields = fieldsOf(message.json)
  if (config.length > TOPIC_MAX) return []
  const entities = fields ? entitiesOf(fields, config) : []
  const facts = new Facts(config, announced)
  for (const { stateTopic, availability, isNative, ...entity } of entities) {
    if (isNative) continue
    facts.addEntity(stateTopic, { config, ...picked(entity) })
    for (const { template, ...topic } of availability)
      facts.addAvailability({ config, board: entity.board, ...topic, ...sourceOf(template) })
  }
  const announces = facts.announcements()
  const boards = Map.groupBy(entities, ({ board }) => `${board.family} ${board.externalId}`)
  const reports = [...boards.values()].map((own): BoardReport => {
    const notes = own.flatMap(({ note }) => note ?? [])
    const [{ board, isNative }] = own as [Entity, ...Entity[]]
    // A board read by its own rules is announced all the same, with its name.
    const named = [{ key: `ha named ${board.family} ${board.externalId}`, fact: true }]
    return { board, readings: [], ...(isNative && { announces: named }), ...(notes.length > 0 && { notes }) }
  })
  const [first, ...rest] = reports
  if (first)
    return announces.length > 0
      ? [{ ...first, announces: [...announces, ...(first.announces ?? [])] }, ...rest]
      : reports
  const board = facts.removedBoard
  return board && announces.length > 0 ? [{ board, readings: [], announces }] : []
}

function picked({ board, id, sensor, unit, template }: Omit<Entity, 'stateTopic' | 'availability' | 'isNative'>) {
  return { board, id, ...(sensor && { sensor }), ...(unit !== undefined && { unit }), ...sourceOf(template) }
}

function sourceOf(template: ValueTemplate | undefined): { template?: string } {
  return template?.source === undefined ? {} : { template: template.source }
}

function sentBy(source: string | undefined, message: BoardMessage): unknown {
  const template = valueTemplate(source === '' ? undefined : source)
  return template && valueAt(template, message)
}

interface ConfigTopics {
  readonly entities: readonly string[]
  readonly availability: readonly string[]
}

/** The announcements of one configuration, replacing its earlier ones. */
class Facts {
  readonly #config: string
  readonly #announced: Announced
  readonly #entities = new Map<string, KnownEntity[]>()
  readonly #availability = new Map<string, KnownAvailability[]>()
  removedBoard: BoardIdentity | undefined

  constructor(config: string, announced: Announced) {
    this.#config = config
    this.#announced = announced
    // Announced by this decoder.
    const before = announced.get(`ha config ${config}`) as ConfigTopics | undefined
    for (const topic of before?.entities ?? []) this.#entities.set(topic, this.#others(`ha state ${topic}`))
    for (const topic of before?.availability ?? [])
      this.#availability.set(topic, this.#others(`ha availability ${topic}`))
  }

  addEntity(topic: string, entity: KnownEntity): void {
    const own = this.#entities.get(topic) ?? this.#others<KnownEntity>(`ha state ${topic}`)
    if (own.length < ENTITIES_MAX) own.push(entity)
    this.#entities.set(topic, own)
  }

  addAvailability(known: KnownAvailability): void {
    const { topic, board } = known
    const own = this.#availability.get(topic) ?? this.#others<KnownAvailability>(`ha availability ${topic}`)
    if (own.length < BOARDS_MAX && !own.some((other) => other.board.externalId === board.externalId)) own.push(known)
    this.#availability.set(topic, own)
  }

  announcements(): readonly Announcement[] {
    const own: ConfigTopics = {
      entities: keysOf(this.#entities, this.#config),
      availability: keysOf(this.#availability, this.#config),
    }
    const isEmpty = own.entities.length === 0 && own.availability.length === 0
    if (isEmpty && this.#entities.size === 0) return []
    return [
      { key: `ha config ${this.#config}`, fact: isEmpty ? null : own },
      ...[...this.#entities].map(([topic, list]) => announcement(`ha state ${topic}`, list.toSorted(bySource))),
      ...[...this.#availability].map(([topic, list]) => announcement(`ha availability ${topic}`, list)),
    ]
  }

  #others<Known extends KnownEntity | KnownAvailability>(key: string): Known[] {
    const known = (this.#announced.get(key) as readonly Known[] | undefined) ?? []
    this.removedBoard ??= known.find(({ config }) => config === this.#config)?.board
    return known.filter(({ config }) => config !== this.#config)
  }
}

function keysOf(
  facts: ReadonlyMap<string, ReadonlyArray<{ readonly config: string }>>,
  config: string,
): readonly string[] {
  return [...facts].filter(([, list]) => list.some((one) => one.config === config)).map(([topic]) => topic)
}

/** Order in which entities of one field get its name, independent of the order of announcement. */
function bySource(one: KnownEntity, other: KnownEntity): number {
  const [source, otherSource] = [one.template ?? '', other.template ?? '']
  if (source.length !== otherSource.length) return source.length - otherSource.length
  const [text, otherText] = source === otherSource ? [one.config, other.config] : [source, otherSource]
  return text < otherText ? -1 : Number(text > otherText)
}

function announcement(key: string, list: readonly unknown[]): Announcement {
  return { key, fact: list.length === 0 ? null : list }
}
