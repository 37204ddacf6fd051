import type { Plant } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import { startOfDay } from '../../lib/dates.ts'
import { parsePlant } from './plant-form.tsx'

const basil: Plant = {
  plantId: '0b0cf2a6-5d3c-4c7e-9a51-0f6b3f0f9c11',
  plantName: 'Basil',
  plantType: 'Herb',
  plantNotes: '',
  planted: '2026-03-01T12:30:00.000Z',
  lastWatered: null,
  waterEvery: 7,
  isDead: true,
}
const typed = {
  plantName: 'Basil',
  plantType: 'Herb',
  species: '',
  plantNotes: '',
  planted: '2026-03-01',
  waterEvery: '7',
}

describe('a typed plant', () => {
  test('keeps the time of day of a date that was not changed, and whether it lives', () => {
    expect(parsePlant(typed, basil)).toMatchObject({ input: { planted: basil.planted, isDead: true } })
  })

  test('begins a changed date where the browser is, and may have none', () => {
    const midnight = startOfDay('2026-04-02').toISOString()
    expect(parsePlant({ ...typed, planted: '2026-04-02' }, basil)).toMatchObject({ input: { planted: midnight } })
    expect(parsePlant({ ...typed, planted: '', waterEvery: '' }, basil)).toMatchObject({
      input: { planted: null, waterEvery: null },
    })
  })

  test.each([
    [{ planted: 'yesterday' }, { planted: 'Not a valid date' }],
    [{ waterEvery: 'often' }, { waterEvery: 'Water every must be at least 1 day' }],
    [{ waterEvery: '0' }, { waterEvery: 'Water every must be at least 1 day' }],
    [{ waterEvery: '366' }, { waterEvery: 'Water every cannot be more than 365 days' }],
    [
      { plantName: ' ', planted: '1/1' },
      { plantName: 'Name is required', planted: 'Not a valid date' },
    ],
  ])('with %j is refused in words', (change, errors) => {
    expect(parsePlant({ ...typed, ...change }, undefined)).toEqual({ errors })
  })
})
