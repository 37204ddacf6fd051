import type { Device } from '@greenhouse/contract'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { useState, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { boardList } from './boards/board-queries.ts'
import { ConnectDoor } from './connect/connect-door.tsx'
import { ADD_DEVICE, connectPath } from '../../shared/device/connect-path.ts'
import { deviceList } from '../../shared/device/device-queries.ts'
import { useMay } from '../../shared/household/household-queries.ts'
import { Headline } from '../../shared/household/roles.tsx'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { DeviceDialogs, type Asked, type Edited } from '../../shared/device/device-dialogs.tsx'
import { BoardPanels } from './boards/board-panels.tsx'
import { DeviceGrid, DeviceGridSkeleton } from './device-grid.tsx'
import { useLoadFailureToast } from '../../ui/use-load-failure-toast.ts'

const SKELETON_DELAY_MS = 200

export function MyDevicesScreen() {
  usePageTitle('My devices')
  const devices = useQuery(deviceList)
  // Fetched together with the devices below them.
  usePrefetchQuery(boardList)
  const { celsius } = useSettings()
  const [search, setSearch] = useState('')
  const [edited, setEdited] = useState<Edited>()
  const [asked, setAsked] = useState<Asked>()

  const focusDevice = useFocusDevice()

  useLoadFailureToast(devices, 'Failed to fetch devices')

  const mayConnect = useMay('owner')
  const [, navigate] = useLocation()
  const add = () => navigate(ADD_DEVICE)
  const showClaimed = ({ deviceId }: Pick<Device, 'deviceId'>) => {
    setSearch('')
    focusDevice(deviceId)
  }

  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-4">
        <Headline>My devices</Headline>
        {devices.data?.length !== 0 && (
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
        {(data) => {
          const grid = (
            <DeviceGrid
              devices={matchingDevices(data, search)}
              searched={search.trim() !== ''}
              onAdd={add}
              onEdit={(device) => setEdited({ device, atInterval: false })}
              onRemove={(device) => setAsked({ dialog: 'remove', device })}
              onConnect={({ deviceId }) => navigate(connectPath(deviceId))}
            />
          )
          if (!mayConnect) return grid
          return (
            <BoardPanels devices={data} celsius={celsius} onAddByHand={add} onClaimed={showClaimed}>
              {grid}
            </BoardPanels>
          )
        }}
      </QueryState>
      <DeviceDialogs edited={edited} setEdited={setEdited} asked={asked} setAsked={setAsked} />
      <ConnectDoor devices={devices.data} />
    </>
  )
}

/** Searches names and ids, ignoring case. */
export function matchingDevices<D extends { deviceName: string; deviceId: string }>(
  devices: readonly D[],
  typed: string,
): readonly D[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return devices
  return devices.filter(
    ({ deviceName, deviceId }) => deviceName.toLowerCase().includes(wanted) || deviceId.toLowerCase().includes(wanted),
  )
}

/** Focuses a device's name once it is rendered and no dialog is open. */
function useFocusDevice(): (deviceId: string) => void {
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    if (wanted.current === undefined) return
    const name = document.querySelector<HTMLElement>(`main article a[href^="/mydevice/${wanted.current}"]`)
    if (!name) return
    wanted.current = undefined
    name.focus()
  })
  return (deviceId) => {
    wanted.current = deviceId
  }
}
