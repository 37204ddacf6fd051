import { commonName, speciesFound, speciesRoutes, type NameLanguage, type Species } from '@greenhouse/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { queryKeys } from '../query-keys.ts'

/** The household’s own species, then the catalogue. */
export const speciesList = queryOptions({
  queryKey: queryKeys.species,
  queryFn: ({ signal }) => call(speciesRoutes.list, { query: {}, signal }),
  staleTime: Infinity,
})

/** Returns the common name with that of another language, if only that one has the words. */
export function foundName(species: Species, typed: string): string {
  const usual = commonName(species)
  const has = (text: string) => speciesFound([{ name: text, family: '', names: {} }], typed).length > 0
  if (has(`${usual} ${species.name}`)) return usual
  const other = Object.entries(species.names).find((entry): entry is [NameLanguage, string] => has(entry[1] ?? ''))
  return other ? `${usual}, ${other[1]}` : usual
}
