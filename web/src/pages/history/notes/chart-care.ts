import { CARE_PAGE_MAX, careRoutes, plantRoutes } from '@greenhouse/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import type { SeriesSource } from '../../../shared/device/plant-devices.ts'
import type { TimeRange } from '../../../shared/history/time-range.ts'
import { queryKeys } from '../../../shared/query-keys.ts'

/** Plants with one of the sensors, and those without a sensor near a device. */
export interface ChartCare {
  readonly seriesIds: readonly string[]
  readonly near: string | undefined
}

export type DeviceInPlace = Pick<SeriesSource, 'deviceId' | 'placeId' | 'plantId'>

/**
 * Returns the device whose place has the plants without a sensor; for a device in no place they have to be switched on. The
 * chart of a plant is not about others.
 */
export function deviceNearby({ deviceId, placeId, plantId }: DeviceInPlace, isOn: boolean): string | undefined {
  return plantId === undefined && (placeId !== undefined || isOn) ? deviceId : undefined
}

export function wateringsQuery(range: TimeRange, of: ChartCare) {
  return queryOptions({
    queryKey: queryKeys.waterings.between(range.from, range.to, keyOf(of)),
    queryFn: ({ signal }) => call(plantRoutes.waterings, { query: queryOf(range, of), signal }),
    enabled: of.seriesIds.length > 0,
  })
}

export function notesQuery(range: TimeRange, of: ChartCare) {
  const query = { ...queryOf(range, of), kinds: 'note', limit: CARE_PAGE_MAX }
  return queryOptions({
    queryKey: queryKeys.notes.between(range.from, range.to, keyOf(of)),
    queryFn: ({ signal }) => call(careRoutes.list, { query, signal }),
    enabled: of.seriesIds.length > 0,
  })
}

function keyOf({ seriesIds, near = '' }: ChartCare): string {
  return [near, ...seriesIds].join()
}

function queryOf({ from, to }: TimeRange, { seriesIds, near }: ChartCare) {
  return { from, to, series: seriesIds.join(), deviceId: near }
}
