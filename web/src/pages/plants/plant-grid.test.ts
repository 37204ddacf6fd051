import { expect, test } from 'vitest'
import { matchingPlants } from './plant-grid.tsx'

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
