import {
  alertRoutes,
  boardRoutes,
  channelRoutes,
  conditionRoutes,
  connectionRoutes,
  deviceRoutes,
  episodeRoutes,
  exportRoutes,
  hubRoutes,
  placeRoutes,
  plantRoutes,
  readingRoutes,
  ruleRoutes,
  secondFactorRoutes,
  seriesRoutes,
  settingRoutes,
  userRoutes,
  type AddressParts,
  type Route,
} from '@greenhouse/contract'
import type { Owner } from './garden.ts'

const DAY = 86_400_000

/** A request that is sent to the version that made a database and to every later one. */
export interface Question {
  readonly name: string
  readonly route: Route
  readonly parts?: AddressParts
}

/** Returns what is asked about an account, at the instant `askedAt` (milliseconds since 1970). */
export function questionsOf(
  { deviceIds, seriesIds, channelIds }: Pick<Owner, 'deviceIds' | 'seriesIds' | 'channelIds'>,
  askedAt: number,
): Question[] {
  const period = { from: toText(0), to: toText(askedAt) }
  return [
    { name: 'user', route: userRoutes.get },
    { name: 'settings', route: settingRoutes.get },
    { name: 'second factors', route: secondFactorRoutes.list },
    { name: 'places', route: placeRoutes.list },
    { name: 'devices', route: deviceRoutes.list },
    { name: 'hubs', route: hubRoutes.list },
    { name: 'boards', route: boardRoutes.list },
    { name: 'plants', route: plantRoutes.list },
    { name: 'waterings', route: plantRoutes.waterings, parts: { query: period } },
    { name: 'conditions of plants', route: conditionRoutes.plants },
    { name: 'conditions of devices', route: conditionRoutes.devices },
    { name: 'rules', route: ruleRoutes.list },
    { name: 'open episodes', route: episodeRoutes.list, parts: { query: { state: 'open' } } },
    { name: 'closed episodes', route: episodeRoutes.list, parts: { query: { state: 'closed', limit: 200 } } },
    { name: 'alerts', route: alertRoutes.list },
    { name: 'years of alerts', route: alertRoutes.years },
    { name: 'channels', route: channelRoutes.list },
    { name: 'quiet hours', route: channelRoutes.quietHours },
    ...channelIds.map((channelId, index) => ({
      name: `deliveries of channel ${index + 1}`,
      route: channelRoutes.deliveries,
      parts: { params: { channelId } },
    })),
    { name: 'newest readings', route: readingRoutes.newest },
    { name: 'newest values', route: seriesRoutes.newest },
    {
      name: 'values of a day',
      route: seriesRoutes.history,
      parts: { query: { series: seriesIds.join(','), from: toText(askedAt - DAY), to: period.to, points: 200 } },
    },
    { name: 'account', route: exportRoutes.account },
    { name: 'readings as CSV', route: exportRoutes.readings },
    ...deviceIds.flatMap((deviceId, index) => questionsOfDevice(deviceId, `device ${index + 1}`, askedAt)),
  ]
}

/** The connection of a device, its readings, and charts over lengths each of which takes another way through the store. */
function questionsOfDevice(deviceId: string, name: string, askedAt: number): Question[] {
  const history = (what: string, from: number, to: number, points?: number): Question => ({
    name: `${what} of ${name}`,
    route: readingRoutes.history,
    parts: {
      query: { deviceId, from: toText(from), to: toText(to), ...(points === undefined ? {} : { points }) },
    },
  })
  const midnight = Math.floor(askedAt / DAY) * DAY
  return [
    { name: `connection of ${name}`, route: connectionRoutes.get, parts: { params: { deviceId } } },
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
