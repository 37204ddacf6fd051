import {
  alertRoutes,
  conditionRoutes,
  deviceRoutes,
  exportRoutes,
  plantRoutes,
  readingRoutes,
  settingRoutes,
  userRoutes,
  type AddressParts,
  type Route,
} from '@greenhouse/contract'

const DAY = 86_400_000

/** A request that is sent to the version that made a database and to every later one. */
export interface Question {
  readonly name: string
  readonly route: Route
  readonly parts?: AddressParts
}

/** Returns what is asked about an account with these devices, at the instant `askedAt` (milliseconds since 1970). */
export function questionsOf(deviceIds: readonly string[], askedAt: number): Question[] {
  return [
    { name: 'user', route: userRoutes.get },
    { name: 'settings', route: settingRoutes.get },
    { name: 'devices', route: deviceRoutes.list },
    { name: 'plants', route: plantRoutes.list },
    { name: 'conditions of plants', route: conditionRoutes.plants },
    { name: 'conditions of devices', route: conditionRoutes.devices },
    { name: 'alerts', route: alertRoutes.list },
    { name: 'years of alerts', route: alertRoutes.years },
    { name: 'newest readings', route: readingRoutes.newest },
    { name: 'account', route: exportRoutes.account },
    { name: 'readings as CSV', route: exportRoutes.readings },
    ...deviceIds.flatMap((deviceId, index) => historiesOf(deviceId, `device ${index + 1}`, askedAt)),
  ]
}

/** The histories of a device: its readings, and charts over lengths of which each takes another way through the store. */
function historiesOf(deviceId: string, name: string, askedAt: number): Question[] {
  const history = (what: string, from: number, to: number, points?: number): Question => ({
    name: `${what} of ${name}`,
    route: readingRoutes.history,
    parts: {
      query: { deviceId, from: toText(from), to: toText(to), ...(points === undefined ? {} : { points }) },
    },
  })
  const midnight = Math.floor(askedAt / DAY) * DAY
  return [
    history('every reading', 0, askedAt),
    history('a day at 500 points', askedAt - DAY, askedAt, 500),
    history('six hours at 30 points', askedAt - DAY / 4, askedAt, 30),
    history('a week at 100 points', midnight - 7 * DAY, midnight - 1, 100),
    history('a month at 500 points', midnight - 28 * DAY, midnight - 1, 500),
    history('a year at 500 points', midnight - 364 * DAY, midnight - 1, 500),
    history('a day of removed readings', midnight - 40 * DAY, midnight - 39 * DAY - 1, 96),
    history('one point', midnight - 300 * DAY, askedAt, 1),
    history('nothing', 0, DAY, 10),
  ]
}

const toText = (at: number) => new Date(at).toISOString()
