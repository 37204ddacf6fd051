import {
  addDays,
  CALENDAR_FEEDS_MAX,
  calendarFeedRoutes,
  dateIn,
  DAY_MS,
  exportRoutes,
  HOUR_MS,
  householdRoutes,
  MINUTE_MS,
  type NewCalendarFeed,
  placeRoutes,
  plantRoutes,
  startOfDate,
  taskRoutes,
  userRoutes,
} from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { PASSWORD } from '../../../../testing/growers.ts'
import { databases } from '../../../test/databases.ts'
import { readCalendar } from '../../../test/read-calendar.ts'
import { createWorld, type Person, type World } from '../../../test/world.ts'
import { openLog } from '../../platform/log.ts'
import { insertMember } from '../households/member-store.ts'

const NOT_FOUND = { status: 404, body: { type: 'urn:greenhouse:problem:calendar-feed.not-found' } }
const tokenIn = ({ url }: NewCalendarFeed) => /\/calendar\/([\w-]{43})\.ics$/.exec(url)?.[1] ?? ''

describe.each(databases)('calendar feeds on %s', (_name, open) => {
  const setUp = async (changes: Parameters<typeof createWorld>[0] = {}, lines: string[] = []) => {
    const log = openLog('info', { write: (line: string) => void lines.push(line) })
    const world = await createWorld(changes, await open(), log)
    const [ann, bob] = [await world.as('ann'), await world.as('bob')]
    const make = async (person: Person, body: object = {}): Promise<NewCalendarFeed> =>
      (await person.call(calendarFeedRoutes.create, { body })).body
    const list = async (person: Person, query = {}) => (await person.call(calendarFeedRoutes.list, { query })).body
    const read = (token: string) => world.call(calendarFeedRoutes.read, { params: { token } })
    return { ...world, ann, bob, make, list, read }
  }

  test('an address is shown once and can be read without a session', async () => {
    const { ann, make, list, read, clock } = await setUp({ publicUrl: 'https://greenhouse.example.org' })
    const { url, ...feed } = await make(ann, { mine: true })
    expect(url).toMatch(/^https:\/\/greenhouse\.example\.org\/calendar\/[\w-]{43}\.ics$/)
    expect(await list(ann)).toEqual([{ ...feed, mine: true, lastReadAt: null }])
    clock.now += MINUTE_MS
    const token = tokenIn({ url, ...feed })
    const { status, headers, body } = await read(token)
    expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(readCalendar(body).name).toBe('ann’s garden, mine')
    expect((await list(ann))[0].lastReadAt).toBe(new Date(clock.now).toISOString())
  })

  test('replies 304 to a reader of an unchanged calendar, and lets nobody else cache it', async () => {
    const { app, ann, make, read } = await setUp()
    const token = tokenIn(await make(ann))
    const { headers } = await read(token)
    expect(headers['cache-control']).toMatch(/^private\b/)
    const url = `/calendar/${token}.ics`
    const again = { url, headers: { 'if-none-match': String(headers['etag']) } }
    const reply = await app.http.fastify.inject(again)
    expect([reply.statusCode, reply.body]).toEqual([304, ''])
    expect((await app.http.fastify.inject({ ...again, headers: { 'if-none-match': '"x"' } })).statusCode).toBe(200)
  })

  test('returns 404 for a wrong and a deleted address, and lets only its person delete one', async () => {
    const { ann, bob, make, list, read } = await setUp()
    const feed = await make(ann)
    const remove = (person: Person) => person.call(calendarFeedRoutes.remove, { params: { feedId: feed.feedId } })
    expect(await remove(bob)).toMatchObject(NOT_FOUND)
    expect((await read(tokenIn(feed))).status).toBe(200)
    expect(await read('x'.repeat(43))).toMatchObject(NOT_FOUND)
    expect((await remove(ann)).status).toBe(204)
    expect(await read(tokenIn(feed))).toMatchObject(NOT_FOUND)
    expect(await list(ann)).toEqual([])
  })

  test('a session older than ten minutes needs the password', async () => {
    const { ann, clock } = await setUp()
    clock.now += 11 * MINUTE_MS
    const create = (body: object) => ann.call(calendarFeedRoutes.create, { body })
    expect(await create({})).toMatchObject({ status: 401, body: { type: 'urn:greenhouse:problem:confirm.password' } })
    expect((await create({ password: 'wrong' })).status).toBe(401)
    expect((await create({ password: PASSWORD })).status).toBe(200)
  })

  test('a person has at most ten feeds in a household', async () => {
    const { ann, make } = await setUp()
    for (let count = 0; count < CALENDAR_FEEDS_MAX; count++) await make(ann)
    expect(await ann.call(calendarFeedRoutes.create, { body: {} })).toMatchObject({
      status: 409,
      body: { type: 'urn:greenhouse:problem:calendar-feed.too-many' },
    })
  })

  test('limits each address to 60 reads an hour', async () => {
    const { ann, clock, make, read } = await setUp()
    const [token, other] = [tokenIn(await make(ann)), tokenIn(await make(ann))]
    for (let count = 0; count < 60; count++) expect((await read(token)).status).toBe(200)
    const refused = await read(token)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600'])
    expect((await read(other)).status).toBe(200)
    clock.now += HOUR_MS
    expect((await read(token)).status).toBe(200)
  })

  test('returns 404 once the person has left the household, is removed from it, or has deleted the account', async () => {
    const { app, clock, ann, bob, make, read, list } = await setUp()
    const join = () => addMember({ app, clock }, ann.householdId, bob.userId)
    const query = { household: ann.householdId }
    const inAnns = async () => tokenIn((await bob.call(calendarFeedRoutes.create, { query, body: {} })).body)
    for (const by of [bob, ann]) {
      await join()
      const token = await inAnns()
      expect((await read(token)).status).toBe(200)
      const params = { householdId: ann.householdId, userId: bob.userId }
      expect((await by.call(householdRoutes.removeMember, { params })).status).toBe(204)
      expect(await read(token)).toMatchObject(NOT_FOUND)
    }
    await join()
    const [token, own, ofAnn] = [await inAnns(), tokenIn(await make(bob)), tokenIn(await make(ann))]
    expect(await list(bob, query)).toHaveLength(1)
    expect((await bob.call(userRoutes.remove, { body: { password: PASSWORD } })).status).toBe(204)
    for (const dead of [token, own]) expect(await read(dead)).toMatchObject(NOT_FOUND)
    expect((await read(ofAnn)).status).toBe(200)
  })

  test('the address is in no line of the log and not in the export', async () => {
    const lines: string[] = []
    const { ann, make, read } = await setUp({}, lines)
    const token = tokenIn(await make(ann))
    for (let count = 0; count < 61; count++) await read(token)
    await ann.call(calendarFeedRoutes.create, { body: { mine: 'x' } })
    const wrong = `${token.slice(0, -1)}!`
    await read(wrong)
    expect(lines.join('')).toContain('calendar-feed.created')
    expect(lines.join('')).toContain('request.denied')
    expect(lines.join('')).not.toContain(token.slice(0, 20))
    const exported = await ann.call(exportRoutes.confirmedAccount, { body: { password: PASSWORD } })
    expect(JSON.stringify(exported.body)).not.toContain(token)
  })

  test('the calendar has all tasks of the household, or only those of its person', async () => {
    const { ann, clock, make, read } = await setUp({ publicUrl: 'https://here.example' })
    const startsOn = new Date(clock.now).toISOString().slice(0, 10)
    const placeId = (await ann.call(placeRoutes.create, { body: { name: 'Bench A' } })).body.placeId
    const at: Record<string, string> = {}
    for (const [plantName, assignedTo] of [
      ['Basil', null],
      ['Mint', ann.userId],
      ['Dead fern', null],
    ] as const) {
      const { plantId } = (await ann.call(plantRoutes.create, { body: { plantName, plantType: 'Herb' } })).body
      await ann.call(placeRoutes.movePlant, { params: { plantId }, body: { placeId } })
      const plan = { plantId, kind: 'feed', repeat: 'once', startsOn, assignedTo } as const
      await ann.call(taskRoutes.create, { body: plan })
      at[plantName] = `https://here.example/plants/${plantId}`
      if (plantName === 'Dead fern') await ann.call(plantRoutes.markDead, { query: { plantId } })
    }
    await ann.call(taskRoutes.create, { body: { placeId, kind: 'clean', repeat: 'once', startsOn } })
    const events = async (body: object) => {
      const { events: all } = readCalendar((await read(tokenIn(await make(ann, body)))).body)
      const shown = all.map(({ summary, location, url }) => [summary, location, url])
      return shown.toSorted((one, other) => String(one[0]).localeCompare(String(other[0])))
    }
    const [basil, mint] = [
      ['Feed Basil', 'Bench A', at['Basil']],
      ['Feed Mint', 'Bench A', at['Mint']],
    ]
    expect(await events({})).toEqual([['Clean Bench A', 'Bench A', ''], basil, mint])
    expect(await events({ mine: true })).toEqual([mint])
  })

  test('a calendar program reads 60 days in the zone of the household, with names of any kind', async () => {
    const { ann, clock, make, read } = await setUp({ publicUrl: 'https://here.example' })
    // Its day is still the one before that of UTC.
    const timeZone = 'Pacific/Pago_Pago'
    await ann.call(householdRoutes.edit, { params: { householdId: ann.householdId }, body: { timeZone } })
    const today = new Date(clock.now - DAY_MS).toISOString().slice(0, 10)
    const day = (days: number) => addDays(today, days)
    // The first two as long as a name may be, in letters of four octets and with signs that the format escapes.
    const names = ['🌿'.repeat(50), `${'x'.repeat(98)};,`, 'Basil \\ "the big one", 👩🏽‍🌾', 'ريحان؛ في الدفيئة، قرب الباب']
    const place = 'Bench "A", north; 2\\3'
    const { placeId } = (await ann.call(placeRoutes.create, { body: { name: place } })).body
    const addresses = new Map<string, string>()
    for (const plantName of names) {
      const { plantId } = (await ann.call(plantRoutes.create, { body: { plantName, plantType: 'Herb' } })).body
      await ann.call(placeRoutes.movePlant, { params: { plantId }, body: { placeId } })
      addresses.set(plantName, `https://here.example/plants/${plantId}`)
      const plan = { plantId, kind: 'feed', repeat: 'after', every: 10, startsOn: day(-13) } as const
      expect((await ann.call(taskRoutes.create, { body: plan })).status).toBe(200)
    }
    const { body } = await read(tokenIn(await make(ann)))
    const { events } = readCalendar(body)
    for (const [plantName, url] of addresses) {
      const own = events.filter((event) => event.url === url)
      expect(own.map(({ start, end, summary, location }) => [start, end, summary, location])).toEqual([
        [day(0), day(1), `Feed ${plantName} (3 days overdue)`, place],
        ...[10, 20, 30, 40, 50, 60].map((days) => [day(days), day(days + 1), `Feed ${plantName}`, place]),
      ])
    }
    expect(events).toHaveLength(7 * names.length)
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length)
    expect(body.split('\r\n').filter((line: string) => line.startsWith(' ')).length).toBeGreaterThan(0)
  })

  test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'the events of a household in %s were made at the start of its day, which is past',
    async (timeZone) => {
      const { ann, clock, make, read } = await setUp()
      await ann.call(householdRoutes.edit, { params: { householdId: ann.householdId }, body: { timeZone } })
      const token = tokenIn(await make(ann))
      // Kiritimati is 14 hours ahead of UTC: one hour after the start of the test its date is the next one.
      clock.now += HOUR_MS
      const startsOn = dateIn(clock.now, timeZone)
      const madeAt = startOfDate(startsOn, timeZone)
      await ann.call(taskRoutes.create, { body: { kind: 'sow', repeat: 'once', startsOn } })
      const { events } = readCalendar((await read(token)).body)
      expect(events.map(({ stamp }) => Date.parse(stamp))).toEqual([madeAt])
      expect(madeAt).toBeLessThanOrEqual(clock.now)
    },
  )

  test('a calendar program reads the 500 nearest events of a household with more work', async () => {
    const { ann, clock, make, read } = await setUp()
    const startsOn = new Date(clock.now).toISOString().slice(0, 10)
    for (let count = 0; count < 10; count++) {
      const plan = { kind: 'custom', label: `Look ${count}`, repeat: 'after', every: 1, startsOn } as const
      await ann.call(taskRoutes.create, { body: plan })
    }
    const { events } = readCalendar((await read(tokenIn(await make(ann)))).body)
    expect(events).toHaveLength(500)
    expect(events.at(-1)?.start).toBe(new Date(clock.now + 50 * DAY_MS).toISOString().slice(0, 10))
  })
})

async function addMember({ app, clock }: Pick<World, 'app' | 'clock'>, householdId: string, userId: string) {
  const member = { householdId, userId, role: 'viewer', tells: false, joinedAt: clock.now } as const
  await app.context.db.transaction().execute((tx) => insertMember(tx, member))
}
