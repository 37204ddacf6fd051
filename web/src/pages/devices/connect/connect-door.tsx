import type { Device } from '@greenhouse/contract'
import { Suspense, useState } from 'react'
import { useSearch } from 'wouter'
import { onDemand } from '../../../lib/on-demand.ts'
import { Role } from '../../../shared/household/roles.tsx'

const ConnectSheet = onDemand(async () => (await import('./connect-sheet.tsx')).ConnectSheet)

/** Opens the sheet that connects a device when the address says so: a new one, or the one that it names. */
export function ConnectDoor({ devices }: { devices: readonly Device[] | undefined }) {
  const search = new URLSearchParams(useSearch())
  const deviceId = search.get('device')
  const device = devices?.find((one) => one.deviceId === deviceId)
  const isAsked = search.has('add') && (deviceId === null || device !== undefined)
  const [isNeeded, setNeeded] = useState(false)
  if (isAsked && !isNeeded) setNeeded(true)
  if (!isNeeded) return undefined
  return (
    <Role atLeast="owner">
      <Suspense>
        <ConnectSheet device={device} />
      </Suspense>
    </Role>
  )
}
