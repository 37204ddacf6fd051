import { ruleRoutes, type RuleChange } from '@greenhouse/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { queryKeys, outdatedBy, refetchOutdated } from '../query-keys.ts'

export const ruleList = queryOptions({
  queryKey: queryKeys.conditions.ofDevices,
  queryFn: ({ signal }) => call(ruleRoutes.list, { signal }),
})

/** With how often each fired in 30 days. */
export const firedRules = queryOptions({
  queryKey: queryKeys.conditions.fired,
  queryFn: ({ signal }) => call(ruleRoutes.list, { query: { fired: '30' }, signal }),
})

export const RULES_PATH = '/myalertcondition?view=devices'

export function useChangeRules(ruleIds: readonly string[]) {
  const refresh = useRefetchRules()
  return useMutation({
    mutationFn: async (body: RuleChange) => {
      for (const ruleId of ruleIds) await call(ruleRoutes.edit, { params: { ruleId }, body })
    },
    // Some may be changed when one fails.
    onSettled: refresh,
  })
}

export function useRefetchRules() {
  const client = useQueryClient()
  return () => refetchOutdated(client, outdatedBy.condition)
}
