import { describe, expect, test } from 'vitest'
import { joinNear, markSide, markText } from './near-events.ts'

const event = (from: number, to = from) => ({ from, to, words: String(from) })
const range = { from: 0, to: 1000 }
const joined = (...events: Array<ReturnType<typeof event>>) =>
  joinNear(events, range, 500).map(({ events: of, left, right }) => [of.length, left, right])

describe('the marks of a lane', () => {
  test('keeps marks apart that can be touched separately', () => {
    expect(joined(event(100), event(148))).toEqual([
      [1, 50, 50],
      [1, 74, 74],
    ])
  })

  test('joins close marks, with their number', () => {
    expect(joined(event(140), event(100), event(147))).toEqual([[3, 50, 73.5]])
  })

  test('draws long events as bars within the range', () => {
    expect(joined(event(-100, 200), event(900, 4000))).toEqual([
      [1, 0, 100],
      [1, 450, 500],
    ])
  })

  test('joins overlapping events, with their number', () => {
    expect(joined(event(100, 300), event(250, 400), event(400))).toEqual([
      [2, 50, 200],
      [1, 200, 200],
    ])
  })

  test('leaves events outside the range out', () => {
    expect(joined(event(-5), event(1001))).toEqual([])
  })
})

describe('the text of a mark', () => {
  const marks = joinNear([event(100, 200), event(500, 600), event(640, 1000)], range, 500)
  const sides = (textPx: number) =>
    marks.map((_, index) => markSide(marks, index, { plotPx: 500, textPx: () => textPx }))

  test('places the text of a mark right of its bar, left of it without room, or nowhere', () => {
    expect(sides(40)).toEqual(['right', 'left', undefined])
  })

  test('the text of a mark does not overlap the previous one', () => {
    expect(sides(80)).toEqual(['right', undefined, undefined])
  })

  test('counts several events beside their sign, and writes the text of one', () => {
    const lane = { name: 'Watered', colour: 'humidity', events: [] }
    const one = { events: [{ ...event(1), mark: '31,7' }], left: 0, right: 0 }
    const two = { ...one, events: [...one.events, event(2)] }
    expect([one, two].map((mark) => markText(mark, { ...lane, sign: 'drop' }))).toEqual(['31,7', '2'])
    expect([one, two].map((mark) => markText(mark, lane))).toEqual(['31,7', undefined])
  })
})
