import type { Plant } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { startOfDay } from '../../lib/dates.ts'
import { changeOf, parsePlant, typedPlant } from './typed-plant.ts'

const now = new Date(2026, 10, 22, 9, 41).getTime()
const basil: Plant = {
  plantId: '0b0cf2a6-5d3c-4c7e-9a51-0f6b3f0f9c11',
  plantName: 'Basil',
  plantType: 'Herb',
  plantNotes: '',
  planted: '2026-03-01T12:30:00.000Z',
  lastWatered: '2026-11-18T12:30:00.000Z',
  waterEvery: 7,
  isDead: true,
  createdAt: '2026-03-01T12:30:00.000Z',
}
const typed = typedPlant(basil, now)
const midnight = (day: string) => startOfDay(day).toISOString()

describe('a typed plant', () => {
  test('a new plant starts as planted and watered today, with an interval of a week', () => {
    const fresh = typedPlant(undefined, now)
    expect(fresh).toMatchObject({ planted: '2026-11-22', lastWatered: '2026-11-22', waterEvery: '7' })
    expect(parsePlant({ ...fresh, plantName: 'Basil', plantType: 'Herb' }, undefined, now)).toMatchObject({
      input: { planted: midnight('2026-11-22'), lastWatered: midnight('2026-11-22'), waterEvery: 7, isDead: false },
    })
  })

  test('keeps the time of day of unchanged dates', () => {
    const { planted, lastWatered } = basil
    expect(parsePlant(typed, basil, now)).toMatchObject({ input: { planted, lastWatered } })
  })

  test('starts a changed date at midnight of the browser, and accepts none', () => {
    const change = { planted: '2026-04-02', lastWatered: '2026-11-19' }
    expect(parsePlant({ ...typed, ...change }, basil, now)).toMatchObject({
      input: { planted: midnight('2026-04-02'), lastWatered: midnight('2026-11-19') },
    })
    expect(parsePlant({ ...typed, planted: '', lastWatered: '', waterEvery: '' }, basil, now)).toMatchObject({
      input: { planted: null, lastWatered: null, waterEvery: null },
    })
  })

  test.each([
    ['3', 3],
    [' 14 ', 14],
    ['3.', 3],
    ['365', 365],
  ])('a plant with an interval of "%s" is watered every %i days', (waterEvery, days) => {
    expect(parsePlant({ ...typed, waterEvery }, basil, now)).toMatchObject({ input: { waterEvery: days } })
  })

  test.each([
    [{ planted: 'yesterday' }, { planted: 'Not a valid date' }],
    [{ lastWatered: '31/11' }, { lastWatered: 'Not a valid date' }],
    [{ lastWatered: '2026-11-23' }, { lastWatered: 'Last watered cannot be in the future' }],
    [{ waterEvery: 'often' }, { waterEvery: 'Water every must be a whole number of days' }],
    [{ waterEvery: '2,5' }, { waterEvery: 'Water every must be a whole number of days' }],
    [{ waterEvery: '0' }, { waterEvery: 'Water every must be at least 1 day' }],
    [{ waterEvery: '-3' }, { waterEvery: 'Water every must be at least 1 day' }],
    [{ waterEvery: '366' }, { waterEvery: 'Water every cannot be more than 365 days' }],
    [{ waterEvery: '12345' }, { waterEvery: 'Water every cannot be more than 365 days' }],
    [{ waterEvery: '9'.repeat(400) }, { waterEvery: 'Water every cannot be more than 365 days' }],
    [
      { plantName: ' ', planted: '1/1' },
      { plantName: 'Name is required', planted: 'Not a valid date' },
    ],
    [{ plantName: 'x'.repeat(101) }, { plantName: 'Name cannot be longer than 100 characters' }],
    [{ plantType: '' }, { plantType: 'Type is required' }],
    [{ plantType: 'x'.repeat(51) }, { plantType: 'Type cannot be longer than 50 characters' }],
    [{ plantNotes: 'x'.repeat(1001) }, { plantNotes: 'Notes cannot be longer than 1000 characters' }],
  ])('a plant with %j is refused with a message', (change: object, errors) => {
    expect(parsePlant({ ...typed, ...change }, undefined, now)).toEqual({ errors })
  })
})

describe('the change of a plant', () => {
  const change = (more: object) => {
    const result = parsePlant({ ...typed, ...more }, basil, now)
    return 'input' in result ? changeOf(basil, result.input) : result
  }

  test('leaves out an unchanged last watering and the death of a plant', () => {
    expect(change({ plantNotes: 'Thirsty' })).toMatchObject({ plantNotes: 'Thirsty', lastWatered: null })
    expect(change({})).not.toHaveProperty('isDead')
  })

  test('sets the last watering of a plant, or removes it', () => {
    expect(change({ lastWatered: '2026-11-20' })).toMatchObject({ lastWatered: midnight('2026-11-20') })
    expect(change({ lastWatered: '', planted: '' })).toMatchObject({ lastWatered: '', planted: '' })
  })
})
