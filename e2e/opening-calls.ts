import {
  alertRoutes,
  authRoutes,
  boardRoutes,
  brokerRoutes,
  channelRoutes,
  conditionRoutes,
  connectionRoutes,
  deviceRoutes,
  episodeRoutes,
  hubRoutes,
  liveRoutes,
  plantRoutes,
  secondFactorRoutes,
  ruleRoutes,
  seriesRoutes,
  serverRoutes,
  settingRoutes,
  userRoutes,
  weatherRoutes,
  type Route,
} from '@greenhouse/contract'

/** What is said when the server refuses without a word of its own. */
export const UNEXPECTED = 'An unexpected server error occurred.'
export const UNREACHABLE = 'The server can’t be reached. Check the connection and try again.'

/** A call that a screen makes as it opens. */
export interface OpeningCall {
  readonly route: Route
  readonly path: string
  /** What the screen says when the call is refused. */
  readonly says: readonly string[]
  /** The button that makes the call again. */
  readonly wayOn?: 'Try again' | 'Refresh'
}

const again = { wayOn: 'Try again' } as const

export const OPENING_CALLS: readonly OpeningCall[] = [
  {
    route: deviceRoutes.list,
    path: '/',
    says: ['Failed to load: devices', 'Your devices could not be loaded.'],
    ...again,
  },
  {
    route: seriesRoutes.newest,
    path: '/',
    says: ['Failed to load: greenhouse data', 'Your devices could not be loaded.'],
    ...again,
  },
  { route: seriesRoutes.history, path: '/', says: ['Failed to load: greenhouse data'] },
  { route: weatherRoutes.forecast, path: '/', says: ['Failed to load: weather'] },
  { route: plantRoutes.list, path: '/', says: ['Failed to load: plants'] },
  { route: plantRoutes.list, path: '/plants', says: [UNEXPECTED], wayOn: 'Refresh' },
  {
    route: episodeRoutes.list,
    path: '/alerts',
    says: ['Failed to fetch alerts.', 'The alerts could not be loaded.'],
    ...again,
  },
  { route: alertRoutes.years, path: '/alerts', says: ['Failed to fetch alerts.'] },
  { route: ruleRoutes.list, path: '/alerts', says: ['The rules could not be loaded.'] },
  {
    route: deviceRoutes.list,
    path: '/history',
    says: ['Failed to load devices', 'Your devices could not be loaded.'],
    ...again,
  },
  {
    route: seriesRoutes.newest,
    path: '/history',
    says: ['Failed to load recent sensor data', 'The readings could not be loaded.'],
    ...again,
  },
  {
    route: seriesRoutes.history,
    path: '/history',
    says: ['Failed to load sensor data', 'The readings could not be loaded.'],
    ...again,
  },
  { route: weatherRoutes.forecast, path: '/weather', says: [`Weather fetch failed. ${UNEXPECTED}`], ...again },
  {
    route: userRoutes.get,
    path: '/profile',
    says: ["Couldn't load user info.", 'Your details could not be loaded.'],
    ...again,
  },
  { route: authRoutes.sessions, path: '/profile', says: ['Your sessions could not be loaded.'], ...again },
  { route: secondFactorRoutes.list, path: '/profile', says: ['Your second steps could not be loaded.'], ...again },
  { route: serverRoutes.backups, path: '/profile', says: ['The state of the backups could not be loaded.'], ...again },
  {
    route: deviceRoutes.list,
    path: '/mydevice',
    says: ['Failed to fetch devices', 'Your devices could not be loaded.'],
    ...again,
  },
  { route: boardRoutes.list, path: '/mydevice', says: ['Failed to fetch boards'] },
  { route: brokerRoutes.list, path: '/mydevice', says: ['The brokers could not be loaded.'], ...again },
  { route: hubRoutes.list, path: '/mydevice', says: ['The tokens could not be loaded.'], ...again },
  { route: deviceRoutes.list, path: '/myalertcondition', says: ['Failed to load user devices'] },
  { route: plantRoutes.list, path: '/myalertcondition', says: ['Failed to load plant data'] },
  {
    route: conditionRoutes.plants,
    path: '/myalertcondition',
    says: ['Failed to fetch alert conditions', 'The alert conditions could not be loaded.'],
    ...again,
  },
  {
    route: ruleRoutes.list,
    path: '/myalertcondition?view=devices',
    says: ['Failed to fetch alert conditions', 'The alert conditions could not be loaded.'],
    ...again,
  },
  {
    route: seriesRoutes.newest,
    path: '/myalertcondition?view=devices',
    says: ['Failed to fetch alert conditions', 'The alert conditions could not be loaded.'],
    ...again,
  },
  { route: channelRoutes.list, path: '/notifications', says: ['Your channels could not be loaded.'], ...again },
  {
    route: channelRoutes.deliveries,
    path: '/notifications',
    says: ['The list of messages could not be loaded.'],
    ...again,
  },
  {
    route: channelRoutes.quietHours,
    path: '/notifications',
    says: ['Your quiet hours could not be loaded.'],
    ...again,
  },
  ...[deviceRoutes.list, seriesRoutes.newest].map((route) => ({
    route,
    path: '/rules/new',
    says: ['The alert condition could not be loaded.'],
    ...again,
  })),
]

/** Calls without which a screen is still whole, so that nothing is said. */
export const SILENT_CALLS: readonly Route[] = [
  settingRoutes.get,
  plantRoutes.waterings,
  serverRoutes.boardAddresses,
  boardRoutes.heardOnce,
  channelRoutes.ofEpisode,
  // Asked for by a click, in browsers that know push messages.
  channelRoutes.pushKey,
  liveRoutes.subscribe,
  liveRoutes.unsubscribe,
  authRoutes.logout,
]

/**
 * Calls of a panel on the page of one device or rule; what it says when they fail stands in the tests of these pages
 * (connected-panels.test.tsx, rule-screen.test.tsx). The last is made where the server sends mail (recovery.test.ts).
 */
export const CALLS_OF_PANELS: readonly Route[] = [connectionRoutes.get, ruleRoutes.preview, userRoutes.sendConfirmation]

/** What each screen says when no call reaches the server. */
export const AWAY: ReadonlyArray<Omit<OpeningCall, 'route'>> = [
  { path: '/', says: ['Failed to load: devices, greenhouse data, weather, plants'], ...again },
  { path: '/plants', says: ['No plants found or system is down. Please refresh.'], wayOn: 'Refresh' },
  { path: '/alerts', says: ['Failed to fetch alerts.'], ...again },
  { path: '/history', says: ['Failed to load devices', 'Failed to load recent sensor data'], ...again },
  { path: '/weather', says: [`Weather fetch failed. ${UNREACHABLE}`], ...again },
  { path: '/profile', says: ["Couldn't load user info."], ...again },
  { path: '/mydevice', says: ['Failed to fetch devices'], ...again },
  { path: '/mydevice/0190a1b2-0000-4000-8000-000000000001', says: ['The device could not be loaded.'], ...again },
  { path: '/notifications', says: ['Your channels could not be loaded.'], ...again },
  { path: '/rules/new', says: ['The alert condition could not be loaded.'], ...again },
  {
    path: '/myalertcondition',
    says: ['Failed to load user devices', 'Failed to load plant data', 'Failed to fetch alert conditions'],
    ...again,
  },
]
