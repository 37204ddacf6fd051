import { metricById, type Care, type Episode, type Rule } from '@greenhouse/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import { episodesBetween } from '../../../shared/episode/episode-queries.ts'
import { ruleList } from '../../../shared/rule/rule-queries.ts'
import type { HistorySeries } from '../../../shared/history/history-series.ts'
import { aCare, aPlant } from '../../../shared/task/task.fixture.ts'
import { plantList } from '../../../shared/plant/plant-queries.ts'
import { deviceNearby, notesQuery, wateringsQuery } from './chart-care.ts'
import { anEpisode } from '../../../shared/episode/episode.fixture.ts'
import { aRule } from '../../../shared/rule/rule.fixture.ts'
import { useHistoryNotes, type HistoryNotes } from './use-history-notes.ts'

const range = { from: '2026-06-10T00:00:00.000Z', to: '2026-06-11T00:00:00.000Z' }
const seriesOf = (deviceId: string, metric: string, channel = ''): HistorySeries => ({
  id: `${deviceId}.${metric}${channel}`,
  deviceId,
  deviceName: deviceId,
  metric: metricById(metric),
  channel,
  label: metric,
  isVisible: true,
})
const soil = seriesOf('a', 'soilMoisture', '2')
const temperature = seriesOf('b', 'temperature')
const ruleOf = ({ id, deviceId }: HistorySeries, more: Partial<Rule>): Rule =>
  aRule({ ruleId: `${id} rule`, seriesId: id, deviceId, kind: 'below', limit: 25, ...more })
const hour = (after: number) => new Date(Date.parse(range.from) + after * 3_600_000).toISOString()
const NOW = Date.parse(hour(12))
const episodeOf = ({ id, deviceId, metric }: HistorySeries, from: number, more: Partial<Episode> = {}): Episode =>
  anEpisode({
    episodeId: `${id} ${from}`,
    deviceId,
    seriesId: id,
    metric: metric.id,
    unit: metric.unit,
    openedAt: hour(from),
    closedAt: hour(from + 0.5),
    closedWhy: 'back',
    ...more,
  })

interface Known {
  readonly rules?: readonly Rule[]
  readonly episodes?: readonly Episode[]
  /** Of notes about a plant. */
  readonly written?: readonly string[]
}

function notesOf(series: readonly HistorySeries[], known: Known): HistoryNotes {
  const { rules = [], episodes = [], written = [] } = known
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(ruleList.queryKey, [...rules])
  const plant = aPlant({ plantName: 'Fern' })
  const of = { seriesIds: series.map(({ id }) => id), near: 'a' }
  const { plantId, plantName } = plant
  client.setQueryData(plantList.queryKey, [plant])
  client.setQueryData(wateringsQuery(range, of).queryKey, [{ plantId, plantName, time: hour(2) }])
  client.setQueryData(
    notesQuery(range, of).queryKey,
    written.map((note): Care => aCare({ kind: 'note', plantId, at: hour(3), note })),
  )
  const devices = [...new Set(series.map(({ deviceId }) => deviceId))]
  client.setQueryData(episodesBetween(devices, range).queryKey, [...episodes])
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook(
    () => useHistoryNotes(series, { range, celsius: false, now: NOW, device: { deviceId: 'a' }, waterings: true }),
    { wrapper },
  ).result.current
}

describe('the notes of a chart', () => {
  test('draws the limits of all series of the chart, and of no other', () => {
    const other = seriesOf('a', 'soilMoisture', '3')
    const rules = [ruleOf(soil, {}), ruleOf(other, {}), ruleOf(temperature, { kind: 'above', limit: 30 })]
    const { limits } = notesOf([soil, temperature], { rules })
    expect(limits.map(({ seriesId, operator, value }) => [seriesId, operator, value])).toEqual([
      [soil.id, '<=', 25],
      [temperature.id, '>=', 86],
    ])
  })

  test('draws the alerts of all series of the chart, and of no other', () => {
    const other = seriesOf('a', 'soilMoisture', '3')
    const { alerts } = notesOf([soil, temperature], {
      episodes: [episodeOf(soil, 1), episodeOf(other, 2), episodeOf(temperature, 3)],
    })
    expect(alerts.map(({ seriesIds }) => seriesIds)).toEqual([[soil.id], [temperature.id]])
  })

  test('draws alerts without a series by their device and metric', () => {
    const old = { seriesId: null, metric: 'temperature' }
    const { alerts } = notesOf([soil, temperature], {
      episodes: [episodeOf(temperature, 1, old), episodeOf(soil, 2, old)],
    })
    expect(alerts.map(({ seriesIds }) => seriesIds)).toEqual([[temperature.id]])
  })

  test('draws the silence of a device for all of its series', () => {
    const humidity = seriesOf('b', 'humidity')
    const silent = { kind: 'silent', seriesId: null, metric: null, label: null, worstValue: null } as const
    const { alerts } = notesOf([soil, temperature, humidity], { episodes: [episodeOf(temperature, 1, silent)] })
    expect(alerts).toMatchObject([{ seriesIds: [temperature.id, humidity.id], isBroken: false, mark: undefined }])
    expect(alerts[0]?.words).toMatch(/Alert: Tomato house is silent\. It lasted 30\u00a0min\.$/)
  })
})

test('draws the care of plants without a sensor for a device in a place, or once it is switched on', () => {
  const near = (placeId: string | undefined, isOn: boolean) => deviceNearby({ deviceId: 'a', placeId }, isOn)
  expect([near(undefined, false), near('bench', false), near(undefined, true)]).toEqual([undefined, 'a', 'a'])
})

test('draws the notes of plants with their first words', () => {
  const { written } = notesOf([soil], { written: ['Shade cloth up', 'Picked 0,8 kg, the first of this year\nMore'] })
  expect(written.map(({ mark }) => mark)).toEqual(['Shade cloth up', 'Picked 0,8 kg, the…'])
  expect(written[0]).toMatchObject({ from: Date.parse(hour(3)), to: Date.parse(hour(3)) })
  expect(written[0]?.words).toMatch(/, Fern: Shade cloth up$/)
})

test('draws the waterings of plants', () => {
  const [watering] = notesOf([soil], {}).waterings
  expect(watering).toMatchObject({ from: Date.parse(hour(2)), to: Date.parse(hour(2)) })
  expect(watering?.words).toMatch(/, Fern was watered$/)
})

describe('an alert of a chart', () => {
  const wordsOf = (more: Partial<Episode>) =>
    notesOf([temperature], { episodes: [episodeOf(temperature, 1, more)] }).alerts[0]?.words.replaceAll('\u00a0', ' ')

  test('an alert of a chart lasts from opening to end, with its worst value beside it', () => {
    const [note] = notesOf([temperature], { episodes: [episodeOf(temperature, 1)] }).alerts
    expect(note).toMatchObject({ from: Date.parse(hour(1)), to: Date.parse(hour(1.5)), mark: '88,3' })
    expect(wordsOf({})).toMatch(
      /, Alert: Temperature in Tomato house, above 82,4 °F\. It lasted 30 min and reached 88,3 °F\.$/,
    )
  })

  test('an open alert of a chart lasts until now', () => {
    const [note] = notesOf([temperature], { episodes: [episodeOf(temperature, 1, { closedAt: null })] }).alerts
    expect(note?.to).toBe(NOW)
    expect(wordsOf({ closedAt: null })).toMatch(/It is still open and has reached 88,3 °F\.$/)
  })

  test('an alert of a chart names its reason when no value ended it', () => {
    expect(wordsOf({ closedWhy: 'rule-off' })).toMatch(/reached 88,3 °F\. Its rule was turned off\.$/)
  })

  test('an alert on a change names the difference of its values', () => {
    const changing = { kind: 'changing', limit: 5, withinMinutes: 60, worstValue: 10 } as const
    expect(wordsOf(changing)).toMatch(/changed by 9 °F within 1 h\. It lasted 30 min and changed by 18,0 °F\.$/)
  })

  test('a note of a chart is an instant', () => {
    const note = { kind: 'note', text: 'It was too warm.' } as const
    const [found] = notesOf([temperature], { episodes: [episodeOf(temperature, 1, note)] }).alerts
    expect(found).toMatchObject({ from: found?.to, isBroken: false })
    expect(wordsOf(note)).toMatch(/, Alert: It was too warm\.$/)
  })
})
