import { householdRoutes, type Household, type HouseholdRole } from '@greenhouse/contract'
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { householdList } from './household-queries.ts'

/** Changes a household and shows the reply at once. */
export function useHouseholdChange<Input>(
  change: (input: Input) => Promise<Household>,
): UseMutationResult<Household, Error, Input> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (saved) =>
      client.setQueryData(householdList.queryKey, (known) =>
        known?.map((one) => (one.householdId === saved.householdId ? saved : one)),
      ),
  })
}

interface MemberChange {
  userId: string
  role?: HouseholdRole
  tells?: boolean
  remindAt?: string | null
  morningNote?: boolean
  password?: string | undefined
}

export function useEditMember(householdId: string) {
  return useHouseholdChange(({ userId, ...body }: MemberChange) =>
    call(householdRoutes.editMember, { params: { householdId, userId }, body }),
  )
}
