import { topic, type ServerMessage } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { anEpisode } from '../episode/episode.fixture.ts'
import { partFor, readMessage } from './live-message.ts'

test('the changes of episodes reach only subscribers of the alerts of their user', () => {
  const content = { eventType: 'episodes', episodes: [anEpisode()] }
  const message: ServerMessage = readMessage({ eventType: 'Episodes', requestId: undefined, error: undefined, content })
  expect(message).toEqual(content)
  expect(partFor(topic.alertsOf('me'), message)).toBe(message)
  expect(partFor(topic.changesOf('me'), message)).toBeUndefined()
  expect(partFor(topic.seriesOf('device'), message)).toBeUndefined()
})
