import type { Route } from '@greenhouse/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { namedRoutes } from '../src/openapi.ts'
import { createWorld, type World } from './world.ts'

const RUNS = 40
const SECRET = 'Secret of somebody else'

/** Values that have broken somebody's server before. */
const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    ' ',
    '\0',
    '\u202e',
    '👩‍🌾',
    "'; drop table user; --",
    '<img src=x onerror=alert(1)>',
    '../../etc/passwd',
    '__proto__',
    'NaN',
    '1e308',
    '-1',
    '0x10',
    '2026-02-30',
    '9999-12-31T23:59:59Z',
    '+275760-09-13T00:00:00.000Z',
    'x'.repeat(20_000),
    -1,
    0,
    1e308,
    -1e308,
    2 ** 53,
    1.5,
    [],
    {},
    [[[[]]]],
    { __proto__: 1 },
    '%00',
    '\ud800',
  ),
  fc.string({ maxLength: 40 }),
  fc.double(),
  fc.uuid(),
  fc.date({ noInvalidDate: true }).map((at) => at.toISOString()),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Objects with the names of a route's fields, some missing, some strange, and names that nobody asked for. */
function inputs(names: readonly string[]) {
  const known = Object.fromEntries(names.map((name) => [name, fc.option(nasty, { nil: undefined })]))
  return fc.oneof(
    { weight: 6, arbitrary: fc.record(known) },
    { weight: 1, arbitrary: nasty },
    { weight: 1, arbitrary: fc.dictionary(fc.constantFrom('constructor', 'toString', 'userId', 'role', 'x'), nasty) },
  )
}

function namesOf(schema: Route['body']): string[] {
  const { shape, def } = (schema ?? {}) as { shape?: object; def?: { in?: { shape?: object } } }
  return Object.keys(shape ?? def?.in?.shape ?? {})
}

function pathOf({ path, params }: Route, value: unknown, query: unknown): string {
  const filled = params ? path.replace(/:\w+/, encodeURIComponent(safeText(value)) || 'x') : path
  if (typeof query !== 'object' || query === null) return filled
  const entries = Object.entries(query).filter(([, one]) => one !== undefined)
  return `${filled}?${new URLSearchParams(entries.map(([name, one]) => [name, safeText(one)])).toString()}`
}

function safeText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.slice(0, 2000).toWellFormed()
}

async function crowded(): Promise<{
  world: World
  tokens: Record<Route['access'], () => Promise<string | undefined>>
}> {
  const world = await createWorld()
  const [ann, bob] = [await world.as('ann'), await world.as('bob')]
  await ann.request('POST', '/api/Plant/CreatePlant', { plantName: SECRET, plantType: 'Herb' })
  await world.aDevice(ann, SECRET.slice(0, 30))
  let device = await world.aDevice(bob)
  return {
    world,
    tokens: {
      public: () => Promise.resolve(undefined),
      // What is sent may end the session or remove the device: then there is another.
      member: async () => {
        const { status } = await bob.request('GET', '/api/auth/Secured')
        return status === 200 ? bob.token : (await world.as(`bob${Math.random().toString(36).slice(2, 8)}`)).token
      },
      device: async () => {
        const { status } = await world.request('POST', '/api/readings', [], device.deviceToken)
        if (status === 401) device = await world.aDevice(await world.as(`eve${Math.random().toString(36).slice(2, 8)}`))
        return device.deviceToken
      },
    },
  }
}

test('whatever is sent to whichever route, the answer is a problem in words, never a fault or a secret', async () => {
  const { world, tokens } = await crowded()
  for (const { name, route } of namedRoutes) {
    const token = await tokens[route.access]()
    await fc.assert(
      fc.asyncProperty(inputs(namesOf(route.body)), inputs(namesOf(route.query)), nasty, async (body, query, param) => {
        const sent = route.body ? (body ?? null) : undefined
        const answer = await world.request(route.method, pathOf(route, param, query), sent, token)
        const text = JSON.stringify(answer.body) ?? ''
        expect([name, answer.status === 503 || answer.status < 500]).toEqual([name, true])
        expect(text).not.toContain(SECRET.slice(0, 20))
        if (answer.status < 400) return
        expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
        expect(answer.body).toMatchObject({ status: answer.status, title: expect.any(String) })
        expect(text).not.toMatch(/ at .*\.ts:\d+/)
      }),
      { numRuns: name.startsWith('signIn') ? 8 : RUNS },
    )
  }
}, 60_000)
