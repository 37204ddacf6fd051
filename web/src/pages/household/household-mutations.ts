import { householdRoutes, invitationRoutes, type InvitationInput } from '@greenhouse/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { useHouseholdChange } from '../../shared/household/member-mutations.ts'
import { outdatedBy, queryKeys, refetchOutdated } from '../../shared/query-keys.ts'

export interface HouseholdInput {
  name: string
  timeZone?: string | undefined
}

export function useEditHousehold(householdId: string) {
  return useHouseholdChange((body: HouseholdInput) => call(householdRoutes.edit, { params: { householdId }, body }))
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
