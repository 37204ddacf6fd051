import { expect, test } from 'vitest'
import { Breaker, BreakerOpen } from './breaker.ts'

const SECOND = 1000
const broken = () => Promise.reject(new Error('away'))

function aBreaker() {
  const clock = { now: 1_000_000 }
  const changes: boolean[] = []
  const breaker = new Breaker(
    () => clock.now,
    (isUnavailable) => changes.push(isUnavailable),
  )
  let asked = 0
  const fail = async () => {
    await expect(breaker.ask(() => ((asked += 1), broken()))).rejects.toBeInstanceOf(Error)
    return asked
  }
  return { breaker, clock, changes, fail }
}

test('doubles the pause after each failure, up to ten minutes', async () => {
  const { clock, changes, fail } = aBreaker()
  expect(await fail()).toBe(1)
  let asked = 1
  for (const seconds of [30, 60, 120, 240, 480, 600, 600]) {
    clock.now += seconds * SECOND - 1
    expect(await fail()).toBe(asked)
    clock.now += 1
    expect(await fail()).toBe(++asked)
  }
  expect(changes).toEqual([true])
})

test('counts concurrent failures once, and ends the pause after one success', async () => {
  const { breaker, clock, changes, fail } = aBreaker()
  await Promise.all([fail(), fail(), fail()])
  clock.now += 30 * SECOND
  expect(await breaker.ask(async () => 'well')).toBe('well')
  expect(await breaker.ask(async () => 'well')).toBe('well')
  expect(changes).toEqual([true, false])
})

test('lets one request try the service, and refuses the others', async () => {
  const { breaker, clock, fail } = aBreaker()
  await fail()
  clock.now += 30 * SECOND
  const { promise, resolve } = Promise.withResolvers<string>()
  const first = breaker.ask(() => promise)
  await expect(breaker.ask(async () => 'second')).rejects.toThrow(BreakerOpen)
  resolve('back')
  expect(await first).toBe('back')
  expect(await breaker.ask(async () => 'third')).toBe('third')
})

test('sends sixty requests a minute to a working service', async () => {
  const { breaker, clock } = aBreaker()
  const ask = () => breaker.ask(async () => 'well')
  for (let time = 0; time < 60; time++) await ask()
  await expect(ask()).rejects.toThrow(BreakerOpen)
  clock.now += 60 * SECOND
  expect(await ask()).toBe('well')
})

test('keeps the pause when the clock is set back', async () => {
  const { breaker, clock, fail } = aBreaker()
  await fail()
  clock.now -= 365 * 86_400 * SECOND
  expect(await breaker.ask(async () => 'well')).toBe('well')
})
