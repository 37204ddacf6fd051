import { CHANNEL_MAX, metrics, SERIES_UNIT_MAX } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../../../testing/random.ts'
import { cases } from '../../../../../testing/test-run.ts'
import { families } from '../../../../test/board-samples/families.ts'
import { mutated } from '../../../../test/board-samples/mutations.ts'
import {
  allOf,
  Announcements,
  boardMessage,
  decodeAll,
  said,
  type Sample,
} from '../../../../test/board-samples/sample.ts'
import { NEW_NAMES_MAX } from '../../series/names/request-names.ts'
import type { BoardReport, Decoder } from '../board-report.ts'
import { decoders } from './decoders.ts'
import { SEED } from '../../../../../testing/test-run.ts'

const METRICS = new Set(metrics.filter(({ isDerived }) => isDerived !== true).map(({ id }) => id))
/** The longest text made of one message: names of boards, notes, facts. */
const TEXT_MAX = 500
const REPORTS_MAX = 1000
/** The most examined fields of one mutated message; none is a long list. */
const FIELDS_MAX = 3000
const MUTATIONS = cases(2000)

const overMqtt = families.filter(({ decode }) => decoders.includes(decode))

test.each(overMqtt)('decodes no message of $family with an earlier decoder', ({ samples }) => {
  const known = samples.filter(({ says, messages }) => says && messages.every(({ query }) => query === undefined))
  const decoded = known.map(({ messages }) => decodeAll(decodeFirst, messages.map(boardMessage))?.map(said))
  expect(decoded).toEqual(known.map(({ says }) => says))
})

/** Decodes as ingest does. */
const decodeFirst: Decoder = (message, announced) => {
  for (const decode of decoders) {
    const reports = allOf(decode(message, announced))
    if (reports) return reports
  }
  return undefined
}

test.each([
  ['tasmota', 'its name and firmware'],
  ['zigbee2mqtt', 'names and models of its devices; a lamp is none of them'],
  ['shelly', 'its announcement'],
  ['esphome', 'its name, when it is asked for'],
  ['home-assistant', 'a Tasmota with SetOption19 is named, and read by its own rules'],
  ['home-assistant', 'the board, by its device'],
])('announces a board of %s that names itself: %s', (name, title) => {
  const { decode, samples } = families.find(({ family }) => family === name) as (typeof families)[number]
  const { messages } = samples.find((sample) => sample.title === title) as Sample
  const reports = decodeAll(decode, messages.map(boardMessage)) ?? []
  expect(reports.map(({ announces = [] }) => announces.length > 0)).toEqual(reports.map(() => true))
})

describe.each(families)('the messages of $family', ({ decode, samples }) => {
  test.each(samples)('decodes a documented message as documented: $title', ({ messages, says }) => {
    expect(decodeAll(decode, messages.map(boardMessage))?.map(said)).toEqual(says)
  })

  test('decodes any mutated message to reports of bounded size with finite numbers', () => {
    const random = seededRandom(SEED)
    const announced = new Announcements()
    const faults = new Set<string>()
    for (let round = 0; round < MUTATIONS; round++) {
      const { messages } = samples[round % samples.length] as Sample
      for (const message of messages) {
        const changed = mutated(message, random)
        const reports = allOf(decode(changed, announced)) ?? []
        if (changed.work.names.matched > NEW_NAMES_MAX) faults.add('too many names')
        if (changed.work.fields > FIELDS_MAX) faults.add('too many fields')
        for (const { announces } of reports) announced.keep(announces)
        for (const fault of faultsOf(reports)) faults.add(fault)
      }
    }
    expect([...faults]).toEqual([])
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

function faultsOf(reports: readonly BoardReport[]): string[] {
  return [
    ...(reports.length > REPORTS_MAX ? ['too many reports'] : []),
    ...reports.flatMap(({ board, readings, notes = [], announces = [] }) => [
      ...[board.externalId, board.name, board.model, board.firmware, ...notes].flatMap(textFaults),
      ...(board.externalId === '' ? ['a board without an id'] : []),
      ...announces.filter(({ key }) => key.length > TEXT_MAX).map(({ key }) => `a long key: ${key.slice(0, 40)}`),
      ...announces
        .filter(({ fact }) => JSON.stringify(fact).length > 100_000)
        .map(({ key }) => `a large fact: ${key.slice(0, 40)}`),
      ...readings.flatMap(readingFaults),
    ]),
  ]
}

function readingFaults({ time, values }: BoardReport['readings'][number]): string[] {
  return [
    ...(time === undefined || Number.isSafeInteger(time) ? [] : [`no time: ${time}`]),
    ...(values.length > 64 ? ['too many values'] : []),
    ...values.flatMap(({ metric, channel, value, unit = '' }) => [
      ...(METRICS.has(metric) ? [] : [`no metric: ${metric}`]),
      ...(/^[A-Za-z0-9_.:-]*$/.test(channel) && channel.length <= CHANNEL_MAX ? [] : [`no channel: ${channel}`]),
      ...(Number.isFinite(value) ? [] : [`not finite: ${metric} ${channel}`]),
      ...(unit.length <= SERIES_UNIT_MAX ? [] : [`a long unit: ${unit}`]),
    ]),
    ...(new Set(values.map(({ metric, channel }) => `${metric} ${channel}`)).size === values.length
      ? []
      : ['a sensor twice']),
  ]
}

function textFaults(text: string | undefined): string[] {
  if (text === undefined) return []
  const isPlain = !/[\p{Cc}\p{Cs}]/u.test(text)
  return [...(text.length > TEXT_MAX ? ['a long text'] : []), ...(isPlain ? [] : [`control characters: ${text}`])]
}
