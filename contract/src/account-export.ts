import * as z from 'zod/mini'
import { advice } from './advice-list.ts'
import { alert } from './alerts.ts'
import { board, heardOnce } from './boards.ts'
import { care } from './care.ts'
import { deviceCondition, plantCondition } from './conditions.ts'
import { device } from './devices.ts'
import { episode } from './episodes.ts'
import { ofHousehold, timestamp } from './fields.ts'
import { channel, quietHours } from './channels.ts'
import { storedBroker } from './brokers.ts'
import { hub } from './hubs.ts'
import { photoFacts } from './photos.ts'
import { place } from './places.ts'
import { plant, wateringEvent } from './plants.ts'
import { route } from './route.ts'
import { rule } from './rules.ts'
import { secondFactors } from './second-factor.ts'
import { series, seriesIdList, seriesIds } from './series.ts'
import { settings } from './settings.ts'
import { species } from './species.ts'
import { confirmation, currentPassword, session, user } from './users.ts'
import { task } from './tasks.ts'
import { weatherPlace } from './weather.ts'

/** Everything stored about a user except readings, secrets and tokens. */
export const accountExport = z.object({
  exportedAt: timestamp,
  user,
  settings,
  weatherPlace: z.nullable(weatherPlace),
  secondFactors: z.omit(secondFactors, { required: true }),
  sessions: z.array(session),
  places: z.array(place),
  devices: z.array(device),
  hubs: z.array(hub),
  brokers: z.array(storedBroker),
  channels: z.array(z.omit(channel, { lastDelivery: true })),
  quietHours: z.nullable(quietHours),
  boards: z.array(board),
  boardsHeardOnce: z.array(heardOnce),
  series: z.array(z.omit(series, { newest: true, raw: true })),
  plants: z.array(plant),
  /** Only of the household, without the catalogue. */
  species: z.array(species),
  tasks: z.array(task),
  waterings: z.array(wateringEvent),
  care: z.array(care),
  photos: z.array(photoFacts),
  plantConditions: z.array(plantCondition),
  deviceConditions: z.array(deviceCondition),
  rules: z.array(rule),
  advice: z.array(advice),
  alerts: z.array(alert),
  /** Open episodes come without their worst value. */
  episodes: z.array(episode),
})

export const TICKET_MAX = 100
const ticket = z.string().check(z.maxLength(TICKET_MAX))

/** In their own file, to keep these schemas out of most pages of the web app. */
export const exportRoutes = {
  account: route({
    method: 'GET',
    path: '/api/User/ExportData',
    access: 'member',
    query: ofHousehold,
    reply: accountExport,
    streamed: true,
    fileName: 'greenhouse-data.json',
  }),
  confirmedAccount: route({
    method: 'POST',
    path: '/api/User/ExportData',
    access: 'member',
    query: ofHousehold,
    body: confirmation,
    reply: accountExport,
    streamed: true,
    fileName: 'greenhouse-data.json',
  }),
  /** CSV, oldest first for each device. */
  readings: route({
    method: 'GET',
    path: '/api/User/ExportReadings',
    access: 'member',
    query: ofHousehold,
    reply: z.string(),
    streamed: true,
    contentType: 'text/csv; charset=utf-8',
    fileName: 'greenhouse-readings.csv',
  }),
  createTicket: route({
    method: 'POST',
    path: '/api/User/CreateReadingsTicket',
    access: 'member',
    query: ofHousehold,
    startsDownload: true,
    body: confirmation,
    reply: z.object({ ticket: z.string() }),
  }),
  /** A plain link, which a browser writes to disk as it arrives. */
  download: route({
    method: 'GET',
    path: '/api/User/DownloadReadings',
    access: 'ticket',
    query: z.extend(ofHousehold, { ticket }),
    reply: z.string(),
    streamed: true,
    contentType: 'text/csv; charset=utf-8',
    fileName: 'greenhouse-readings.csv',
  }),
  /** A link valid once, for a minute. */
  prepareValues: route({
    method: 'POST',
    path: '/api/readings/exports',
    access: 'member',
    query: ofHousehold,
    startsDownload: true,
    body: z.partial(z.object({ series: seriesIds, from: timestamp, to: timestamp, password: currentPassword })),
    reply: z.object({ url: z.string() }),
  }),
  /** CSV, oldest first for each device. */
  values: route({
    method: 'GET',
    path: '/api/readings/exports',
    access: 'ticket',
    query: z.extend(ofHousehold, {
      ticket,
      series: z.optional(seriesIdList),
      from: z.optional(timestamp),
      to: z.optional(timestamp),
    }),
    reply: z.string(),
    streamed: true,
    contentType: 'text/csv; charset=utf-8',
    fileName: 'greenhouse-values.csv',
  }),
  /** A tar archive with the ticket of createTicket. */
  photos: route({
    method: 'GET',
    path: '/api/photos/export',
    access: 'ticket',
    query: z.extend(ofHousehold, { ticket }),
    reply: z.custom<Uint8Array>((bytes) => bytes instanceof Uint8Array),
    streamed: true,
    contentType: 'application/x-tar',
    fileName: 'greenhouse-photos.tar',
  }),
}
