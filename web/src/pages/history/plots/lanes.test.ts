import { describe, expect, test } from 'vitest'
import type { AlertNote } from '../notes/alert-notes.ts'
import { brokenOf, lanesOf, stemsOf } from './lanes.ts'
import { aPlot, aPlotLine } from './plots.fixture.ts'

const MINUTE = 60_000
const AT = new Date(2026, 5, 12, 13).getTime()
const alertNote: AlertNote = {
  seriesIds: ['a.temperature'],
  from: AT,
  to: AT + 30 * MINUTE,
  words: 'Too warm. It lasted 30 min and reached 33,3 °C.',
  mark: '33,3 °C',
  isBroken: true,
  isOpen: false,
}
const bar = { from: AT, to: AT + 30 * MINUTE, mark: '33,3 °C', words: alertNote.words }
const alertsOf = (note: AlertNote, line = aPlotLine()) =>
  lanesOf({ alerts: [note], waterings: [], written: [] }, [aPlot(line)])[0]?.events

describe('the bar of an alert', () => {
  test('the bar of an alert is as long as the alert, with its worst value beside it', () => {
    expect(alertsOf(alertNote)).toEqual([bar])
  })

  test('an alert of all series of a device has one bar', () => {
    const silent = { ...alertNote, seriesIds: ['a.temperature', 'a.humidity'] }
    const plots = [aPlot(aPlotLine()), aPlot(aPlotLine({ id: 'a.humidity' }))]
    expect(lanesOf({ alerts: [silent], waterings: [], written: [] }, plots)[0]?.events).toEqual([bar])
  })

  test('an alert is hidden with its series', () => {
    expect(alertsOf(alertNote, aPlotLine({ isHidden: true }))).toEqual([])
    expect(alertsOf(alertNote, aPlotLine({ isGhost: true }))).toEqual([])
  })
})

test('a band is drawn for an open broken limit, and none for closed ones, silence and notes', () => {
  const drawn = [{ id: 'a.temperature' }]
  const open = { ...alertNote, isOpen: true }
  expect(brokenOf([open], drawn)).toEqual([{ from: AT, to: AT + 30 * MINUTE }])
  expect(brokenOf([open], [{ id: 'other' }])).toEqual([])
  expect(brokenOf([alertNote], drawn)).toEqual([])
  expect(brokenOf([{ ...open, isBroken: false }], drawn)).toEqual([])
})

test('the lane of waterings is named by its plants, and the newest is drawn through the plots', () => {
  const water = (plantId: string, at: number) => ({ plantId, from: at, to: at, words: '' })
  const waterings = [water('a', AT), water('b', AT + 1), water('a', AT + 2)]
  expect(lanesOf({ alerts: [], waterings, written: [] }, [])[1]?.name).toBe('Watered, 2 plants')
  expect(stemsOf({ waterings }, { from: AT, to: AT + 1 })).toEqual([{ time: AT + 1, colour: 'humidity' }])
})
