import type { Household } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { countWords, lossWords, onlyOwned } from './household-words.ts'
import { aHousehold, aMember, aSharedHousehold } from './household.fixture.ts'

const ASTA = aMember().userId

function shared(names: readonly string[], counts: Partial<Household['counts']>): Household {
  const others = names.map((name, index) => aMember({ userId: String(index), name, role: 'carer' }))
  return aHousehold({ people: [aMember(), ...others], counts: { places: 0, devices: 0, plants: 0, ...counts } })
}

test.each([
  [['Kim', 'Alex'], { plants: 16 }, 'Kim and Alex lose 16 plants'],
  [['Kim'], { plants: 1, devices: 4 }, 'Kim loses 1 plant and 4 devices'],
  [['Kim'], {}, 'Kim loses it'],
  [['Kim', 'Jo', 'Alex', 'Bo'], { devices: 2 }, 'Kim, Jo, Alex and Bo lose 2 devices'],
  [['Kim', 'Jo', 'Alex', 'Bo', 'Mia'], { plants: 2 }, 'Kim, Jo, Alex and 2 others lose 2 plants'],
  [[], { plants: 16 }, undefined],
])('the people %j lose with a household: %s', (names, counts, words) => {
  expect(lossWords(shared(names, counts), ASTA)).toBe(words)
})

test('counts name each kind of thing once, and leave out the absent ones', () => {
  expect(countWords({ places: 3, devices: 1, plants: 0 })).toBe('3 places, 1 device')
  expect(countWords({ places: 0, devices: 0, plants: 0 })).toBe('')
})

test('a household with another owner is not lost with the account', () => {
  const second = aHousehold({ people: [aMember(), aMember({ userId: 'kim' })] })
  expect(
    onlyOwned([aHousehold({ name: 'Mine' }), second, aSharedHousehold('gardener')]).map(({ name }) => name),
  ).toEqual(['Mine'])
})
