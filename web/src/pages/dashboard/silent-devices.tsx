import { MINUTE_MS, type Device } from '@greenhouse/contract'
import { Link } from 'wouter'
import { silentDevices } from '../../shared/liveness/liveness.ts'
import { formatDateTime } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { StateSign } from '../../shared/liveness/state-sign.tsx'

const NAMED_MAX = 3

interface SilentDevicesProps {
  /** Each with the time of its newest value. */
  devices: ReadonlyArray<Device & { readonly time: string | null }>
  choose: (deviceId: string) => void
}

export function SilentDevices({ devices, choose }: SilentDevicesProps) {
  const silent = silentDevices(devices, useNow(MINUTE_MS))
  if (silent.length === 0) return undefined
  const more = silent.length - NAMED_MAX
  return (
    <ul aria-label="Silent devices" className="grid gap-1 border-b border-line px-4 py-3 text-sm text-ink-soft sm:px-6">
      {silent.slice(0, NAMED_MAX).map(({ deviceId, deviceName, time }) => (
        <li key={deviceId} className="flex items-baseline gap-2">
          <StateSign state="silent" className="self-center" />
          <span className="min-w-0">
            <button
              type="button"
              onClick={() => choose(deviceId)}
              className="hit-area max-w-full text-start font-semibold break-words text-ink underline decoration-line-strong underline-offset-3"
            >
              {deviceName}
            </button>{' '}
            silent since {formatDateTime(time)}
          </span>
        </li>
      ))}
      {more > 0 && (
        <li>
          <Link to="/mydevice" className="hit-area font-semibold text-leaf">
            {more === 1 ? '1 more device is silent' : `${more} more devices are silent`}
          </Link>
        </li>
      )}
    </ul>
  )
}
