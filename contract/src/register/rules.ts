import { alert, deviceCondition, episode, plantCondition, rule, TIME } from './examples.ts'
import type { Entries } from './route-entry.ts'

const acknowledged = { ...episode, acknowledgedAt: episode.knownAt, acknowledgedBy: 'Mia' }
const ofEpisode = { ids: { episodeId: '$EPISODE_ID' }, problems: ['episode.not-found'] } as const

export const ruleEntries: Entries<'rule' | 'condition' | 'alert' | 'episode'> = {
  rule: {
    list: {
      does: 'Lists your rules, of all devices. With `fired` each says how many episodes it had in the last days, at most 30, and for how many seconds any of them was open.',
      query: { fired: '30' },
      reply: [{ ...rule, firedCount: 4, firedSeconds: 64_800 }],
    },
    create: {
      does: 'Alerts you when values of a series are `above` or `below` a limit (or at it), `outside` two limits, or `changing` by so much within so many minutes, or when a series or device is `silent` for so many seconds. Limits are in the unit of the metric (temperature in °C) with at most two decimals; for a series of `other` any number. It is over, and can alert again, once a value has come back to `clearAt`: without one by a margin of the metric, such as 0.5 °C or 3 %. With `holdSeconds` it alerts only when values have broken it for so long, by the times of the readings. A new account has a rule on the silence of any device (`deviceId` is null): ten intervals of each, at least 15 minutes. It leaves out `exceptDeviceIds`, and each device that gets a rule on its own silence.',
      ids: { seriesId: '$SERIES_ID', deviceId: '$DEVICE_ID', exceptDeviceIds: '$DEVICE_ID', channelIds: '$CHANNEL_ID' },
      may: 'gardener',
      changes: ['conditions', 'alerts'],
      body: {
        seriesId: '$SERIES_ID',
        kind: 'below',
        limit: 4.5,
        holdSeconds: 600,
        when: 'night',
        severity: 'critical',
      },
      reply: { ...rule, limit: 4.5, clearAt: 7.5, when: 'night', severity: 'critical' },
      problems: ['series.not-found', 'device.not-found', 'channel.not-found', 'rule.duplicate', 'rule.too-many'],
    },
    preview: {
      does: 'Says what a rule would have done in the last days, 30 unless given, without saving it: the newest 1,000 episodes, for how many seconds in all it would have been broken, and the same for other limits.',
      may: 'viewer',
      changes: [],
      body: { rule: { seriesId: '$SERIES_ID', kind: 'below', limit: 4.5 }, days: 30 },
      reply: {
        episodes: [{ openedAt: TIME, closedAt: TIME, worst: 3.9, worstAt: TIME }],
        count: 1,
        openSeconds: 5400,
        alternatives: [{ limit: 4, episodes: 0, openSeconds: 0 }],
        covered: { from: TIME, to: TIME },
      },
      problems: ['series.not-found', 'device.not-found', 'rule.preview-busy', 'read.busy'],
    },
    edit: {
      does: 'Changes a rule. What is left out stays. One that means something else begins again, and its open episode is closed.',
      ids: {
        ruleId: '$RULE_ID',
        seriesId: '$SERIES_ID',
        deviceId: '$DEVICE_ID',
        exceptDeviceIds: '$DEVICE_ID',
        channelIds: '$CHANNEL_ID',
      },
      may: 'gardener',
      changes: ['conditions', 'alerts'],
      body: { limit: 2 },
      reply: rule,
      problems: ['rule.not-found', 'series.not-found', 'device.not-found', 'channel.not-found', 'rule.duplicate'],
    },
    remove: {
      does: 'Deletes a rule. Its episodes stay.',
      ids: { ruleId: '$RULE_ID' },
      may: 'gardener',
      changes: ['conditions', 'alerts'],
      problems: ['rule.not-found'],
    },
  },
  condition: {
    ofPlant: {
      does: 'Returns the condition of a plant.',
      ids: { plantId: '$PLANT_ID' },
      reply: plantCondition,
      problems: ['condition.not-found'],
    },
    plants: {
      does: 'Lists the conditions of your plants.',
      ids: { userId: '$USER_ID' },
      query: { userId: '$USER_ID' },
      reply: [plantCondition],
      problems: ['user.not-you'],
    },
    createForPlant: {
      does: 'Alerts you when a plant is due. A plant has one condition at most.',
      ids: { plantId: '$BARE_PLANT_ID' },
      may: 'gardener',
      changes: ['conditions', 'alerts'],
      body: { plantId: '$BARE_PLANT_ID' },
      reply: plantCondition,
      problems: ['plant.not-found', 'plant.dead', 'condition.duplicate', 'condition.too-many'],
    },
    removeFromPlant: {
      does: 'Deletes the condition of a plant.',
      ids: { conditionId: '$PLANT_CONDITION_ID' },
      may: 'gardener',
      changes: ['conditions', 'alerts'],
      problems: ['condition.not-found'],
    },
    ofDevice: {
      does: 'Lists the conditions of a device.',
      ids: { userDeviceId: '$DEVICE_ID' },
      reply: [deviceCondition],
      problems: ['device.not-found'],
    },
    devices: {
      does: 'Lists the conditions of your devices.',
      ids: { userId: '$USER_ID' },
      query: { userId: '$USER_ID' },
      reply: [deviceCondition],
      problems: ['user.not-you'],
    },
    createForDevice: {
      does: 'Alerts you when a reading first meets a limit: `>=` or `<=` and a number with at most two decimals, in the unit of the sensor (temperature in °C).',
      ids: { userDeviceId: '$DEVICE_ID' },
      // The condition adds its series, is evaluated when it is saved, and may open an alert.
      may: 'gardener',
      changes: ['conditions', 'alerts', 'series'],
      body: { userDeviceId: '$DEVICE_ID', sensorType: 'Temperature', condition: '>=28.5' },
      reply: deviceCondition,
      problems: ['device.not-found', 'condition.duplicate', 'condition.too-many', 'series.too-many'],
    },
    editOfDevice: {
      does: 'Changes a condition of a device.',
      ids: { conditionAlertUserDeviceId: '$DEVICE_CONDITION_ID', userDeviceId: '$DEVICE_ID' },
      may: 'gardener',
      changes: ['conditions', 'alerts', 'series'],
      body: {
        conditionAlertUserDeviceId: '$DEVICE_CONDITION_ID',
        userDeviceId: '$DEVICE_ID',
        sensorType: 'Temperature',
        condition: '<=2',
      },
      reply: deviceCondition,
      problems: ['condition.not-found', 'device.not-found', 'condition.duplicate', 'series.too-many'],
    },
    removeFromDevice: {
      does: 'Deletes a condition of a device.',
      ids: { conditionId: '$DEVICE_CONDITION_ID' },
      // Alerts lose the way to the condition.
      may: 'gardener',
      changes: ['conditions', 'alerts'],
      problems: ['condition.not-found'],
    },
  },
  alert: {
    list: {
      does: 'Lists your alerts, newest first: of a year, between two instants, of a device, or a page of `limit` that begins after the alert `before`. Their numbers are written the Danish way.',
      ids: { deviceId: '$DEVICE_ID', before: '$ALERT_ID' },
      query: { year: '2026', timeZone: 'Europe/Copenhagen', limit: '200' },
      reply: [alert],
      problems: ['alert.not-found', 'device.not-found'],
    },
    years: {
      does: 'Lists the years in which you have alerts.',
      query: { timeZone: 'Europe/Copenhagen' },
      reply: [2026, 2025],
    },
    create: {
      does: 'Adds an alert to one of your conditions.',
      ids: { alertConditionId: '$DEVICE_CONDITION_ID', alertUser: '$USER_ID' },
      may: 'gardener',
      changes: ['alerts'],
      body: {
        alertName: 'Tomato house',
        alertDesc: 'Look after the vents.',
        alertConditionId: '$DEVICE_CONDITION_ID',
        isPlantCondition: false,
      },
      reply: alert,
      problems: ['condition.not-found', 'user.not-you', 'alert.too-many'],
    },
  },
  episode: {
    list: {
      does: 'Lists the stretches of time in which your rules were broken or a plant needed water, newest first: those that are open or closed, of a year, that touch a range, that became known after an instant, of a device or severity, or a page that begins after the episode `before`. A plant that needs water has the kind `due`. What else you were told, such as an alert made by hand, is among them with the kind `note`.',
      ids: { deviceId: '$DEVICE_ID', before: '$ALERT_ID' },
      query: { state: 'open', severity: 'warning', limit: '50' },
      reply: [episode],
      problems: ['episode.not-found'],
    },
    acknowledge: {
      does: 'Says that you have seen an open episode: messages about it are not repeated. One that is over, or that others acknowledged, stays as it is; to your own you may add a note.',
      ...ofEpisode,
      may: 'carer',
      changes: ['alerts'],
      body: { note: 'New batteries tonight' },
      reply: { ...acknowledged, acknowledgedNote: 'New batteries tonight' },
    },
    acknowledgeMany: {
      does: 'Acknowledges up to 1,000 open episodes with one note. Nothing is acknowledged when you have no such episode.',
      ids: { episodeIds: '$EPISODE_ID' },
      may: 'carer',
      changes: ['alerts'],
      body: { episodeIds: ['$EPISODE_ID'], note: 'The power is off' },
      problems: ['episode.not-found'],
    },
    withdraw: {
      does: 'Takes back your acknowledgement of an open episode, within 30 days. One that others made stays as it is.',
      ...ofEpisode,
      may: 'carer',
      changes: ['alerts'],
      reply: episode,
    },
    days: {
      does: 'Says for each date, at most 366, for how many seconds anything but a task was open and how many episodes were.',
      query: { from: '2026-11-19', to: '2026-11-20', timeZone: 'Europe/Copenhagen' },
      reply: [
        { date: '2026-11-19', openSeconds: 0, count: 0 },
        { date: '2026-11-20', openSeconds: 5400, count: 2 },
      ],
    },
    years: {
      does: 'Counts your episodes and other alerts by year, the newest first.',
      query: { timeZone: 'Europe/Copenhagen' },
      reply: [
        { year: 2026, count: 31 },
        { year: 2025, count: 112 },
      ],
    },
    mute: {
      does: 'Sends no messages about an open episode until an instant; null ends that.',
      ...ofEpisode,
      may: 'carer',
      changes: ['alerts'],
      body: { until: '2026-11-20T18:00:00Z' },
      reply: { ...episode, mutedUntil: '2026-11-20T18:00:00.000Z' },
    },
  },
}
