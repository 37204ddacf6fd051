import { describe, expect, test } from 'vitest'
import { aPlace, GARDEN, placeIdOf } from '../../shared/place/place.fixture.ts'
import { aDevice, aPlant, DEVICES, garden, PLACES, PLANTS } from './garden.fixture.ts'
import { gardenOf, gardenWords, openAtFirst, rowsOf, type OpenRows } from './garden.ts'

const { house, north, benchB, south } = GARDEN
const ALL: OpenRows = { places: new Set(PLACES.map(({ placeId }) => placeId)), unplaced: false }
const linesOf = (open: OpenRows, of = garden) =>
  rowsOf(of, open).map(({ thing, level }) => `${'  '.repeat(level - 1)}${thing.name}`)

describe('rowsOf', () => {
  test('shows in each place devices first, then places, then living plants', () => {
    const onBench = gardenOf(PLACES, DEVICES, [...PLANTS, aPlant('Aloe', north.placeId)])
    expect(linesOf(ALL, onBench)).toEqual([
      'Tomato house',
      '  North end',
      '    Sensor',
      '    Bench A',
      '      Sweet basil',
      '    Bench B',
      '      Chili',
      '    Aloe',
      '  South end',
      'Living room',
    ])
  })

  test('leaves out what is in a closed place', () => {
    expect(linesOf({ places: new Set([house.placeId]), unplaced: false })).toEqual([
      'Tomato house',
      '  North end',
      '  South end',
      'Living room',
    ])
  })

  test('shows what is in no place behind the places on request', () => {
    expect(linesOf({ places: new Set(), unplaced: true })).toEqual(['Tomato house', 'Living room', 'Spare', 'Lettuce'])
  })

  test('says of each row where it is among its siblings, and whether it is open', () => {
    const rows = rowsOf(garden, ALL)
    const rowOf = (id: string) => rows.find(({ thing }) => thing.id === id)
    expect(rowOf(benchB.placeId)).toMatchObject({
      level: 3,
      position: 3,
      siblings: 3,
      parentId: north.placeId,
      isOpen: true,
    })
    expect(rowOf(south.placeId)?.isOpen).toBeUndefined()
  })

  test('counts a device whose place was removed as placed nowhere', () => {
    const lost = gardenOf([house], [aDevice('Lost', placeIdOf(99))], [])
    expect(linesOf({ places: new Set(), unplaced: true }, lost)).toEqual(['Tomato house', 'Lost'])
  })
})

test('a place counts devices and living plants in it and below', () => {
  expect(garden.counts.get(house.placeId)).toEqual({ devices: 1, plants: 2 })
  expect(garden.counts.get(benchB.placeId)).toEqual({ devices: 0, plants: 1 })
  expect(garden.counts.get(null)).toEqual({ devices: 1, plants: 1 })
})

test('a small garden is open at first, a large one closed', () => {
  expect(openAtFirst(garden).places).toEqual(ALL.places)
  const many = Array.from({ length: 500 }, (_, index) => aPlace({ placeId: placeIdOf(index + 1), position: index }))
  expect(openAtFirst(gardenOf(many, [], [])).places).toEqual(new Set())
})

test.each([
  [garden, '2 places, 4 zones and benches, 2 devices, 3 plants'],
  [gardenOf([house], [], []), '1 place, 0 devices, 0 plants'],
  [gardenOf([house, north], [aDevice('Sensor')], []), '1 place, 1 zone, 1 device, 0 plants'],
])('the head of the page counts what there is (%#)', (of, words) => {
  expect(gardenWords(of)).toBe(words)
})
