import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { readView, writeView, type HistoryView } from '../../features/history/history-view.ts'
import { startOfDay, toCalendarDate } from '../../lib/dates.ts'

/** How soon after midnight a page that is left open moves on to the new day. */
const LOOKED_EVERY_MS = 10_000

/** What the address says is to be shown, and how to change it. Zooming in can be left with the browser's back button. */
export function useHistoryView(): [HistoryView, (change: Partial<HistoryView>) => void] {
  const [search, setSearch] = useSearchParams()
  const today = useToday()
  const view = readView(search, today)
  const show = (change: Partial<HistoryView>) =>
    setSearch((before) => writeView({ ...readView(before, today), ...change }, today), { replace: !change.zoom })
  return [view, show]
}

/** The first instant of today, in milliseconds since 1970. */
function useToday(): number {
  const [today, setToday] = useState(() => toCalendarDate(Date.now()))
  useEffect(() => {
    const timer = setInterval(() => setToday(toCalendarDate(Date.now())), LOOKED_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return startOfDay(today).getTime()
}
