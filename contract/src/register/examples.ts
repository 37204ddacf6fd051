import type * as api from '../index.ts'

/** Things of an invented person, as replies show them. */
export const TIME = '2026-11-20T09:41:00.000Z'
export const DEVICE_ID = '0b2f4e86-6a0e-4a51-9a63-2f1d7c9b5e10'
const PLANT_ID = '5d0c7a3e-1f3b-4c5a-8f0e-7b9a2c4d6e81'
const USER_ID = '9e1b6c52-3a7d-4f08-b1c4-6d5e8f7a9b20'
const CONDITION_ID = 'c3a95f14-8d2e-4b76-9f01-5e4d3c2b1a60'

export const JWT = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJJZCI6IjllMWI2YzUy.c2lnbmF0dXJl'
export const PASSKEY = { id: 'an id that the browser makes' }

export const user: api.User = {
  userId: USER_ID,
  firstName: 'Mia',
  lastName: 'Holm',
  email: 'mia@example.org',
  birthday: '1990-05-01',
  country: 'Denmark',
  role: 'user',
  emailConfirmed: true,
}

export const session: api.Session = {
  sessionId: '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c50',
  device: 'Firefox on Linux',
  createdAt: TIME,
  lastUsedAt: TIME,
  current: true,
}

export const device: api.Device = {
  deviceId: DEVICE_ID,
  userId: USER_ID,
  deviceName: 'Tomato house',
  deviceDescription: 'By the door',
  createdAt: TIME,
  waitTime: '600',
  connected: true,
  lastSeenAt: TIME,
  refused: { count: 0, reason: null, at: null },
}

export const hub: api.Hub = {
  hubId: '6d2f9b1a-4c8e-4f37-8a05-2e7c1b9d4f60',
  name: 'Zigbee in the greenhouse',
  createdAt: TIME,
  lastSeenAt: TIME,
}

export const storedBroker = {
  brokerId: '9e4b7d2c-1f6a-4835-b0c7-5a8d3e6f1b24',
  url: 'mqtts://broker.example.org:8883',
  username: 'greenhouse',
  hasPassword: true,
  topics: ['zigbee2mqtt/#'],
  ca: '',
  createdAt: TIME,
}

export const broker: api.Broker = { ...storedBroker, state: 'connected', lastError: null, rate: 12 }

export const board: api.Board = {
  boardId: 'a81c3e5f-2d7b-4690-b3f4-9c6e1d8a7b50',
  family: 'zigbee2mqtt',
  externalId: '0x00158d0001a2b3c4',
  name: 'Herb shelf',
  model: 'WSDCGQ11LM',
  firmware: null,
  source: { kind: 'hub', id: hub.hubId, name: hub.name },
  firstSeen: TIME,
  lastSeen: TIME,
  everySeconds: 300,
  measures: [{ metric: 'temperature', channel: '', value: 21.5, unit: '°C' }],
  waiting: 36,
  notes: [],
  deviceId: null,
  ignored: false,
}

export const heardOnce: api.HeardOnce = { family: 'theengs', externalId: 'A4C138F0B2D1', seenAt: TIME }

export const connection: api.DeviceConnection = {
  deviceId: device.deviceId,
  connected: true,
  address: '192.168.1.42',
  since: TIME,
  board: null,
  received: Array.from({ length: 48 }, () => 6),
  expected: 288,
  refused: [{ topic: 'home/status', reason: 'No decoder knows this topic.', count: 3, lastAt: TIME, sample: 'online' }],
  tokenEnd: 'x7Qk',
  tokenMadeAt: TIME,
}

export const seriesWithoutValues = {
  seriesId: '3f8a1c5e-7b2d-4e90-a6c4-1d5f9b8e7a30',
  deviceId: DEVICE_ID,
  metric: 'soilMoisture',
  channel: '2',
  label: 'North bench',
  unit: '%',
  visible: true,
  order: 0,
  calibration: { dry: 2800, wet: 1200 },
  calibratedAt: TIME,
}
export const series: api.Series = {
  ...seriesWithoutValues,
  newest: { time: TIME, value: 41 },
  raw: { time: TIME, value: 2144 },
}

export const values = { temperature: 21.4, humidity: 63, airPressure: 1013.2, airQuality: 412 }
export const record: api.SensorRecord = { ...values, time: TIME }

export const plant: api.Plant = {
  plantId: PLANT_ID,
  plantName: 'Sweet basil',
  plantType: 'Herb',
  species: 'Ocimum basilicum',
  plantNotes: 'By the window',
  planted: '2026-03-01T00:00:00.000Z',
  lastWatered: TIME,
  waterEvery: 3,
  isDead: false,
  createdAt: TIME,
}

export const task: api.Task = {
  taskId: '4e7a1c90-2b3d-4f58-9a6c-0d1e2f3a4b50',
  plantId: PLANT_ID,
  placeId: null,
  kind: 'feed',
  label: '',
  note: 'Tomato feed',
  repeat: 'after',
  every: 7,
  unit: 'day',
  weekdays: [],
  monthDay: 1,
  month: 1,
  startsOn: '2026-03-01',
  seasons: [{ from: '11-01', to: '02-28', every: null }],
  amount: 5,
  amountUnit: 'ml/l',
  assignedTo: null,
  reminds: false,
  dueAt: '2026-11-26T23:00:00.000Z',
  dueDate: '2026-11-27',
  snoozedUntil: null,
  snoozes: 0,
  lastDoneAt: TIME,
  lastDoneBy: 'Mia',
  suggestedEvery: null,
  endedAt: null,
  soil: null,
}

export const plantProbes: api.PlantProbes = {
  series: [{ seriesId: seriesWithoutValues.seriesId, from: TIME }],
  ranges: [{ metric: 'soilMoisture', low: 35, high: 60 }],
  ideal: [{ metric: 'soilMoisture', low: 35, high: 60, source: null }],
  stage: 'growing',
  stageSince: TIME,
  logsWaterings: true,
}

export const care: api.Care = {
  careId: '8c1d0e5f-6a7b-4c29-8d3e-1f2a3b4c5d60',
  plantId: PLANT_ID,
  placeId: null,
  taskId: task.taskId,
  kind: 'feed',
  label: '',
  at: TIME,
  by: { userId: USER_ID, name: 'Mia' },
  source: 'person',
  note: '',
  amount: 5,
  amountUnit: 'ml/l',
  batchId: null,
}

export const plantCondition: api.PlantCondition = {
  conditionAlertPlantId: CONDITION_ID,
  plantId: PLANT_ID,
  waterNotify: true,
}

export const deviceCondition: api.DeviceCondition = {
  conditionAlertUserDeviceId: CONDITION_ID,
  userDeviceId: DEVICE_ID,
  sensorType: 'Temperature',
  condition: '>=28.5',
  isMet: false,
}

export const rule: api.Rule = {
  ruleId: CONDITION_ID,
  name: '',
  kind: 'below',
  seriesId: seriesWithoutValues.seriesId,
  deviceId: DEVICE_ID,
  exceptDeviceIds: [],
  limit: 30,
  upperLimit: null,
  withinMinutes: null,
  clearAt: 33,
  holdSeconds: 600,
  when: 'always',
  severity: 'warning',
  repeatMinutes: null,
  tellWhenOver: true,
  channelIds: [],
  mutedUntil: null,
  isOn: true,
  isBroken: false,
}

export const alert: api.Alert = {
  alertId: '7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2910',
  alertName: 'Tomato house',
  alertDesc: 'Temperature in Tomato house is 31,2\u00a0°C, at or above your limit of 28,5\u00a0°C.',
  alertTime: TIME,
  alertPlantConditionId: null,
  alertDeviceConditionId: CONDITION_ID,
  deviceId: DEVICE_ID,
  seriesId: seriesWithoutValues.seriesId,
  sensorType: 'Temperature',
}

export const episode: api.Episode = {
  episodeId: '7f6e5d4c-3b2a-4190-8f7e-6d5c4b3a2910',
  kind: 'above',
  severity: 'warning',
  name: 'Tomato house',
  text: null,
  ruleId: CONDITION_ID,
  ruleName: '',
  plantId: null,
  plantConditionId: null,
  taskId: null,
  deviceId: DEVICE_ID,
  seriesId: seriesWithoutValues.seriesId,
  metric: 'temperature',
  channel: '',
  label: 'Temperature',
  unit: '°C',
  limit: 28.5,
  upperLimit: null,
  withinMinutes: null,
  clearAt: 28,
  openedAt: TIME,
  openedValue: 31.2,
  worstAt: TIME,
  worstValue: 31.2,
  closedAt: null,
  closedValue: null,
  closedWhy: null,
  knownAt: TIME,
  closedKnownAt: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  acknowledgedNote: null,
  mutedUntil: null,
}

export const place: api.Place = {
  placeId: '7c1d2e3f-4a5b-4c60-8d7e-9f0a1b2c3d40',
  parentId: null,
  name: 'Tomato house',
  kind: 'greenhouse',
  position: 0,
  shelter: 'cold',
  latitude: 56.16,
  longitude: 10.21,
  leafOffset: -2,
  lightSource: 'sun',
  rain: 'propose',
}

export const watering: api.WateringEvent = { plantId: PLANT_ID, plantName: 'Sweet basil', time: TIME }
export const backups: api.BackupState = {
  enabled: true,
  newest: { madeAt: TIME, ageMs: 3_600_000, bytes: 52_428_800 },
  overdue: false,
  failure: null,
}

const PAGE = '<!doctype html>…'
/** The page of a mailed link. */
export const linkPage = { query: { token: '$LINK_TOKEN' }, reply: PAGE, problems: ['link.not-found'] } as const
