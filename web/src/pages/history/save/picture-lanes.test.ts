import { expect, test } from 'vitest'
import { laneRows, wrapText } from './picture-lanes.ts'

const range = { from: 100, to: 200 }
const whole = (text: string) => [text]
const happened = (at: number) => ({ from: at, to: at, words: `at ${at}` })

test('a picture lists the events of its range by lane and time', () => {
  const lanes = [
    { name: 'Alerts', colour: 'danger', events: [happened(150), happened(120), happened(99)] },
    { name: 'Watered', colour: 'humidity', events: [happened(201)] },
    { name: 'No data', colour: 'line-strong', events: [{ from: 50, to: 110, words: 'a gap' }] },
  ]
  expect(laneRows(lanes, range, whole).map(({ text }) => text)).toEqual([
    'Alerts',
    'at 120',
    'at 150',
    'No data',
    'a gap',
  ])
})

test('a picture describes the last eight of many events of a lane', () => {
  const events = Array.from({ length: 11 }, (_, index) => happened(110 + index))
  const rows = laneRows([{ name: 'Alerts', colour: 'danger', events }], range, whole).map(({ text }) => text)
  expect([rows.length, rows[1], rows[2], rows.at(-1)]).toEqual([10, '3 earlier', 'at 113', 'at 120'])
})

test('wraps long texts of a picture at words where possible', () => {
  const wrap = (text: string) => wrapText(text, 10, ({ length }) => length)
  expect(wrap('Tomato house is too warm')).toEqual(['Tomato', 'house is', 'too warm'])
  expect(wrap('x'.repeat(25))).toEqual(['x'.repeat(10), 'x'.repeat(10), 'xxxxx'])
  expect(wrap('it was 25\u00a0°C')).toEqual(['it was', '25\u00a0°C'])
  expect(wrap('')).toEqual([])
})
