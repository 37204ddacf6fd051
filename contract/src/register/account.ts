import { defaultSettings } from '../index.ts'
import { storedChannel } from './channels.ts'
import {
  alert,
  board,
  device,
  deviceCondition,
  episode,
  heardOnce,
  hub,
  linkPage,
  place,
  plant,
  plantCondition,
  rule,
  seriesWithoutValues,
  session,
  storedBroker,
  TIME,
  user,
  watering,
  care,
  task,
} from './examples.ts'
import { photoFacts } from './photos.ts'
import { CONFIRMED, type Entries } from './route-entry.ts'
import { species } from './species-example.ts'
import { weatherPlace } from './weather-examples.ts'

const VALUES_CSV =
  'time,device,metric,channel,label,value,unit\r\n2026-11-20T09:41:00.000Z,Tomato house,soilMoisture,2,North bench,41,%\r\n'
const CSV =
  'device id,device,time,Temperature (°C),Humidity (%),Air pressure (hPa),Air quality (ppm)\r\n' +
  `${device.deviceId},Tomato house,${TIME},21.4,63,1013.2,412\r\n`

const exported = {
  exportedAt: TIME,
  user,
  settings: defaultSettings,
  weatherPlace,
  secondFactors: { totp: null, passkeys: [], recoveryCodesLeft: 0 },
  sessions: [session],
  places: [place],
  devices: [device],
  hubs: [hub],
  brokers: [storedBroker],
  channels: [storedChannel],
  quietHours: null,
  boards: [board],
  boardsHeardOnce: [heardOnce],
  series: [seriesWithoutValues],
  plants: [plant],
  species: [species],
  tasks: [task],
  waterings: [watering],
  care: [care],
  photos: [photoFacts],
  plantConditions: [plantCondition],
  deviceConditions: [deviceCondition],
  rules: [rule],
  advice: [],
  alerts: [alert],
  episodes: [episode],
}

export const accountEntries: Entries<'user' | 'setting' | 'export'> = {
  user: {
    get: { does: 'Returns your account.', reply: user },
    changeEmail: {
      does: 'Changes your email and ends all sessions. A mail to the former address can take it back.',
      may: 'self',
      changes: ['account', 'sessions'],
      body: { oldEmail: '$EMAIL', newEmail: '$NEW_EMAIL', password: '$PASSWORD' },
      reply: user,
      problems: ['email.taken', ...CONFIRMED],
    },
    sendConfirmation: {
      does: 'Mails you another link that confirms your address, at most three a day.',
      may: 'self',
      changes: [],
      problems: ['mail.not-set-up', 'sign-in.throttled'],
    },
    confirmEmailPage: { does: 'Returns a page with a button that confirms.', ...linkPage },
    confirmEmail: {
      does: 'Confirms the address of an account by the link that was mailed to it.',
      ...linkPage,
    },
    changePassword: {
      does: 'Changes your password and ends all other sessions.',
      may: 'self',
      changes: ['sessions'],
      body: { oldPassword: '$PASSWORD', newPassword: 'Seedling-43!' },
      problems: ['password.wrong', 'sign-in.throttled'],
    },
    remove: {
      does: 'Deletes your account with everything it owns. This can’t be undone.',
      may: 'self',
      changes: [],
      body: { password: '$PASSWORD' },
      problems: CONFIRMED,
    },
  },
  setting: {
    get: { does: 'Returns your settings.', reply: defaultSettings },
    set: {
      does: 'Changes one setting. A bare `true` or `false` is accepted as well.',
      may: 'self',
      changes: ['settings'],
      params: { settingName: 'darktheme' },
      body: { value: true },
    },
  },
  export: {
    account: {
      does: 'Returns everything the server stores about you and one of your households except readings, as a file.',
      reply: exported,
      problems: CONFIRMED,
    },
    confirmedAccount: {
      does: 'Returns the same, for a session older than 10 minutes.',
      may: 'viewer',
      changes: [],
      body: { password: '$PASSWORD' },
      reply: exported,
      problems: CONFIRMED,
    },
    readings: {
      does: 'Returns every reading of your devices as CSV, oldest first for each device. A session older than 10 minutes gets the file by a ticket.',
      reply: CSV,
      problems: CONFIRMED,
    },
    createTicket: {
      does: 'Returns a ticket for one download of your readings or photos, which works for a minute.',
      may: 'viewer',
      changes: [],
      body: { password: '$PASSWORD' },
      reply: { ticket: 'a ticket for DownloadReadings' },
      problems: CONFIRMED,
    },
    download: {
      does: 'Returns the same file as ExportReadings by a link without a header, for a browser. The ticket works once.',
      query: { ticket: '$TICKET' },
      reply: CSV,
    },
    prepareValues: {
      does: 'Returns a link to the values of up to 24 series as CSV, or of all when none is named. It works once, for a minute, and needs no header. `from` and `to` limit the values.',
      ids: { series: '$SERIES_ID' },
      may: 'viewer',
      changes: [],
      body: { series: ['$SERIES_ID'], from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' },
      reply: { url: 'the path of the link' },
      problems: ['series.not-found', ...CONFIRMED],
    },
    values: {
      does: 'Returns values as CSV, device by device, oldest first. `series` are ids with commas between them, up to 24; without it, the values of all series. The ticket works once.',
      ids: { series: '$SERIES_ID' },
      query: { ticket: '$TICKET', series: '$SERIES_ID' },
      reply: VALUES_CSV,
      problems: ['series.not-found'],
    },
    photos: {
      does: 'Returns the photos of a household as a tar archive: a folder for each name of a plant, with JPEGs by date and id. The ticket works once.',
      query: { ticket: '$TICKET' },
      reply: new Uint8Array(),
    },
  },
}
