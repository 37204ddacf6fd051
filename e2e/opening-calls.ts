import {
  adviceRoutes,
  authRoutes,
  boardRoutes,
  brokerRoutes,
  calendarFeedRoutes,
  careRoutes,
  channelRoutes,
  conditionRoutes,
  connectionRoutes,
  deviceRoutes,
  episodeRoutes,
  householdRoutes,
  hubRoutes,
  invitationRoutes,
  labelRoutes,
  morningRoutes,
  liveRoutes,
  photoRoutes,
  placeRoutes,
  plantRoutes,
  probeRoutes,
  secondFactorRoutes,
  ruleRoutes,
  searchRoutes,
  seriesRoutes,
  serverRoutes,
  settingRoutes,
  speciesRoutes,
  taskRoutes,
  userRoutes,
  weatherRoutes,
  type Route,
} from '@greenhouse/contract'

/** Shown when the server refuses without a message of its own. */
export const UNEXPECTED = 'An unexpected server error occurred.'
export const UNREACHABLE = 'The server can’t be reached. Check the connection and try again.'

/** Messages of a screen, and the button that repeats the call. */
interface Failure {
  readonly path: string
  readonly says: readonly string[]
  readonly wayOn?: 'Try again' | 'Try now' | 'Refresh'
}

/** A call that a screen makes as it opens, with its messages for a refusal. */
export interface OpeningCall extends Failure {
  readonly route: Route
}

const NO_RULES = 'Failed to fetch alert conditions'
const NO_DEVICES = 'Your devices could not be loaded.'
const NO_DATA = 'Failed to load: greenhouse data'
const RULES = '/myalertcondition?view=devices'

export const OPENING_CALLS: readonly OpeningCall[] = [
  again(deviceRoutes.list, '/', 'Failed to load: devices', NO_DEVICES),
  again(seriesRoutes.newest, '/', NO_DATA, NO_DEVICES),
  once(seriesRoutes.history, '/', NO_DATA),
  once(weatherRoutes.forecast, '/', 'Failed to load: weather'),
  once(plantRoutes.list, '/', 'Failed to load: plants'),
  again(careRoutes.today, '/', 'Your tasks could not be loaded.'),
  once(adviceRoutes.list, '/', 'The advice on frost could not be loaded.'),
  again(careRoutes.today, '/tasks', 'Your tasks could not be loaded.'),
  { ...once(plantRoutes.list, '/plants', UNEXPECTED), wayOn: 'Refresh' },
  again(episodeRoutes.list, '/alerts', 'Failed to fetch alerts.'),
  once(episodeRoutes.years, '/alerts', 'Failed to fetch alerts.'),
  once(ruleRoutes.list, '/alerts', 'The rules could not be loaded.'),
  again(deviceRoutes.list, '/history', 'Failed to load devices'),
  again(seriesRoutes.newest, '/history', 'Failed to load recent sensor data'),
  again(seriesRoutes.history, '/history', 'Failed to load sensor data'),
  { route: weatherRoutes.forecast, path: '/weather', says: ['Weather fetch failed', UNEXPECTED], wayOn: 'Try now' },
  again(userRoutes.get, '/profile', "Couldn't load user info."),
  again(authRoutes.sessions, '/profile', 'Your sessions could not be loaded.'),
  again(secondFactorRoutes.list, '/profile', 'Your second steps could not be loaded.'),
  again(serverRoutes.backups, '/profile', 'The state of the backups could not be loaded.'),
  again(householdRoutes.list, '/household', 'Your households could not be loaded.'),
  again(invitationRoutes.list, '/household', 'The invitations could not be loaded.'),
  again(calendarFeedRoutes.list, '/household', 'Your calendar links could not be loaded.'),
  again(placeRoutes.list, '/places', 'Your places could not be loaded.'),
  again(labelRoutes.list, '/labels', 'The labels could not be loaded.'),
  again(speciesRoutes.list, '/species', 'The species could not be loaded.'),
  again(deviceRoutes.list, '/mydevice', 'Failed to fetch devices'),
  once(boardRoutes.list, '/mydevice', 'Failed to fetch boards'),
  again(brokerRoutes.list, '/mydevice', 'The brokers could not be loaded.'),
  again(hubRoutes.list, '/mydevice', 'The tokens could not be loaded.'),
  once(deviceRoutes.list, '/myalertcondition', 'Failed to load user devices'),
  once(plantRoutes.list, '/myalertcondition', 'Failed to load plant data'),
  again(conditionRoutes.plants, '/myalertcondition', NO_RULES),
  again(ruleRoutes.list, RULES, NO_RULES),
  again(seriesRoutes.newest, RULES, NO_RULES),
  again(channelRoutes.list, '/notifications', 'Your channels could not be loaded.'),
  again(channelRoutes.deliveries, '/notifications', 'The list of messages could not be loaded.'),
  again(channelRoutes.quietHours, '/notifications', 'Your quiet hours could not be loaded.'),
  again(deviceRoutes.list, '/rules/new', 'The rule could not be loaded.'),
  again(seriesRoutes.newest, '/rules/new', 'The rule could not be loaded.'),
]

/** Calls without which a screen is still whole, so that nothing is said. */
export const SILENT_CALLS: readonly Route[] = [
  householdRoutes.list,
  placeRoutes.list,
  settingRoutes.get,
  plantRoutes.waterings,
  serverRoutes.boardAddresses,
  serverRoutes.networkAccess,
  boardRoutes.heardOnce,
  channelRoutes.ofEpisode,
  episodeRoutes.days,
  morningRoutes.get,
  // Plants without a cover have a drawing.
  photoRoutes.covers,
  // Asked for by a click, in browsers that know push messages.
  channelRoutes.pushKey,
  liveRoutes.subscribe,
  liveRoutes.unsubscribe,
  authRoutes.logout,
]

/**
 * Calls of a panel on the page of one device or rule, whose failures are tested with these pages (connected-panels.test.tsx,
 * rule-screen.test.tsx), of a plant (plant-screen.test.tsx) and its label (label.test.tsx), of an invitation (join.test.tsx),
 * of an alert (alerts-screen.test.tsx), of advice (advice-row.test.tsx), and of the search (search.test.tsx). The last is made
 * where the server sends mail (recovery.test.ts).
 */
export const CALLS_OF_PANELS: readonly Route[] = [
  weatherRoutes.nights,
  adviceRoutes.cover,
  adviceRoutes.countRain,
  episodeRoutes.withdraw,
  episodeRoutes.withdrawMany,
  connectionRoutes.get,
  connectionRoutes.unknownTokens,
  ruleRoutes.preview,
  taskRoutes.list,
  taskRoutes.edit,
  taskRoutes.end,
  careRoutes.list,
  careRoutes.add,
  careRoutes.edit,
  photoRoutes.list,
  photoRoutes.add,
  photoRoutes.edit,
  photoRoutes.remove,
  probeRoutes.show,
  probeRoutes.growth,
  probeRoutes.edit,
  probeRoutes.link,
  probeRoutes.unlink,
  labelRoutes.plant,
  searchRoutes.find,
  invitationRoutes.join,
  userRoutes.sendConfirmation,
]

/** Messages of each screen when no call reaches the server. */
export const AWAY: readonly Failure[] = [
  { path: '/', says: ['Failed to load: devices, greenhouse data, weather, plants'] },
  { path: '/plants', says: ['No plants found or system is down. Please refresh.'], wayOn: 'Refresh' },
  { path: '/tasks', says: ['Your tasks could not be loaded.'] },
  { path: '/alerts', says: ['Failed to fetch alerts.'] },
  { path: '/history', says: ['Failed to load devices'] },
  { path: '/weather', says: ['Weather fetch failed', UNREACHABLE], wayOn: 'Try now' },
  { path: '/profile', says: ["Couldn't load user info."] },
  { path: '/household', says: ['Your households could not be loaded.'] },
  { path: '/places', says: ['Your places could not be loaded.'] },
  { path: '/mydevice', says: ['Failed to fetch devices'] },
  { path: '/mydevice/0190a1b2-0000-4000-8000-000000000001', says: ['The device could not be loaded.'] },
  { path: '/notifications', says: ['Your channels could not be loaded.'] },
  { path: '/rules/new', says: ['The rule could not be loaded.'] },
  { path: '/myalertcondition', says: ['Failed to load user devices', 'Failed to load plant data', NO_RULES] },
]

function once(route: Route, path: string, ...says: string[]): OpeningCall {
  return { route, path, says }
}

function again(route: Route, path: string, ...says: string[]): OpeningCall {
  return { route, path, says, wayOn: 'Try again' }
}
