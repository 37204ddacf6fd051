import { describe, expect, test } from 'vitest'
import { catalogue } from './species-catalogue.ts'
import {
  idealRanges,
  nameLanguages,
  species,
  speciesFound,
  speciesInput,
  type Species,
  type SpeciesRange,
} from './species.ts'

/** Title, year, and where in the publication. */
const PUBLISHED = /^.{20,}, (?:19|20)\d\d, .*(?:p\. \d+|article e?\d+|chapter \d+|part [A-Z])/

/** Returns what is wrong with some species; none of it may be shipped. */
function faultsOf(all: readonly Species[]): string[] {
  const repeated = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index)
  return [
    ...all.flatMap((one) => [
      ...(species
        .safeParse(one)
        .error?.issues.map(({ path, message }) => `${one.name} ${path.join('.')}: ${message}`) ?? []),
      ...nameLanguages.filter((language) => !one.names[language]).map((language) => `${one.name}: no ${language} name`),
      ...(one.ranges.length === 0 ? [`${one.name}: no range`] : []),
      ...one.ranges
        .filter(({ source }) => !PUBLISHED.test(source))
        .map(({ stage, metric }) => `${one.name}: no source of ${metric}, ${stage}`),
    ]),
    ...repeated(all.map(({ name }) => name)),
    ...repeated(all.map(({ speciesId }) => speciesId)),
    ...nameLanguages.flatMap((language) => repeated(all.map(({ names }) => names[language] ?? ''))),
  ]
}

describe('the catalogue of species', () => {
  test('the catalogue of species has 60 kinds, each with names in all languages, possible ranges, and their sources', () => {
    expect(catalogue).toHaveLength(60)
    expect(faultsOf(catalogue)).toEqual([])
  })

  test('a fault of a kind is found', () => {
    const faults = catalogue.slice(0, 1).flatMap((right) => faultsOf([right, spoiled(right)]))
    for (const part of [
      'no sv name',
      'no source of temperature, any',
      'no source of humidity, any',
      'ranges.2.high: The lower value must be below the upper one.',
      'pH is from 0 to 14.',
      'Unknown metric',
      'Unknown stage',
      catalogue[0]?.speciesId,
    ])
      expect(faults.join('\n')).toContain(part)
    expect(faults.filter((fault) => fault === catalogue[0]?.name)).toHaveLength(1)
  })
})

/** Returns a kind with the id and the name of another, and with every other fault. */
function spoiled({ names: { sv: _sv, ...names }, ...right }: Species): Species {
  const source = right.ranges[0]?.source ?? ''
  return {
    ...right,
    names,
    ranges: [
      { stage: 'any', metric: 'temperature', low: 18, high: 26, source: '' },
      { stage: 'any', metric: 'humidity', low: 60, high: 80, source: 'Somewhere on the web' },
      { stage: 'any', metric: 'vpd', low: 2, high: 1, source },
      { stage: 'any', metric: 'ph', low: 6, high: 15, source },
      { stage: 'any', metric: 'mood', low: 1, high: 2, source },
      { stage: 'asleep' as 'any', metric: 'co2', low: 1, high: 2, source },
    ],
  }
}

test('a range of the plant counts before one of the stage, and that before one of any stage', () => {
  const ofSpecies: SpeciesRange[] = [
    { stage: 'fruiting', metric: 'vpd', low: 0.8, high: 1.4, source: 'a' },
    { stage: 'any', metric: 'vpd', low: 0.8, high: 1.2, source: 'b' },
    { stage: 'any', metric: 'temperature', low: 18, high: 27, source: 'c' },
    { stage: 'seedling', metric: 'humidity', low: 60, high: 80, source: 'd' },
  ]
  const shown = (...input: Parameters<typeof idealRanges>) =>
    Object.fromEntries(idealRanges(...input).map(({ metric, low, high, source }) => [metric, [low, high, source]]))
  expect(shown([], ofSpecies, null)).toEqual({ vpd: [0.8, 1.2, 'b'], temperature: [18, 27, 'c'] })
  expect(shown([], ofSpecies, 'fruiting')).toEqual({ vpd: [0.8, 1.4, 'a'], temperature: [18, 27, 'c'] })
  expect(shown([{ metric: 'vpd', low: null, high: 1 }], ofSpecies, 'fruiting')).toEqual({
    vpd: [null, 1, null],
    temperature: [18, 27, 'c'],
  })
  expect(shown([], [], 'fruiting')).toEqual({})
})

test.each([
  ['tomat', 'Solanum lycopersicum'],
  ['Citronnier', 'Citrus × limon'],
  ['aardbei', 'Fragaria × ananassa'],
  ['vaeddelober', 'Chlorophytum comosum'],
  ['Gurke', 'Cucumis sativus'],
  ['solanum lyco', 'Solanum lycopersicum'],
])('the words "%s" find %s', (text, name) => {
  expect(speciesFound(catalogue, text)[0]?.name).toBe(name)
})

test('words that no species has find none', () => {
  expect(speciesFound(catalogue, 'tomato cactus')).toEqual([])
})

test.each([
  [{ gddBase: 10, gddTop: 10 }, 'gddTop', 'The upper temperature must be above the base.'],
  [{ hardyTo: -41 }, 'hardyTo', 'Enter a temperature from -40 to 20'],
  [{ waterEvery: 0 }, 'waterEvery', 'Water every must be at least 1 day'],
  [{ name: ' ' }, 'name', 'Name is required'],
  [
    {
      ranges: [
        { stage: 'any', metric: 'vpd', low: 1, high: 2 },
        { stage: 'any', metric: 'vpd', low: 1, high: 3 },
      ],
    },
    'ranges',
    'One range for each metric in a stage',
  ],
])('the input %o is refused', (more, field, message) => {
  const { error } = speciesInput.safeParse({ name: 'Ocimum basilicum', ...more })
  expect(error?.issues.map(({ path, message: said }) => [path.join('.'), said])).toEqual([[field, message]])
})
