import { boardMetrics, type Device } from '@greenhouse/contract'
import { Pencil, X } from 'lucide-react'
import { classes } from '../../lib/classes.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Link } from 'wouter'
import { IconButton } from '../../ui/icon-button.tsx'
import { Role } from '../../shared/household/roles.tsx'
import { ExpandableText } from '../../shared/device/expandable-text.tsx'
import { IntervalEditor } from './interval-editor.tsx'
import { LiveBadge } from '../../shared/device/live-badge.tsx'
import type { DeviceRowProps } from './device-row.tsx'
import { livenessAt, newestTime, type Newest, type ShownDevice } from './device-states.ts'
import { MetricValue } from './metric-value.tsx'
import { formatDateTime } from '../../lib/format.ts'
import { Caution } from './caution.tsx'

const SHOWN_MAX = 6

export function DeviceCard(props: DeviceRowProps) {
  const { shown, celsius, onEdit, onRemove, onConnect } = props
  const { device, place, newest } = shown
  const { deviceId, deviceName, deviceDescription, refused } = device
  const now = useNow(10_000)
  const time = newestTime(shown)
  const old = livenessAt(shown, now) === 'silent'
  return (
    <article
      aria-label={deviceName}
      className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 sm:p-5"
    >
      <CardHeader device={device} place={place} time={time} onEdit={onEdit} onRemove={onRemove} />
      {deviceDescription !== '' && <ExpandableText text={deviceDescription} />}
      <NewestValues newest={newest} celsius={celsius} old={old} />
      <IntervalEditor device={device} />
      {refused.count > 0 && <Refusals {...refused} />}
      <footer className="mt-auto flex flex-wrap gap-2 border-t border-line pt-4">
        {time === null ? (
          <Role atLeast="owner">
            <Button dense onClick={onConnect}>
              Connect
            </Button>
          </Role>
        ) : (
          <Link to={`/history?device=${deviceId}`} className={buttonClass({ variant: 'ghost', dense: true })}>
            History
          </Link>
        )}
      </footer>
    </article>
  )
}

interface CardHeaderProps extends Pick<DeviceRowProps, 'onEdit' | 'onRemove'>, Pick<ShownDevice, 'device' | 'place'> {
  time: string | null
}

function CardHeader({ device, place, time, onEdit, onRemove }: CardHeaderProps) {
  const { deviceId, deviceName, waitTime } = device
  return (
    <header className="flex items-start gap-1">
      <div className="min-w-0 grow">
        <h2 className="font-sans text-lg font-semibold tracking-normal break-words">
          <Link to={`/mydevice/${deviceId}`} className="hover:underline">
            {deviceName}
          </Link>
        </h2>
        {place !== undefined && (
          <p className="truncate text-sm text-ink-soft">
            <bdi>{place}</bdi>
          </p>
        )}
        <LiveBadge time={time} intervalSeconds={Number(waitTime)} />
      </div>
      <Role atLeast="gardener">
        <IconButton label={`Edit ${deviceName}`} title={`Edit ${deviceName}`} onClick={onEdit} className="-mt-2">
          <Pencil aria-hidden className="size-4.5" />
        </IconButton>
      </Role>
      <Role atLeast="owner">
        <IconButton
          label={`Remove ${deviceName}`}
          title={`Remove ${deviceName}`}
          onClick={onRemove}
          className="-me-2 -mt-2"
        >
          <X aria-hidden className="size-4.5" />
        </IconButton>
      </Role>
    </header>
  )
}

/** Placeholders for the number of values that most boards show. */
const UNKNOWN: Newest['values'] = [...boardMetrics, ...boardMetrics.slice(0, 2)].map((metric, index) => ({
  key: String(index),
  label: metric.label,
  metric,
  newest: null,
}))

interface NewestValuesProps extends Pick<ShownDevice, 'newest'>, Pick<DeviceRowProps, 'celsius'> {
  old: boolean
}

/** Reserves its space while loading. */
function NewestValues({ newest, celsius, old }: NewestValuesProps) {
  if (newest?.time === null) return <p className="text-ink-soft">Connect the board, and its readings appear here.</p>
  const values = newest?.values ?? UNKNOWN
  return (
    <div className={classes('grid grid-cols-2 gap-x-4 gap-y-3', !newest && 'invisible')}>
      {values.slice(0, SHOWN_MAX).map(({ key, label, metric, newest: last }) => (
        <MetricValue
          key={key}
          label={label}
          metric={metric}
          celsius={celsius}
          old={old}
          value={last?.value}
          size="small"
        />
      ))}
      {values.length > SHOWN_MAX && (
        <p className="col-span-full text-sm text-ink-soft">and {values.length - SHOWN_MAX} more</p>
      )}
    </div>
  )
}

function Refusals({ count, reason, at }: Device['refused']) {
  return (
    <Caution>
      {count === 1 ? '1 value was refused' : `${count} values were refused`}
      {at !== null && <>, the last one {formatDateTime(at)}</>}
      {reason !== null && <>: {reason}</>}
    </Caution>
  )
}
