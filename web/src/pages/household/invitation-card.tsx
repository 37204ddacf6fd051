import type { NewInvitation } from '@greenhouse/contract'
import { Clock, Share2 } from 'lucide-react'
import { failureMessage } from '../../lib/failure-message.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { useNow } from '../../lib/use-now.ts'
import { aRole } from '../../shared/household/household-words.ts'
import { LinkWithQr } from './link-with-qr.tsx'
import { useWithdraw } from './household-mutations.ts'
import { timeLeft } from './time-left.ts'

export function invitationTitle({ role }: Pick<NewInvitation, 'role'>): string {
  return `Invitation for ${aRole(role)}`
}

export function TimeLeft({ expiresAt }: Pick<NewInvitation, 'expiresAt'>) {
  const now = useNow(60_000)
  return (
    <span className="inline-flex items-center gap-1.5 rounded-pill bg-leaf-wash px-2.5 py-1 text-xs font-semibold text-leaf-strong">
      <Clock aria-hidden className="size-3.5" />
      {timeLeft(expiresAt, now)}
    </span>
  )
}

interface InvitationCardProps {
  invitation: NewInvitation
  onWithdrawn: () => void
}

/** The code and the link of a new invitation, which the server never shows again. */
export function InvitationCard({ invitation, onWithdrawn }: InvitationCardProps) {
  const { url, email } = invitation
  return (
    <LinkWithQr
      url={url}
      of="invitation"
      about={
        <>
          Works once. Whoever opens it sees the name of the household, who invites, and the role.
          {email !== null && (
            <>
              {' '}
              It was mailed to <bdi className="wrap-anywhere">{email}</bdi>.
            </>
          )}
        </>
      }
      first={
        'share' in navigator && (
          <Button variant="leaf" className="sm:hidden" onClick={() => void share(url)}>
            <Share2 aria-hidden className="size-4" />
            Send link
          </Button>
        )
      }
      last={<WithdrawButton invitation={invitation} onWithdrawn={onWithdrawn} />}
    />
  )
}

interface WithdrawButtonProps {
  invitation: Pick<NewInvitation, 'invitationId' | 'role'>
  onWithdrawn?: () => void
}

export function WithdrawButton({ invitation, onWithdrawn }: WithdrawButtonProps) {
  const withdraw = useWithdraw()

  function send() {
    withdraw.mutate(invitation.invitationId, {
      onSuccess() {
        toast.success('Invitation withdrawn')
        onWithdrawn?.()
      },
      onError: (error) => toast.error(failureMessage(error)),
    })
  }

  return (
    <Button variant="ghost" busy={withdraw.isPending} onClick={send} className="border-transparent! text-danger!">
      Withdraw
    </Button>
  )
}

/** A cancelled share is no failure. */
function share(url: string): Promise<void> {
  return navigator.share({ url }).catch(() => {})
}
