import { topic, type ServerMessage } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { anEpisode } from '../episode/episode.fixture.ts'
import { partFor, readMessage } from './live-message.ts'

const GARDEN = '0190a1b2-0000-4000-8000-000000000001'

test('the changes of episodes reach only subscribers of a household', () => {
  const content = { eventType: 'episodes', episodes: [anEpisode()] }
  const message: ServerMessage = readMessage({ eventType: 'Episodes', requestId: undefined, error: undefined, content })
  expect(message).toEqual(content)
  expect(partFor(topic.householdOf('garden'), message)).toBe(message)
  expect(partFor(topic.changesOf('me'), message)).toBeUndefined()
  expect(partFor(topic.seriesOf('device'), message)).toBeUndefined()
})

test.each<[ServerMessage, boolean]>([
  [{ eventType: 'ServerReportsChange', changed: ['plants'] }, true],
  [{ eventType: 'AdminHasDeletedData' }, false],
])('%j reaches subscribers of a household, and those of personal changes: %s', (message, isPersonal) => {
  expect(partFor(topic.householdOf('garden'), message)).toBe(message)
  expect(partFor(topic.changesOf('me'), message)).toBe(isPersonal ? message : undefined)
})

test('acts of care reach only subscribers of their household', () => {
  const content = { householdId: GARDEN, care: [], removed: [], tasks: [], watered: [] }
  const message: ServerMessage = { eventType: 'care', ...content }
  expect(partFor(topic.householdOf(GARDEN), message)).toBe(message)
  expect(partFor(topic.householdOf('another'), message)).toBeUndefined()
  expect(partFor(topic.changesOf('me'), message)).toBeUndefined()
})
