import { conditionRoutes, ruleRoutes, seriesRoutes, type RuleLimit } from '@greenhouse/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { outdatedBy, refetchOutdated } from '../../lib/query-keys.ts'

/** A rule as it is typed: on a series, or on a sensor of a device that has no series yet. */
export interface RuleOnSensor extends RuleLimit {
  readonly holdSeconds: number
  readonly where: { readonly seriesId: string } | { readonly deviceId: string; readonly metric: string }
}

/** Makes a rule, or changes the one whose id is given. */
export function useSaveRule(ruleId: string | undefined) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async ({ where, ...rule }: RuleOnSensor) => {
      const seriesId = 'seriesId' in where ? where.seriesId : await addSeries(where)
      const body = { seriesId, ...rule }
      return ruleId === undefined
        ? call(ruleRoutes.create, { body })
        : call(ruleRoutes.edit, { params: { ruleId }, body })
    },
    onSuccess: refresh,
  })
}

async function addSeries({ deviceId, metric }: { deviceId: string; metric: string }): Promise<string> {
  return (await call(seriesRoutes.add, { params: { deviceId }, body: { metric } })).seriesId
}

export function useCreatePlantCondition() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (plantId: string) => call(conditionRoutes.createForPlant, { body: { plantId } }),
    onSuccess: refresh,
  })
}

export type ConditionOf = { of: 'device' | 'plant'; conditionId: string }

export function useDeleteCondition() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: ({ of, conditionId }: ConditionOf) =>
      of === 'device'
        ? call(ruleRoutes.remove, { params: { ruleId: conditionId } })
        : call(conditionRoutes.removeFromPlant, { query: { conditionId } }),
    onSuccess: refresh,
  })
}

function useRefresh() {
  const client = useQueryClient()
  return () => refetchOutdated(client, outdatedBy.condition)
}
