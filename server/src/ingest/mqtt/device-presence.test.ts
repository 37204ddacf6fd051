import { expect, onTestFinished, test } from 'vitest'
import { DevicePresence } from './device-presence.ts'

/** Stores that answer on command. */
function openPresence(now = () => 0) {
  const times: number[] = []
  const stored: string[] = []
  const answers: Array<PromiseWithResolvers<void>> = []
  const store = (what: string) => async (keys: readonly number[], at: number) => {
    times.push(at)
    stored.push(`${what} ${keys.length > 3 ? keys.length : keys.join(' ')}`)
    const answer = Promise.withResolvers<void>()
    answers.push(answer)
    await answer.promise
  }
  const presence = new DevicePresence({ connected: store('connected'), left: store('left') }, now, 1)
  onTestFinished(() => presence.close())
  const answerNext = async (answer: (one: PromiseWithResolvers<void>) => void = ({ resolve }) => resolve()) => {
    await expect.poll(() => answers.length).toBeGreaterThan(0)
    answer(answers.shift()!)
  }
  return { presence, stored, times, answerNext, away: () => answerNext(({ reject }) => reject(new Error('away'))) }
}

test('stores changes during a write together, each device in its last state', async () => {
  const { presence, stored, answerNext } = openPresence()
  const first = presence.note(1, 'connected')
  await expect.poll(() => stored).toEqual(['connected 1'])
  const rest = [presence.note(2, 'connected'), presence.note(3, 'left'), presence.note(2, 'left')]
  rest.push(presence.note(1, 'left'), presence.note(4, 'connected'))
  await answerNext()
  await first
  await answerNext()
  await answerNext()
  await Promise.all(rest)
  expect(stored).toEqual(['connected 1', 'connected 4', 'left 2 3 1'])
})

test('thousands of devices are stored in portions', async () => {
  const { presence, stored, answerNext } = openPresence()
  const all = Array.from({ length: 1200 }, (_, key) => presence.note(key, 'connected'))
  for (let portion = 0; portion < 3; portion++) await answerNext()
  await Promise.all(all)
  expect(stored).toEqual(['connected 500', 'connected 500', 'connected 200'])
})

test('rejects a failed write, and retries it with later changes', async () => {
  const { presence, stored, answerNext, away } = openPresence()
  const both = Promise.allSettled([presence.note(1, 'connected'), presence.note(2, 'connected')])
  await away()
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const later = presence.note(3, 'connected')
  await answerNext()
  await later
  expect(stored).toEqual(['connected 1 2', 'connected 1 2 3'])
})

test('stores a departure during an outage of the store with its time, without further changes', async () => {
  const clock = { now: 5 }
  const { presence, stored, times, answerNext, away } = openPresence(() => clock.now)
  presence.note(1, 'left').catch(() => {})
  await away()
  clock.now = 60_000
  await away()
  await answerNext()
  expect(stored).toEqual(['left 1', 'left 1', 'left 1'])
  expect(times).toEqual([5, 5, 5])
})

test('replaces a failed change of a device with a newer one', async () => {
  const { presence, stored, answerNext, away } = openPresence()
  const left = Promise.allSettled([presence.note(1, 'left'), presence.note(2, 'left')])
  await expect.poll(() => stored).toEqual(['left 1 2'])
  const back = presence.note(1, 'connected')
  await away()
  await left
  await answerNext()
  await answerNext()
  await back
  expect(stored).toEqual(['left 1 2', 'connected 1', 'left 2'])
})

test('stores departures when arrivals fail', async () => {
  const { presence, stored, answerNext, away } = openPresence()
  const both = Promise.allSettled([presence.note(1, 'connected'), presence.note(2, 'left')])
  await away()
  await answerNext()
  await both
  await answerNext()
  expect(stored).toEqual(['connected 1', 'left 2', 'connected 1'])
})

test('stops at the first failing portion', async () => {
  const { presence, stored, answerNext, away } = openPresence()
  const all = Promise.allSettled(Array.from({ length: 1200 }, (_, key) => presence.note(key, 'left')))
  await answerNext()
  await away()
  await all
  await answerNext()
  await answerNext()
  await expect.poll(() => stored).toEqual(['left 500', 'left 500', 'left 500', 'left 200'])
})
