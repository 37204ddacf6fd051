import { Agent, request as send, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PROBLEM_PREFIX, type Problem } from '@greenhouse/contract'
import { namedRoutes, problemsOf } from '@greenhouse/contract/register'
import { describe, expect, onTestFinished, test } from 'vitest'
import { seededRandom } from '../../../testing/random.ts'
import { SEED } from '../../../testing/test-run.ts'
import type { Schema } from '../../src/platform/db/schema.ts'
import { furnish, type Owner } from '../belongings.ts'
import { databases } from '../databases.ts'
import { resolve } from '../inputs.ts'
import type { World } from '../world.ts'
import { besiege } from './neighbour.ts'
import { CALLERS, encode, shots, type Caller, type Shot } from './requests.ts'
import { addressOf, fuzz, runs, saying, timeout } from './run.ts'

const AT_ONCE = 8
/** Batches of one user, after which another one takes over, so that the stored data is bounded. */
const BATCHES_EACH = 50
/** Virtual time between two batches. */
const PAUSE_MS = 1000
/** Rows without an owner: what strangers may add within their rate limits. */
const ROWS_OF_NOBODY: Readonly<Record<string, number>> = {
  sign_in_attempt: 4000,
  subscriber: 1000 + runs / 50,
  mail: 1000 + runs / 50,
  // A device that is removed with its user leaves the compaction marker of its readings.
  device_mark: 1000 + runs / 50,
}

/** Problems of any request: one that reaches no route, or that is not what the route reads. */
const OF_ANY = /^(?:body|host|input|request)\.|^route\.not-found$/

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

describe.each(databases)('over HTTP, with %s', (_name, open) => {
  test(
    'no request gets a 5xx or data of another user, and every refusal is a problem with a title',
    { timeout },
    async () => {
      const { world, ann, expectNothingOfAnn, all, expectService } = await besiege(await open())
      const before = await all()
      const wire = openWire(world)
      const members = changingMembers(world)
      await fuzz('http', shots(), {
        atOnce: AT_ONCE,
        async act(batch) {
          world.clock.now += PAUSE_MS
          const { own, gone } = await members.next()
          const cast = { own: own.has, ann: ann.has, gone, loud: inCapitals(own.has) }
          const check = async (shot: Shot) => {
            const answer = await wire(shot, { cast, own })
            if (answer.status === 401 && shot.caller !== 'stranger' && shot.caller === CALLERS[shot.access])
              members.lose()
            expectProblemInWords(answer, shot)
            expectNothingOfAnn(answer.text + JSON.stringify(answer.headers))
          }
          await Promise.all(batch.map((shot) => saying(JSON.stringify(shot), check(shot))))
        },
      })
      await expectFewRows(world, ann)
      expect(await all()).toBe(before)
      await expectService()
    },
  )
})

/** Sends over real connections, which stay open. */
function openWire(world: World) {
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const { port } = world.app.http.fastify.server.address() as AddressInfo
  // The rate limits of a network apply to the fuzzed requests and must not affect the users of the test.
  const elsewhere = addressOf(0)
  const random = seededRandom(SEED)
  return (shot: Shot, { cast, own }: { cast: Parameters<typeof resolve>[1]; own: Owner }): Promise<Answer> => {
    const query = [...shot.query.map(([name, text]) => `${encode(name)}=${encode(text)}`), shot.raw].filter(Boolean)
    const path = resolve(query.length > 0 ? `${shot.path}?${query.join('&')}` : shot.path, cast)
    const body = shot.body === undefined ? undefined : resolve(shot.body, cast)
    const token = tokenOf(shot.caller, own, random)
    const headers = {
      ...shot.headers,
      ...(token === undefined ? {} : { authorization: token }),
      // Node omits this header for methods that rarely have a body.
      ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
    }
    const { promise, resolve: done, reject } = Promise.withResolvers<Answer>()
    const sent = send(
      { agent, host: '127.0.0.1', port, ...elsewhere, method: shot.method, path, headers },
      (answer) => {
        const { statusCode: status = 0, headers } = answer
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (piece: string) => (text += piece))
        answer.on('end', () => done({ status, headers, text }))
        answer.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(body)
    return promise
  }
}

function tokenOf(caller: Caller, { person, deviceToken }: Owner, random: () => number): string | undefined {
  const lies = [
    'Bearer',
    'x'.repeat(9000),
    `${person.token}x`,
    person.token.toLowerCase(),
    person.userId,
    '\u00ff',
    'Basic YTph',
  ]
  if (caller === 'stranger') return undefined
  if (caller === 'liar') return lies[Math.floor(random() * lies.length)]
  const token = caller === 'device' ? deviceToken : person.token
  return random() < 0.5 ? token : `Bearer ${token}`
}

function expectProblemInWords({ status, headers, text }: Answer, { method, name }: Shot): void {
  expect(status).toBeGreaterThanOrEqual(200)
  expect(status).toBeLessThan(500)
  expect(text).not.toMatch(/ at .*\.[jt]s:\d+|sqlite|postgres|syntax error/i)
  const isJson = /^application\/(?:problem\+)?json/.test(headers['content-type'] ?? '')
  const body = isJson && method !== 'HEAD' ? (JSON.parse(text) as Partial<Problem>) : undefined
  if (status < 400) return
  // Clients of InfluxDB read JSON of that name only.
  const type = name.startsWith('boardIntake.influxDb')
    ? /^application\/(?:problem\+)?json/
    : /^application\/problem\+json/
  expect(headers['content-type']).toMatch(type)
  if (method !== 'HEAD') expect(body).toMatchObject({ status, title: expect.stringMatching(/\w/) })
  const named = namedRoutes.find((one) => one.name === name)
  if (named?.route.method !== method || named.route.problems) return
  const code = body?.type?.replace(PROBLEM_PREFIX, '') ?? ''
  if (!OF_ANY.test(code)) expect(problemsOf(named).map((problem) => problem.code as string)).toContain(code)
}

/** Returns a user who owns one of everything, and from time to time a new one; the previous account is deleted. */
function changingMembers(world: World) {
  let own: Owner | undefined
  let gone: Owner['has'] | undefined
  let [batches, number] = [0, 0]
  const appear = () => furnish(world, `Member${number++}`)
  return {
    async next(): Promise<{ own: Owner; gone: Owner['has'] }> {
      if (batches-- <= 0 || !own) {
        const before = own ?? (await appear())
        await removeUsers(world, [before.has.userId])
        gone = before.has
        own = await appear()
        batches = BATCHES_EACH
      }
      return { own, gone: gone ?? own.has }
    },
    /** Replaces the user when a request may have ended the session or removed the device. */
    lose() {
      batches = 0
    },
  }
}

/** Removes users with all they own. Their own requests may have ended their sessions, so it does not take one. */
async function removeUsers({ app }: World, userIds: readonly string[]): Promise<void> {
  const { db, timeSeries } = app.context
  const devices = await db.selectFrom('device').select('key').where('household_id', 'in', userIds).execute()
  for (const { key } of devices) await timeSeries.erase(key)
  await db.deleteFrom('household').where('id', 'in', userIds).execute()
  await db.deleteFrom('user').where('id', 'in', userIds).execute()
}

function inCapitals(has: Owner['has']): Owner['has'] {
  return Object.fromEntries(Object.entries(has).map(([name, text]) => [name, text.toUpperCase()])) as Owner['has'] &
    object
}

/** Expects that next to nothing is stored without the accounts of others, since all rows belong to somebody. */
async function expectFewRows(world: World, ann: Owner): Promise<void> {
  const { db, timeSeries } = world.app.context
  const others = await db.selectFrom('user').select('id').where('id', '!=', ann.has.userId).execute()
  await removeUsers(
    world,
    others.map(({ id }) => id),
  )
  // The log of readings keeps its rows until they are compacted.
  await timeSeries.compact()
  const rows = await Promise.all(
    (await db.introspection.getTables()).map(async ({ name }) => {
      const table = name as keyof Schema
      const { count } = await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      return [name, Number(count)] as const
    }),
  )
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter(([name, count]) => count > (ROWS_OF_NOBODY[name] ?? 20))).toEqual([])
}
