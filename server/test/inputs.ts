import { randomUUID } from 'node:crypto'
import { boardMetrics, settingNames, type Route } from '@greenhouse/contract'
import { exampleOf, withSamples, type NamedRoute } from '@greenhouse/contract/register'
import * as z from 'zod/mini'
import { PASSWORD } from '../../testing/growers.ts'
import type { Belongings } from './belongings.ts'
import { TINY_PHOTO } from './photos.ts'

/** Statuses of examples that need something the test user does not have: a mail, a second step in progress, or a role. */
export const OUT_OF_REACH: Readonly<Record<string, number>> = {
  'newsletter.send': 403,
  'server.backups': 403,
  'server.setNetworkAccess': 403,
  'recovery.reset': 404,
  'recovery.undoEmail': 404,
  'newsletter.unsubscribePage': 404,
  'newsletter.unsubscribeByLink': 404,
  'newsletter.confirmPage': 404,
  'newsletter.confirm': 404,
  'channel.confirmPage': 404,
  'channel.confirm': 404,
  'user.confirmEmailPage': 404,
  'user.confirmEmail': 404,
  // The last owner can't leave.
  'household.removeMember': 409,
  'secondFactor.confirmTotp': 404,
  'secondFactor.removeTotp': 404,
  'secondFactor.addPasskey': 400,
  'secondStep.challenge': 401,
  'secondStep.complete': 401,
}

/** A field of a route's path, query or body. */
export interface Field {
  readonly name: string
  readonly required: boolean
  /** Whether it is the id of something that a user owns. */
  readonly isId: boolean
  /** Whether it is a list in a body. In a query, ids of a list are separated by commas. */
  readonly isList: boolean
  /** The values of a field that has only these. */
  readonly choices: readonly unknown[]
  accepts(value: unknown): boolean
}

interface Schema {
  readonly format?: string
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly properties?: Record<string, Schema>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
}

/** Returns the fields of a schema of the contract; none when it is not an object. */
export function fieldsOf(schema: Route['body']): Field[] {
  if (!schema) return []
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  return alternatives(whole).flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).map(([name, property]) => ({
      name,
      required: required.includes(name),
      // The browser generates this id, which refers to nothing on the server.
      isId: name !== 'browserId' && (isIdList(name, property) || alternatives(property).some(isUuid)),
      isList: property.items !== undefined,
      choices: alternatives(property).flatMap((one) => one.enum ?? []),
      accepts: (value: unknown) =>
        (schema.safeParse({ [name]: value }).error?.issues ?? []).every(
          ({ path }) => path.length > 0 && path[0] !== name,
        ),
    })),
  )
}

/** In a query, ids of a list are a text. */
function isIdList(name: string, { items }: Schema): boolean {
  return items ? isUuid(items) : name === 'series' || name === 'plants'
}

function isUuid({ format }: Schema): boolean {
  return format === 'uuid'
}

function alternatives(schema: Schema): Schema[] {
  return [schema, ...(schema.anyOf ?? [])]
}

/** `‹own.deviceId›` in a text stands for the device of the user `own`; it is replaced when the request is sent. */
const MENTION = /‹(\w+)\.(\w+)›/g

export function mention(whose: string, what: keyof Belongings): string {
  return `‹${whose}.${what}›`
}

let newcomers = 0

export function resolve(text: string, cast: Readonly<Record<string, Partial<Belongings>>>): string {
  return text.replace(MENTION, (_, whose: string, what: keyof Belongings) => {
    if (whose === 'new') return what === 'email' ? `new${++newcomers}@example.org` : randomUUID()
    return cast[whose]?.[what] ?? ''
  })
}

/** Returns which id of a user belongs in a field. Throws for a field that the register does not name. */
export function thingOf(field: string, { name, entry }: NamedRoute): keyof Belongings {
  const variable = entry.ids[field]
  if (!variable) throw new Error(`The register names no variable for ${field} of ${name}.`)
  return thingOfVariable(variable.slice(1))
}

/** Returns `plantId` for `PLANT_ID`. */
function thingOfVariable(variable: string): keyof Belongings {
  return variable.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) as keyof Belongings
}

/** Variables that name nothing a user owns. */
const TEXTS: Readonly<Record<string, string>> = {
  PASSWORD,
  NEW_EMAIL: mention('new', 'email'),
  NEW_ID: mention('new', 'careId'),
  // Links of the day at which the clock of a world begins.
  PHOTO_UNTIL: String(Date.parse('2026-11-21T23:59:59.999Z')),
}
const OWNED = /^(?!CLIENT|NEW)\w+_ID$|^EMAIL$|^PLANT_CODE$|^PHOTO_SIGNATURE$|^(?:CALENDAR|DEVICE|INVITATION)_TOKEN$/

/** Values in place of those of examples: a person keeps the password, and nothing listens at the address. */
const INSTEAD: Readonly<Record<string, string>> = { newPassword: PASSWORD, url: 'mqtts://broker.invalid:8883' }

/** Returns a mention for a variable of the examples, or a text where it names nothing that a user owns. */
export function valueOfVariable(name: string): string {
  if (OWNED.test(name)) return mention('own', thingOfVariable(name))
  return TEXTS[name] ?? withSamples(`$${name}`)
}

/** Returns an example with mentions in place of its variables. */
function mentioning<Example>(example: Example): Example {
  return withSamples(example, valueOfVariable)
}

/** Returns good bodies of a route, the example first. */
export function goodBodies(named: NamedRoute): readonly unknown[] {
  const { body } = exampleOf(named)
  const instead = Object.entries(INSTEAD).filter(([name]) => isObject(body) && name in body)
  const example = isObject(body) ? { ...body, ...Object.fromEntries(instead) } : body
  return mentioning([example, ...(MORE_BODIES[named.name] ?? [])])
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const NTFY = { kind: 'ntfy', server: 'https://ntfy.invalid', topic: 'tomatoes', token: '' }

/** Bodies with the ids and fields that an example leaves out, where not all fields go together. */
const MORE_BODIES: Readonly<Record<string, readonly unknown[]>> = {
  'setting.set': [true, { value: false, locale: 'en-GB' }],
  'series.edit': [{ label: '', visible: false }, { calibration: { dry: 2800, wet: 1200 } }, { calibration: null }, {}],
  'task.create': [
    { placeId: '$PLACE_ID', kind: 'clean', repeat: 'weekly', weekdays: [2, 5], startsOn: '2026-11-01' },
    { kind: 'custom', label: 'Air the house', repeat: 'once', startsOn: '2026-11-01', assignedTo: '$USER_ID' },
  ],
  'task.edit': [{ assignedTo: '$USER_ID' }, { repeat: 'monthly', monthDay: 31, reminds: true }, {}],
  'task.snooze': [{ until: null }],
  'board.claim': [
    { deviceId: '$DEVICE_ID', series: [{ metric: 'temperature', channel: '', label: 'North bench' }] },
    { deviceName: 'Herbs', series: [{ metric: 'temperature', channel: '', visible: false }] },
  ],
  'channel.create': [{ name: 'Ntfy', target: NTFY, severities: [] }],
  'rule.create': [
    { seriesId: '$SERIES_ID', kind: 'above', limit: 31.5, clearAt: 30, holdSeconds: 600 },
    { seriesId: '$SERIES_ID', kind: 'outside', limit: 5, upperLimit: 30, when: 'day', severity: 'critical' },
    { seriesId: '$SERIES_ID', kind: 'changing', limit: 4, withinMinutes: 20, repeatMinutes: 30 },
    { deviceId: '$DEVICE_ID', kind: 'silent', limit: 1800, name: 'Quiet', mutedUntil: null },
    { deviceId: null, kind: 'silent', exceptDeviceIds: ['$DEVICE_ID'] },
  ],
  'rule.preview': [{ rule: { seriesId: '$SERIES_ID', kind: 'changing', limit: 3, withinMinutes: 120 }, days: 366 }],
  'rule.edit': [
    { seriesId: '$SERIES_ID', kind: 'below', limit: 3 },
    { clearAt: 1, holdSeconds: 86_400 },
    { when: { from: '22:00', to: '06:00', timeZone: 'Europe/Copenhagen' }, isOn: false, tellWhenOver: false },
    { channelIds: ['$CHANNEL_ID'], repeatMinutes: null },
    { kind: 'silent', deviceId: '$DEVICE_ID', limit: 1800 },
    { exceptDeviceIds: ['$DEVICE_ID'] },
    {},
  ],
  'place.create': [{ name: 'Bench B', kind: 'bench', parentId: '$PLACE_ID' }],
  'place.edit': [
    { parentId: null, kind: 'balcony', shelter: 'frost-free', position: 1 },
    { latitude: -33.87, longitude: 151.21 },
    { latitude: null, longitude: null },
    { leafOffset: 1.5, lightSource: 'led' },
    { leafOffset: null, lightSource: null },
    {},
  ],
  'place.movePlant': [{ placeId: null }, { speciesId: null, hardyTo: null }, {}],
  'species.create': [{ name: 'Mentha spicata' }],
  'species.edit': [{ name: 'Mentha spicata', names: {}, gddBase: null, gddTop: null, ranges: [] }, {}],
  'place.moveDevice': [{ placeId: null }],
  'boardIntake.json': [[{ temperature: 21 }], 7],
  'boardIntake.ecowitt': ['PASSKEY=&tempf=68.2'],
  'boardIntake.thingsBoard': [[{ ts: 1_700_000_000_000, values: { temperature: 21 } }]],
  'boardIntake.influxDb1': ['bench temperature=21 1700000000'],
  'reading.send': [
    { temperature: 19, pressure: 1013.2, air_quality_analog: 412, timestamp: '2026-11-20T08:00:10Z' },
    [],
    [{ airQuality: 4000 }, { temperature: -40 }, { temperature: 130 }],
  ],
}

/** Values that many fields accept, beside those of the examples. */
const POOL: readonly unknown[] = [
  ['', 'ab', 'Kräuter 🌿', 'In the shade,\nnever dry.', '>=30', '<=-3.5', '>= 25.50', 'UTC', 's', 'ns', 'kWh'],
  [
    '1',
    '60',
    '2000',
    '999999',
    '1970',
    '2026',
    '2000-02-29',
    '1960-01-01T00:00:00Z',
    '2026-11-20T09:40:00Z',
    'water,feed',
  ],
  ['2030-01-01T00:00:00Z', 'mqtt://broker.invalid', '6f1c2a5e-9f0b-4d53-8a52-0d6f3a1b7c11', 'vpd'],
  [0, 1, 63, -90, 180, 365, true, false, null],
  [[], ['critical'], ['tele/+/SENSOR', 'home/#'], { id: 'a-credential' }, NTFY],
  [{ offset: -0.5 }, { dry: 2800, wet: 1200 }],
  [...boardMetrics.map(({ sensorType }) => sensorType), ...Object.keys(settingNames)],
].flat()

/** Topics of the caller, and of somebody else. */
const TOPICS = [
  ['Dashboard'],
  [`GreenhouseSensorData/${mention('own', 'deviceId')}`, `alerts-${mention('own', 'userId')}`],
  [`GreenhouseSensorData/${mention('ann', 'deviceId')}`],
  [`alerts-${mention('ann', 'userId')}`],
  [`changes-${mention('ann', 'userId')}`],
]

/**
 * Returns valid values of a field, with mentions instead of ids: that of the example first, then all of the pool and of the
 * schema that the schema accepts.
 */
export function goodValues(field: Field, named: NamedRoute): readonly unknown[] {
  const { name, isId, isList, choices } = field
  if (isId) {
    const id = mention('own', thingOf(name, named))
    return isList ? [[id]] : [id]
  }
  if (name === 'topicIds') return TOPICS
  if (/[pP]assword$|^confirm$/.test(name)) return [PASSWORD]
  const { params, query } = exampleOf(named)
  const [body] = goodBodies(named)
  const given = mentioning({ ...params, ...query, ...(isObject(body) ? body : {}) })[name]
  const example = given === undefined ? [] : [given]
  if (name === 'email') return [...example, mention('new', 'email'), mention('own', 'email')]
  if (named.route.credentials?.includes(name)) return example.length > 0 ? example : ['telegraf']
  return [...new Set([...example, ...[...choices, ...POOL].filter((value) => field.accepts(value))])]
}

/** Returns an ordinary request to a route: its path and body, with mentions instead of ids. */
export function ordinaryRequest(named: NamedRoute, withField = ''): { path: string; body: unknown } {
  const { route, entry } = named
  const example = exampleOf(named)
  const given = (schema: Route['body'], texts: object | undefined) => {
    const ids = fieldsOf(schema).flatMap(({ name }) => (entry.ids[name] ? [[name, entry.ids[name]]] : []))
    return mentioning({ ...Object.fromEntries(ids), ...texts }) as Readonly<Record<string, string>>
  }
  const params = given(route.params, example.params)
  const path = route.path.replace(/:(\w+)/g, (_, param: string) => params[param] ?? '')
  const search = Object.entries(given(route.query, example.query)).map(([name, text]) => `${name}=${text}`)
  const bodies = route.upload ? [TINY_PHOTO] : goodBodies(named)
  const body = bodies.find((one) => isObject(one) && withField in one) ?? bodies[0]
  const id = fieldsOf(route.body).some(({ name }) => name === withField) && mentioning(entry.ids[withField])
  return {
    path: search.length === 0 ? path : `${path}?${search.join('&')}`,
    body: id && isObject(body) ? { [withField]: id, ...body } : body,
  }
}
