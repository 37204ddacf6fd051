import { describe, expect, test } from 'vitest'
import { corpora } from '../../../../test/board-samples/corpora/corpora.ts'
import { boardMessage, decodeAll, said } from '../../../../test/board-samples/sample.ts'

test('the corpora hold at least ten documented payloads for each of 16 board families', () => {
  expect(corpora).toHaveLength(16)
  expect(corpora.filter(({ rows }) => rows.length < 10).map(({ family }) => family)).toEqual([])
})

describe.each(corpora)('$family', ({ decode, topic = '', query, rows }) => {
  test.each(rows)(
    'decodes $title to its documented values, in their metrics and units',
    ({ before = [], payload, readings, ...own }) => {
      const message = { topic, ...(query !== undefined && { query }), ...own, payload }
      const reports = decodeAll(decode, [...before, message].map(boardMessage)) ?? []
      expect(reports.map(said).flatMap(({ readings: found = [] }) => found)).toEqual(readings)
    },
  )
})
