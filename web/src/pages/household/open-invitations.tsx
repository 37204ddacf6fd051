import type { Household } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { formatDateTime } from '../../lib/format.ts'
import { invitationList } from './household-mutations.ts'
import { invitationTitle, WithdrawButton } from './invitation-card.tsx'
import { Panel } from './panel.tsx'

interface OpenInvitationsProps {
  household: Household
  /** Drawn with its code already. */
  shownId: string | undefined
}

/** Without their links, which the server shows once. */
export function OpenInvitations({ household, shownId }: OpenInvitationsProps) {
  const query = useQuery(invitationList(household.householdId))
  const others = query.data?.filter(({ invitationId }) => invitationId !== shownId)
  if (others?.length === 0) return undefined
  return (
    <Panel title="Open invitations">
      <QueryState
        query={{ ...query, data: others }}
        skeleton={<Skeleton className="h-12 rounded-control" />}
        failure="The invitations could not be loaded."
      >
        {(invitations) => (
          <ul className="divide-y divide-line">
            {invitations.map((invitation) => (
              <li key={invitation.invitationId} className="flex items-center justify-between gap-3 py-1.5 text-sm">
                <span className="min-w-0">
                  <span className="block font-medium">{invitationTitle(invitation)}</span>
                  <span className="block text-ink-soft wrap-anywhere">
                    {invitation.email !== null && <bdi>{`${invitation.email}, `}</bdi>}
                    until {formatDateTime(invitation.expiresAt)}
                  </span>
                </span>
                <WithdrawButton invitation={invitation} />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Panel>
  )
}
