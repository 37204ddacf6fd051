import { type Device, type Series, connectionRoutes, MINUTE_MS, type DeviceConnection } from '@greenhouse/contract'
import { useQuery, queryOptions } from '@tanstack/react-query'
import { CodeXml, Pencil, Trash2, KeyRound, RefreshCw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { familyWords } from '../../shared/board/board-words.ts'
import { Role } from '../../shared/household/roles.tsx'
import { connectPath } from '../../shared/device/connect-path.ts'
import { useLiveSeries } from '../../shared/series/live-series.ts'
import { newestTimeOf } from '../../shared/series/newest-values.ts'
import { useSettings } from '../../shared/settings/settings-queries.ts'
import { DeviceDialogs, type Asked, type Edited } from '../../shared/device/device-dialogs.tsx'
import { CalibrationPanel } from './calibration-panel.tsx'
import { ConnectionPanel } from './connection-panel.tsx'
import { DeviceHead } from './device-head.tsx'
import { Panel } from './panel.tsx'
import { RefusedPanel } from './refused-panel.tsx'
import { SeriesPanel } from './series-panel.tsx'
import { call } from '../../lib/call.ts'
import { queryKeys } from '../../shared/query-keys.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { formatDate } from '../../lib/format.ts'

interface DevicePageProps {
  device: Device
  all: readonly Series[]
}

export function DevicePage({ device, all }: DevicePageProps) {
  const { deviceId } = device
  const { celsius } = useSettings()
  const [, navigate] = useLocation()
  const [edited, setEdited] = useState<Edited>()
  const [asked, setAsked] = useState<Asked>()
  const { calibrated, setCalibrated, openings, calibrate } = useCalibrated()
  const connection = useQuery(connectionQuery(deviceId))
  const family = connection.data?.board?.family
  const own = useMemo(() => all.filter((one) => one.deviceId === deviceId), [all, deviceId])
  useLiveSeries([deviceId])
  return (
    <>
      <DeviceHead
        device={device}
        series={own}
        family={family === undefined ? undefined : familyWords(family)}
        onEdit={setEdited}
        onAsk={setAsked}
      />
      <div className="grid grid-cols-1 gap-6">
        <SeriesPanel device={device} celsius={celsius} series={own} onCalibrate={calibrate} />
        <div className={PANELS}>
          <div className="grid grid-cols-1 empty:hidden lg:gap-6">
            <Role atLeast="gardener">
              <CalibrationPanel
                series={own}
                chosen={calibrated}
                choose={setCalibrated}
                openings={openings}
                celsius={celsius}
              />
            </Role>
            <Role atLeast="owner">
              <Panel title="Send readings" icon={CodeXml}>
                <SendReadings deviceId={deviceId} />
              </Panel>
            </Role>
          </div>
          <div className="grid grid-cols-1 lg:gap-6">
            <ConnectionPanel device={device} connection={connection} newestTime={newestTimeOf(own, deviceId)} />
            <RefusedPanel connection={connection} />
            <ChangePanels device={device} connection={connection.data} onEdit={setEdited} onAsk={setAsked} />
          </div>
        </div>
      </div>
      <DeviceDialogs
        edited={edited}
        setEdited={setEdited}
        asked={asked}
        setAsked={setAsked}
        onRemoved={() => navigate('/mydevice', { replace: true })}
      />
    </>
  )
}

interface ChangePanelsProps {
  device: Device
  connection: DeviceConnection | undefined
  onEdit: (edited: Edited) => void
  onAsk: (asked: Asked) => void
}

function ChangePanels({ device, connection, onEdit, onAsk }: ChangePanelsProps) {
  const [, navigate] = useLocation()
  return (
    <>
      <Role atLeast="owner">
        <TokenPanel connection={connection} onRenew={() => navigate(connectPath(device.deviceId))} />
      </Role>
      <Role atLeast="gardener">
        <EditRow onEdit={() => onEdit({ device, atInterval: false })} />
      </Role>
      <Role atLeast="owner">
        <RemovePanel
          onDeleteReadings={() => onAsk({ dialog: 'delete-readings', device })}
          onRemove={() => onAsk({ dialog: 'remove', device })}
        />
      </Role>
    </>
  )
}

function SendReadings({ deviceId }: { deviceId: string }) {
  return (
    <>
      <p className="mb-4 text-sm text-ink-soft">
        ESPHome, Shelly, Tasmota, weather stations, an Arduino or your own program: one block to copy, and a page that
        waits for its first reading.
      </p>
      <Link to={connectPath(deviceId)} className={buttonClass()}>
        Connect a board
      </Link>
    </>
  )
}

function useCalibrated() {
  const [calibrated, setCalibrated] = useState<string>()
  const [openings, setOpenings] = useState(0)

  function calibrate({ seriesId }: Series) {
    setCalibrated(seriesId)
    setOpenings(openings + 1)
    const panel = document.getElementById('calibration')
    panel?.scrollIntoView({ block: 'start' })
    panel?.focus({ preventScroll: true })
  }

  return { calibrated, setCalibrated, openings, calibrate }
}

const PANELS =
  'grid grid-cols-1 items-start lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:has-[>:empty]:grid-cols-1 lg:gap-6 max-lg:overflow-hidden ' +
  'max-lg:rounded-card max-lg:border max-lg:border-t-0 max-lg:border-line max-lg:shadow-panel'

/** Repeats the link to the editor among the rows of phones. */
function EditRow({ onEdit }: { onEdit: () => void }) {
  return (
    <button
      type="button"
      onClick={onEdit}
      className="flex min-h-14 w-full items-center gap-3 border-t border-line bg-surface px-4 text-start font-medium -outline-offset-2! lg:hidden"
    >
      <Pencil aria-hidden className="size-4.5 shrink-0 text-ink-soft" />
      Name, description, interval
    </button>
  )
}

/** Polled every minute, because no message reports changes. */
function connectionQuery(deviceId: string) {
  return queryOptions({
    queryKey: queryKeys.connections.of(deviceId),
    queryFn: ({ signal }) => call(connectionRoutes.get, { params: { deviceId }, signal }),
    refetchInterval: MINUTE_MS,
  })
}

interface RemovePanelProps {
  onDeleteReadings: () => void
  onRemove: () => void
}

function RemovePanel({ onDeleteReadings, onRemove }: RemovePanelProps) {
  return (
    <Panel title="Remove" icon={Trash2}>
      <p className="mb-4 text-sm text-ink-soft">
        The readings of a device are deleted with it, and its token stops working. Neither can be undone.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button dense onClick={onDeleteReadings}>
          Delete readings
        </Button>
        <Button variant="danger" dense onClick={onRemove}>
          Remove device
        </Button>
      </div>
    </Panel>
  )
}

interface TokenPanelProps {
  connection: DeviceConnection | undefined
  onRenew: () => void
}

export function TokenPanel({ connection, onRenew }: TokenPanelProps) {
  const { tokenEnd = null, tokenMadeAt = null } = connection ?? {}
  return (
    <Panel
      title="Token"
      icon={KeyRound}
      summary={tokenEnd === null ? undefined : `ends in ${tokenEnd}`}
      aside={
        <Button variant="ghost" dense onClick={onRenew} aria-label="Renew token">
          <RefreshCw aria-hidden className="size-4" />
          Renew
        </Button>
      }
    >
      <p className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 rounded-control border border-line-strong px-3 py-1.5 text-sm">
        <span className="font-mono">
          <span aria-hidden>{'•'.repeat(12)}</span>
          {tokenEnd !== null && (
            <>
              <span className="sr-only">ends in </span>
              {tokenEnd}
            </>
          )}
        </span>
        {tokenMadeAt !== null && <span className="text-ink-soft">made {formatDate(tokenMadeAt)}</span>}
      </p>
      <p className="mt-3 text-sm text-ink-soft">
        It was shown once, when it was made. A new one replaces it, and the old one stops working at once.
      </p>
    </Panel>
  )
}
