import { MINUTE_MS } from '@greenhouse/contract'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { keepPlace } from '../../../shared/place/use-place.ts'
import { readView, writeView, type HistoryView } from './history-view.ts'

/** Maximum delay after which an open page moves to the next minute. */
const CHECK_INTERVAL_MS = 10_000

interface ShownHistory {
  readonly view: HistoryView
  /** The current minute, in milliseconds since 1970. */
  readonly now: number
  readonly show: (change: Partial<HistoryView>) => void
}

/** Keeps the view in the URL. Back undoes a zoom. */
export function useHistoryView(): ShownHistory {
  const [search, setSearch] = useSearchParams()
  const now = useMinute()
  const view = readView(search, now)
  const show = (change: Partial<HistoryView>) =>
    setSearch((before) => keepPlace(writeView({ ...readView(before, now), ...change }, now), before), {
      replace: !change.zoom,
    })
  return { view, now, show }
}

function useMinute(): number {
  const [minute, setMinute] = useState(currentMinute)
  useEffect(() => {
    const timer = setInterval(() => setMinute(currentMinute()), CHECK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
  return minute
}

function currentMinute(): number {
  return Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
}
