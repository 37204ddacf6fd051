import type { NewInvitation } from '@greenhouse/contract'
import { Check, Clock, Copy, Share2 } from 'lucide-react'
import { useRef } from 'react'
import { failureMessage } from '../../lib/failure-message.ts'
import { Button } from '../../ui/button.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { toast } from '../../ui/toast.ts'
import { useCopy } from '../../ui/use-copy.ts'
import { useNow } from '../../lib/use-now.ts'
import { aRole } from '../../shared/household/household-words.ts'
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
  const box = useRef<HTMLSpanElement>(null)
  const { copied, copy } = useCopy(url, box)
  const CopyIcon = copied ? Check : Copy
  return (
    <div className="flex flex-col items-center gap-4 sm:flex-row sm:items-start">
      <QrCode
        text={url}
        label="QR code of the invitation; the link can be copied beside it"
        className="size-52 shrink-0 border border-line sm:size-33"
      />
      <div className="grid grid-cols-1 gap-3 max-sm:w-full">
        <p className="text-sm text-ink-soft max-sm:text-center">
          Works once. Whoever opens it sees the name of the household, who invites, and the role.
          {email !== null && (
            <>
              {' '}
              It was mailed to <bdi className="wrap-anywhere">{email}</bdi>.
            </>
          )}
        </p>
        {/* Selected in browsers that can't copy. */}
        <span ref={box} className="sr-only">
          {url}
        </span>
        <div className="flex flex-wrap items-center gap-1 max-sm:*:grow">
          {'share' in navigator && (
            <Button variant="leaf" className="sm:hidden" onClick={() => void share(url)}>
              <Share2 aria-hidden className="size-4" />
              Send link
            </Button>
          )}
          <Button onClick={() => void copy()}>
            <CopyIcon aria-hidden className="size-4" />
            {copied ? 'Copied' : 'Copy link'}
          </Button>
          <WithdrawButton invitation={invitation} onWithdrawn={onWithdrawn} />
        </div>
        <output className="sr-only">{copied ? 'Copied' : ''}</output>
      </div>
    </div>
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
