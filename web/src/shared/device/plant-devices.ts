import type { Device, Series } from '@greenhouse/contract'

/** A device of the household, or a plant with what is computed for it. */
export interface SeriesSource extends Device {
  readonly plantId?: string
}

const UNREFUSED = { count: 0, reason: null, at: null }
const DAY_SECONDS = '86400'

/** Adds the plants that have series of their own, by name, to devices. */
export function withPlants(
  devices: readonly Device[],
  series: ReadonlyArray<Pick<Series, 'deviceId' | 'plant'>>,
): SeriesSource[] {
  const plants = new Map(series.flatMap(({ deviceId, plant }) => (plant ? [[deviceId, plant] as const] : [])))
  const sources = [...plants].map(([deviceId, { plantId, plantName, placeId }]): SeriesSource => ({
    deviceId,
    plantId,
    userId: '',
    deviceName: plantName,
    deviceDescription: '',
    // Its series may begin before the plant was added.
    createdAt: new Date(0).toISOString(),
    waitTime: DAY_SECONDS,
    connected: false,
    lastSeenAt: null,
    refused: UNREFUSED,
    ...(placeId === null ? {} : { placeId }),
  }))
  return [...devices, ...sources.toSorted((one, other) => one.deviceName.localeCompare(other.deviceName))]
}
