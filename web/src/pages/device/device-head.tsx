import { type Device, type Series, metricOfSeries } from '@greenhouse/contract'
import { ChartLine, Ellipsis, Pencil, BatteryMedium, Cpu, MapPin, Wifi, type LucideIcon } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { connectPath } from '../../shared/device/connect-path.ts'
import type { Asked, Edited } from '../../shared/device/device-dialogs.tsx'
import { useMay } from '../../shared/household/household-queries.ts'
import { Role, ViewerNote } from '../../shared/household/roles.tsx'
import { ExpandableText } from '../../shared/device/expandable-text.tsx'
import { LiveBadge } from '../../shared/device/live-badge.tsx'
import { usePathOfPlace } from '../../shared/place/place-queries.ts'
import { newestTimeOf } from '../../shared/series/newest-values.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { withUnit } from '../../lib/format.ts'
import { showValue } from '../../shared/metric/show-value.ts'

interface DeviceHeadProps {
  device: Device
  series: readonly Series[]
  family: string | undefined
  onEdit: (edited: Edited) => void
  onAsk: (asked: Asked) => void
}

export function DeviceHead({ device, series, family, onEdit, onAsk }: DeviceHeadProps) {
  const { deviceId, deviceName, deviceDescription, waitTime, placeId } = device
  const place = usePathOfPlace()(placeId)
  return (
    <>
      <Breadcrumb crumbs={[{ name: 'Devices', to: '/mydevice' }, { name: deviceName }]} />
      <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 dir="auto" className="text-2xl break-words">
            {deviceName}
          </h1>
          <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
            <LiveBadge time={newestTimeOf(series, deviceId)} intervalSeconds={Number(waitTime)} />
            <DeviceFacts series={series} family={family} />
            {place !== undefined && <Fact icon={MapPin} name="Place" text={place} />}
          </p>
          <ViewerNote className="mt-1 text-ink-soft" />
          {deviceDescription !== '' && (
            <div dir="auto" className="mt-2 max-w-prose">
              <ExpandableText text={deviceDescription} />
            </div>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Link to={`/history?device=${deviceId}`} className={buttonClass()}>
            <ChartLine aria-hidden className="size-5" />
            History
          </Link>
          <Role atLeast="gardener">
            <Button onClick={() => onEdit({ device, atInterval: false })}>
              <Pencil aria-hidden className="size-4.5" />
              Edit
            </Button>
            <DeviceMenu device={device} onEdit={onEdit} onAsk={onAsk} />
          </Role>
        </div>
      </header>
    </>
  )
}

function DeviceMenu({ device, onEdit, onAsk }: Pick<DeviceHeadProps, 'device' | 'onEdit' | 'onAsk'>) {
  const isOwner = useMay('owner')
  const [, navigate] = useLocation()
  const connect = { label: 'Connect a board', onChoose: () => navigate(connectPath(device.deviceId)) }
  const change = { label: 'Change preferences', onChoose: () => onEdit({ device, atInterval: true }) }
  const removals = [
    { label: 'Delete readings', isDanger: true, onChoose: () => onAsk({ dialog: 'delete-readings', device }) },
    { label: 'Remove device', isDanger: true, onChoose: () => onAsk({ dialog: 'remove', device }) },
  ]
  return (
    <Menu
      label={`More for ${device.deviceName}`}
      groups={isOwner ? [[connect, change], removals] : [[change]]}
      className="grid size-11 place-items-center rounded-control text-ink-soft hover:bg-sunken"
    >
      <Ellipsis aria-hidden className="size-5" />
    </Menu>
  )
}

interface DeviceFactsProps {
  series: readonly Series[]
  family: string | undefined
}

function DeviceFacts({ series, family }: DeviceFactsProps) {
  const battery = newestOf(series, 'battery')
  const signal = newestOf(series, 'signalStrength')
  return (
    <>
      {battery && <Fact icon={BatteryMedium} name="Battery" text={battery.text} />}
      {signal && <Fact icon={Wifi} name="Signal" text={`${signal.text}, ${signalWord(signal.value)}`} />}
      {family !== undefined && <Fact icon={Cpu} name="Board" text={family} />}
    </>
  )
}

function Fact({ icon: Icon, name, text }: { icon: LucideIcon; name: string; text: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 text-sm text-ink-soft">
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="sr-only">{name} </span>
      <bdi className="truncate">{text}</bdi>
    </span>
  )
}

function newestOf(series: readonly Series[], metricId: string): { value: number; text: string } | undefined {
  const one = series.find(({ metric, newest }) => metric === metricId && newest !== null)
  if (!one?.newest) return undefined
  const { text, unit } = showValue(metricOfSeries(one), one.newest.value, true)
  return { value: one.newest.value, text: withUnit(text, unit) }
}

/** Minimum dBm, strongest first. */
const LEVELS = [
  [-60, 'very good'],
  [-70, 'good'],
  [-80, 'fair'],
] as const

function signalWord(dbm: number): string {
  return LEVELS.find(([from]) => dbm >= from)?.[1] ?? 'weak'
}
