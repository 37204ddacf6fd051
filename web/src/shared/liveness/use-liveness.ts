import { useEffect, useState } from 'react'
import { LATE_AFTER_INTERVALS, livenessOf, SILENT_AFTER_INTERVALS, type Liveness } from './liveness.ts'

/** Browsers overflow longer timers. */
const TIMER_MAX_MS = 2_147_483_647

/** Rerenders the caller only when the state changes. `time` is that of the newest reading, milliseconds since 1970. */
export function useLiveness(time: number | null, intervalSeconds: number): Liveness | 'waiting' {
  const [now, setNow] = useState(Date.now)
  const liveness = time === null ? 'waiting' : livenessOf(now - time, intervalSeconds)
  useEffect(() => {
    if (time === null || liveness === 'silent') return undefined
    const intervals = liveness === 'live' ? LATE_AFTER_INTERVALS : SILENT_AFTER_INTERVALS
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      const left = time + intervals * intervalSeconds * 1000 - Date.now()
      // The state changes after the last millisecond of its time.
      timer = setTimeout(left > TIMER_MAX_MS ? wait : () => setNow(Date.now()), Math.min(left + 1, TIMER_MAX_MS))
    }
    wait()
    return () => clearTimeout(timer)
  }, [time, intervalSeconds, liveness])
  return liveness
}

interface Sender {
  readonly time: number | null
  readonly intervalSeconds: number
}

/** A series that sends less often than its device is silent when the device is. */
export function useSeriesLiveness(series: Sender, device: Sender): Liveness | 'waiting' {
  const own = useLiveness(series.time, series.intervalSeconds)
  const isDeviceSilent = useLiveness(device.time, device.intervalSeconds) === 'silent'
  return isDeviceSilent && own !== 'waiting' ? 'silent' : own
}
