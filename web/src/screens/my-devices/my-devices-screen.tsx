import type { Device } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConnectDialog } from '../../features/devices/connect-dialog.tsx'
import { DeviceDialog } from '../../features/devices/device-dialog.tsx'
import { deviceList } from '../../features/devices/device-queries.ts'
import { matchingDevices } from '../../features/devices/matching-devices.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { DeviceGrid, DeviceGridSkeleton } from './device-grid.tsx'
import { DeleteReadingsDialog } from './delete-readings-dialog.tsx'
import { RemoveDeviceDialog } from './remove-device-dialog.tsx'
import { useSayFailure } from '../../ui/use-say-failure.ts'

const SKELETON_DELAY_MS = 200

type Shown =
  | { dialog: 'add' }
  | { dialog: 'edit'; device: Device }
  | { dialog: 'remove' | 'delete-readings'; device: Device }
  | { dialog: 'connect'; device: { deviceId: string; deviceName: string }; token?: string }

export function MyDevicesScreen() {
  usePageTitle('My devices')
  const devices = useQuery(deviceList)
  const [search, setSearch] = useState('')
  const [shown, setShown] = useState<Shown>()
  const close = () => setShown(undefined)

  useSayFailure(devices, 'Failed to fetch devices')

  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-4">
        <h1 className="text-2xl">My devices</h1>
        {devices.data && devices.data.length > 0 && (
          <SearchField
            label="Search by name or id"
            value={search}
            onChange={setSearch}
            className="w-full sm:ms-auto sm:w-72"
          />
        )}
      </div>
      <QueryState
        query={devices}
        skeleton={<DeviceGridSkeleton />}
        skeletonAfterMs={SKELETON_DELAY_MS}
        failure="Your devices could not be loaded."
      >
        {(data) => (
          <DeviceGrid
            devices={matchingDevices(data, search)}
            searched={search.trim() !== ''}
            onAdd={() => setShown({ dialog: 'add' })}
            onEdit={(device) => setShown({ dialog: 'edit', device })}
            onRemove={(device) => setShown({ dialog: 'remove', device })}
            onConnect={(device) => setShown({ dialog: 'connect', device })}
            onDeleteReadings={(device) => setShown({ dialog: 'delete-readings', device })}
          />
        )}
      </QueryState>
      <DeviceDialog
        open={shown?.dialog === 'add' || shown?.dialog === 'edit'}
        device={shown?.dialog === 'edit' ? shown.device : undefined}
        onClose={() => setShown((now) => (now?.dialog === 'connect' ? now : undefined))}
        onCreated={(device) => setShown({ dialog: 'connect', device, token: device.deviceToken })}
      />
      <ConnectDialog
        open={shown?.dialog === 'connect'}
        device={shown?.dialog === 'connect' ? shown.device : undefined}
        token={shown?.dialog === 'connect' ? shown.token : undefined}
        onClose={close}
      />
      <DeleteReadingsDialog device={shown?.dialog === 'delete-readings' ? shown.device : undefined} onClose={close} />
      <RemoveDeviceDialog device={shown?.dialog === 'remove' ? shown.device : undefined} onClose={close} />
    </>
  )
}
