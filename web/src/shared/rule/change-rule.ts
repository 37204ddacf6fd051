import { ruleRoutes, type RuleChange } from '@greenhouse/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { outdatedBy, refetchOutdated } from '../query-keys.ts'

/** Changes a part of a rule, such as whether it is on. */
export function useChangeRule(ruleId: string) {
  const refresh = useRefetchRules()
  return useMutation({
    mutationFn: (body: RuleChange) => call(ruleRoutes.edit, { params: { ruleId }, body }),
    onSuccess: refresh,
  })
}

/** Returns a function that fetches again what depends on rules. */
export function useRefetchRules() {
  const client = useQueryClient()
  return () => refetchOutdated(client, outdatedBy.condition)
}
