import type { Device } from '@greenhouse/contract'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { useState, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { boardList } from '../../shared/device/board-queries.ts'
import { ConnectDoor } from './connect/connect-door.tsx'
import { ADD_DEVICE, connectPath } from '../../shared/device/connect-path.ts'
import { deviceList } from '../../shared/device/device-queries.ts'
import { useMay } from '../../shared/household/household-queries.ts'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { DeviceDialogs, type Asked, type Edited } from '../../shared/device/device-dialogs.tsx'
import { BoardPanels } from './boards/board-panels.tsx'
import { DeviceGrid, DeviceGridSkeleton } from './device-grid.tsx'
import { DevicesToolbar } from './devices-toolbar.tsx'
import { useShownDevices } from './use-shown-devices.ts'
import { useLook, type Look } from '../../shared/settings/use-look.ts'
import { useNow } from '../../lib/use-now.ts'
import { useRefreshFailureToast } from '../../ui/use-load-failure-toast.ts'

const SKELETON_DELAY_MS = 200
const SHOWN_EVERY_MS = 10_000
/** From this number on devices are rows, unless cards are chosen. */
const LIST_MIN = 20
const FAILURE = 'Failed to fetch devices'
const NONE: readonly Device[] = []

export function MyDevicesScreen() {
  usePageTitle('My devices')
  const { devices, ...view } = useDevices()
  // Fetched together with the devices below them.
  usePrefetchQuery(boardList)
  const { celsius } = useSettings()
  const [search, setSearch] = useState('')
  const [edited, setEdited] = useState<Edited>()
  const [asked, setAsked] = useState<Asked>()

  const focusDevice = useFocusDevice()

  useRefreshFailureToast(devices, FAILURE)

  const mayConnect = useMay('owner')
  const [, navigate] = useLocation()
  const add = () => navigate(ADD_DEVICE)
  const showClaimed = ({ deviceId }: Pick<Device, 'deviceId'>) => {
    setSearch('')
    focusDevice(deviceId)
  }

  return (
    <>
      <DevicesToolbar
        isEmpty={devices.data?.length === 0}
        search={search}
        setSearch={setSearch}
        shown={view.isSorted ? view.shown : []}
        now={view.now}
        look={view.look}
        setLook={view.setLook}
      />
      <QueryState
        query={view.isSorted ? devices : { ...devices, data: undefined }}
        skeleton={<DeviceGridSkeleton />}
        skeletonAfterMs={SKELETON_DELAY_MS}
        failure={FAILURE}
      >
        {(data) => {
          const grid = (
            <DeviceGrid
              devices={view.shown.filter(({ device }) => matches(device, search))}
              look={view.look}
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

function useDevices() {
  const devices = useQuery(deviceList)
  const now = useNow(SHOWN_EVERY_MS)
  const { shown, isSorted } = useShownDevices(devices.data ?? NONE, now)
  const [chosen, setLook] = useLook('devices')
  const look: Look = chosen ?? (shown.length < LIST_MIN ? 'cards' : 'list')
  return { devices, shown, isSorted, now, look, setLook }
}

/** Returns whether a device's name or id contains the typed text, ignoring case. */
export function matches({ deviceName, deviceId }: Pick<Device, 'deviceName' | 'deviceId'>, typed: string): boolean {
  const wanted = typed.trim().toLowerCase()
  return deviceName.toLowerCase().includes(wanted) || deviceId.toLowerCase().includes(wanted)
}

/** Focuses a device's name once it is rendered and no dialog is open. */
function useFocusDevice(): (deviceId: string) => void {
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    if (wanted.current === undefined) return
    const name = document.querySelector<HTMLElement>(`main :is(article, li) a[href^="/mydevice/${wanted.current}"]`)
    if (!name) return
    wanted.current = undefined
    name.focus()
  })
  return (deviceId) => {
    wanted.current = deviceId
  }
}
