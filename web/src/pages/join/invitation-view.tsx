import { ClientError, invitationRoutes, type OpenInvitation } from '@greenhouse/contract'
import { Sprout } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { Link, useParams } from 'wouter'
import { call } from '../../lib/call.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { aRole, ROLE_CAN } from '../../shared/household/household-words.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-boundary.tsx'
import { Initials } from '../../ui/initials.tsx'
import { Loading } from '../../ui/skeleton.tsx'

interface InvitationViewProps {
  children: (invitation: OpenInvitation, token: string) => ReactNode
  /** Used since the page was opened. */
  isOver?: boolean
}

/** Shows an invitation to a household, and nothing else of it. */
export function InvitationView(props: InvitationViewProps) {
  usePageTitle('Invitation')
  const [tries, setTries] = useState(0)
  return <LoadedInvitation key={tries} {...props} onRetry={() => setTries(tries + 1)} />
}

function LoadedInvitation({ children, isOver = false, onRetry }: InvitationViewProps & { onRetry: () => void }) {
  const { token = '' } = useParams()
  const { invitation, failure } = useInvitation(token)
  if (isOver || isGone(failure)) return <Over />
  if (failure !== undefined)
    return <ErrorState message={failureMessage(failure)} action={<Button onClick={onRetry}>Try again</Button>} />
  if (!invitation) return <Loading />
  const { household, invitedBy, role } = invitation
  return (
    <div className={COLUMN}>
      <Initials name={invitedBy} className="size-16 text-xl" />
      <h1 className="text-2xl wrap-anywhere">
        <bdi>{invitedBy}</bdi> invites you to <bdi>{household}</bdi>
      </h1>
      <p className="text-ink-soft">
        As {aRole(role)}: you can {ROLE_CAN[role]}.
      </p>
      {children(invitation, token)}
    </div>
  )
}

const COLUMN = 'mx-auto grid w-full max-w-110 grid-cols-1 justify-items-center gap-4 py-6 text-center sm:py-10'

function Over() {
  return (
    <div className={COLUMN}>
      <Sprout aria-hidden className="size-14 text-leaf" strokeWidth={1.4} />
      <h1 className="text-2xl">This invitation is no longer good</h1>
      <p className="text-ink-soft">It was used, withdrawn, or its days are over. Ask for a new one.</p>
      <Link to="/" className={`${buttonClass()} mt-2`}>
        Go to Greenhouse
      </Link>
    </div>
  )
}

interface Found {
  readonly invitation?: OpenInvitation
  readonly failure?: unknown
}

function useInvitation(token: string): Found {
  const [found, setFound] = useState<Found>({})

  useEffect(() => {
    const stop = new AbortController()
    call(invitationRoutes.show, { params: { token }, signal: stop.signal }).then(
      (invitation) => setFound({ invitation }),
      (failure: unknown) => stop.signal.aborted || setFound({ failure }),
    )
    return () => stop.abort()
  }, [token])

  return found
}

/** True for a link that was used, withdrawn or has expired, and for one that was never made. */
export function isGone(failure: unknown): boolean {
  return failure instanceof ClientError && (failure.status === 404 || failure.status === 400)
}
