import { DAY_MS, HOUR_MS, householdRoutes } from '@greenhouse/contract'
import type { Grower } from '../testing/growers.ts'

/**
 * Moves the household to a time zone where it is now between `hour` o'clock and the next. Returns the zone and the last
 * midnight there, in milliseconds since 1970.
 */
export async function liveAt(grower: Grower, hour: number): Promise<{ midnight: number; timeZone: string }> {
  // Zones are from 12 hours behind UTC to 14 ahead.
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12
  // POSIX counts such zones westwards.
  const timeZone = ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
  const [household] = await grower.call(householdRoutes.list)
  await grower.call(householdRoutes.edit, {
    params: { householdId: household?.householdId ?? '' },
    body: { timeZone },
  })
  return { midnight: Math.floor((Date.now() + ahead * HOUR_MS) / DAY_MS) * DAY_MS - ahead * HOUR_MS, timeZone }
}
