import { DAY_MS, HOUR_MS } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { anEpisode } from '../../shared/episode/episode.fixture.ts'
import { anAdvice } from '../../shared/place/advice.fixture.ts'
import { answerOf, sinceWords } from './answer.ts'
import { attentionOf, type SentDevice } from './attention.ts'

const now = new Date(2026, 5, 16, 14, 20).getTime()
const at = (hour: number, minute: number, second = 0) => new Date(2026, 5, 16, hour, minute, second).toISOString()
const device = (number: number, time: string | null): SentDevice => ({
  deviceId: `device-${number}`,
  deviceName: `Bench ${number}`,
  waitTime: '30',
  time,
})
const silentOnes = (count: number, time = (index: number) => at(11, 5, index)) =>
  Array.from({ length: count }, (_, index) => ({ ...device(index, time(index)), time: time(index) }))

const RIGHT = {
  devices: 4,
  silent: [],
  things: 0,
  overdue: 0,
  since: now - 7 * HOUR_MS - 40 * 60_000,
  coldest: 'Coldest last night: Cold frame, 13,2 °C at 04.40.',
  isViewer: false,
  now,
}
const words = (more: Partial<Parameters<typeof answerOf>[0]>) => {
  const answer = answerOf({ ...RIGHT, ...more })
  return answer && [answer.sign, [answer.first, ...answer.rest].map((one) => one.words).join(' ')]
}

describe('the answer of the dashboard', () => {
  test.each<[string, Partial<Parameters<typeof answerOf>[0]>, string[] | undefined]>([
    ['nothing', {}, ['right', 'All right since 06.40. Coldest last night: Cold frame, 13,2 °C at 04.40.']],
    ['nothing known of before', { since: undefined, coldest: undefined }, ['right', 'All right.']],
    ['overdue tasks', { overdue: 2 }, ['overdue', 'Two tasks are overdue. Everything else is right since 06.40.']],
    ['one overdue task', { overdue: 1 }, ['overdue', 'One task is overdue. Everything else is right since 06.40.']],
    ['two things', { things: 2 }, ['things', 'Two things need you. The rest is in order.']],
    ['one thing', { things: 1 }, ['things', 'One thing needs you. The rest is in order.']],
    ['thirteen things', { things: 13 }, ['things', '13 things need you. The rest is in order.']],
    [
      'two things and tasks',
      { things: 2, overdue: 2 },
      ['things', 'Two things need you. Two tasks are overdue. The rest is in order.'],
    ],
    ['a viewer', { things: 2, isViewer: true }, ['things', 'Two things are wrong. The rest is in order.']],
    [
      'most devices silent',
      {
        devices: 60,
        silent: [...silentOnes(41), ...silentOnes(2, (index) => at(9, index * 30))],
        things: 1,
        overdue: 3,
      },
      ['silent', '43 of 60 devices are silent. 41 of them since 11.05, within 40 seconds.'],
    ],
    [
      'five silent devices one by one',
      { devices: 6, silent: silentOnes(5, (index) => at(8 + index, 0)), things: 5 },
      ['silent', '5 of 6 devices are silent.'],
    ],
    [
      'two of four silent',
      { silent: silentOnes(2), things: 2 },
      ['things', 'Two things need you. The rest is in order.'],
    ],
    ['no device', { devices: 0 }, undefined],
    ['no device, frost', { devices: 0, things: 1 }, ['things', 'One thing needs you. The rest is in order.']],
    ['no device, a task', { devices: 0, overdue: 1 }, ['overdue', 'One task is overdue.']],
  ])('the answer for %s is in its words', (_, more, answer) => {
    expect(words(more)).toEqual(answer)
  })

  test('the answer names a weekday after a day, and the number of days after a week', () => {
    expect(sinceWords(now - DAY_MS, now)).toBe('since 14.20')
    expect(sinceWords(new Date(2026, 5, 14, 6, 40).getTime(), now)).toBe('since Sunday 06.40')
    expect(sinceWords(now - 12.4 * DAY_MS, now)).toBe('for 12 days')
  })
})

describe('what needs a hand', () => {
  const open = (episodeId: string, more = {}) => anEpisode({ episodeId, deviceId: 'device-1', ...more })
  const keys = (...of: Parameters<typeof attentionOf>) => attentionOf(...of).rows.map(({ key }) => key)

  test('the rows are sorted by severity, then the newest first', () => {
    const episodes = [
      open('info', { severity: 'info', openedAt: at(13, 0) }),
      open('old', { openedAt: at(9, 0) }),
      open('new', { openedAt: at(12, 0) }),
      open('critical', { severity: 'critical', openedAt: at(8, 0) }),
    ]
    expect(keys(episodes, [], now)).toEqual(['critical', 'new', 'old', 'info'])
  })

  test('the advice on frost counts and is sorted with alerts of its severity, and fallen rain only asks', () => {
    const advice = [anAdvice({ adviceId: 'frost' }), anAdvice({ adviceId: 'rain', kind: 'rain', severity: 'info' })]
    const episodes = [open('warning'), open('critical', { severity: 'critical' })]
    const attention = attentionOf(episodes, [], now, advice)
    expect(attention.rows.map(({ key }) => key)).toEqual(['critical', 'frost', 'warning', 'rain'])
    expect([attention.unanswered, attention.open]).toEqual([3, 2])
  })

  test('the due plants, notes and answered alerts need nobody', () => {
    const episodes = [
      open('due', { kind: 'due' }),
      open('note', { kind: 'note' }),
      open('answered', { acknowledgedAt: at(12, 0) }),
    ]
    expect(attentionOf(episodes, [], now)).toMatchObject({ rows: [], unanswered: 0 })
  })

  test('a silent device counts once, with its alert, and an answered one is shown and not counted', () => {
    const devices = [device(1, at(11, 5)), device(2, at(11, 0)), device(3, at(10, 0)), device(4, at(14, 20))]
    const silence = { kind: 'silent', label: null, metric: null }
    const answered = open('answered', { ...silence, deviceId: 'device-2', acknowledgedAt: at(11, 10) })
    const { rows, unanswered, silent } = attentionOf([open('one', silence), answered], devices, now)
    expect(rows.map(({ key }) => key)).toEqual(['one', 'device-2', 'device-3'])
    expect([unanswered, silent.length]).toEqual([2, 3])
  })

  test('the devices that went silent within two minutes are one row', () => {
    const silences = silentOnes(5).map(({ deviceId }) => open(`of-${deviceId}`, { kind: 'silent', deviceId }))
    const attention = attentionOf([...silences, open('warm')], silentOnes(5), now)
    expect(attention.rows.map(({ key }) => key)).toEqual(['warm', 'together'])
    expect([attention.unanswered, attention.open]).toEqual([2, 1])
  })
})
