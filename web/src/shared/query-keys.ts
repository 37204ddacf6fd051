import type { RuleInput, Severity, Subject } from '@greenhouse/contract'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

/** Years and days are local. */
export interface AlertFilter {
  readonly year: number | undefined
  readonly deviceId: string | undefined
  readonly severity: Severity | undefined
  /** A calendar date. Alerts that were open on it. */
  readonly day: string | undefined
}

/** All keys of the query cache. A prefix matches all keys that begin with it. */
export const queryKeys = {
  advice: ['advice'],
  alerts: {
    all: ['alerts'],
    open: ['alerts', 'open'],
    closed: ['alerts', 'closed'],
    lastClosed: (open: number) => ['alerts', 'last-closed', open],
    closedOf: (filter: AlertFilter) => ['alerts', 'closed', filter],
    years: ['alerts', 'years'],
    days: (from: string, to: string) => ['alerts', 'days', from, to] as const,
    newest: ['alerts', 'newest'],
    ofRanges: ['alerts', 'range'],
    between: (deviceIds: readonly string[], from: string, to: string) =>
      ['alerts', 'range', deviceIds, from, to] as const,
    deliveries: ['alerts', 'deliveries'],
    deliveriesOf: (episodeId: string) => ['alerts', 'deliveries', episodeId],
  },
  backups: ['backups'],
  boardAddresses: ['board-addresses'],
  boards: ['boards'],
  calendarFeeds: ['calendar-feeds'],
  boardsHeardOnce: ['boards', 'heard-once'],
  care: {
    all: ['care'],
    of: (subject: Readonly<Record<string, string>>) => ['care', subject] as const,
  },
  channels: { all: ['channels'], list: ['channels', 'list'], deliveries: ['channels', 'deliveries'] },
  connections: {
    all: ['connections'],
    of: (deviceId: string) => ['connections', deviceId],
    unknownTokens: ['connections', 'unknown tokens'],
  },
  brokers: ['brokers'],
  conditions: {
    all: ['conditions'],
    fired: ['conditions', 'fired'],
    ofDevices: ['conditions', 'devices'],
    ofPlants: ['conditions', 'plants'],
  },
  devices: ['devices'],
  households: ['households'],
  hubs: ['hubs'],
  photos: {
    all: ['photos'],
    covers: ['photos', 'covers'],
    of: (plantId: string) => ['photos', plantId] as const,
  },
  history: (seriesIds: string, from: string, to: string, points: number) => ['history', seriesIds, from, to, points],
  invitations: { all: ['invitations'], of: (householdId: string) => ['invitations', householdId] as const },
  places: ['places'],
  /** Below the plants, whose names are on their labels. */
  labels: {
    of: (plantIds: string | undefined) => ['plants', 'labels', plantIds] as const,
    byAnyCode: ['plants', 'code'],
    byCode: (code: string) => ['plants', 'code', code] as const,
  },
  morning: ['morning'],
  network: ['network'],
  notes: {
    all: ['notes'],
    between: (from: string, to: string, of: string) => ['notes', from, to, of],
  },
  plants: ['plants'],
  plantCodes: ['plant-codes'],
  probesOf: (plantId: string) => ['plants', 'probes', plantId],
  growthOf: (plantId: string) => ['plants', 'growth', plantId],
  pushKey: ['push-key'],
  quietHours: ['quiet-hours'],
  rulePreview: (subject: string, rule: RuleInput | undefined) => ['rule-preview', subject, rule],
  search: (words: string) => ['search', words] as const,
  secondFactors: ['second-factors'],
  series: ['series'],
  server: ['server'],
  sessions: ['sessions'],
  settings: ['settings'],
  species: ['species'],
  tasks: {
    all: ['tasks'],
    list: ['tasks', 'list'],
    today: ['tasks', 'today'],
    todayIn: (placeId: string | undefined) => ['tasks', 'today', placeId],
  },
  user: ['user'],
  waterings: {
    all: ['waterings'],
    between: (from: string, to: string, of: string) => ['waterings', from, to, of],
  },
  weather: {
    forecast: ['weather', 'forecast'],
    ofPlace: (placeId: string) => ['weather', 'forecast', placeId],
    places: (name: string) => ['weather', 'places', name],
  },
  /** Of the household, with those of each of its places. */
  nights: ['nights'],
} as const

const ofPerson = new Set<unknown>(
  [
    queryKeys.channels.all,
    queryKeys.households,
    queryKeys.pushKey,
    queryKeys.quietHours,
    queryKeys.secondFactors,
    queryKeys.server,
    queryKeys.sessions,
    queryKeys.settings,
    queryKeys.user,
    queryKeys.weather.forecast,
  ].map(([name]) => name),
)

/** Returns whether a query is about the person rather than about the household on the screen. */
export function isPersonal([name]: QueryKey): boolean {
  return ofPerson.has(name)
}

/** Care in the lanes of charts, which follows the places and sensors of plants. */
const ON_CHARTS = [queryKeys.waterings.all, queryKeys.notes.all]

/** Queries to refetch after a change in another browser of this user. */
export const queriesOf: Readonly<Record<Subject, readonly QueryKey[]>> = {
  account: [queryKeys.user],
  advice: [queryKeys.advice],
  alerts: [queryKeys.alerts.all],
  boards: [queryKeys.boards, queryKeys.hubs, queryKeys.brokers],
  'calendar-feeds': [queryKeys.calendarFeeds],
  care: [queryKeys.care.all, queryKeys.notes.all],
  channels: [queryKeys.channels.all, queryKeys.quietHours],
  conditions: [queryKeys.conditions.all],
  devices: [queryKeys.devices, queryKeys.series, queryKeys.connections.all],
  households: [queryKeys.households, queryKeys.invitations.all],
  photos: [queryKeys.photos.all],
  place: [queryKeys.weather.forecast, queryKeys.nights, queryKeys.advice],
  places: [queryKeys.places, queryKeys.weather.forecast, queryKeys.nights, queryKeys.advice, ...ON_CHARTS],
  plants: [queryKeys.plants, ...ON_CHARTS],
  'second-factors': [queryKeys.secondFactors],
  series: [queryKeys.series],
  sessions: [queryKeys.sessions],
  settings: [queryKeys.settings],
  species: [queryKeys.species],
  tasks: [queryKeys.tasks.all],
}

export const outdatedBy = {
  /** Notes arrive without details, unlike episodes of rules. */
  note: [queryKeys.alerts.closed, queryKeys.alerts.newest, queryKeys.alerts.years],
  /** Saving a condition evaluates it, which may open an alert, and may add its series. */
  condition: [queryKeys.conditions.all, queryKeys.alerts.all, queryKeys.series],
  device: [queryKeys.devices, queryKeys.series, queryKeys.connections.all],
  plant: [queryKeys.plants, ...ON_CHARTS, queryKeys.tasks.all, queryKeys.care.all, queryKeys.alerts.all],
  /** Also removes the plant's condition, the link of its alerts and, on deletion, its waterings. */
  plantDeath: [
    queryKeys.plants,
    ...ON_CHARTS,
    queryKeys.tasks.all,
    queryKeys.care.all,
    queryKeys.conditions.all,
    queryKeys.alerts.all,
  ],
  /** Work of any kind. Water closes the alert of its plant. */
  care: [queryKeys.tasks.all, queryKeys.care.all, queryKeys.plants, ...ON_CHARTS, queryKeys.alerts.all],
  /** A plan for water is the interval of its plant. */
  task: [queryKeys.tasks.all, queryKeys.plants, queryKeys.alerts.all],
  household: [queryKeys.households],
  /** A photo without an entry is one of its own. */
  photos: [queryKeys.photos.all, queryKeys.care.all],
  place: [queryKeys.weather.forecast, queryKeys.nights, queryKeys.advice],
  /** Counts of the household, nights and forecasts follow the places. */
  places: [queryKeys.places, queryKeys.households, queryKeys.weather.forecast, queryKeys.nights, queryKeys.advice],
  /** The content of the place moves to the one above. */
  placeRemoval: [
    queryKeys.places,
    queryKeys.households,
    queryKeys.weather.forecast,
    queryKeys.nights,
    queryKeys.devices,
    queryKeys.plants,
    ...ON_CHARTS,
  ],
  secondFactor: [queryKeys.secondFactors],
  /** Setting one up or removing it ends other sessions. */
  secondFactors: [queryKeys.secondFactors, queryKeys.sessions],
  series: [queryKeys.series],
  session: [queryKeys.sessions],
  setting: [queryKeys.settings],
  /** Ideal ranges of plants, and of the soil at tasks, follow their species. */
  species: [queryKeys.species, queryKeys.plants, queryKeys.tasks.all],
  token: [queryKeys.connections.all],
  /** After readings were deleted or messages missed. */
  everything: [[]],
} as const satisfies Record<string, readonly QueryKey[]>

/** Invalidates queries, those of a first reply that has not arrived included. If requested, rejects when a refetch fails. */
export async function refetchOutdated(
  client: QueryClient,
  keys: readonly QueryKey[],
  options: { throwOnError: boolean } = { throwOnError: false },
): Promise<void> {
  await Promise.all(
    keys.map((queryKey) => {
      // The client replaces only fetches of known data by itself, but a first reply may be older than the change, too.
      const isFirst = { queryKey, type: 'active', predicate: ({ state }: Query) => state.data === undefined } as const
      void client.cancelQueries(isFirst, { silent: true, revert: false })
      return client.invalidateQueries({ queryKey }, options)
    }),
  )
}
