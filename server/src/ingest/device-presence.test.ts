import { expect, test } from 'vitest'
import { DevicePresence } from './device-presence.ts'

/** Stores that answer when they are told to. */
function openPresence() {
  const stored: string[] = []
  const answers: Array<PromiseWithResolvers<void>> = []
  const store = (what: string) => async (keys: readonly number[]) => {
    stored.push(`${what} ${keys.length > 3 ? keys.length : keys.join(' ')}`)
    const answer = Promise.withResolvers<void>()
    answers.push(answer)
    await answer.promise
  }
  const presence = new DevicePresence({ connected: store('connected'), left: store('left') })
  const answerNext = async (answer: (one: PromiseWithResolvers<void>) => void = ({ resolve }) => resolve()) => {
    await expect.poll(() => answers.length).toBeGreaterThan(0)
    answer(answers.shift()!)
  }
  return { presence, stored, answerNext }
}

test('devices that come while others are stored are stored together, each as it was at last', async () => {
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

test('those whose store failed are told so, and later ones are stored', async () => {
  const { presence, stored, answerNext } = openPresence()
  const both = Promise.allSettled([presence.note(1, 'connected'), presence.note(2, 'connected')])
  await answerNext(({ reject }) => reject(new Error('away')))
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const later = presence.note(3, 'left')
  await answerNext()
  await later
  expect(stored).toEqual(['connected 1 2', 'left 3'])
})
