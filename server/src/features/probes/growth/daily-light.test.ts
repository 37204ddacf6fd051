import {
  householdRoutes,
  placeRoutes,
  readingRoutes,
  ruleRoutes,
  seriesRoutes,
  episodeRoutes,
} from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { databases } from '../../../../test/databases.ts'
import { passMinutes } from '../../../../test/episodes.ts'
import { createWorld } from '../../../../test/world.ts'

const HOUR = 3_600_000

describe.each(databases)('the light of a day on %s', (_name, open) => {
  /** A lamp on a bench in Copenhagen, at noon of 20 November. */
  async function lamp(body: object = {}) {
    const { app, clock, ...world } = await createWorld({}, await open())
    const ann = await world.as('ann')
    const [{ householdId }] = (await ann.call(householdRoutes.list)).body
    await ann.call(householdRoutes.edit, { params: { householdId }, body: { timeZone: 'Europe/Copenhagen' } })
    const { deviceId, deviceToken } = await world.aDevice(ann, 'Bench')
    const { placeId } = (await ann.call(placeRoutes.create, { body: { name: 'Bench', ...body } })).body
    await ann.call(placeRoutes.moveDevice, { params: { deviceId }, body: { placeId } })
    clock.now = Date.parse('2026-11-20T12:00:00+01:00')
    /** Sends readings of every quarter of an hour from one hour of a date on to another. */
    const send = (date: string, [from, to]: [number, number], sent: (hour: number) => object) => {
      clock.now = Math.max(clock.now, Date.parse(`${date}T00:00:00+01:00`) + to * HOUR)
      return world.call(readingRoutes.send, {
        token: deviceToken,
        body: Array.from({ length: (to - from) * 4 }, (_, index) => {
          const hour = from + index / 4
          const time = new Date(Date.parse(`${date}T00:00:00+01:00`) + hour * HOUR).toISOString()
          return { ...sent(hour), time }
        }),
      })
    }
    const at = async (time: string) => {
      clock.now = Date.parse(time)
      await app.dailyValues.runNow()
      await app.rules.settled()
    }
    const seriesOf = async (metric: string) =>
      (await ann.call(seriesRoutes.list, { params: { deviceId } })).body.find(
        (one: { metric: string }) => one.metric === metric,
      )
    const days = async () => {
      const series = await seriesOf('dailyLight')
      if (!series) return []
      const query = { series: series.seriesId, from: '2025-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' }
      const [{ time, mean }] = (await ann.call(seriesRoutes.history, { query })).body.series
      return time.map((one: number, index: number) => [new Date(one).toISOString(), mean[index]])
    }
    return { ...world, app, clock, ann, deviceId, send, at, days, seriesOf }
  }
  const lit =
    (value: number, key = 'ppfd') =>
    (hour: number) => ({ [key]: hour >= 4 && hour < 20 ? value : 0 })

  test('becomes a value at noon from 00:05 of the household on, once', async () => {
    const { send, at, days } = await lamp()
    await send('2026-11-19', [0, 24], lit(200))
    await send('2026-11-20', [0, 12], lit(200))
    await at('2026-11-20T23:59:00+01:00')
    const first = ['2026-11-19T11:00:00.000Z', 11.52]
    expect(await days()).toEqual([first])
    await send('2026-11-20', [12, 24], lit(200))
    await at('2026-11-21T00:04:00+01:00')
    expect(await days()).toEqual([first])
    await at('2026-11-21T00:05:00+01:00')
    await at('2026-11-21T00:06:00+01:00')
    expect(await days()).toEqual([first, ['2026-11-20T11:00:00.000Z', 11.52]])
  })

  test.each([
    ['lux of the sun', {}, 'illuminance', 20_000, 21.31],
    ['lux of lamps', { lightSource: 'hps' }, 'illuminance', 8200, 5.76],
    ['the radiation of the sun', { lightSource: 'hps' }, 'solarradiation', 100, 11.64],
  ])('comes from %s', async (_words, place, key, value, light) => {
    const { send, at, days } = await lamp(place)
    await send('2026-11-20', [0, 24], lit(value, key))
    await at('2026-11-21T00:05:00+01:00')
    expect(await days()).toEqual([['2026-11-20T11:00:00.000Z', light]])
  })

  test('leaves days with less than 18 known hours out, and catches up on days without a server', async () => {
    const { send, at, days } = await lamp()
    await send('2026-11-18', [0, 24], lit(100))
    await send('2026-11-19', [0, 17], lit(100))
    await send('2026-11-20', [0, 24], lit(100))
    await at('2026-11-21T08:00:00+01:00')
    expect(await days()).toEqual([
      ['2026-11-18T11:00:00.000Z', 5.76],
      ['2026-11-20T11:00:00.000Z', 5.76],
    ])
  })

  test('leaves a silent board silent', async () => {
    const world = await lamp()
    const { app, ann, deviceId, send, at, days } = world
    await ann.call(ruleRoutes.create, { body: { kind: 'silent', deviceId, limit: 900 } })
    const isSilent = async () => {
      await app.silence.runNow()
      const open = (await ann.call(episodeRoutes.list, { query: {} })).body
      return open.some(
        (one: { kind: string; closedAt: string | null }) => one.kind === 'silent' && one.closedAt === null,
      )
    }
    await send('2026-11-20', [0, 20], lit(100))
    expect(await isSilent()).toBe(false)
    await passMinutes(world, 20)
    expect(await isSilent()).toBe(true)
    await at('2026-11-21T00:05:00+01:00')
    expect(await days()).toHaveLength(1)
    expect(await isSilent()).toBe(true)
  })

  test('breaks a rule once, and the next day ends its alert', async () => {
    const { ann, send, at, seriesOf } = await lamp()
    await send('2026-11-19', [0, 24], lit(250))
    await at('2026-11-20T00:05:00+01:00')
    const { seriesId } = await seriesOf('dailyLight')
    const body = { kind: 'below', seriesId, limit: 12 }
    expect((await ann.call(ruleRoutes.create, { body })).status).toBe(200)
    const episodes = async () => (await ann.call(episodeRoutes.list, { query: {} })).body
    await send('2026-11-20', [0, 24], lit(200))
    expect(await episodes()).toEqual([])
    await at('2026-11-21T00:05:00+01:00')
    await at('2026-11-21T00:06:00+01:00')
    expect(await episodes()).toMatchObject([{ label: 'Light a day', closedAt: null, openedValue: 11.52 }])
    await send('2026-11-21', [0, 24], lit(300))
    await at('2026-11-22T00:05:00+01:00')
    expect(await episodes()).toMatchObject([{ closedWhy: 'back' }])
  })
})
