import type { DocumentsOf } from './route-entry.ts'

const reply = { stored: 0, duplicates: 0, waiting: 1, refused: [] }
const PROBLEMS = ['readings.unreadable', 'device.too-fast', 'store.full', 'store.damaged'] as const

export const boardIntakeDocuments: DocumentsOf<'boardIntake'> = {
  boardIntake: {
    json: {
      does: 'Takes any JSON object with numbers, or a list of them, each number under its name. `device`, `id` or `mac` names the board. With the token of a hub, readings of a board that is not claimed wait.',
      body: { device: 'bench-3', temperature: 21.4, soil_moisture: 41 },
      reply,
      problems: PROBLEMS,
    },
    ecowitt: {
      does: 'Takes what weather stations and gateways of Ecowitt post: choose "Customized", the protocol Ecowitt, and this path.',
      params: { token: '$DEVICE_TOKEN' },
      body: 'PASSKEY=0123456789ABCDEF&stationtype=GW1000A_V1.6.8&dateutc=now&tempinf=64.6&humidityin=59&model=GW1000_Pro',
      reply: '',
      problems: PROBLEMS,
    },
    wunderground: {
      does: 'Takes what weather stations send to Weather Underground. The token is the password; the id names the station.',
      query: { ID: 'roof', PASSWORD: '$DEVICE_TOKEN', dateutc: 'now', tempf: '68.2' },
      reply: 'success\n',
      problems: PROBLEMS,
    },
    theThingsStack: {
      does: 'Takes uplinks of a webhook of The Things Stack, a board for each `dev_eui`.',
      body: {
        end_device_ids: { device_id: 'bench-3', dev_eui: '0004A30B001C0530' },
        uplink_message: { decoded_payload: { temperature: 21.4 } },
      },
      reply,
      problems: PROBLEMS,
    },
    thingsBoard: {
      does: 'Takes telemetry as devices post it to ThingsBoard.',
      params: { token: '$DEVICE_TOKEN' },
      body: { temperature: 21.4, humidity: 63 },
      reply,
      problems: PROBLEMS,
    },
    influxDb1: {
      does: 'Takes line protocol as for InfluxDB 1. The token may be the password `p` or the user `u`; `db` is ignored.',
      query: { db: 'greenhouse', p: '$DEVICE_TOKEN' },
      body: 'bench,sensor_id=bench-3 temperature=21.4,humidity=63',
      problems: PROBLEMS,
    },
    influxDb2: {
      does: 'Takes line protocol as for InfluxDB 2. `org` and `bucket` are ignored; `precision` is `ns`, `us`, `ms` or `s`.',
      query: { org: 'greenhouse', bucket: 'greenhouse', precision: 's' },
      body: 'bench,sensor_id=bench-3 temperature=21.4,humidity=63',
      problems: PROBLEMS,
    },
  },
}
