import { conditionRoutes, ruleRoutes, seriesRoutes } from '@greenhouse/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useRefetchRules } from '../../shared/rule/rule-queries.ts'
import type { RuleOnSensor } from './parse-rule.ts'

/** Creates a rule, or updates the given one. */
export function useSaveRule(ruleId: string | undefined) {
  const refresh = useRefetchRules()
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

export function useCreatePlantCondition() {
  const refresh = useRefetchRules()
  return useMutation({
    mutationFn: (plantId: string) => call(conditionRoutes.createForPlant, { body: { plantId } }),
    onSuccess: refresh,
  })
}

export type ConditionOf = { of: 'device' | 'plant'; conditionId: string }

export function useDeleteCondition() {
  const refresh = useRefetchRules()
  return useMutation({
    mutationFn: ({ of, conditionId }: ConditionOf) =>
      of === 'device'
        ? call(ruleRoutes.remove, { params: { ruleId: conditionId } })
        : call(conditionRoutes.removeFromPlant, { query: { conditionId } }),
    onSuccess: refresh,
  })
}
