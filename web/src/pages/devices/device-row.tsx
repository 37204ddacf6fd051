import type { Episode } from '@greenhouse/contract'
import { Ellipsis, TriangleAlert } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { classes } from '../../lib/classes.ts'
import { formatNumber, formatShortAge, formatTime, withUnit } from '../../lib/format.ts'
import { momentWords } from '../../lib/moment-words.ts'
import { useNow } from '../../lib/use-now.ts'
import { WHOLE_ROW } from '../../shared/episode/episode-parts.tsx'
import { limitWords } from '../../shared/episode/episode-words.ts'
import { useMay } from '../../shared/household/household-queries.ts'
import { StateSign, type SeriesState } from '../../shared/liveness/state-sign.tsx'
import { useLiveness } from '../../shared/liveness/use-liveness.ts'
import { MetricIcon } from '../../shared/metric/metric-icon.tsx'
import { showValue } from '../../shared/metric/show-value.ts'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { lowBatteryOf, newestTime, type Newest, type ShownDevice } from './device-states.ts'
import './device-row.css'

const SHOWN_VALUES = 2

export interface DeviceRowProps {
  shown: ShownDevice
  celsius: boolean
  onEdit: () => void
  onRemove: () => void
  onConnect: () => void
}

/** Two lines on phones, the place below the name on tablets, and a single line on wide screens. */
export function DeviceRow(props: DeviceRowProps) {
  const { shown, celsius } = props
  const { device, place, newest, alerts } = shown
  const time = newestTime(shown)
  const state = useLiveness(time === null ? null : Date.parse(time), Number(device.waitTime))
  const silence = alerts.find(({ kind }) => kind === 'silent')
  const isUrgent = state === 'silent' && (silence?.acknowledgedAt ?? null) === null
  return (
    <li className="device-row relative grid min-h-12 items-center gap-x-3 border-t border-line py-1 ps-4 pe-1 transition-colors first:border-t-0 hover:bg-sunken/60">
      <StateSign state={state} className={classes('[grid-area:state]', isUrgent && 'text-danger')} />
      <Link
        to={`/mydevice/${device.deviceId}`}
        className={classes(
          'truncate font-semibold',
          place === undefined ? 'device-row-name' : '[grid-area:name]',
          WHOLE_ROW,
        )}
      >
        <bdi>{device.deviceName}</bdi>
      </Link>
      {place !== undefined && (
        <span className="truncate text-sm text-ink-soft [grid-area:place] max-sm:hidden">
          <bdi>{place}</bdi>
        </span>
      )}
      <Values values={newest?.values} celsius={celsius} isOld={state === 'silent'} />
      <span className="flex min-w-0 items-center justify-end gap-2 text-sm whitespace-nowrap text-ink-soft [grid-area:age]">
        <Note
          alerts={alerts.filter((one) => one !== silence)}
          values={newest?.values}
          battery={lowBatteryOf(shown)}
          refused={device.refused.count}
          celsius={celsius}
        />
        <Age state={state} time={time} isUrgent={isUrgent} isBrief={alerts.some((one) => one !== silence)} />
      </span>
      <RowMenu {...props} />
    </li>
  )
}

interface ValuesProps {
  values: Newest['values'] | undefined
  celsius: boolean
  isOld: boolean
}

/** Shows the first two values, which are those on the owner's first tiles. Reserves its line on phones while loading. */
function Values({ values = [], celsius, isOld }: ValuesProps) {
  return (
    <span className="flex min-w-0 gap-x-4 text-sm [grid-area:values] max-sm:min-h-[max(1lh,1.25rem)]">
      {values
        .filter(({ newest }) => newest !== null)
        .slice(0, SHOWN_VALUES)
        .map(({ key, label, metric, newest }) => {
          const { text, unit } = showValue(metric, newest?.value, celsius)
          return (
            <span
              key={key}
              title={label}
              className={classes(
                'flex items-center gap-1.5 text-sm whitespace-nowrap sm:w-24 lg:w-28',
                isOld && 'text-ink-soft',
              )}
            >
              <MetricIcon metric={metric.id} />
              <span className="sr-only">{label}</span>
              {withUnit(text, unit)}
            </span>
          )
        })}
    </span>
  )
}

interface NoteProps {
  alerts: readonly Episode[]
  values: Newest['values'] | undefined
  /** A low one, in percent. */
  battery: number | undefined
  refused: number
  celsius: boolean
}

/** Says which limit is broken, or how many; else that the battery is low, or how many values the server refused. */
function Note({ alerts, values, battery, refused, celsius }: NoteProps) {
  const [alert] = alerts
  if (alert) {
    const isOpen = alerts.some(({ acknowledgedAt }) => acknowledgedAt === null)
    const limit = limitWords(alert, celsius)
    const value = values?.find(({ key }) => key === alert.seriesId)?.newest?.value
    const where = value !== undefined && value === alert.limit ? 'at' : alert.kind
    const words = alerts.length > 1 || limit === undefined ? `${alerts.length} open` : `${where} ${limit}`
    return (
      <span
        className={classes(
          'truncate rounded-pill px-2 py-0.5 text-xs font-semibold forced-colors:border',
          isOpen ? 'bg-danger-wash text-danger' : 'bg-sunken text-ink-soft',
        )}
      >
        {words}
      </span>
    )
  }
  if (battery !== undefined)
    return (
      <span className="truncate rounded-pill bg-sun-wash px-2 py-0.5 text-xs font-semibold text-sun-ink forced-colors:border">
        {withUnit(`battery ${formatNumber(battery, 0)}`, '%')}
      </span>
    )
  if (refused === 0) return undefined
  return (
    <span className="flex items-center gap-1 truncate text-xs text-sun-ink max-sm:hidden">
      <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
      {refused} refused
    </span>
  )
}

interface AgeProps {
  state: SeriesState
  time: string | null
  isUrgent: boolean
  /** Phones have no room for the words: the sign says them. */
  isBrief: boolean
}

function Age({ state, time, isUrgent, isBrief }: AgeProps) {
  const now = useNow()
  if (time === null) return 'No readings yet'
  if (state === 'silent')
    return (
      <span className={isUrgent ? 'text-danger' : undefined}>
        {isBrief ? <span className="max-sm:sr-only">Silent since </span> : 'Silent since '}
        {dayOrTime(time, now)}
      </span>
    )
  const age = formatShortAge(now - Date.parse(time))
  return state === 'late' ? <span className="text-sun-ink">Late, {age}</span> : age
}

/** Returns the time of today, or the day, which leaves more room for the name. */
function dayOrTime(time: string, now: number): string {
  const words = momentWords(time, now)
  const clock = formatTime(time)
  return words === clock ? clock : words.slice(0, -clock.length).trim()
}

function RowMenu({ shown, onEdit, onRemove, onConnect }: DeviceRowProps) {
  const { deviceId, deviceName } = shown.device
  const [, navigate] = useLocation()
  const [mayEdit, mayRemove] = [useMay('gardener'), useMay('owner')]
  const isConnected = newestTime(shown) !== null
  const acts: MenuEntry[] = [
    ...(isConnected ? [{ label: 'History', onChoose: () => navigate(`/history?device=${deviceId}`) }] : []),
    ...(!isConnected && mayRemove ? [{ label: 'Connect', onChoose: onConnect }] : []),
    ...(mayEdit ? [{ label: 'Edit', hint: 'Name and interval', onChoose: onEdit }] : []),
  ]
  const removal: MenuEntry[] = mayRemove ? [{ label: 'Remove', onChoose: onRemove, isDanger: true }] : []
  // A viewer can do nothing with a device that has sent nothing.
  if (acts.length === 0) return undefined
  return (
    <Menu
      label={`More for ${deviceName}`}
      groups={[acts, removal].filter(({ length }) => length > 0)}
      className="relative grid size-11 place-items-center rounded-control text-ink-soft [grid-area:menu] hover:bg-sunken"
    >
      <Ellipsis aria-hidden className="size-5" />
    </Menu>
  )
}
