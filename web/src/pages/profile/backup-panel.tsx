import { serverRoutes, type BackupState } from '@greenhouse/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../lib/call.ts'
import { formatAge, formatDateTime, formatNumber, withUnit } from '../../lib/format.ts'
import { queryKeys } from '../../shared/query-keys.ts'
import { Notice } from '../../ui/notice.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const backupQuery = queryOptions({
  queryKey: queryKeys.backups,
  queryFn: ({ signal }) => call(serverRoutes.backups, { signal }),
})

const MEGABYTE = 1_000_000

export function BackupPanel() {
  return (
    <QueryState
      query={useQuery(backupQuery)}
      skeleton={<Skeleton className="h-12 rounded-control" />}
      failure="The state of the backups could not be loaded."
    >
      {(state) => <Backups state={state} />}
    </QueryState>
  )
}

function Backups({ state }: { state: BackupState }) {
  return (
    <div className="grid gap-3">
      {state.overdue && (
        <Notice>
          For more than two days there has been no backup. Look into the server's log for backup.failed, and make one by
          hand until it is mended.
        </Notice>
      )}
      <p>{newestOf(state)}</p>
      {state.failure && (
        <p className="break-words text-danger">
          The last try, {formatDateTime(state.failure.at)}, failed: {state.failure.reason}
        </p>
      )}
      <p className="text-ink-soft">
        {state.enabled
          ? 'One is made every night; those of seven days and four weeks are kept. Take a copy to another machine: a broken disk takes these along.'
          : 'Nightly backups are switched off (BACKUP=off).'}{' '}
        By hand: <code className="break-words">npm run backup -- /mnt/usb/greenhouse</code>
      </p>
    </div>
  )
}

function newestOf({ newest, enabled }: BackupState): ReactNode {
  if (!newest)
    return enabled ? 'There is no backup yet. The first one is made in the coming night.' : 'There is none here.'
  return (
    <>
      The newest was made <strong>{formatAge(newest.ageMs)}</strong>, {formatDateTime(newest.madeAt)}, and takes{' '}
      {megabytes(newest.bytes)}.
    </>
  )
}

function megabytes(bytes: number): string {
  return withUnit(formatNumber(bytes / MEGABYTE, bytes < 10 * MEGABYTE ? 1 : 0), 'MB')
}
