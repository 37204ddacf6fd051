import { DAY_MS } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { dueText, manyText } from './alert-text.ts'

describe('the text of an alert', () => {
  test.each([
    [1, 'One more alert came within the same minute, too many to list one by one. Look at your alert conditions.'],
    [40, '40 more alerts came within the same minute, too many to list one by one. Look at your alert conditions.'],
  ])('returns the text of an entry for %i other alerts', (count, text) => {
    expect(manyText(count)).toBe(text)
  })

  test.each([
    [null, 'Basil needs water. It has not been watered yet.'],
    [0, 'Basil needs water. It was last watered today.'],
    [1, 'Basil needs water. It was last watered a day ago.'],
    [7, 'Basil needs water. It was last watered 7 days ago.'],
  ])('returns the text about a plant last watered %j days ago', (days, text) => {
    const now = Date.UTC(2026, 10, 20)
    const lastDoneAt = days === null ? null : now - days * DAY_MS
    expect(dueText({ kind: 'water', label: '', plantId: 'x', subject: 'Basil', lastDoneAt }, now)).toBe(text)
  })

  test.each([
    ['feed', '', 'Feed San Marzano is due. It was last done 7 days ago.'],
    ['custom', 'Turn it', 'Turn it, San Marzano is due. It was last done 7 days ago.'],
  ] as const)('returns the text about a due task of kind %s', (kind, label, text) => {
    const now = Date.UTC(2026, 10, 20)
    const lastDoneAt = now - 7 * DAY_MS
    expect(dueText({ kind, label, plantId: 'x', subject: 'San Marzano', lastDoneAt }, now)).toBe(text)
  })
})
