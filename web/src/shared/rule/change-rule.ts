import { ruleRoutes, type RuleChange } from '@greenhouse/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { outdatedBy, refetchOutdated } from '../query-keys.ts'

export function useChangeRule(ruleId: string) {
  const refresh = useRefetchRules()
  return useMutation({
    mutationFn: (body: RuleChange) => call(ruleRoutes.edit, { params: { ruleId }, body }),
    onSuccess: refresh,
  })
}

export function useRefetchRules() {
  const client = useQueryClient()
  return () => refetchOutdated(client, outdatedBy.condition)
}
