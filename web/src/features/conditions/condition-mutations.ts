import { conditionRoutes, ruleRoutes, seriesRoutes, type RuleChange } from '@greenhouse/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { outdatedBy, refetchOutdated } from '../../lib/query-keys.ts'
import type { RuleOnSensor } from './parse-rule.ts'

/** Makes a rule, or changes the one whose id is given. */
export function useSaveRule(ruleId: string | undefined) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async ({ where, ...rule }: RuleOnSensor) => {
      const body = { ...('metric' in where ? { seriesId: await addSeries(where) } : where), ...rule }
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

/** Changes a part of a rule, such as whether it is on. */
export function useChangeRule(ruleId: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: RuleChange) => call(ruleRoutes.edit, { params: { ruleId }, body }),
    onSuccess: refresh,
  })
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
