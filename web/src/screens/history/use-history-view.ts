import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { readView, writeView, type HistoryView } from '../../features/history/history-view.ts'

/** What the address says is to be shown, and how to change it. Zooming in can be left with the browser's back button. */
export function useHistoryView(): [HistoryView, (change: Partial<HistoryView>) => void] {
  const [search, setSearch] = useSearchParams()
  // The default range ends today; a page left open over midnight keeps the day it was opened on.
  const [now] = useState(Date.now)
  const view = readView(search, now)
  const show = (change: Partial<HistoryView>) =>
    setSearch((before) => writeView({ ...readView(before, now), ...change }, now), { replace: !change.zoom })
  return [view, show]
}
