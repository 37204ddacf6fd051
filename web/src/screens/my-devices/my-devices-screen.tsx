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

/** The dialog of a device. */
type Edited = { device: undefined } | { device: Device; atInterval: boolean }

/** What stands above it, or alone. */
type Asked =
  | { dialog: 'remove' | 'delete-readings'; device: Device }
  | { dialog: 'connect'; device: { deviceId: string; deviceName: string }; token?: string }

export function MyDevicesScreen() {
  usePageTitle('My devices')
  const devices = useQuery(deviceList)
  const [search, setSearch] = useState('')
  const [edited, setEdited] = useState<Edited>()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  const connect = (device: Device) => setAsked({ dialog: 'connect', device })

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
            onAdd={() => setEdited({ device: undefined })}
            onEdit={(device) => setEdited({ device, atInterval: false })}
            onChangeInterval={(device) => setEdited({ device, atInterval: true })}
            onRemove={(device) => setAsked({ dialog: 'remove', device })}
            onConnect={connect}
          />
        )}
      </QueryState>
      <DeviceDialog
        open={edited !== undefined}
        device={edited?.device}
        atInterval={edited?.device !== undefined && edited.atInterval}
        onClose={() => setEdited(undefined)}
        onCreated={(device) => setAsked({ dialog: 'connect', device, token: device.deviceToken })}
        onConnect={connect}
        onDeleteReadings={(device) => setAsked({ dialog: 'delete-readings', device })}
      />
      <ConnectDialog
        open={asked?.dialog === 'connect'}
        device={asked?.dialog === 'connect' ? asked.device : undefined}
        token={asked?.dialog === 'connect' ? asked.token : undefined}
        onClose={close}
      />
      <DeleteReadingsDialog device={asked?.dialog === 'delete-readings' ? asked.device : undefined} onClose={close} />
      <RemoveDeviceDialog device={asked?.dialog === 'remove' ? asked.device : undefined} onClose={close} />
    </>
  )
}
