import type { User } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EmailConfirmation } from './email-confirmation.tsx'
import { serverInfoQuery } from '../../shared/server/server-queries.ts'
import { startOfDay } from '../../lib/dates.ts'
import { formatDate } from '../../lib/format.ts'

/** A server without mail confirms no address. */
export function AccountDetails({ user }: { user: User }) {
  const { data: server } = useQuery(serverInfoQuery)
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-8 gap-y-2.5">
      <Detail name="Name">
        {user.firstName} {user.lastName}
      </Detail>
      <Detail name="Email">
        {user.email}
        {server?.sendsMail === true && <EmailConfirmation isConfirmed={user.emailConfirmed} />}
      </Detail>
      {user.birthday !== null && <Detail name="Birthday">{formatDate(startOfDay(user.birthday))}</Detail>}
      {user.country !== null && <Detail name="Country">{user.country}</Detail>}
    </dl>
  )
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="break-words">{children}</dd>
    </>
  )
}
