import * as z from 'zod/mini'
import { id, nothing, ofHousehold, oneLine, requiredLine } from './fields.ts'
import { hardyTo, waterEvery } from './plants.ts'
import { rangeFields, rangeRules, stages, type IdealRange, type PlantRange, type Stage } from './probes.ts'
import { route } from './route.ts'
import { foldedWords, SEARCH_MAX, searchTextOf } from './search.ts'

export const SPECIES_PER_HOUSEHOLD_MAX = 200
export const SPECIES_RANGES_MAX = 60
export const SPECIES_SOURCE_MAX = 200

/** Languages in which a species has a common name. */
export const nameLanguages = ['en', 'de', 'da', 'fr', 'es', 'nl', 'sv'] as const
export type NameLanguage = (typeof nameLanguages)[number]

/** The stages of a plant; a range of `any` counts in each that has none of its own. */
export const rangeStages = ['any', ...stages] as const
export type RangeStage = (typeof rangeStages)[number]

const growthTemperature = z
  .number('Enter a temperature')
  .check(z.minimum(-10, 'Enter a temperature from -10 to 50'), z.maximum(50, 'Enter a temperature from -10 to 50'))
function line(what: string, most: number) {
  return z
    .string()
    .check(
      z.trim(),
      z.maxLength(most, { error: `${what} cannot be longer than ${most} characters`, abort: true }),
      oneLine(),
    )
}

const source = line('Source', SPECIES_SOURCE_MAX)
const nameLine = line('Common name', 100)
/** Names in the languages that have one. */
const commonNames = z.partial(
  z.object({
    en: nameLine,
    de: nameLine,
    da: nameLine,
    fr: nameLine,
    es: nameLine,
    nl: nameLine,
    sv: nameLine,
  } satisfies Record<NameLanguage, typeof nameLine>),
)

/** An ideal range in a stage, and the publication that it was taken from. */
export const speciesRange = z
  .object({ stage: z.enum(rangeStages, 'Unknown stage'), ...rangeFields, source: z._default(source, '') })
  .check(...rangeRules())
export type SpeciesRange = z.infer<typeof speciesRange>

const ranges = z.array(speciesRange).check(
  z.maxLength(SPECIES_RANGES_MAX, { error: `At most ${SPECIES_RANGES_MAX} ranges`, abort: true }),
  z.refine(
    (all: SpeciesRange[]) => new Set(all.map(({ stage, metric }) => `${stage} ${metric}`)).size === all.length,
    'One range for each metric in a stage',
  ),
)

const fields = {
  /** The botanical name. */
  name: requiredLine('Name', 100),
  family: line('Family', 100),
  names: commonNames,
  hardyTo: z.nullable(hardyTo),
  /** Base and upper temperature of its degree days, in °C. */
  gddBase: z.nullable(growthTemperature),
  gddTop: z.nullable(growthTemperature),
  /** Days between waterings that are proposed for a new plant. */
  waterEvery,
  ranges,
}

export const NOT_RISING = 'The upper temperature must be above the base.'

interface GrowthTemperatures {
  readonly gddBase?: number | null | undefined
  readonly gddTop?: number | null | undefined
}

function risingTemperatures<Typed extends GrowthTemperatures>() {
  return z.refine<Typed>(temperaturesRise, { error: NOT_RISING, path: ['gddTop'] })
}

export function temperaturesRise({ gddBase, gddTop }: GrowthTemperatures): boolean {
  return typeof gddBase !== 'number' || typeof gddTop !== 'number' || gddBase < gddTop
}

export const speciesInput = z
  .object({
    name: fields.name,
    family: z._default(fields.family, ''),
    names: z._default(fields.names, {}),
    hardyTo: z._default(fields.hardyTo, null),
    gddBase: z._default(fields.gddBase, null),
    gddTop: z._default(fields.gddTop, null),
    waterEvery: z._default(fields.waterEvery, null),
    ranges: z._default(fields.ranges, []),
  })
  .check(risingTemperatures())
export type SpeciesInput = z.infer<typeof speciesInput>

export const speciesChange = z.partial(z.object(fields)).check(risingTemperatures())
export type SpeciesChange = z.infer<typeof speciesChange>

export const species = z.object({
  speciesId: id,
  /** Whether it is of the household, which may change it. */
  own: z.boolean(),
  ...fields,
})
export type Species = z.infer<typeof species>

/** Returns the range of each metric: of the plant, else of the species in the stage, else of the species in any stage. */
export function idealRanges(
  own: readonly PlantRange[],
  ofSpecies: readonly SpeciesRange[],
  stage: Stage | null,
): IdealRange[] {
  const ranges = new Map<string, IdealRange>()
  for (const wanted of ['any', stage])
    for (const { stage: _stage, ...range } of ofSpecies.filter((one) => one.stage === wanted))
      ranges.set(range.metric, range)
  for (const range of own) ranges.set(range.metric, { ...range, source: null })
  return [...ranges.values()]
}

/** Returns the common name of a species in English, else in any language, else its botanical name. */
export function commonName({ name, names }: Pick<Species, 'name' | 'names'>): string {
  return names.en ?? Object.values(names).find(Boolean) ?? name
}

/** Returns the folded text by which a species is found: its name, its family and its common names. */
export function searchTextOfSpecies({ name, family, names }: Pick<Species, 'name' | 'family' | 'names'>): string {
  return searchTextOf([name, family, ...Object.values(names).filter((one) => one !== undefined)])
}

/** Returns the species that have every word of a text, those that begin with it first. */
export function speciesFound<Found extends Pick<Species, 'name' | 'family' | 'names'>>(
  all: readonly Found[],
  text: string,
): Found[] {
  const words = foldedWords(text)
  const start = ` ${words.join(' ')}`
  return all
    .map((one) => ({ one, searched: searchTextOfSpecies(one) }))
    .filter(({ searched }) => words.every((word) => searched.includes(word)))
    .toSorted((a, b) => Number(b.searched.includes(start)) - Number(a.searched.includes(start)))
    .map(({ one }) => one)
}

const ofSpecies = z.object({ speciesId: id })

export const speciesRoutes = {
  /** The household’s own, then those of the catalogue, each by name. */
  list: route({
    method: 'GET',
    path: '/api/species',
    access: 'member',
    query: z.extend(ofHousehold, { q: z.optional(line('A search', SEARCH_MAX)) }),
    reply: z.array(species),
  }),
  create: route({
    method: 'POST',
    path: '/api/species',
    access: 'member',
    query: ofHousehold,
    body: speciesInput,
    reply: species,
  }),
  edit: route({
    method: 'PATCH',
    path: '/api/species/:speciesId',
    access: 'member',
    params: ofSpecies,
    body: speciesChange,
    reply: species,
  }),
  /** Its plants stay, without a species. */
  remove: route({
    method: 'DELETE',
    path: '/api/species/:speciesId',
    access: 'member',
    params: ofSpecies,
    reply: nothing,
  }),
}
