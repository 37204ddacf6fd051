import { expect, test } from 'vitest'
import { anEpisode } from '../../shared/episode/episode.fixture.ts'
import { GARDEN } from '../../shared/place/place.fixture.ts'
import { aSeries } from '../../shared/series/series.fixture.ts'
import { DEVICES, garden, PLANTS } from './garden.fixture.ts'
import { statesOf } from './row-states.ts'

const NOW = Date.parse('2026-06-16T12:00:00.000Z')
const [sensor] = DEVICES
const [basil] = PLANTS
const ofSensor = { deviceId: sensor?.deviceId ?? '', plantId: null }
const seenAt = (time: string) => aSeries({ deviceId: ofSensor.deviceId, newest: { time, value: 21 } })

test('a place has the open alerts of all in it and below', () => {
  const episodes = [
    anEpisode({ episodeId: 'a', ...ofSensor }),
    anEpisode({ episodeId: 'b', deviceId: null, plantId: basil?.plantId ?? '' }),
    anEpisode({ episodeId: 'c', ...ofSensor, acknowledgedAt: '2026-06-16T11:00:00.000Z' }),
    anEpisode({ episodeId: 'd', deviceId: null, plantId: basil?.plantId ?? '', kind: 'due' }),
  ]
  const states = statesOf(garden, { episodes, series: [], now: NOW })
  expect(states.get(GARDEN.house.placeId)?.alerts).toBe(2)
  expect(states.get(GARDEN.benchA.placeId)?.alerts).toBe(1)
  expect(states.get(ofSensor.deviceId)?.alerts).toBe(1)
  expect(states.get(GARDEN.room.placeId)).toBeUndefined()
})

test.each([
  ['silent', '2026-06-16T11:00:00.000Z', 1],
  ['not silent', '2026-06-16T11:59:50.000Z', 0],
])('a place around a device is %s since %s', (_state, time, silent) => {
  const states = statesOf(garden, {
    episodes: [],
    series: [seenAt('2026-06-16T10:00:00.000Z'), seenAt(time)],
    now: NOW,
  })
  expect(states.get(GARDEN.house.placeId)?.silent).toBe(silent)
  expect(states.get(ofSensor.deviceId)?.seen).toEqual({ time, intervalSeconds: 30 })
})
