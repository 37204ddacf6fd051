import { expect, test } from 'vitest'
import { closeInOrder } from './close-in-order.ts'
import { openLog } from './log.ts'

test('closes the next part after one that fails or never ends', async () => {
  const lines: string[] = []
  const log = openLog('error', { write: (line: string) => void lines.push(line) })
  const closed: string[] = []
  await closeInOrder(
    log,
    [
      ['first', () => Promise.reject(new Error('broken'))],
      ['second', () => new Promise(() => {})],
      ['database', () => closed.push('database')],
    ],
    20,
  )
  expect(closed).toEqual(['database'])
  expect(lines.map((line) => JSON.parse(line).part)).toEqual(['first', 'second'])
})
