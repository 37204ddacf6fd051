import type { Rule, Series } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { aRule } from '../../shared/rule/rule.fixture.ts'
import { aSeries } from '../../shared/series/series.fixture.ts'
import { parseRule } from './parse-rule.ts'
import { previewedRule } from './preview/preview-query.ts'
import { draftAt, draftOf, newDraft, type RuleDraft } from './rule-draft.ts'
import type { RuleReader } from './rule-reader.ts'

const NEWEST = { time: '2026-06-16T12:00:00.000Z', value: 21 }
const SERIES: readonly Series[] = [
  aSeries({ seriesId: 'air', deviceId: 'bench', newest: NEWEST }),
  aSeries({ seriesId: 'wet', deviceId: 'bench', metric: 'humidity', unit: '%', newest: NEWEST }),
]
const DEVICES = [
  { deviceId: 'bench', deviceName: 'Bench', waitTime: '30', createdAt: NEWEST.time },
  { deviceId: 'frame', deviceName: 'Frame', waitTime: '600', createdAt: NEWEST.time },
]
const reading = (more: Partial<RuleReader> = {}): RuleReader => ({
  series: SERIES,
  devices: DEVICES,
  celsius: true,
  before: undefined,
  timeZone: 'Europe/Copenhagen',
  ...more,
})
const resultOf = (draft: Partial<RuleDraft>, reader: Partial<RuleReader> = {}) =>
  parseRule(newDraft({ deviceId: 'bench', seriesId: 'air', ...draft }), reading(reader))
const parse = (...given: Parameters<typeof resultOf>) => {
  const result = resultOf(...given)
  return 'input' in result ? result.input : result.errors
}
const ruleOf = (draft: Partial<RuleDraft>) => {
  const result = resultOf(draft)
  if ('errors' in result) throw new Error(JSON.stringify(result.errors))
  return result.input
}
/** Opens and changes a rule. */
const change = (rule: Rule, draft: Partial<RuleDraft>, reader: Partial<RuleReader> = {}) => {
  const all = reading({ before: rule, ...reader })
  const result = parseRule({ ...draftOf(rule, SERIES, all.celsius), ...draft }, all)
  return 'input' in result ? result.input : result.errors
}

describe('the draft of a rule', () => {
  test.each<[string, Partial<RuleDraft>, object]>([
    ['above', { limit: '28' }, { where: { seriesId: 'air' }, kind: 'above', limit: 28, clearAt: 27.5 }],
    ['below', { kind: 'below', limit: '−3,5' }, { kind: 'below', limit: -3.5, clearAt: -3 }],
    [
      'outside',
      { kind: 'outside', limit: '5', upperLimit: '30' },
      { kind: 'outside', limit: 5, upperLimit: 30, clearAt: 29.5 },
    ],
    [
      'changing',
      { kind: 'changing', limit: '5', within: '30', clearAt: '4' },
      { kind: 'changing', limit: 5, withinMinutes: 30, clearAt: 4 },
    ],
    ['a silent sensor', { kind: 'silent', silence: '20' }, { where: { seriesId: 'air' }, limit: 1200, holdSeconds: 0 }],
    [
      'a silent device',
      { kind: 'silent', seriesId: '', silence: '20' },
      { where: { deviceId: 'bench' }, kind: 'silent', limit: 1200 },
    ],
    ['a level that was typed', { limit: '28', clearAt: '25' }, { limit: 28, clearAt: 25 }],
    ['a hold', { limit: '28', minutes: '1,5' }, { holdSeconds: 90 }],
    [
      'two times',
      { limit: '28', when: 'between', from: '22:00', to: '06:00' },
      { when: { from: '22:00', to: '06:00', timeZone: 'Europe/Copenhagen' } },
    ],
    [
      'messages',
      { limit: '28', severity: 'critical', repeat: '60', tellWhenOver: false, channelIds: ['a'], name: ' Frost ' },
      { severity: 'critical', repeatMinutes: 60, tellWhenOver: false, channelIds: ['a'], name: 'Frost' },
    ],
    ['every channel', { limit: '28' }, { repeatMinutes: null, channelIds: [], isOn: true, mutedUntil: null }],
  ])('a draft is parsed: %s', (_, draft, rule) => {
    expect(parse(draft)).toMatchObject(rule)
  })

  test('parses levels with the offset of the unit of the reader, and changes without', () => {
    const fahrenheit = { celsius: false }
    expect(parse({ limit: '86', clearAt: '85,1' }, fahrenheit)).toMatchObject({ limit: 30, clearAt: 29.5 })
    const changing = { kind: 'changing', limit: '9', clearAt: '1,8' } as const
    expect(parse(changing, fahrenheit)).toMatchObject({ limit: 5, clearAt: 1 })
  })

  test('leaves the default silence to the device', () => {
    const silent = { kind: 'silent', seriesId: '' } as const
    for (const [deviceId, usual] of [
      ['bench', '15'],
      ['frame', '100'],
    ] as const) {
      expect(parse({ ...silent, deviceId, silence: usual })).not.toHaveProperty('limit')
      expect(parse({ ...silent, deviceId })).not.toHaveProperty('limit')
      expect(parse({ ...silent, deviceId, silence: '16' })).toMatchObject({ limit: 960 })
    }
  })

  test('a sensor without readings is named by its metric, and has no preview', () => {
    const withoutSeries = ruleOf({ deviceId: 'frame', seriesId: 'humidity', limit: '80' })
    expect(withoutSeries).toMatchObject({ where: { deviceId: 'frame', metric: 'humidity' }, limit: 80 })
    expect(previewedRule(withoutSeries)).toBeUndefined()
    const known = ruleOf({ limit: '28', name: 'Frost', severity: 'critical' })
    expect(JSON.parse(JSON.stringify(previewedRule(known)))).toEqual({
      seriesId: 'air',
      kind: 'above',
      limit: 28,
      clearAt: 27.5,
      holdSeconds: 0,
      when: 'always',
    })
  })
})

describe('an invalid draft', () => {
  test.each<[Partial<RuleDraft>, object]>([
    [{ deviceId: '', limit: '28' }, { deviceId: 'Please select a device.' }],
    [{ limit: 'warm' }, { limit: 'Enter a number with at most 2 decimals' }],
    [{ limit: '131' }, { limit: 'Value must be ≤ 130 °C' }],
    [{ limit: '28', clearAt: '28,5' }, { clearAt: 'Value must be ≤ the limit of 28' }],
    [{ kind: 'below', limit: '5', clearAt: '4' }, { clearAt: 'Value must be ≥ the limit of 5' }],
    [{ kind: 'outside', limit: '5' }, { upperLimit: 'Enter a number with at most 2 decimals' }],
    [
      { kind: 'outside', limit: '30', upperLimit: '5' },
      { upperLimit: 'The upper limit must be above the lower one of 30 °C' },
    ],
    [{ kind: 'changing', limit: '0' }, { limit: 'Value must be ≥ 0.01 °C' }],
    [{ kind: 'changing', limit: '5', within: '0' }, { within: 'Enter whole minutes from 1 to 120' }],
    [{ kind: 'changing', limit: '5', within: '1,5' }, { within: 'Enter whole minutes from 1 to 120' }],
    [{ kind: 'silent', silence: '0,5' }, { silence: 'Enter minutes from 1 to 43.200' }],
    [{ kind: 'silent', silence: '43201' }, { silence: 'Enter minutes from 1 to 43.200' }],
    [{ limit: '28', minutes: '1441' }, { minutes: 'Enter minutes from 0 to 1.440' }],
    [{ limit: '28', when: 'between', from: '' }, { from: 'Please enter a time.' }],
    [{ limit: '28', channelIds: [] }, { channelIds: 'Please select a channel.' }],
    [{ limit: '28', name: 'x'.repeat(61) }, { name: 'Name cannot be longer than 60 characters' }],
  ])('the draft %o is refused at its fields', (draft, errors) => {
    expect(parse(draft)).toEqual(errors)
  })
})

describe('a rule that is opened', () => {
  const own = { seriesId: 'air', deviceId: 'bench' }

  test.each([
    ['above', { limit: 28.13, clearAt: 27.29 }],
    ['below', { kind: 'below', limit: 5, clearAt: 7 }],
    ['outside', { kind: 'outside', limit: 5.01, upperLimit: 30.02, clearAt: 28.77 }],
    ['changing', { kind: 'changing', limit: 5.03, clearAt: 1.01, withinMinutes: 45 }],
    ['silent', { kind: 'silent', limit: 1234, clearAt: null, seriesId: null }],
    ['with options', { when: 'night', severity: 'info', repeatMinutes: 7, channelIds: ['a', 'b'], holdSeconds: 61 }],
  ] satisfies ReadonlyArray<[string, Partial<Rule>]>)(
    'a rule saved without a change is the same in any unit: %s',
    (_, more) => {
      const rule = aRule({ ...own, ...more })
      const {
        ruleId: _id,
        isBroken: _is,
        exceptDeviceIds: _ex,
        seriesId,
        deviceId,
        upperLimit,
        withinMinutes,
        clearAt,
        ...same
      } = rule
      for (const celsius of [true, false]) {
        expect(change(rule, {}, { celsius })).toEqual({
          ...same,
          where: seriesId === null ? { deviceId } : { seriesId },
          ...(upperLimit === null ? {} : { upperLimit }),
          ...(withinMinutes === null ? {} : { withinMinutes }),
          ...(clearAt === null ? {} : { clearAt }),
        })
      }
    },
  )

  test('keeps the margin of a rule when its limit changes, but not for another sensor', () => {
    const rule = aRule({ ...own, limit: 28, clearAt: 26 })
    expect(change(rule, { limit: '30' })).toMatchObject({ limit: 30, clearAt: 28 })
    expect(change(rule, { kind: 'below', limit: '5' })).toMatchObject({ limit: 5, clearAt: 7 })
    expect(change(rule, { seriesId: 'wet', limit: '80' })).toMatchObject({ limit: 80, clearAt: 77 })
  })

  test('keeps the time zone of the hours of a rule', () => {
    const when = { from: '22:00', to: '06:00', timeZone: 'Asia/Tokyo' }
    expect(change(aRule({ ...own, when }), { to: '07:00' })).toMatchObject({ when: { ...when, to: '07:00' } })
  })
})

test('reads a prefilled rule from an address', () => {
  const search = new URLSearchParams({
    device: 'bench',
    series: 'air',
    kind: 'outside',
    limit: '−3,5',
    upper: '30',
    minutes: '5',
  })
  expect(draftAt(search, SERIES)).toEqual(
    newDraft({
      deviceId: 'bench',
      seriesId: 'air',
      kind: 'outside',
      limit: '−3,5',
      upperLimit: '30',
      minutes: '5',
      repeat: '120',
    }),
  )
})

test('reads a single series from an address, ignores invalid parts, and opens with a hold and repetitions', () => {
  expect(draftAt(new URLSearchParams('series=wet&kind=hail'), SERIES)).toEqual(
    newDraft({ deviceId: 'bench', seriesId: 'wet', minutes: '10', repeat: '120' }),
  )
})
