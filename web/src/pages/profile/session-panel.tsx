import { type Session, authRoutes } from '@greenhouse/contract'
import { useQuery, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MonitorSmartphone } from 'lucide-react'
import { formatDateTime } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PasswordDialog } from '../../ui/password-dialog.tsx'
import { call } from '../../lib/call.ts'
import { outdatedBy, queryKeys, refetchOutdated } from '../../shared/query-keys.ts'

export function SessionPanel() {
  return (
    <QueryState
      query={useQuery(sessionList)}
      skeleton={<Skeleton className="h-24 rounded-control" />}
      failure="Your sessions could not be loaded."
    >
      {(sessions) => <Sessions sessions={sessions} />}
    </QueryState>
  )
}

function Sessions({ sessions }: { sessions: readonly Session[] }) {
  const end = useEndSession()
  /** A session, or all others, to end once the password is given. */
  const [ending, setEnding] = useState<string>()

  async function confirm(password: string) {
    if (ending !== undefined) await end.mutateAsync({ which: ending, password })
    setEnding(undefined)
  }

  return (
    <div className="grid gap-3">
      <ul className="divide-y divide-line rounded-control border border-line">
        {sessions.map((session) => (
          <SessionRow key={session.sessionId} session={session} onEnd={() => setEnding(session.sessionId)} />
        ))}
      </ul>
      {sessions.some(({ current }) => !current) && (
        <Button onClick={() => setEnding('others')} className="justify-self-start">
          Sign out everywhere else
        </Button>
      )}
      <PasswordDialog
        open={ending !== undefined}
        title={ending === 'others' ? 'Sign out everywhere else?' : 'Sign out there?'}
        confirmLabel={ending === 'others' ? 'Sign out everywhere else' : 'Sign out'}
        onConfirm={confirm}
        onClose={() => setEnding(undefined)}
      >
        Whoever uses Greenhouse there will be signed out at once.
      </PasswordDialog>
    </div>
  )
}

function SessionRow({ session: { device, lastUsedAt, current }, onEnd }: { session: Session; onEnd: () => void }) {
  return (
    <li className="flex items-center gap-3 px-3 py-2.5 sm:px-4">
      <MonitorSmartphone aria-hidden className="size-5 shrink-0 text-ink-soft" />
      <span className="min-w-0 grow">
        <span className="block break-words">{device}</span>
        <span className="text-sm text-ink-soft">
          {current ? 'This browser' : `Last used ${formatDateTime(lastUsedAt)}`}
        </span>
      </span>
      {!current && (
        <Button dense variant="ghost" aria-label={`Sign out, ${device}`} onClick={onEnd} className="shrink-0">
          Sign out
        </Button>
      )}
    </li>
  )
}

const sessionList = queryOptions({
  queryKey: queryKeys.sessions,
  queryFn: ({ signal }) => call(authRoutes.sessions, { signal }),
})

function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ which, password }: { which: string; password?: string | undefined }) =>
      which === 'others'
        ? call(authRoutes.endOtherSessions, { body: { password } })
        : call(authRoutes.endSession, { query: { sessionId: which }, body: { password } }),
    onSettled: () => refetchOutdated(client, outdatedBy.session),
  })
}
