import { deviceName } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { aBoard } from './board.fixture.ts'
import { familyWords, measureLabel, measureValue, proposedName, seenWords, waitingWords } from './board-words.ts'

const now = new Date(2026, 5, 16, 14, 20).getTime()
const at = (...time: [month: number, day: number, hours: number, minutes: number]) =>
  new Date(2026, ...time).toISOString()

test.each([
  ['a name', { name: ' Bench\n C ' }, 'Bench C'],
  ['an address', {}, 'tasmota_8F2A11'],
  ['a single character', { name: 'x' }, 'Tasmota x'],
  ['nothing that can be read', { name: '\u0000' }, 'Tasmota'],
  ['a long name', { name: 'w'.repeat(100) }, 'w'.repeat(30)],
  ['signs of many parts', { name: `${'w'.repeat(25)}👩‍🌾👩‍🌾` }, `${'w'.repeat(25)}👩‍🌾`],
])('turns %s into a valid name of a device', (_, board, name) => {
  expect(proposedName(aBoard(board))).toBe(name)
  expect(deviceName.safeParse(name).success).toBe(true)
})

test('a row shows first message, interval and last message of a board', () => {
  const lastSeen = new Date(now - 4000).toISOString()
  const words = (firstSeen: string, everySeconds: number | null) =>
    seenWords({ firstSeen, lastSeen, everySeconds }, now).replaceAll('\u00a0', ' ')
  expect(words(at(5, 16, 14, 2), 30)).toBe('first seen today 14.02, every 30 s, last 4 s ago')
  expect(words(at(5, 15, 11, 40), 3600)).toBe('first seen yesterday 11.40, every 1 h, last 4 s ago')
  expect(words(at(5, 14, 11, 40), null)).toBe('first seen 14/06/2026, last 4 s ago')
})

test('the readings of a board wait since its first message, at most a day', () => {
  const words = (waiting: number, firstSeen: string) => waitingWords({ waiting, firstSeen }, now)
  expect(words(36, at(5, 16, 14, 2))).toBe('36 readings since 14.02 are waiting and will be kept.')
  expect(words(1, at(5, 16, 14, 2))).toBe('1 reading since 14.02 is waiting and will be kept.')
  expect(words(9, at(5, 1, 8, 0))).toBe('9 readings since yesterday 14.20 are waiting and will be kept.')
  expect(words(0, at(5, 16, 14, 2))).toBeUndefined()
})

test('names values like series, with the unit of the board for a metric without one', () => {
  const measure = { metric: 'other', channel: 'pump_rate', value: 12.5, unit: 'l/h' }
  expect([measureLabel(measure), measureValue(measure, true)]).toEqual(['pump rate', '12,5\u00a0l/h'])
  expect(measureLabel({ metric: 'soilMoisture', channel: '2' })).toBe('Soil moisture 2')
  expect(measureLabel({ metric: 'other', channel: '' })).toBe('Other')
  expect(measureValue({ metric: 'temperature', channel: '', value: 20, unit: '°C' }, false)).toBe('68,0\u00a0°F')
})

test('an unknown family keeps its name', () => {
  expect([familyWords('zigbee2mqtt'), familyWords('constructor'), familyWords('later')]).toEqual([
    'Zigbee2MQTT',
    'constructor',
    'later',
  ])
})
