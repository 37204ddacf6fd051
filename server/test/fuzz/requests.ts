import { addressOf, documentationPaths, type Route, settingRoutes } from '@greenhouse/contract'
import fc from 'fast-check'
import { namedRoutes, type NamedRoute } from '@greenhouse/contract/register'
import { fieldsOf } from '../inputs.ts'
import { bodyOf } from './bodies.ts'
import { jsonFor, rarely, some } from './field-values.ts'
import { nastyJson, nastyText } from './nasty.ts'

export type Caller = 'stranger' | 'member' | 'device' | 'liar'

/** A request in which mentions stand for ids until it is sent. */
export interface Shot {
  readonly name: string
  /** The access that the route requires. */
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

/** Callers that each access admits. */
export const CALLERS = {
  public: 'stranger',
  signed: 'stranger',
  ticket: 'stranger',
  member: 'member',
  board: 'device',
} as const

function shotAt(named: NamedRoute): fc.Arbitrary<Shot> {
  const { route, name } = named
  const caller = CALLERS[route.access]
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
