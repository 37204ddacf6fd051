import { alertRoutes, channelRoutes, weatherRoutes } from '@greenhouse/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startOpenMeteo } from '../../testing/open-meteo.ts'
import { addCondition } from './alerting.ts'
import { databases } from './databases.ts'
import { startReceiver } from './receiver.ts'
import { createWorld, type Person } from './world.ts'

const SECRET = 'Kq3v9XbT0uYw7LsEo5hPzR2nGj8MdCf6'

describe.each(databases)('two processes on %s', (_name, openDatabase) => {
  /** Two processes that share a database, and a person whom both serve. */
  async function twoProcesses() {
    const weather = await startOpenMeteo(() => Date.parse('2026-11-20T09:41:00Z'))
    onTestFinished(() => weather.close())
    const database = { ...(await openDatabase()), close: async () => {} }
    const config = { secret: SECRET, weatherUrl: weather.url, geocodingUrl: weather.url }
    const outside = { allowedTargets: ['127.0.0.1'] }
    const open = () => createWorld(config, database, undefined, outside)
    const [one, other] = [await open(), await open()]
    const ann = await one.as('ann')
    const annOnOther: Pick<Person, 'call'> = {
      call: (route, parts) => other.call(route, { ...parts, token: ann.token }),
    }
    const device = await one.aDevice(ann)
    return { clocks: [one.clock, other.clock], people: [ann, annOnOther], ann, device, bob: await other.as('bob') }
  }

  /** Returns how many of `count` calls were let through, which one and the other process get by turns. */
  async function countLetThrough(
    people: ReadonlyArray<Pick<Person, 'call'>>,
    count: number,
    call: (person: Pick<Person, 'call'>) => Promise<{ status: number }>,
  ): Promise<number> {
    let through = 0
    for (let index = 0; index < count; index++) {
      const { status } = await call(people[index % people.length] as Person)
      if (status !== 429) through++
    }
    return through
  }

  test('two processes share the limits of ten chosen places an hour and thirty searches a minute', async () => {
    const { clocks, people, bob } = await twoProcesses()
    const choose = (person: Pick<Person, 'call'>) =>
      person.call(weatherRoutes.setPlace, { body: { name: 'x', latitude: 1, longitude: 1 } })
    expect(await countLetThrough(people, 14, choose)).toBe(10)
    const search = (person: Pick<Person, 'call'>) => person.call(weatherRoutes.search, { query: { name: 'Aarhus' } })
    expect(await countLetThrough(people, 34, search)).toBe(30)
    expect([(await choose(bob)).status, (await search(bob)).status]).toEqual([204, 200])
    for (const clock of clocks) clock.now += 60_000
    expect([(await choose(people[1] as Person)).status, (await search(people[1] as Person)).status]).toEqual([429, 200])
    for (const clock of clocks) clock.now += 59 * 60_000
    expect((await choose(people[1] as Person)).status).toBe(204)
  })

  test('two processes share the limit of two hundred manual alerts a minute', async () => {
    const { clocks, people, ann, device } = await twoProcesses()
    const { body: condition } = await addCondition(ann, device.deviceId, '>=28')
    const alert = { alertName: 'Door', alertDesc: 'It stands open', isPlantCondition: false }
    const body = { ...alert, alertConditionId: condition.conditionAlertUserDeviceId }
    const make = (person: Pick<Person, 'call'>) => person.call(alertRoutes.create, { body })
    expect(await countLetThrough(people, 204, make)).toBe(200)
    for (const clock of clocks) clock.now += 60_000
    expect((await make(people[1] as Person)).status).toBe(200)
  })

  test('two processes share the limit of six test messages a minute', async () => {
    const receiver = await startReceiver(() => ({ status: 200, body: '{}' }))
    const { clocks, people } = await twoProcesses()
    const body = {
      name: 'Phone',
      target: { kind: 'ntfy', server: receiver.origin, topic: 'tomatoes', token: 'tk_hidden' },
    }
    const created = await (people[0] as Person).call(channelRoutes.create, { body })
    expect(created.status).toBe(200)
    const params = { channelId: created.body.channelId }
    const send = (person: Pick<Person, 'call'>) => person.call(channelRoutes.test, { params })
    expect(await countLetThrough(people, 9, send)).toBe(6)
    for (const clock of clocks) clock.now += 60_000
    expect((await send(people[1] as Person)).status).toBe(200)
  })
})
