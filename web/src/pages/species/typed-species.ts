import {
  nameLanguages,
  speciesInput,
  speciesRange,
  type NameLanguage,
  type Species,
  type SpeciesInput,
} from '@greenhouse/contract'
import { parsed, type Parsed } from '../../lib/field-errors.ts'
import { readTypedNumber, writeTypedNumber } from '../../lib/typed-number.ts'
import { readRanges, typedRange, type TypedRange } from '../../shared/plant/range-rows.tsx'

type NameFields = { [Language in NameLanguage as `names.${Language}`]: string }

export type TypedSpecies = NameFields & {
  name: string
  family: string
  hardyTo: string
  gddBase: string
  gddTop: string
  waterEvery: string
  ranges: readonly TypedRange[]
}

export function typedSpecies(species: Species | undefined): TypedSpecies {
  const typed = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : writeTypedNumber(value)
  const names = nameLanguages.map((language) => [`names.${language}`, species?.names[language] ?? ''])
  return {
    ...(Object.fromEntries(names) as NameFields),
    name: species?.name ?? '',
    family: species?.family ?? '',
    hardyTo: typed(species?.hardyTo),
    gddBase: typed(species?.gddBase),
    gddTop: typed(species?.gddTop),
    waterEvery: typed(species?.waterEvery),
    ranges: (species?.ranges ?? []).map(typedRange),
  }
}

export function parseSpecies(typed: TypedSpecies): Parsed<SpeciesInput> {
  const { name, family, hardyTo, gddBase, gddTop, waterEvery } = typed
  const names = nameLanguages.flatMap((language) => {
    const common = typed[`names.${language}`].trim()
    return common === '' ? [] : [[language, common]]
  })
  const ranges = readRanges(typed.ranges, speciesRange)
  const input = {
    name,
    family,
    names: Object.fromEntries(names),
    hardyTo: numberIn(hardyTo),
    gddBase: numberIn(gddBase),
    gddTop: numberIn(gddTop),
    waterEvery: numberIn(waterEvery),
    ranges: typeof ranges === 'string' ? [] : ranges,
  }
  return parsed(speciesInput, input, typeof ranges === 'string' ? { ranges } : {})
}

function numberIn(text: string): number | null {
  return text.trim() === '' ? null : readTypedNumber(text)
}
