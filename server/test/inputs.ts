import { boardMetrics, type Route } from '@greenhouse/contract'
import * as z from 'zod/mini'
import { PASSWORD } from '../../testing/growers.ts'
import type { NamedRoute } from '../src/features/api-docs/openapi.ts'
import type { Belongings } from './belongings.ts'

/** A field of a route's path, query or body. */
export interface Field {
  readonly name: string
  readonly required: boolean
  /** Whether it is the id of something that a user owns. */
  readonly isId: boolean
  /** Whether it is a list in a body. In a query, ids of a list are separated by commas. */
  readonly isList: boolean
}

interface Schema {
  readonly format?: string
  readonly properties?: Record<string, Schema>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
}

/** Fields of several ids, which in a query are a text. */
const ID_LISTS: ReadonlySet<string> = new Set(['series'])

/** Returns the fields of a schema of the contract; none when it is not an object. */
export function fieldsOf(schema: Route['body']): Field[] {
  if (!schema) return []
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  return alternatives(whole).flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).map(([name, property]) => ({
      name,
      required: required.includes(name),
      // The browser generates this id, which refers to nothing on the server.
      isId:
        name !== 'browserId' &&
        (isIdList(name, property) || alternatives(property).some(({ format }) => format === 'uuid')),
      isList: property.items !== undefined,
    })),
  )
}

/** The `series` of a claim are things of their own, and no ids. */
function isIdList(name: string, { items }: Schema): boolean {
  return ID_LISTS.has(name) && items?.properties === undefined
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
    if (whose === 'new') return `new${++newcomers}@example.org`
    return cast[whose]?.[what] ?? ''
  })
}

/** Returns which id of a user belongs in a field; undefined for a field that no test knows yet. */
export function thingOf(field: string, { route }: NamedRoute): keyof Belongings | undefined {
  if (field === 'conditionId') return route.path.includes('Plant') ? 'plantConditionId' : 'deviceConditionId'
  // A plant has at most one condition.
  if (field === 'plantId' && route.path.endsWith('CreateConditionAlertPlant')) return 'barePlantId'
  return THINGS[field]
}

const THINGS: Readonly<Record<string, keyof Belongings>> = {
  boardId: 'boardId',
  brokerId: 'brokerId',
  channelId: 'channelId',
  hubId: 'hubId',
  deviceId: 'deviceId',
  userDeviceId: 'deviceId',
  plantId: 'plantId',
  userId: 'userId',
  alertUser: 'userId',
  before: 'alertId',
  episodeId: 'episodeId',
  sessionId: 'sessionId',
  passkeyId: 'passkeyId',
  ruleId: 'deviceConditionId',
  seriesId: 'seriesId',
  series: 'seriesId',
  conditionAlertUserDeviceId: 'deviceConditionId',
  alertConditionId: 'deviceConditionId',
}

/** Valid values for fields that are not ids, the most ordinary first. */
const GOOD: Readonly<Record<string, readonly unknown[]>> = {
  firstName: ['Mia'],
  browserId: ['6f1c2a5e-9f0b-4d53-8a52-0d6f3a1b7c11'],
  lastName: ['Holm'],
  birthday: ['1990-05-01', '2000-02-29'],
  country: ['Denmark'],
  email: [mention('new', 'email'), mention('own', 'email')],
  oldEmail: [mention('own', 'email')],
  newEmail: [mention('new', 'email')],
  password: [PASSWORD],
  oldPassword: [PASSWORD],
  newPassword: [PASSWORD],
  confirm: [PASSWORD],
  value: [true, false],
  label: ['North bench', 'Køl 🌡', ''],
  unit: ['', 'kWh'],
  visible: [true, false],
  order: [0, 63],
  calibration: [{ offset: -0.5 }, { dry: 2800, wet: 1200 }, null],
  deviceName: ['Herbs', 'Kräuter 🌿', 'ab'],
  deviceDescription: ['By the window', ''],
  waitTime: ['600', 10, '999999'],
  interval: ['60', '600'],
  plantName: ['Basil', 'Æble'],
  plantType: ['Herb'],
  species: ['', 'Ocimum basilicum'],
  plantNotes: ['', 'In the shade,\nnever dry.'],
  planted: ['2026-03-01T08:00:00Z', null, '2026-03-01'],
  lastWatered: ['2026-11-01T08:00:00Z', null],
  // When the plants of the tests were watered.
  wateredAt: ['2026-11-20T09:41:00Z'],
  waterEvery: [3, null, 365],
  isDead: [false, true],
  ignored: [true, false],
  // Nothing listens there, and a connection that fails harms nobody.
  url: ['mqtts://broker.invalid:8883'],
  target: [{ kind: 'ntfy', server: 'https://ntfy.invalid', topic: 'tomatoes', token: '' }],
  severities: [['warning', 'critical'], []],
  quietHours: [{ from: '22:00', to: '07:00', timeZone: 'Europe/Copenhagen' }, null],
  username: ['greenhouse', ''],
  topics: [['zigbee2mqtt/#'], ['tele/+/SENSOR', 'home/#']],
  ca: [''],
  sensorType: boardMetrics.map(({ sensorType }) => sensorType),
  metric: ['temperature', 'soilMoisture', 'vpd'],
  kind: ['above', 'below'],
  condition: ['>=30', '<=-3.5', '>= 25.50', '<=99'],
  alertName: ['Look after it'],
  alertDesc: ['', 'Soon'],
  isPlantCondition: [false, true],
  year: ['2026', '1970'],
  state: ['open', 'closed'],
  severity: ['warning', 'info', 'critical'],
  knownAfter: ['2026-11-20T00:00:00Z'],
  until: ['2026-12-01T00:00:00Z', null],
  timeZone: ['Europe/Copenhagen', 'UTC'],
  limit: ['200', '1'],
  from: ['2026-11-01T00:00:00Z', '1960-01-01T00:00:00Z', '2026-11-20T09:40:00Z'],
  to: ['2026-11-21T00:00:00Z', '2030-01-01T00:00:00Z'],
  points: ['500', '1', '2000'],
  clientId: ['a-client'],
  topicIds: [
    ['Dashboard'],
    [`GreenhouseSensorData/${mention('own', 'deviceId')}`, `alerts-${mention('own', 'userId')}`],
    [`GreenhouseSensorData/${mention('ann', 'deviceId')}`],
    [`alerts-${mention('ann', 'userId')}`],
    [`changes-${mention('ann', 'userId')}`],
  ],
  stack: ['Error: x\n    at y (https://home.example/assets/z.js:1:2)'],
  page: ['/plants'],
  build: ['/assets/index-Cd4.js'],
  eventType: ['Hello'],
  message: ['Good morning'],
  subject: ['Spring'],
  token: ['a-token'],
  ID: ['roof'],
  PASSWORD: ['a-token', ''],
  tempf: ['68.2', ''],
  db: ['greenhouse'],
  org: ['greenhouse'],
  bucket: ['greenhouse'],
  u: ['telegraf'],
  p: ['a-token'],
  precision: ['s', 'ns', 'never'],
  code: ['123456'],
  recoveryCode: ['abcd-efgh'],
  ticket: ['a-ticket'],
  credential: [{ id: 'a-credential' }],
  passkey: [{ id: 'a-credential' }],
  name: ['Aarhus'],
  latitude: [56.16, -90],
  longitude: [10.2, 180],
  settingName: ['celsius', 'darkTheme', 'CONFIRMDIALOG', 'secretmode', 'browserformat', 'twelvehours'],
}

/** Returns valid values for a field, with mentions instead of ids; none for a field that no test knows yet. */
export function goodValues({ name, isId, isList }: Field, named: NamedRoute): readonly unknown[] {
  const thing = isId ? thingOf(name, named) : undefined
  if (thing) return isList ? [[mention('own', thing)]] : [mention('own', thing)]
  return GOOD[name] ?? []
}

/** Bodies of routes whose body is not an object, or whose fields do not all go together. */
export const WHOLE_BODIES: Readonly<Record<string, readonly unknown[]>> = {
  'setting.set': [{ value: true }, true, { value: false }],
  'series.edit': [
    { label: 'North bench', visible: false, order: 0, calibration: { offset: -0.5 } },
    { calibration: { dry: 2800, wet: 1200 } },
    { calibration: null },
    {},
  ],
  'board.claim': [
    {
      deviceId: mention('own', 'deviceId'),
      deviceName: 'Herbs',
      waitTime: '600',
      series: [{ metric: 'temperature', channel: '', label: 'North bench' }],
    },
    { deviceName: 'Herbs', series: [{ metric: 'temperature', channel: '', visible: false }] },
  ],
  'rule.create': [
    { seriesId: mention('own', 'seriesId'), kind: 'above', limit: 31.5, clearAt: 30, holdSeconds: 600 },
    { seriesId: mention('own', 'seriesId'), kind: 'below', limit: -40 },
    {
      seriesId: mention('own', 'seriesId'),
      kind: 'outside',
      limit: 5,
      upperLimit: 30,
      when: 'day',
      severity: 'critical',
    },
    { seriesId: mention('own', 'seriesId'), kind: 'changing', limit: 4, withinMinutes: 20, repeatMinutes: 30 },
    { deviceId: mention('own', 'deviceId'), kind: 'silent', limit: 1800, name: 'Quiet', mutedUntil: null },
    { deviceId: null, kind: 'silent', exceptDeviceIds: [mention('own', 'deviceId')] },
  ],
  'rule.preview': [
    { rule: { seriesId: mention('own', 'seriesId'), kind: 'above', limit: 25 } },
    {
      rule: { seriesId: mention('own', 'seriesId'), kind: 'changing', limit: 3, withinMinutes: 120 },
      days: 366,
    },
  ],
  'rule.edit': [
    { seriesId: mention('own', 'seriesId'), kind: 'below', limit: 3 },
    { limit: 130 },
    { clearAt: 1, holdSeconds: 86_400 },
    { when: { from: '22:00', to: '06:00', timeZone: 'Europe/Copenhagen' }, isOn: false, tellWhenOver: false },
    { channelIds: [mention('own', 'channelId')], repeatMinutes: null },
    { kind: 'silent', deviceId: mention('own', 'deviceId'), limit: 1800 },
    { exceptDeviceIds: [mention('own', 'deviceId')] },
    {},
  ],
  'boardIntake.json': [{ device: 'bench', temperature: 21 }, [{ temperature: 21 }], 7],
  'boardIntake.ecowitt': ['PASSKEY=x&stationtype=GW1000A&dateutc=now&tempf=68.2', 'PASSKEY=&tempf=68.2'],
  'boardIntake.theThingsStack': [
    { end_device_ids: { dev_eui: '0004A30B001C0530' }, uplink_message: { decoded_payload: { temperature: 21 } } },
  ],
  'boardIntake.thingsBoard': [{ temperature: 21 }, [{ ts: 1_700_000_000_000, values: { temperature: 21 } }]],
  'boardIntake.influxDb1': ['bench,sensor_id=a temperature=21', 'bench temperature=21 1700000000'],
  'boardIntake.influxDb2': ['bench,sensor_id=a temperature=21'],
  'reading.send': [
    [{ temperature: 20.5, humidity: 60, time: '2026-11-20T08:00:00Z' }],
    { temperature: 19, pressure: 1013.2, air_quality_analog: 412, timestamp: '2026-11-20T08:00:10Z' },
    [],
    [{ airQuality: 4000 }, { temperature: -40 }, { temperature: 130 }],
  ],
}

/** Returns an example of a body; one that has a field, when any has. */
function wholeBody(name: string, withField: string | undefined): unknown {
  const bodies = WHOLE_BODIES[name] ?? []
  const has = (body: unknown) => typeof body === 'object' && body !== null && (withField ?? '') in body
  return bodies.find(has) ?? bodies[0]
}

/** Returns the most ordinary request to a route: its path and body, with mentions instead of ids. */
export function ordinaryRequest(named: NamedRoute, withField?: string): { path: string; body: unknown } {
  const { route, name } = named
  const first = (schema: Route['body'], wanted: (field: Field) => boolean) =>
    Object.fromEntries(
      fieldsOf(schema)
        .filter(wanted)
        .map((field) => [field.name, goodValues(field, named)[0]]),
    )
  const params = first(route.params, () => true)
  const query = first(route.query, ({ required, isId }) => required || isId)
  const path = route.path.replace(/:(\w+)/g, (_, param: string) => String(params[param]))
  const search = Object.entries(query).map(([field, value]) => `${field}=${String(value)}`)
  return {
    path: search.length === 0 ? path : `${path}?${search.join('&')}`,
    body: route.body && (wholeBody(name, withField) ?? first(route.body, () => true)),
  }
}
