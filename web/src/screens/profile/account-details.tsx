import type { User } from '@greenhouse/contract'
import type { ReactNode } from 'react'
import { startOfDay } from '../../lib/dates.ts'
import { formatDate } from '../../lib/format.ts'

/** Name and address, birthday and country when they are known. */
export function AccountDetails({ user }: { user: User }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-8 gap-y-2.5">
      <Detail name="Name">
        {user.firstName} {user.lastName}
      </Detail>
      <Detail name="Email">{user.email}</Detail>
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
