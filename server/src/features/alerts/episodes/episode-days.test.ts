import { DAY_MS, episodeRoutes, HOUR_MS, ruleRoutes, type Rule } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { addCondition, alertingWorld } from '../../../../test/alerting.ts'
import { databases } from '../../../../test/databases.ts'
import { insertEpisodes } from './episode-store.ts'
import { NO_PLANT, NO_RULE, OPEN, type StoredEpisode } from './episode.ts'

const at = (instant: string) => Date.parse(instant)

describe.each(databases)('open times on %s', (_name, open) => {
  async function garden() {
    const world = await alertingWorld(open)
    const { ann, app, clock, device } = world
    clock.now = at('2026-06-16T12:00:00Z')
    await addCondition(ann, device.deviceId, '>=28')
    const rules = (await ann.call(ruleRoutes.list)).body as Rule[]
    const ruleId = rules.find(({ kind }) => kind === 'above')?.ruleId ?? ''
    const stored = (openedAt: number, closedAt: number | null, more: Partial<StoredEpisode> = {}): StoredEpisode => ({
      ...OPEN,
      ...NO_PLANT,
      ...NO_RULE,
      ruleId,
      kind: 'above',
      severity: 'warning',
      deviceName: 'Tomato house',
      episodeId: app.context.newId(),
      householdId: ann.householdId,
      openedAt,
      knownAt: openedAt,
      closedAt,
      ...more,
    })
    const add = (...episodes: readonly StoredEpisode[]) =>
      app.context.db.transaction().execute((tx) => insertEpisodes(tx, episodes))
    const days = async (query: object, person = ann) => (await person.call(episodeRoutes.days, { query })).body
    return { ...world, ruleId, stored, add, days }
  }

  test('a day counts overlapping episodes once, those across midnight on both days, and open ones until now', async () => {
    const { add, stored, days } = await garden()
    const span = (from: string, to: string | null, more?: Partial<StoredEpisode>) =>
      stored(at(`2026-06-${from}:00Z`), to === null ? null : at(`2026-06-${to}:00Z`), more)
    await add(
      span('14T10:00', '14T12:00'),
      span('14T11:00', '14T13:00'),
      span('14T11:30', '14T11:40'),
      span('14T23:00', '15T01:00'),
      span('16T10:00', null),
      span('13T00:00', '15T00:00', { kind: 'due', severity: 'info' }),
    )
    expect(await days({ from: '2026-06-13', to: '2026-06-17' })).toEqual([
      { date: '2026-06-13', openSeconds: 0, count: 0 },
      { date: '2026-06-14', openSeconds: 4 * 3600, count: 4 },
      { date: '2026-06-15', openSeconds: 3600, count: 1 },
      { date: '2026-06-16', openSeconds: 2 * 3600, count: 1 },
      { date: '2026-06-17', openSeconds: 0, count: 0 },
    ])
    // Midnight in Copenhagen is 22.00 UTC in summer.
    expect(await days({ from: '2026-06-15', to: '2026-06-15', timeZone: 'Europe/Copenhagen' })).toEqual([
      { date: '2026-06-15', openSeconds: 2 * 3600, count: 1 },
    ])
  })

  test('a day includes an episode that opened long before the range, and lasts 23 hours in spring', async () => {
    const { add, stored, days } = await garden()
    await add(stored(at('2024-01-01T00:00:00Z'), at('2026-04-01T00:00:00Z')))
    expect(await days({ from: '2026-03-29', to: '2026-03-29', timeZone: 'Europe/Copenhagen' })).toEqual([
      { date: '2026-03-29', openSeconds: 23 * 3600, count: 1 },
    ])
  })

  test('shows no days of another household', async () => {
    const { add, stored, days, as } = await garden()
    await add(stored(at('2026-06-14T10:00:00Z'), null))
    const bob = await as('bob')
    expect(await days({ from: '2026-06-14', to: '2026-06-14' }, bob)).toEqual([
      { date: '2026-06-14', openSeconds: 0, count: 0 },
    ])
  })

  test.each([
    [{ from: '2026-06-14', to: '2026-06-13' }],
    [{ from: '2025-06-14', to: '2026-06-15' }],
    [{ from: '0001-01-01', to: '9999-12-31' }],
    [{ from: '2026-06-14', to: '2026-06-14', timeZone: 'Mars/Olympus' }],
    [{ from: 'yesterday', to: '2026-06-14' }],
    [{ from: '2026-06-14' }],
  ])('refuses the days %j', async (query) => {
    const { ann } = await garden()
    expect((await ann.call(episodeRoutes.days, { query })).status).toBe(400)
  })

  test('days, years and rules count all of 10,000 episodes', async () => {
    const { add, stored, days, ann, clock, ruleId } = await garden()
    const start = clock.now - 400 * DAY_MS
    const every = (400 * DAY_MS) / 10_000
    const all = Array.from({ length: 10_000 }, (_, index) =>
      stored(start + index * every, start + index * every + every / 2),
    )
    await add(...all)
    const found = await days({ from: '2025-06-17', to: '2026-06-16' })
    const inRange = all.filter(({ closedAt }) => (closedAt ?? 0) > at('2025-06-17T00:00:00Z'))
    const midnights = all.filter(
      ({ openedAt, closedAt }) => Math.floor(openedAt / DAY_MS) !== Math.floor(((closedAt ?? 0) - 1) / DAY_MS),
    ).length
    const sum = found.reduce((total: number, { count }: { count: number }) => total + count, 0)
    expect(sum).toBeGreaterThanOrEqual(inRange.length)
    expect(sum).toBeLessThanOrEqual(inRange.length + midnights)
    const seconds = found.reduce((total: number, day: { openSeconds: number }) => total + day.openSeconds, 0)
    expect(seconds / (inRange.length * (every / 2000))).toBeCloseTo(1, 2)
    const { body: years } = await ann.call(episodeRoutes.years)
    expect(years.reduce((total: number, { count }: { count: number }) => total + count, 0)).toBe(10_000)
    const { body: rules } = await ann.call(ruleRoutes.list, { query: { fired: '30' } })
    expect(rules.find((rule: Rule) => rule.ruleId === ruleId)).toMatchObject({
      firedCount: all.filter(({ closedAt }) => (closedAt ?? 0) > clock.now - 30 * DAY_MS).length,
      firedSeconds: 15 * 86_400,
    })
  })

  test('a rule says how often it fired in 30 days and how long any of its alerts was open', async () => {
    const { add, stored, ann, clock, ruleId } = await garden()
    const hours = (from: number, to: number | null) =>
      stored(clock.now - from * HOUR_MS, to === null ? null : clock.now - to * HOUR_MS)
    await add(hours(24 * 31, 24 * 30 - 1), hours(10, 6), hours(9, 5), hours(2, null), hours(24 * 40, 24 * 39))
    const list = async (query: object) => (await ann.call(ruleRoutes.list, { query })).body as Rule[]
    const fired = await list({ fired: '30' })
    expect(fired.find((rule) => rule.ruleId === ruleId)).toMatchObject({ firedCount: 4, firedSeconds: 8 * 3600 })
    expect(fired.find(({ kind }) => kind === 'silent')).toMatchObject({ firedCount: 0, firedSeconds: 0 })
    expect(Object.keys((await list({}))[0] ?? {})).not.toContain('firedCount')
    for (const wrong of ['31', '0', 'all'])
      expect((await ann.call(ruleRoutes.list, { query: { fired: wrong } })).status).toBe(400)
  })
})
