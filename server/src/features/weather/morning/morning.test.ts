import { randomUUID } from 'node:crypto'
import {
  channelRoutes,
  householdRoutes,
  morningRoutes,
  readingRoutes,
  ruleRoutes,
  seriesRoutes,
  settingRoutes,
  signInRoutes,
  taskRoutes,
  weatherRoutes,
  type MorningFact,
} from '@greenhouse/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { PASSWORD } from '../../../../../testing/growers.ts'
import { startOpenMeteo } from '../../../../../testing/open-meteo.ts'
import { databases } from '../../../../test/databases.ts'
import { createWorld, type Person } from '../../../../test/world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** 07:30 in Copenhagen. */
const MORNING = Date.parse('2026-11-20T06:30:00Z')

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const words = (facts: readonly MorningFact[]) =>
  facts.map(({ title, text }) => [plain(title), plain(text)].filter(Boolean).join(' | '))

describe.each(databases)('the note of a morning on %s', (_name, open) => {
  async function garden() {
    let now = () => MORNING
    const service = await startOpenMeteo(() => now())
    onTestFinished(() => service.close())
    const world = await createWorld({ weatherUrl: service.url, geocodingUrl: service.url }, await open())
    const { app, clock } = world
    clock.now = MORNING
    now = () => clock.now
    // Days go by, and sessions end with them.
    const call: Person['call'] = async (route, parts) => {
      const { body } = await world.call(signInRoutes.login, { body: { email: 'ann@example.org', password: PASSWORD } })
      return world.call(route, { ...parts, token: body.jwt })
    }
    const ann = { ...(await world.as('ann')), call }
    const { householdId } = ann
    await ann.call(householdRoutes.edit, { params: { householdId }, body: { timeZone: 'Europe/Copenhagen' } })
    await ann.call(weatherRoutes.setPlace, { body: { name: 'Odense', latitude: 55.4, longitude: 10.39 } })
    const facts = async (person: Pick<Person, 'call'> = ann) =>
      (await person.call(morningRoutes.get, { query: {} })).body.facts

    /** Adds a board, and returns its id, and what sends its temperatures by hours before now. */
    async function thermometer(name: string) {
      const { deviceId, deviceToken } = await world.aDevice(ann, name)
      const send = (values: ReadonlyArray<readonly [hoursAgo: number, temperature: number]>) =>
        world.call(readingRoutes.send, {
          token: deviceToken,
          body: values.map(([hoursAgo, temperature]) => ({
            temperature,
            time: new Date(clock.now - hoursAgo * HOUR).toISOString(),
          })),
        })
      return { deviceId, send }
    }
    const messages = () =>
      app.context.db.selectFrom('notification').select(['title', 'text']).where('what', '=', 'reminder').execute()
    return { ...world, ann, service, facts, thermometer, messages }
  }

  test('names the coldest place with the hour, the rain of the night, and the tasks with the heat of the day', async () => {
    const { ann, facts, thermometer, clock } = await garden()
    const frame = await thermometer('Cold frame')
    const house = await thermometer('North end')
    // Before 18:00 nothing is of the night.
    await frame.send([
      [14, -5],
      [8, 9],
      [3, 6.5],
      [1, 8],
    ])
    await house.send([
      [8, 12],
      [3, 11],
    ])
    const startsOn = new Date(clock.now - 2 * DAY).toISOString().slice(0, 10)
    const plan = { kind: 'custom', label: 'Air the house', repeat: 'after', every: 1, startsOn, reminds: true } as const
    await ann.call(taskRoutes.create, { body: plan })
    const [coldest, rain, tasks] = await facts()
    expect(words([coldest, rain])).toEqual([
      'Coldest: Cold frame, 6,5 °C at 04.30 | outdoors 4,0 °C, 2,5 °C colder',
      'Overnight: rain for an hour',
    ])
    expect(words([tasks])[0]).toMatch(/^Today: 1 to do \| Air the house.*; hottest [\d,]+ °C about \d\d\.\d\d$/)
    expect(coldest.curve).toMatchObject({
      deviceId: frame.deviceId,
      from: '2026-11-19T17:00:00.000Z',
      to: '2026-11-20T06:00:00.000Z',
    })
  })

  test('names the longest alert of the night with its repeats', async () => {
    const { ann, facts, thermometer, clock } = await garden()
    const house = await thermometer('North end')
    clock.now = MORNING - 12 * HOUR
    await house.send([[0, 20]])
    const [series] = (await ann.call(seriesRoutes.list, { params: { deviceId: house.deviceId } })).body
    await ann.call(ruleRoutes.create, { body: { kind: 'above', seriesId: series.seriesId, limit: 28 } })
    for (const [hoursAgo, value] of [
      [10, 30],
      [9, 20],
      [5, 31],
      [3, 20],
    ] as const) {
      clock.now = MORNING - hoursAgo * HOUR
      await house.send([[0, value]])
    }
    clock.now = MORNING
    const [, alert] = await facts()
    expect(words([alert])).toEqual([
      'Overnight: high temperature in North end | 2 times above 28 °C, 3 hours in all, over since 04.30',
    ])
    expect(alert).toMatchObject({ kind: 'episode', curve: { seriesId: series.seriesId } })
    expect(alert.episodeId).not.toBeNull()
  })

  test('names no fact twice in three days, if there is another', async () => {
    const { facts, thermometer, clock } = await garden()
    const frame = await thermometer('Cold frame')
    const kinds: string[] = []
    for (let day = 0; day < 4; day++) {
      await frame.send([[3, 6.5]])
      const [first] = await facts()
      // Asking again changes nothing.
      expect((await facts())[0].kind).toBe(first.kind)
      kinds.push(first.kind)
      clock.now += DAY
    }
    expect(kinds).toEqual(['coldest', 'tonight', 'coldest', 'tonight'])
  })

  test('sends the note in place of the list, once a day at the hour of the member, also without tasks', async () => {
    const { app, ann, thermometer, messages, clock } = await garden()
    const target = { kind: 'ntfy', server: 'https://ntfy.invalid', topic: 'tomatoes', token: '' }
    await ann.call(channelRoutes.create, { body: { name: 'Phone', target } })
    const frame = await thermometer('Cold frame')
    const { householdId, userId } = ann
    const set = (body: { morningNote?: boolean; remindAt?: string | null }) =>
      ann.call(householdRoutes.editMember, { params: { householdId, userId }, body })
    const nextDay = async () => {
      clock.now += DAY
      await frame.send([[3, 6.5]])
      await app.reminders.runNow()
    }
    await set({ remindAt: '07:00' })
    await nextDay()
    expect(await messages()).toEqual([])
    expect((await set({ morningNote: true })).body.morningNote).toBe(true)
    await nextDay()
    await app.reminders.runNow()
    const sent = await messages()
    expect(sent.map(({ title }) => title)).toEqual(['ann’s garden'])
    const lines = plain(sent[0]?.text ?? '').split('\n')
    expect(lines[0]).toBe('Coldest: Cold frame, 6,5 °C at 04.30; outdoors 4,0 °C, 2,5 °C colder.')
    expect(lines[2]).toMatch(/^Nothing to do today; hottest /)
    await set({ remindAt: null })
    await nextDay()
    expect(await messages()).toHaveLength(1)
  })

  test('composes the note in the units of the reader, and of the own household only', async () => {
    const { as, ann, facts, thermometer } = await garden()
    const frame = await thermometer('Cold frame')
    await frame.send([[3, 6.5]])
    const bob = await as('bob')
    expect(words(await facts(bob)).join()).not.toContain('Cold frame')
    const stranger = await bob.call(morningRoutes.get, { query: { household: ann.householdId } })
    expect(stranger.status).toBe(404)
    await ann.call(settingRoutes.set, { params: { settingName: 'celsius' }, body: { value: false } })
    expect(words(await facts())[0]).toContain('43,7 °F at 04.30')
  })

  test('leaves the weather out while it can’t be reached, and names a quiet night', async () => {
    const { facts, thermometer, service } = await garden()
    service.close()
    const frame = await thermometer(`Frame ${randomUUID().slice(0, 4)}`)
    const house = await thermometer('North end')
    await frame.send([
      [8, 9],
      [3, 6.5],
    ])
    await house.send([
      [8, 12],
      [3, 11],
    ])
    const [coldest, calm, tasks] = await facts()
    expect(coldest.text).toBe('')
    expect(words([calm])).toEqual(['A quiet night: 6,5 to 12,0 °C everywhere'])
    expect(words([tasks])).toEqual(['Nothing to do today'])
  })
})
