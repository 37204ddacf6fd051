import { alertRoutes } from './alerts.ts'
import { boardRoutes } from './boards.ts'
import type { Subject } from './changes.ts'
import { conditionRoutes } from './conditions.ts'
import { deviceRoutes } from './devices.ts'
import { brokerRoutes } from './brokers.ts'
import { episodeRoutes } from './episodes.ts'
import { channelRoutes } from './channels.ts'
import { hubRoutes } from './hubs.ts'
import { plantRoutes } from './plants.ts'
import { readingRoutes } from './readings.ts'
import type { Route } from './route.ts'
import { ruleRoutes } from './rules.ts'
import { secondFactorRoutes } from './second-factor.ts'
import { seriesRoutes } from './series.ts'
import { settingRoutes } from './settings.ts'
import { authRoutes, userRoutes } from './users.ts'
import { weatherRoutes } from './weather.ts'

/**
 * What a call of a route changes for the member that called it, in all of their browsers. Deleting the account is not
 * among them: it ends every connection.
 */
export const changedBy: ReadonlyMap<Route, readonly Subject[]> = new Map<Route, readonly Subject[]>([
  [alertRoutes.create, ['alerts']],
  [authRoutes.endOtherSessions, ['sessions']],
  [authRoutes.endSession, ['sessions']],
  [authRoutes.logout, ['sessions']],
  [boardRoutes.claim, ['boards', 'devices', 'series']],
  [boardRoutes.ignore, ['boards']],
  [brokerRoutes.create, ['boards']],
  [brokerRoutes.edit, ['boards']],
  [brokerRoutes.remove, ['boards']],
  [channelRoutes.create, ['channels']],
  [channelRoutes.edit, ['channels']],
  [channelRoutes.remove, ['channels']],
  [channelRoutes.setQuietHours, ['channels']],
  [channelRoutes.test, ['channels']],
  // A condition adds its series, is evaluated when it is saved, and may open an alert.
  [conditionRoutes.createForDevice, ['conditions', 'alerts', 'series']],
  [conditionRoutes.createForPlant, ['conditions', 'alerts']],
  [conditionRoutes.editOfDevice, ['conditions', 'alerts', 'series']],
  // Alerts lose the way to a condition that is gone.
  [conditionRoutes.removeFromDevice, ['conditions', 'alerts']],
  [conditionRoutes.removeFromPlant, ['conditions', 'alerts']],
  [deviceRoutes.changePreferences, ['devices']],
  [deviceRoutes.create, ['devices']],
  [deviceRoutes.edit, ['devices']],
  [deviceRoutes.remove, ['devices', 'conditions', 'alerts', 'boards']],
  [deviceRoutes.replaceToken, ['devices']],
  [episodeRoutes.acknowledge, ['alerts']],
  [episodeRoutes.mute, ['alerts']],
  [hubRoutes.create, ['boards']],
  [hubRoutes.remove, ['boards']],
  [plantRoutes.create, ['plants']],
  // A dead plant loses its condition.
  [plantRoutes.edit, ['plants', 'conditions', 'alerts']],
  [plantRoutes.markDead, ['plants', 'conditions', 'alerts']],
  [plantRoutes.remove, ['plants', 'conditions', 'alerts']],
  [plantRoutes.undoWatering, ['plants']],
  [plantRoutes.water, ['plants']],
  [plantRoutes.waterAll, ['plants']],
  // A rule without values is not broken.
  [readingRoutes.remove, ['devices', 'conditions', 'alerts']],
  [ruleRoutes.create, ['conditions', 'alerts']],
  [ruleRoutes.edit, ['conditions', 'alerts']],
  [ruleRoutes.remove, ['conditions', 'alerts']],
  // The first factor, and the removal of one, end the other sessions.
  [secondFactorRoutes.addPasskey, ['second-factors', 'sessions']],
  [secondFactorRoutes.confirmTotp, ['second-factors', 'sessions']],
  [secondFactorRoutes.removePasskey, ['second-factors', 'sessions']],
  [secondFactorRoutes.removeTotp, ['second-factors', 'sessions']],
  [secondFactorRoutes.renamePasskey, ['second-factors']],
  [secondFactorRoutes.renewRecoveryCodes, ['second-factors']],
  [seriesRoutes.add, ['series']],
  [seriesRoutes.edit, ['series']],
  [seriesRoutes.remove, ['series', 'conditions', 'alerts']],
  [seriesRoutes.removeValues, ['series', 'conditions', 'alerts']],
  [settingRoutes.set, ['settings']],
  [userRoutes.changeEmail, ['account', 'sessions']],
  [userRoutes.changePassword, ['sessions']],
  [weatherRoutes.setPlace, ['place']],
])
