import { MORNING_BEGINS, MORNING_ENDS, morningRoutes } from '@greenhouse/contract'
import { queryOptions } from '@tanstack/react-query'
import { toCalendarDate } from '../../lib/dates.ts'
import { call } from '../../lib/call.ts'
import { readStored, store, STORED } from '../../lib/storage.ts'
import { queryKeys } from '../../shared/query-keys.ts'

export const morningQuery = queryOptions({
  queryKey: queryKeys.morning,
  queryFn: ({ signal }) => call(morningRoutes.get, { query: {}, signal }),
})

/** Returns whether it is a morning whose note is not hidden. */
export function isMorning(now: number): boolean {
  const hour = new Date(now).getHours()
  return hour >= MORNING_BEGINS && hour < MORNING_ENDS && readStored(STORED.morning) !== toCalendarDate(now)
}

/** Hides the note until the next day. */
export function hideMorning(now: number): void {
  store(STORED.morning, toCalendarDate(now))
}

/** Returns `Three facts from the night.` */
export function factsSentence(count: number): string {
  return count === 1 ? 'One fact from the night.' : `${count === 2 ? 'Two' : 'Three'} facts from the night.`
}
