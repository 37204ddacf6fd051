import type { Severity, Subject } from '@greenhouse/contract'
import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Which alerts are listed; of the calendar year where the browser is. */
export interface AlertFilter {
  readonly year: number | undefined
  readonly deviceId: string | undefined
  readonly severity: Severity | undefined
}

/** Every key of the query cache. A key that is the beginning of others stands for all of them. */
export const queryKeys = {
  alerts: {
    all: ['alerts'],
    open: ['alerts', 'open'],
    closed: ['alerts', 'closed'],
    closedOf: (filter: AlertFilter) => ['alerts', 'closed', filter],
    years: ['alerts', 'years'],
    newest: ['alerts', 'newest'],
    ofRanges: ['alerts', 'range'],
    between: (deviceIds: readonly string[], from: string, to: string) => ['alerts', 'range', deviceIds, from, to],
    deliveries: ['alerts', 'deliveries'],
    deliveriesOf: (episodeId: string) => ['alerts', 'deliveries', episodeId],
  },
  backups: ['backups'],
  boardAddresses: ['board-addresses'],
  boards: ['boards'],
  boardsHeardOnce: ['boards', 'heard-once'],
  channels: { all: ['channels'], list: ['channels', 'list'], deliveries: ['channels', 'deliveries'] },
  connections: { all: ['connections'], of: (deviceId: string) => ['connections', deviceId] },
  brokers: ['brokers'],
  conditions: { all: ['conditions'], ofDevices: ['conditions', 'devices'], ofPlants: ['conditions', 'plants'] },
  devices: ['devices'],
  hubs: ['hubs'],
  history: (seriesIds: string, from: string, to: string, points: number) => ['history', seriesIds, from, to, points],
  plants: ['plants'],
  pushKey: ['push-key'],
  quietHours: ['quiet-hours'],
  rulePreview: (subject: string, rule: string) => ['rule-preview', subject, rule],
  secondFactors: ['second-factors'],
  series: ['series'],
  server: ['server'],
  sessions: ['sessions'],
  settings: ['settings'],
  user: ['user'],
  waterings: { all: ['waterings'], between: (from: string, to: string) => ['waterings', from, to] },
  weather: { forecast: ['weather', 'forecast'], places: (name: string) => ['weather', 'places', name] },
} as const

/** What is out of date when another browser of this person has changed something. */
export const queriesOf: Readonly<Record<Subject, readonly QueryKey[]>> = {
  account: [queryKeys.user],
  alerts: [queryKeys.alerts.all],
  boards: [queryKeys.boards, queryKeys.hubs, queryKeys.brokers],
  channels: [queryKeys.channels.all, queryKeys.quietHours],
  conditions: [queryKeys.conditions.all],
  devices: [queryKeys.devices, queryKeys.series, queryKeys.connections.all],
  place: [queryKeys.weather.forecast],
  plants: [queryKeys.plants, queryKeys.waterings.all],
  'second-factors': [queryKeys.secondFactors],
  series: [queryKeys.series],
  sessions: [queryKeys.sessions],
  settings: [queryKeys.settings],
}

/** What is out of date after a change, and has to be fetched again where it is shown. */
export const outdatedBy = {
  /** What a person is told that is no episode of a rule comes without its facts. Messages about episodes have them. */
  note: [queryKeys.alerts.closed, queryKeys.alerts.newest, queryKeys.alerts.years],
  /** A condition is evaluated when it is saved, may open an alert at once, and may have added its series. */
  condition: [queryKeys.conditions.all, queryKeys.alerts.all, queryKeys.series],
  device: [queryKeys.devices, queryKeys.series, queryKeys.connections.all],
  plant: [queryKeys.plants, queryKeys.waterings.all, queryKeys.alerts.all],
  /** A dead plant loses its condition, and its alerts lose the way to it; a deleted one loses its waterings, too. */
  plantDeath: [queryKeys.plants, queryKeys.waterings.all, queryKeys.conditions.all, queryKeys.alerts.all],
  /** It ends the alert about its plant. */
  watering: [queryKeys.plants, queryKeys.waterings.all, queryKeys.alerts.all],
  place: [queryKeys.weather.forecast],
  secondFactor: [queryKeys.secondFactors],
  /** Setting one up or removing it ends the other sessions. */
  secondFactors: [queryKeys.secondFactors, queryKeys.sessions],
  series: [queryKeys.series],
  session: [queryKeys.sessions],
  setting: [queryKeys.settings],
  /** That of a device. */
  token: [queryKeys.connections.all],
  /** Deleted readings, and messages that were missed: anything may have changed. */
  everything: [[]],
} as const satisfies Record<string, readonly QueryKey[]>

/** Has queries fetched again where they are shown. Rejects, when asked to, if one of them fails. */
export async function refetchOutdated(
  client: QueryClient,
  keys: readonly QueryKey[],
  options: { throwOnError: boolean } = { throwOnError: false },
): Promise<void> {
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey }, options)))
}
