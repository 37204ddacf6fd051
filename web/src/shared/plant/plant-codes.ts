import { labelRoutes } from '@greenhouse/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { queryKeys } from '../query-keys.ts'
import { plantList } from './plant-queries.ts'

/** The codes on the labels of living plants, which find them without a network. The code of a plant never changes. */
export const plantCodes = queryOptions({
  queryKey: queryKeys.plantCodes,
  queryFn: async ({ signal }) => {
    const labels = await call(labelRoutes.list, { query: {}, signal })
    return labels.map(({ plantId, code }) => ({ plantId, code }))
  },
})

/** Loads the codes once there are plants without a known one. */
export function useKeptCodes(): void {
  const { data: plants = [] } = useQuery({ ...plantList, enabled: false })
  const { data: codes = [] } = useQuery({ ...plantCodes, enabled: false })
  const known = new Set(codes.map(({ plantId }) => plantId))
  const isMissing = plants.some(({ plantId, isDead }) => !isDead && !known.has(plantId))
  useQuery({ ...plantCodes, enabled: isMissing, staleTime: 0 })
}
