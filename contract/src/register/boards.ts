import type { BoardReply } from '../index.ts'
import { board, broker, device, heardOnce, hub } from './examples.ts'
import { CONFIRMED, type Entries } from './route-entry.ts'

const taken: BoardReply = { stored: 0, duplicates: 0, waiting: 1, refused: [] }
const PROBLEMS = ['readings.unreadable', 'device.too-fast', 'store.full', 'store.damaged'] as const

export const boardEntries: Entries<'board' | 'broker' | 'hub' | 'boardIntake'> = {
  board: {
    list: {
      does: 'Lists the boards that your hubs, brokers and devices have brought, the newest first. Until you claim one, its readings of the last 24 hours wait, at most 2,000.',
      reply: [board],
    },
    heardOnce: {
      does: 'Lists boards that are not listed yet, the newest first, at most 200: radio that a Bluetooth gateway or rtl_433 has overheard once, which is listed with its second message, and new boards beyond 200 at once. What they have sent is kept for 24 hours.',
      reply: [heardOnce],
    },
    claim: {
      does: 'Makes a device of a board, or with `deviceId` lets it belong to one of your devices, whose name and interval stay. Readings that wait are kept. `series` sets label and visibility of its sensors; `deviceToken` is shown this once, for a new device.',
      ids: { boardId: '$BOARD_ID', deviceId: '$DEVICE_ID' },
      may: 'owner',
      changes: ['boards', 'devices', 'series'],
      body: {
        deviceName: 'Herb shelf',
        waitTime: '300',
        series: [{ metric: 'temperature', channel: '', label: 'North bench', visible: true }],
      },
      reply: { ...device, deviceToken: 'the token of the device, shown this once' },
      problems: ['board.claimed', 'board.not-found', 'device.not-found', 'device.too-many', 'series.too-many'],
    },
    ignore: {
      does: 'Hides a board, and drops its readings that wait; `ignored: false` shows it again.',
      ids: { boardId: '$BOARD_ID' },
      may: 'owner',
      changes: ['boards'],
      body: { ignored: true },
      problems: ['board.claimed', 'board.not-found'],
    },
  },
  broker: {
    list: {
      does: 'Lists the brokers of your own, to which the server subscribes, with the state of each connection.',
      reply: [broker],
    },
    create: {
      does: 'Subscribes to a broker of your own. Boards in its messages are listed as new boards. Addresses of private networks need a server with `ALLOW_PRIVATE_TARGETS=true`, those of its own machine one with the host and port in `ALLOWED_TARGETS`. The password is encrypted and never returned. `accountPassword`, your own, is needed when the session is older than 10 minutes.',
      may: 'owner',
      changes: ['boards'],
      body: {
        url: broker.url,
        username: broker.username,
        password: 'the password of the user',
        topics: broker.topics,
        ca: '',
      },
      reply: { ...broker, state: 'connecting', rate: 0 },
      problems: ['broker.too-many', 'broker.too-many-changes', 'input.invalid', ...CONFIRMED],
    },
    edit: {
      does: 'Changes the named fields of a broker and connects anew. A password that is left out stays, unless `url` or `ca` changes: it is removed then, and `lastError` says so.',
      ids: { brokerId: '$BROKER_ID' },
      may: 'owner',
      changes: ['boards'],
      body: { topics: ['zigbee2mqtt/#', 'tele/#'] },
      reply: { ...broker, topics: ['zigbee2mqtt/#', 'tele/#'], state: 'connecting', rate: 0 },
      problems: ['broker.not-found', 'broker.too-many-changes', 'input.invalid', ...CONFIRMED],
    },
    remove: {
      does: 'Ends the connection to a broker and forgets it. Its boards stay.',
      ids: { brokerId: '$BROKER_ID' },
      may: 'owner',
      changes: ['boards'],
      problems: ['broker.not-found'],
    },
  },
  hub: {
    list: { does: 'Lists your hubs: credentials with which many boards send.', reply: [hub] },
    create: {
      does: 'Adds a hub. Boards that send with its `token` are listed as new boards; the token is shown this once.',
      may: 'owner',
      changes: ['boards'],
      body: { name: 'Zigbee in the greenhouse' },
      reply: { ...hub, lastSeenAt: null, token: 'the token of the hub, shown this once' },
      problems: ['hub.too-many', ...CONFIRMED],
    },
    remove: {
      does: 'Removes a hub. Its token stops working at once; its boards stay.',
      ids: { hubId: '$HUB_ID' },
      may: 'owner',
      changes: ['boards'],
      problems: ['hub.not-found'],
    },
  },
  boardIntake: {
    json: {
      does: 'Takes any JSON object with numbers, or a list of them, each number under its name. `device`, `id` or `mac` names the board. With the token of a hub, readings of a board that is not claimed wait.',
      body: { device: 'bench-3', temperature: 21.4, soil_moisture: 41 },
      reply: taken,
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
      reply: taken,
      problems: PROBLEMS,
    },
    thingsBoard: {
      does: 'Takes telemetry as devices post it to ThingsBoard.',
      params: { token: '$DEVICE_TOKEN' },
      body: { temperature: 21.4, humidity: 63 },
      reply: taken,
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
