import file from '../data/species.json' with { type: 'json' }
import type { Species, SpeciesRange } from './species.ts'

const sources: Readonly<Record<string, string>> = file.sources

/**
 * The species that come with the product, in the order of the file. Its values are our own rounding of what the sources
 * of their ranges say; soil is in percent of what a sensor shows in wet potting soil, the lower bound being what is left of
 * 60 % after the depletion that the source allows. Hardiness and degree days are estimates without a source.
 */
export const catalogue: readonly Species[] = file.species.map((one) => ({
  ...one,
  own: false,
  ranges: one.ranges.map((range) => ({ ...range, source: sources[range.source] ?? '' }) as SpeciesRange),
}))
