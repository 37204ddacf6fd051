import { MINUTE_MS } from '@greenhouse/contract'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { readView, writeView, type HistoryView } from './history-view.ts'

/** How soon after a minute a page that is left open moves on to it. */
const LOOKED_EVERY_MS = 10_000

interface ShownHistory {
  readonly view: HistoryView
  /** The minute at which it is looked at, in milliseconds since 1970. */
  readonly now: number
  readonly show: (change: Partial<HistoryView>) => void
}

/** What the address says is to be shown, and how to change it. Zooming in can be left with the browser's back button. */
export function useHistoryView(): ShownHistory {
  const [search, setSearch] = useSearchParams()
  const now = useMinute()
  const view = readView(search, now)
  const show = (change: Partial<HistoryView>) =>
    setSearch((before) => writeView({ ...readView(before, now), ...change }, now), { replace: !change.zoom })
  return { view, now, show }
}

function useMinute(): number {
  const [minute, setMinute] = useState(currentMinute)
  useEffect(() => {
    const timer = setInterval(() => setMinute(currentMinute()), LOOKED_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return minute
}

function currentMinute(): number {
  return Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
}
