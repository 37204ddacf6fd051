import { expect, test } from 'vitest'
import { matchingPlants, nearestName } from './plant-search.ts'

test('finds plants by their name, dead ones only on request', () => {
  const plants = [
    { plantName: 'Sweet basil', isDead: false },
    { plantName: 'Monstera', isDead: true },
  ]
  const names = (typed: string, dead: boolean) => matchingPlants(plants, typed, dead).map(({ plantName }) => plantName)
  expect(names('', false)).toEqual(['Sweet basil'])
  expect(names('', true)).toEqual(['Sweet basil', 'Monstera'])
  expect(names(' MONST', true)).toEqual(['Monstera'])
  expect(names('basil sweet', true)).toEqual([])
})

test.each(['herb', 'ocimum', 'by the window', 'Bench A'])('finds a plant by "%s"', (typed) => {
  const basil = {
    plantName: 'Sweet basil',
    plantType: 'Herb',
    species: 'Ocimum basilicum',
    plantNotes: 'By the window',
    placeId: 'a',
    isDead: false,
  }
  const mint = { ...basil, plantName: 'Mint', plantType: 'Leaf', species: '', plantNotes: '', placeId: 'b' }
  const nameOfPlace = (placeId: string | undefined) => (placeId === 'a' ? 'Bench A' : 'Cold frame')
  expect(matchingPlants([basil, mint], typed, false, nameOfPlace)).toEqual([basil])
})

test.each([
  ['basl', 'Sweet basil'],
  ['Monstrea', 'Monstera'],
  ['swet basil', 'Sweet basil'],
  ['mintt', 'Mint'],
  ['oregano', undefined],
  ['mi', undefined],
])('the name that is nearest to %s is %s', (typed, name) => {
  expect(nearestName(['Monstera', 'Sweet basil', 'Mint'], typed)).toBe(name)
})
