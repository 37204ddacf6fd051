import { speciesRoutes, type SpeciesInput } from '@greenhouse/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { outdatedBy, refetchOutdated } from '../../shared/query-keys.ts'

/** Adds a species, or with its id changes one of the household. */
export function useSaveSpecies() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ speciesId, ...body }: SpeciesInput & { speciesId: string | undefined }) =>
      speciesId === undefined
        ? call(speciesRoutes.create, { query: {}, body })
        : call(speciesRoutes.edit, { params: { speciesId }, body }),
    onSuccess: () => refetchOutdated(client, outdatedBy.species),
  })
}

export function useRemoveSpecies() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (speciesId: string) => call(speciesRoutes.remove, { params: { speciesId } }),
    onSuccess: () => refetchOutdated(client, outdatedBy.species),
  })
}
