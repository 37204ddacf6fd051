import {
  householdRoutes,
  invitationRoutes,
  type Household,
  type HouseholdRole,
  type InvitationInput,
} from '@greenhouse/contract'
import { queryOptions, useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { householdList } from '../../shared/household/household-queries.ts'
import { outdatedBy, queryKeys, refetchOutdated } from '../../shared/query-keys.ts'

/** Changes a household and shows the reply at once. */
function useHouseholdChange<Input>(
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

export interface HouseholdInput {
  name: string
  timeZone?: string | undefined
}

export function useEditHousehold(householdId: string) {
  return useHouseholdChange((body: HouseholdInput) => call(householdRoutes.edit, { params: { householdId }, body }))
}

interface MemberChange {
  userId: string
  role?: HouseholdRole
  tells?: boolean
  remindAt?: string | null
  password?: string | undefined
}

export function useEditMember(householdId: string) {
  return useHouseholdChange(({ userId, ...body }: MemberChange) =>
    call(householdRoutes.editMember, { params: { householdId, userId }, body }),
  )
}

export function useHandOver(householdId: string) {
  return useHouseholdChange((body: { userId: string; password: string | undefined }) =>
    call(householdRoutes.handOver, { params: { householdId }, body }),
  )
}

export function useRemoveMember(householdId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (userId: string) => call(householdRoutes.removeMember, { params: { householdId, userId } }),
    onSuccess: () => refetchOutdated(client, outdatedBy.household),
  })
}

/** Resolves once the new household is in the list. */
export function useAddHousehold() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: HouseholdInput) => call(householdRoutes.create, { body }),
    onSuccess: () => refetchOutdated(client, outdatedBy.household),
  })
}

export const invitationList = (householdId: string) =>
  queryOptions({
    queryKey: queryKeys.invitations.of(householdId),
    queryFn: ({ signal }) => call(invitationRoutes.list, { params: { householdId }, signal }),
  })

export function useInvite(householdId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: InvitationInput) => call(invitationRoutes.create, { params: { householdId }, body }),
    onSuccess: () => void refetchOutdated(client, [queryKeys.invitations.of(householdId)]),
  })
}

export function useWithdraw() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (invitationId: string) => call(invitationRoutes.withdraw, { params: { invitationId } }),
    onSettled: () => refetchOutdated(client, [queryKeys.invitations.all]),
  })
}
