import { metrics, type Alert } from '@greenhouse/contract'
import { Bell, ChevronRight, Droplet } from 'lucide-react'
import { formatDateTime } from '../../lib/format.ts'
import { Link } from 'wouter'
import { MetricIcon } from '../../ui/metric-icon.tsx'

/** An alert, when it was, and the way to its condition while there is one. */
export function AlertRow({ alert }: { alert: Alert }) {
  const { alertDesc, alertName, alertTime, alertDeviceConditionId, alertPlantConditionId } = alert
  const to =
    alertDeviceConditionId !== null
      ? '/myalertcondition?view=devices'
      : alertPlantConditionId !== null
        ? '/myalertcondition'
        : undefined
  const content = (
    <>
      <Sign alert={alert} />
      <span className="min-w-0">
        <span className="block break-words">{alertDesc || alertName}</span>
        <time dateTime={alertTime} className="text-sm text-ink-soft">
          {formatDateTime(alertTime)}
        </time>
      </span>
      {to !== undefined && <ChevronRight aria-hidden className="size-5 text-ink-soft" />}
    </>
  )
  const look = 'grid min-h-16 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-4 px-4 py-3 sm:px-6'
  return (
    <li>
      {to === undefined ? (
        <div className={look}>{content}</div>
      ) : (
        <Link to={to} className={`${look} -outline-offset-2! hover:bg-sunken`}>
          {content}
        </Link>
      )}
    </li>
  )
}

function Sign({ alert: { sensorType, alertPlantConditionId } }: { alert: Alert }) {
  const metric = metrics.find((known) => known.sensorType === sensorType || known.id === sensorType)
  if (metric) return <MetricIcon metric={metric.id} className="size-5" />
  if (alertPlantConditionId !== null) return <Droplet aria-hidden className="size-5 text-humidity" />
  return <Bell aria-hidden className="size-5 text-ink-soft" />
}
