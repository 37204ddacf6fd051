import { connection, device, DEVICE_ID, record, series, TIME, values } from './examples.ts'
import type { Entries } from './route-entry.ts'

const DEVICE_TOKEN = 'the token of the device, shown this once'
const ofUserDevice = { ids: { userDeviceId: '$DEVICE_ID' }, problems: ['device.not-found'] } as const
const ofDevice = { ids: { deviceId: '$DEVICE_ID' }, problems: ['device.not-found'] } as const
const ofSeries = { ids: { seriesId: '$SERIES_ID' }, problems: ['series.not-found'] } as const

export const deviceEntries: Entries<'device' | 'reading' | 'series' | 'connection'> = {
  device: {
    get: { does: 'Returns a device.', ...ofUserDevice, reply: device },
    list: { does: 'Lists your devices.', reply: [device] },
    create: {
      does: 'Adds a device. `waitTime` is its interval in seconds, 600 unless given; `deviceToken` is shown this once.',
      may: 'owner',
      changes: ['devices'],
      body: { deviceName: 'Tomato house', deviceDescription: 'By the door', waitTime: '600' },
      reply: { ...device, deviceToken: DEVICE_TOKEN },
      problems: ['device.too-many'],
    },
    edit: {
      does: 'Changes name, description or interval of a device. What is left out stays.',
      ...ofUserDevice,
      may: 'gardener',
      changes: ['devices'],
      body: { deviceDescription: 'By the window' },
      reply: device,
    },
    remove: {
      does: 'Removes a device with its readings and conditions. Its alerts stay.',
      ...ofUserDevice,
      may: 'owner',
      changes: ['devices', 'conditions', 'alerts', 'boards'],
    },
    replaceToken: {
      does: 'Replaces the token of a device. The former one stops working at once.',
      ids: { userDeviceId: '$DEVICE_ID' },
      may: 'owner',
      changes: ['devices'],
      body: { password: '$PASSWORD' },
      reply: { deviceToken: DEVICE_TOKEN },
      problems: ['device.not-found', 'confirm.password', 'password.wrong', 'sign-in.throttled'],
    },
    changePreferences: {
      does: 'Stores the interval in seconds at which a device reports, and sends it to the device.',
      ...ofDevice,
      may: 'gardener',
      changes: ['devices'],
      body: { deviceId: '$DEVICE_ID', interval: '60' },
    },
  },
  reading: {
    history: {
      does: 'Returns the readings of a device, oldest first. With `points`, at most so many averages with their lowest and highest values: of `resolution` seconds each, counted from `start`, or the readings themselves when it is 0.',
      ids: { deviceId: '$DEVICE_ID' },
      query: {
        from: '2026-11-01T00:00:00Z',
        to: '2026-12-01T00:00:00Z',
        points: '500',
      },
      reply: [
        {
          deviceId: DEVICE_ID,
          deviceName: 'Tomato house',
          resolution: 7200,
          start: '2026-11-01T00:00:00.000Z',
          newest: record,
          sensorHistoryRecords: [
            {
              ...record,
              min: values,
              max: values,
              counts: { temperature: 1, humidity: 1, airPressure: 1, airQuality: 1 },
            },
          ],
        },
      ],
      problems: ['device.not-found', 'read.busy'],
    },
    newest: {
      does: 'Returns the newest reading of each of your devices; nulls for one that has sent none.',
      reply: {
        sensorHistoryWithDeviceRecords: [
          {
            deviceId: DEVICE_ID,
            deviceName: 'Tomato house',
            deviceDesc: 'By the door',
            deviceCreateDateTime: TIME,
            deviceWaitTime: '600',
            ...record,
          },
        ],
      },
    },
    remove: {
      does: 'Deletes all readings of a device. The device stays.',
      ...ofDevice,
      // A rule without values is not broken.
      may: 'owner',
      changes: ['devices', 'conditions', 'alerts'],
    },
    send: {
      does: 'Stores one reading or a list of up to 1,000. The reply counts what is on disk by then. Units are °C, %, hPa and ppm; without a time, the time of arrival counts.',
      body: [{ temperature: 21.4, humidity: 63, airPressure: 1013.2, airQuality: 412, time: '2026-11-20T09:41:00Z' }],
      reply: { stored: 1, duplicates: 0, refused: [] },
      problems: ['device.too-fast', 'server.overloaded', 'store.full', 'store.damaged'],
    },
  },
  series: {
    list: {
      does: 'Lists what a device measures, each sensor with its newest value. A sensor is listed from its first value on. `raw` is what a sensor with a calibration by two points sent last, also when that was refused: a soil sensor is calibrated with it.',
      ...ofDevice,
      reply: [series],
    },
    add: {
      does: 'Adds the only sensor of a metric to a device, so that rules can name it before its first value. Returns it when the device has it.',
      ids: { deviceId: '$DEVICE_ID' },
      may: 'gardener',
      changes: ['series'],
      body: { metric: 'soilMoisture' },
      reply: series,
      problems: ['device.not-found', 'series.too-many'],
    },
    edit: {
      does: 'Changes label, visibility, order or calibration of a series, and the unit of one that has none of its own. An empty label is the default one again. A calibration corrects the values that come from now on: `offset` is added to them; of a soil sensor `dry` and `wet` are what it sends in dry and in wet soil; null ends it.',
      ...ofSeries,
      may: 'gardener',
      changes: ['series'],
      body: { label: 'North bench', order: 0, calibration: { offset: -0.5 } },
      reply: series,
    },
    removeValues: {
      does: 'Deletes all values of a series. Its label, place and calibration stay.',
      ...ofSeries,
      may: 'owner',
      changes: ['series', 'conditions', 'alerts'],
    },
    remove: {
      does: 'Removes a series with its values, which frees its place among the 64 of its device. A sensor that sends again becomes a new series.',
      ...ofSeries,
      may: 'owner',
      changes: ['series', 'conditions', 'alerts'],
    },
    newest: {
      does: 'Lists the series of all your devices, each with its newest value, and those that are computed for plants: `degreeDays` is the sum since the planting, a value for each day at noon. `plant` names the plant of such a series; its device is in no list of devices. The reply has an `ETag`; sent back as `If-None-Match` it gets a 304 without a body while nothing has changed.',
      reply: [series],
    },
    history: {
      does: 'Returns the histories of up to 24 series of any of your devices, their ids with commas between them. Each has columns of at most `points` points, 500 unless given, and 12,000 in all; `time` is in milliseconds since 1970. Points are averages with their lowest and highest values, of `resolution` seconds each, counted from `start`, or the values themselves when it is 0. `newest` is the time up to which the averages hold every value, and `count` how many the last of them has.',
      ids: { series: '$SERIES_ID' },
      query: {
        from: '2026-11-01T00:00:00Z',
        to: '2026-12-01T00:00:00Z',
        points: '500',
      },
      reply: {
        series: [
          {
            seriesId: series.seriesId,
            resolution: 7200,
            time: [1_795_167_660_000],
            mean: [41],
            min: [40],
            max: [42],
            start: 1_793_491_200_000,
            newest: 1_795_168_800_000,
            count: 29,
          },
        ],
      },
      problems: ['series.not-found', 'read.busy'],
    },
  },
  connection: {
    unknownTokens: {
      does: 'Lists attempts of boards with a token that nobody has, the newest first, since the server started. Where it has other households, whose they are is not known, and none are listed.',
      may: 'owner',
      reply: {
        isKnown: true,
        attempts: [{ way: 'MQTT', network: '192.168.1.34', count: 2, lastAt: connection.since ?? '' }],
      },
    },
    get: {
      does: 'Shows how a device reaches the server: its MQTT connection, its board, the readings of each half hour of the last day, and what was refused in the last seven days.',
      ...ofDevice,
      reply: connection,
    },
  },
}
