import { invitationRoutes, type Household } from '@greenhouse/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import { call } from '../../lib/call.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { withHousehold } from '../../lib/household-address.ts'
import { householdList } from '../../shared/household/household-queries.ts'
import { outdatedBy, refetchOutdated } from '../../shared/query-keys.ts'
import { useUser } from '../../shared/session/session-queries.ts'
import { signOut } from '../../shared/session/sign-out.ts'
import { Button } from '../../ui/button.tsx'
import { Initials } from '../../ui/initials.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'
import { takeAgreement } from './agreed-invitation.ts'
import { InvitationView, isGone } from './invitation-view.tsx'

/** The page of an invitation for a person who is signed in. */
export function MemberJoinScreen() {
  const join = useJoin()
  return (
    <InvitationView isOver={isGone(join.error)}>
      {(_, token) => (
        <JoinForm
          token={token}
          busy={join.isPending}
          refusal={join.error ? failureMessage(join.error) : undefined}
          onJoin={() => join.mutate(token)}
        />
      )}
    </InvitationView>
  )
}

interface JoinFormProps {
  token: string
  busy: boolean
  refusal: string | undefined
  onJoin: () => void
}

function JoinForm({ token, busy, refusal, onJoin }: JoinFormProps) {
  const user = useUser()
  const joinIfAgreed = useEffectEvent(() => void (takeAgreement(token) && onJoin()))
  useEffect(() => joinIfAgreed(), [])
  return (
    <>
      {user && (
        <div className="mt-1 flex w-full items-center gap-3.5 rounded-card border border-line bg-surface p-4 text-start">
          <Initials name={`${user.firstName} ${user.lastName}`} />
          <p className="min-w-0 wrap-anywhere">
            <span className="block font-medium">
              You are signed in as <bdi>{user.firstName}</bdi>
            </span>
            <span className="block text-sm text-ink-soft">
              <bdi>{user.email}</bdi>. Your own garden stays yours.
            </span>
          </p>
        </div>
      )}
      {refusal !== undefined && <Notice>{refusal}</Notice>}
      <Button variant="leaf" busy={busy} onClick={onJoin} className="w-full">
        Join
      </Button>
      <Button variant="ghost" onClick={signOut} className="border-transparent!">
        Not me, log out
      </Button>
    </>
  )
}

/** Opens the app with the household on the screen. */
function useJoin() {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  return useMutation({
    mutationFn: (token: string) => call(invitationRoutes.join, { params: { token } }),
    onSuccess(joined) {
      client.setQueryData(householdList.queryKey, (known) => known && withJoined(known, joined))
      navigate(withHousehold('/', joined.householdId), { replace: true })
      void refetchOutdated(client, outdatedBy.everything)
      toast.success(`You are in ${joined.name}`)
    },
  })
}

function withJoined(known: readonly Household[], joined: Household): Household[] {
  return [...known.filter(({ householdId }) => householdId !== joined.householdId), joined]
}
