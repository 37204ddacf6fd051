import {
  conditionRoutes,
  deviceRoutes,
  readingRoutes,
  ruleRoutes,
  signInRoutes,
  type Episode,
} from '@greenhouse/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../../../../testing/growers.ts'
import { openTestSqlite } from '../../../../test/databases.ts'
import { episodesOf } from '../../../../test/episodes.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { cases } from '../../../../../testing/test-run.ts'

const SECOND = 1000

/** Readings in one request: how long before or after the newest one so far each was measured, and what. */
interface Sent {
  readonly what: 'send'
  readonly readings: ReadonlyArray<{ readonly after: number; readonly value: number }>
}

type Step =
  | Sent
  | { readonly what: 'again' }
  | { readonly what: 'restart' }
  | { readonly what: 'limit'; readonly limit: number }
  | { readonly what: 'name' }
  | { readonly what: 'switch' }

const reading = fc.record({ after: fc.integer({ min: -20, max: 30 }), value: fc.integer({ min: 26, max: 32 }) })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ what: fc.constant('send' as const), readings: fc.array(reading, { maxLength: 12 }) }),
  },
  { weight: 2, arbitrary: fc.constant<Step>({ what: 'again' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ what: 'restart' }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('limit' as const), limit: fc.integer({ min: 27, max: 31 }) }) },
  { weight: 1, arbitrary: fc.constant<Step>({ what: 'name' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ what: 'switch' }) },
)

test('opens the same episodes as a naive evaluation of every value, with late and repeated readings, restarts and changes', async () => {
  const database = await openTestSqlite()
  const again = { ...database, close: () => Promise.resolve() }
  let world = await createWorld({}, again)
  let ann = await world.as('ann')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const garden = await Garden.plant(world, ann)
      for (const one of steps) {
        if (one.what === 'restart') {
          const { now } = world.clock
          await world.app.close()
          world = await createWorld({}, again)
          world.clock.now = now
          // Each server of these tests signs with a secret of its own.
          const login = { email: 'ann@example.org', password: PASSWORD }
          const { jwt: token } = (await world.call(signInRoutes.login, { body: login })).body
          ann = { ...ann, token, call: (route, parts) => world.call(route, { ...parts, token }) }
          garden.move(world, ann)
        } else await garden.take(one)
      }
      const episodes = await garden.episodes()
      await garden.remove()
      expect(inOrder(episodes.map(facts))).toEqual(inOrder(garden.naive.listed()))
    }),
    { numRuns: cases(40) },
  )
})

/** The id decides the order of those that opened with the same reading, as after a change of the rule. */
function inOrder(episodes: readonly object[]): string[] {
  return episodes
    .map((episode) => JSON.stringify(episode, Object.keys(episode).toSorted()))
    .toSorted((one, other) => one.localeCompare(other))
}

/** The compared facts of an episode. */
function facts({ openedAt, openedValue, closedAt, closedValue, closedWhy, worstValue, limit }: Episode) {
  return { openedAt, openedValue, closedAt, closedValue, closedWhy, worstValue, limit }
}

/** A device with a rule on its temperature, and the naive model of that. */
class Garden {
  readonly naive = new Naive()
  #world: World
  #ann: Person
  readonly #device: { readonly deviceId: string; readonly deviceToken: string }
  readonly #ruleId: string
  #last: ReadonlyArray<{ temperature: number; timestamp: string }> = []
  #isOn = true

  private constructor(
    world: World,
    ann: Person,
    { device, ruleId }: { device: { deviceId: string; deviceToken: string }; ruleId: string },
  ) {
    this.#world = world
    this.#ann = ann
    this.#device = device
    this.#ruleId = ruleId
  }

  static async plant(world: World, ann: Person): Promise<Garden> {
    const device = await world.aDevice(ann)
    const condition = { userDeviceId: device.deviceId, sensorType: 'Temperature', condition: '>=28' }
    const { body } = await ann.call(conditionRoutes.createForDevice, { body: condition })
    return new Garden(world, ann, { device, ruleId: body.conditionAlertUserDeviceId })
  }

  /** The server that runs from now on. */
  move(world: World, ann: Person): void {
    this.#world = world
    this.#ann = ann
  }

  async take(step: Exclude<Step, { what: 'restart' }>): Promise<void> {
    if (step.what === 'send') {
      const newest = Math.max(this.naive.newest?.at ?? 0, this.#world.clock.now)
      // A time is stored once: the first value counts.
      const byTime = new Map(step.readings.map(({ after, value }) => [newest + after * SECOND, value]))
      this.#world.clock.now = Math.max(newest, ...byTime.keys())
      const sorted = [...byTime].toSorted(([one], [other]) => one - other)
      this.#last = sorted.map(([at, value]) => ({ temperature: value, timestamp: new Date(at).toISOString() }))
      for (const [at, value] of sorted) this.naive.store(at, value)
      for (const [at, value] of sorted) this.naive.evaluate(at, value)
    }
    if (step.what === 'send' || step.what === 'again') return this.#send()
    if (step.what === 'name') return this.#edit({ name: `Rule ${this.#world.clock.now}` })
    if (step.what === 'limit') {
      this.naive.change({ limit: step.limit, isOn: this.#isOn, now: this.#world.clock.now })
      return this.#edit({ limit: step.limit })
    }
    this.#isOn = !this.#isOn
    this.naive.change({ limit: this.naive.limit, isOn: this.#isOn, now: this.#world.clock.now })
    return this.#edit({ isOn: this.#isOn })
  }

  async episodes(): Promise<Episode[]> {
    return episodesOf(this.#ann, { deviceId: this.#device.deviceId, limit: 200 })
  }

  /** A user may have only this many devices. */
  async remove(): Promise<void> {
    await this.#ann.call(deviceRoutes.remove, { query: { userDeviceId: this.#device.deviceId } })
  }

  async #send(): Promise<void> {
    if (this.#last.length === 0) return
    const { deviceToken: token } = this.#device
    const { status } = await this.#world.call(readingRoutes.send, { body: this.#last, token })
    if (status !== 200) throw new Error(`The readings were refused: ${status}`)
  }

  async #edit(change: object): Promise<void> {
    const { status } = await this.#ann.call(ruleRoutes.edit, { params: { ruleId: this.#ruleId }, body: change })
    if (status !== 200) throw new Error(`The change was refused: ${status}`)
  }
}

interface NaiveEpisode {
  readonly openedAt: string
  readonly openedValue: number
  closedAt: string | null
  closedValue: number | null
  closedWhy: string | null
  worstValue: number
  readonly limit: number
}

/** Does with one value after the other what a rule says. */
class Naive {
  readonly #episodes: NaiveEpisode[] = []
  limit = 28
  newest: { at: number; value: number } | undefined
  readonly #stored = new Map<number, number>()
  #seen: { at: number } | undefined
  #isOn = true

  store(at: number, value: number): void {
    if (this.#stored.has(at)) return
    this.#stored.set(at, value)
    if (at > (this.newest?.at ?? -Infinity)) this.newest = { at, value }
  }

  /** The episodes, newest first. */
  listed(): NaiveEpisode[] {
    const open = this.#open
    if (open) open.worstValue = this.#worstOf(open, Infinity)
    return this.#episodes.toReversed()
  }

  evaluate(at: number, value: number): void {
    if (at <= (this.#seen?.at ?? -Infinity)) return
    this.#seen = { at }
    if (!this.#isOn) return
    const open = this.#open
    if (open && value < this.limit) this.#close(open, { at, value, why: 'back' })
    if (!open && value >= this.limit) this.#begin(at, value)
  }

  change({ limit, isOn, now }: { limit: number; isOn: boolean; now: number }): void {
    if (limit === this.limit && isOn === this.#isOn) return
    const open = this.#open
    if (open) this.#close(open, { at: now, value: null, why: isOn ? 'rule-changed' : 'rule-off' })
    this.limit = limit
    this.#isOn = isOn
    if (isOn && this.newest && this.newest.value >= limit) this.#begin(this.newest.at, this.newest.value)
  }

  get #open(): NaiveEpisode | undefined {
    return this.#episodes.find(({ closedAt }) => closedAt === null)
  }

  #begin(at: number, value: number): void {
    const openedAt = new Date(at).toISOString()
    const end = { closedAt: null, closedValue: null, closedWhy: null }
    this.#episodes.push({ openedAt, openedValue: value, ...end, worstValue: value, limit: this.limit })
  }

  #close(open: NaiveEpisode, { at, value, why }: { at: number; value: number | null; why: string }): void {
    open.worstValue = this.#worstOf(open, value === null ? Infinity : at)
    open.closedAt = new Date(at).toISOString()
    open.closedValue = value
    open.closedWhy = why
  }
  #worstOf(episode: NaiveEpisode, before: number): number {
    const from = Date.parse(episode.openedAt)
    return Math.max(...[...this.#stored].filter(([at]) => at >= from && at < before).map(([, value]) => value))
  }
}
