import { addressOf, documentationPaths, type Route, settingRoutes } from '@greenhouse/contract'
import fc from 'fast-check'
import { namedRoutes, type NamedRoute } from '../../src/features/api-docs/openapi.ts'
import { fieldsOf, goodValues, mention, thingOf, WHOLE_BODIES, type Field } from '../inputs.ts'
import { nastyJson, nastyText } from './nasty.ts'

export type Caller = 'stranger' | 'member' | 'device' | 'liar'

/** A request in which mentions stand for ids until it is sent. */
export interface Shot {
  readonly name: string
  /** Who may call the route. */
  readonly access: Route['access']
  readonly caller: Caller
  readonly method: string
  readonly path: string
  /** Encoded when it is sent; `raw` is appended as it is. */
  readonly query: ReadonlyArray<readonly [string, string]>
  readonly raw: string
  readonly body: string | undefined
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Routes that hash passwords or end the caller's session. They are called less often, since each costs as much as many
 * others.
 */
const DEAR =
  /^(?:signIn\.|recovery\.|secondStep\.|secondFactor\.(?:begin|remove|renew)|auth\.logout|auth\.endSession|device\.replaceToken|user\.(?:change|remove))/
/** How many of a hundred requests are sent by a caller who may call the route. */
const HONEST = 85

/** Returns requests to every route of the contract and to addresses outside of it. */
export function shots(): fc.Arbitrary<Shot> {
  const routes = namedRoutes.map((named) => ({ weight: weightOf(named), arbitrary: shotAt(named) }))
  return fc.oneof({ weight: 20, arbitrary: fc.oneof(...routes) }, { weight: 1, arbitrary: strayShot() })
}

function weightOf({ name }: NamedRoute): number {
  return DEAR.test(name) ? 1 : 10
}

function shotAt(named: NamedRoute): fc.Arbitrary<Shot> {
  const { route, name } = named
  const caller = route.access === 'member' || route.access === 'device' ? route.access : 'stranger'
  return fc.record({
    name: fc.constant(name),
    access: fc.constant(route.access),
    caller: mostly<Caller>(caller, fc.constantFrom('stranger', 'member', 'device', 'liar')),
    method: mostly(route.method, fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'GET', 'POST', 'PATCH', 'DELETE', 'TRACE')),
    path: pathTo(named),
    query: queryOf(named),
    raw: fc.oneof({ weight: 30, arbitrary: fc.constant('') }, { weight: 1, arbitrary: rawQueries }),
    body: bodyOf(named),
    headers: headers(route),
  })
}

/** Returns requests to addresses outside of the contract, or for programs only. */
function strayShot(): fc.Arbitrary<Shot> {
  return fc.record({
    name: fc.constant('stray'),
    access: fc.constant<Route['access']>('public'),
    caller: fc.constantFrom<Caller>('stranger', 'member', 'device', 'liar'),
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'),
    path: fc.oneof(
      fc.constantFrom(
        '/',
        '/livez',
        '/readyz',
        '/metrics',
        '/api',
        '/api/',
        ...Object.values(documentationPaths),
        '/plants',
      ),
      fc.constantFrom(
        '/assets/../../package.json',
        '/..%2f..%2fetc/passwd',
        '/%2e%2e/%2e%2e/',
        '/assets/%00.js',
        '//',
        '/\\..\\..',
      ),
      fc.constantFrom(
        '/api/%',
        '/api/%ff',
        '/%c0%ae%c0%ae/',
        addressOf(settingRoutes.set),
        `/${'a'.repeat(5000)}`,
        '/ws',
        '/.env',
        '/*',
      ),
      nastyText.map((text) => addressOf(settingRoutes.set) + encode(text)),
    ),
    query: fc.array(fc.tuple(nastyText, nastyText), { maxLength: 2 }),
    raw: fc.constant(''),
    body: fc.option(nastyJson, { nil: undefined, freq: 3 }),
    headers: fc.constant({ 'content-type': 'application/json' }),
  })
}

function mostly<Value>(usual: Value, other: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.oneof({ weight: HONEST, arbitrary: fc.constant(usual) }, { weight: 100 - HONEST, arbitrary: other })
}

function pathTo(named: NamedRoute): fc.Arbitrary<string> {
  const { params, path } = named.route
  const fields = fieldsOf(params)
  const values = fc.tuple(...fields.map((field) => jsonFor(field, named).map(textOf)))
  const filled = values.map((texts) => {
    let index = 0
    return path.replace(/:\w+/g, () => encode(texts[index++] ?? ''))
  })
  return fc.tuple(filled, fc.nat(40)).map(([text, twist]) => {
    if (twist === 0) return text.toUpperCase()
    if (twist === 1) return `${text}/`
    return twist === 2 ? `/${text}` : text
  })
}

function queryOf(named: NamedRoute): fc.Arbitrary<Array<[string, string]>> {
  const given = fieldsOf(named.route.query).map((field) =>
    some(
      field,
      jsonFor(field, named).map((json): [string, string] => [field.name, textOf(json)]),
    ),
  )
  const stray = fc.array(fc.tuple(nastyText, nastyText), { minLength: 1, maxLength: 3 })
  return fc.tuple(fc.tuple(...given), rarely(stray), fc.nat(30)).map(([pairs, strays, twist]) => {
    const all = [...pairs.filter((pair) => pair !== undefined), ...(strays ?? [])]
    return twist === 0 ? [...all, ...all] : all
  })
}

/** Returns a body, which is not always JSON. */
function bodyOf(named: NamedRoute): fc.Arbitrary<string | undefined> {
  const { route, name } = named
  if (!route.body) return rarely(nastyJson)
  const whole = WHOLE_BODIES[name]
  const object = objectOf(named)
  const good = whole ? fc.constantFrom(...whole.map((value) => JSON.stringify(value))) : object
  return fc.oneof(
    { weight: 30, arbitrary: good },
    { weight: 2, arbitrary: whole ? readingLists : object },
    { weight: 1, arbitrary: nastyJson },
    { weight: 1, arbitrary: fc.array(object, { maxLength: 3 }).map((all) => `[${all.join()}]`) },
    { weight: 1, arbitrary: fc.tuple(good, fc.nat(), fc.string({ maxLength: 3 })).map(damaged) },
    { weight: 1, arbitrary: fc.constantFrom(undefined, '') },
  )
}

function objectOf(named: NamedRoute): fc.Arbitrary<string> {
  const fields = fieldsOf(named.route.body).map((field) =>
    some(
      field,
      jsonFor(field, named).map((json) => `${JSON.stringify(field.name)}:${json}`),
    ),
  )
  return fc.tuple(fc.tuple(...fields), rarely(strayFields), fc.nat(30)).map(([given, strays, twist]) => {
    const all = [...given.filter((field) => field !== undefined), ...(strays ?? [])]
    // The same names twice, as no program would write them.
    return `{${[...all, ...(twist === 0 ? all.toReversed() : [])].join()}}`
  })
}

const strayFields = fc.array(
  fc
    .tuple(
      fc.constantFrom('__proto__', 'constructor', 'prototype', 'userId', 'role', 'isAdmin', 'toString', 'id', '', '\0'),
      fc.oneof(nastyJson, fc.constant(JSON.stringify(mention('ann', 'userId')))),
    )
    .map(([name, json]) => `${JSON.stringify(name)}:${json}`),
  { minLength: 1, maxLength: 2 },
)

const readingLists = fc
  .array(
    fc
      .record(
        {
          temperature: nastyJson,
          humidity: nastyJson,
          pressure: nastyJson,
          airQuality: nastyJson,
          time: fc.oneof(
            fc.date({ noInvalidDate: true }).map((at) => JSON.stringify(at.toISOString())),
            nastyJson,
          ),
          deviceId: fc.oneof(fc.constant(JSON.stringify(mention('own', 'deviceId'))), nastyJson),
        },
        { requiredKeys: [] },
      )
      .map(
        (fields) =>
          `{${Object.entries(fields)
            .map(([name, json]) => `"${name}":${json}`)
            .join()}}`,
      ),
    { maxLength: 20 },
  )
  .map((all) => `[${all.join()}]`)

/**
 * Returns JSON for one field: mostly a valid value, sometimes an id of another user, sometimes a text that is known to
 * break servers.
 */
function jsonFor(field: Field, named: NamedRoute): fc.Arbitrary<string> {
  const good = goodValues(field, named).map((value) => JSON.stringify(value))
  if (good.length === 0) return nastyJson
  return fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...good) },
    { weight: field.isId ? 4 : 0, arbitrary: foreignIds(field, named) },
    { weight: 3, arbitrary: nastyJson },
  )
}

function foreignIds({ name }: Field, named: NamedRoute): fc.Arbitrary<string> {
  const thing = thingOf(name, named) ?? 'userId'
  return fc
    .constantFrom(
      mention('ann', thing),
      mention('ann', 'userId'),
      mention('gone', thing),
      mention('own', 'plantId'),
      mention('loud', thing),
      `${mention('ann', thing)} `,
      `{${mention('ann', thing)}}`,
      `${mention('ann', thing)}' or '1'='1`,
    )
    .map((text) => JSON.stringify(text))
}

const rawQueries = fc.constantFrom(
  '%',
  '%00=%00',
  '%ed%a0%80=1',
  'plantId=%c3%28',
  '&&&=&=',
  '__proto__=1&__proto__[x]=2',
  'constructor.prototype.x=1',
  'a=1&'.repeat(3000),
  `x=${'%41'.repeat(4000)}`,
)

function headers(route: Route): fc.Arbitrary<Record<string, string>> {
  const usual = route.body ? { 'content-type': 'application/json' } : {}
  const odd = fc.constantFrom<Record<string, string>>(
    {},
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'multipart/form-data; boundary=x' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    { 'content-type': ';' },
    { ...usual, accept: 'text/html', 'accept-language': 'xx', range: 'bytes=0-0,1-1' },
    { ...usual, 'if-none-match': '*', 'if-modified-since': 'never' },
    { ...usual, 'x-forwarded-for': '127.0.0.1, ::1', forwarded: 'for=127.0.0.1', 'x-real-ip': '::1' },
    { ...usual, 'x-http-method-override': 'DELETE', 'x-original-url': '/metrics' },
    { ...usual, origin: 'null', cookie: 'a=b; '.repeat(500), 'user-agent': '\u00ff'.repeat(2000) },
    { ...usual, host: 'elsewhere.example:99' },
    { ...usual, 'sec-fetch-site': 'cross-site', 'sec-websocket-key': 'x' },
  )
  return fc.oneof({ weight: 25, arbitrary: fc.constant<Record<string, string>>(usual) }, { weight: 1, arbitrary: odd })
}

/** Omits required fields one time in twenty, and optional ones half of the time. */
function some<Value>({ required }: Field, value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.option(value, { nil: undefined, freq: required ? 20 : 1 })
}

function rarely<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.oneof({ weight: 20, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
}

function damaged([text, place, inserted]: [string, number, string]): string {
  const at = place % (text.length + 1)
  return place % 3 === 0 ? text.slice(0, at) : text.slice(0, at) + inserted + text.slice(at + (place % 2))
}

/** Returns a value as it is written in an address: text without quotes, anything else as JSON. */
function textOf(json: string): string {
  if (!json.startsWith('"')) return json
  try {
    return JSON.parse(json) as string
  } catch {
    return json
  }
}

/** Percent-encodes a text except for mentions. Also encodes lone surrogates, which no correct program would send. */
export function encode(text: string): string {
  return text
    .split(/(‹\w+\.\w+›|[\ud800-\udfff]{1,2})/)
    .map((part) => {
      if (part.startsWith('‹')) return part
      return part.isWellFormed() ? encodeURIComponent(part) : '%ed%a0%80'
    })
    .join('')
}
